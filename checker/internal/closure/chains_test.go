package closure_test

import (
	"testing"

	"gocheck.dev/checker/internal/closure"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
)

// TestChains looks at the chains after each execution of random programs.
func TestChains(t *testing.T) {
	events, chains, cuts := 0, 0, 0
	for _, k := range gen.Kinds {
		for i := range 4 {
			p := k.Program(gen.Seeded(int64(i)), k.Size(i))
			e, c, n, err := closure.CheckChains(p, 40)
			if err != nil {
				t.Errorf("%s, seed %d: %v\n%s", k.Name, i, err, p)
			}
			events, chains, cuts = events+e, chains+c, cuts+n
		}
	}
	t.Logf("%d events in %d chains, %d of them cut", events, chains, cuts)
	if cuts < chains/100 || chains > events*9/10 {
		t.Errorf("%d events in %d chains, %d of them cut: is anything tested?", events, chains, cuts)
	}
}

// TestChainsWhole counts the chains of buyers(4): nothing comes between the accesses of a
// message.
func TestChainsWhole(t *testing.T) {
	events, chains, cuts, err := closure.CheckChains(lang.Buyers(4), 1000)
	if err != nil {
		t.Fatal(err)
	}
	if chains*5/2 > events {
		t.Errorf("%d events in %d chains, %d of them cut", events, chains, cuts)
	}
}
