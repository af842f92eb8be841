package runtime_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"gocheck.dev/internal/longtest"
	"gocheck.dev/internal/randprog"
	"gocheck.dev/runtime"
)

var alikePrograms = flag.Int("alike", longtest.N(40, 66), "number of random programs for TestAlikePrograms")

// TestAlikePrograms explores random programs of goroutines that are alike with and without
// -symmetry. In every second one some of them ask for what depends on their names.
func TestAlikePrograms(t *testing.T) {
	s := runtime.SitesFor(t, "x", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m")
	asks := []randprog.Act{
		{Name: "random", Do: func(runtime.Site, *randprog.Objects) any { v, _ := runtime.Random(); return v % 5 }},
		{Name: "number", Do: func(runtime.Site, *randprog.Objects) any { v, _ := runtime.Number(); return v }},
		{Name: "observe", Do: func(s runtime.Site, o *randprog.Objects) any {
			runtime.Observe(s, "v", *runtime.R(o.Plain, s))
			return nil
		}},
	}
	var sum runtime.Alikes
	for seed := range uint64(*alikePrograms) {
		var more []randprog.Act
		if seed%2 == 1 {
			more = asks[seed/2%3:][:1]
		}
		p, text := randprog.Alike(rand.New(rand.NewPCG(seed, 3)), more...)
		set := runtime.Settings{Races: runtime.RacesOff, Commute: seed%4 < 2}
		if err := runtime.ComparedUpToNames(set, s, p, 600, &sum); err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, text)
		}
	}
	t.Logf("%+v", sum)
	if sum.Fewer == 0 || sum.Apart == 0 {
		t.Error("no program has goroutines that are alike, or that ask for their names")
	}
}
