package closure_test

import (
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle/trial"
	"gocheck.dev/internal/longtest"
)

// TestDebts has no memory for the fragments that are still to be run: there
// are 20 times as many as traces. All traces are explored all the same.
func TestDebts(t *testing.T) {
	defer trial.SetLeastMemory(1 << 19)()
	res, err := explore.Run(lang.LastZero(10), checker.Options{Algorithm: "closure", Memory: 1 << 19})
	if err != nil {
		t.Fatal(err)
	}
	if got := res.Executions - res.Redundant; !res.Exhaustive || got != 3328 {
		t.Errorf("%d traces, want 3328; exhaustive: %v, bound %q", got, res.Exhaustive, res.Bound)
	}
	if res.Redundant == 0 {
		t.Error("nothing was owed: the memory was enough")
	}
}

// TestDebtsOfRandomPrograms does the same with programs of all kinds, and asks
// the oracle.
func TestDebtsOfRandomPrograms(t *testing.T) {
	defer trial.SetLeastMemory(20 << 10)()
	defer func(m int64) { *trial.Memory = m }(*trial.Memory)
	*trial.Memory = 1
	var sum trial.Tally
	full := 0
	for _, k := range gen.Kinds {
		for i := range max(longtest.N(1, 2), *trial.Programs/10) {
			p := k.Program(gen.Seeded(*trial.Seed+int64(i)), k.Size(i))
			err := trial.Guarded(p, "closure", 2500, &sum)
			if err != nil && strings.Contains(err.Error(), "bound memory") {
				full++
			} else if err != nil {
				t.Errorf("%s, program %d: %v\n%s", k.Name, i, err, p)
			}
		}
	}
	t.Logf("%v; %d need more memory", sum, full)
	if full > sum.Programs/4 || sum.Redundant == 0 {
		t.Errorf("%d of %d programs need more memory, %d executions redundant: try another bound", full, sum.Programs, sum.Redundant)
	}
}
