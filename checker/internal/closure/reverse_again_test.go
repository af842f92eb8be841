package closure_test

import (
	"testing"

	"gocheck.dev/checker/internal/closure"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle/trial"
	"gocheck.dev/internal/longtest"
)

// TestRacesAgain: of the races that a trace shares with the one before, no fragment
// is passed over that was not handed over before.
func TestRacesAgain(t *testing.T) {
	var all, handed int
	for _, k := range gen.Kinds {
		for i := range max(longtest.N(2, 5), *trial.Programs/4) {
			p := k.Program(gen.Seeded(*trial.Seed+int64(i)), k.Size(i))
			n, m, err := closure.CheckRacesAgain(p, 200)
			if err != nil {
				t.Fatalf("%s %d: %v\n%s", k.Name, i, err, p)
			}
			all, handed = all+n, handed+m
		}
	}
	t.Logf("%d of %d fragments were handed over", handed, all)
	if handed > all*9/10 {
		t.Errorf("%d of %d fragments were handed over: nothing is saved", handed, all)
	}
}
