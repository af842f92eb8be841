package explore_test

import (
	"regexp"
	"slices"
	"testing"
	"time"

	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle/trial"
)

// TestPromises: every algorithm is held to something. What samples promises to reach all in the end
// (TestSamplersReach).
func TestPromises(t *testing.T) {
	for _, a := range explore.Algorithms() {
		if _, ok := trial.Promises[a.Name]; ok == a.Samples {
			t.Errorf("%s: samples %t, has a promise %t", a.Name, a.Samples, ok)
		}
	}
}

// TestCampaign compares an algorithm with the oracle on random programs of
// every kind. In full:
//
//	go test ./checker/explore -run Campaign -campaign=20000 -timeout=0 -v
func TestCampaign(t *testing.T) { campaigns(t, *trial.Programs, *trial.Algo) }

// TestCampaignAlgorithms does the same, on fewer programs, with every algorithm
// that auto does not stand for.
func TestCampaignAlgorithms(t *testing.T) {
	var names []string
	for name := range trial.Promises {
		if name != "auto" && name != *trial.Algo {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	campaigns(t, max(1, *trial.Programs/15), names...)
}

func campaigns(t *testing.T, programs int, algorithms ...string) {
	only, err := regexp.Compile(*trial.Kinds)
	if err != nil {
		t.Fatal(err)
	}
	totals := map[string]*trial.Tally{}
	for _, name := range algorithms {
		totals[name] = &trial.Tally{}
	}
	trial.Impatience = trial.Most(4, 1)
	defer func() { trial.Impatience = 1 }()
	start := time.Now()
	for _, k := range gen.Kinds {
		if !only.MatchString(k.Name) {
			continue
		}
		t.Run(k.Name, func(t *testing.T) {
			sums, fails := map[string]*trial.Tally{}, map[string]int{}
			for i := range programs {
				seed := *trial.Seed + int64(i)
				size := *trial.Size
				if size == 0 {
					size = k.Size(i)
				}
				p := k.Program(gen.Seeded(seed), size)
				for _, name := range algorithms {
					if fails[name] >= *trial.Fails {
						continue
					}
					if sums[name] == nil {
						sums[name] = &trial.Tally{}
					}
					err := trial.Guarded(p, name, *trial.Limit, sums[name])
					if err == nil {
						continue
					}
					fails[name]++
					small := gen.Shrink(p, func(q *lang.Program) bool {
						return trial.Guarded(q, name, *trial.Limit, &trial.Tally{}) != nil
					})
					t.Errorf("%s, seed %d: %v\nsmallest: %s\n%v", name, seed, err, small, trial.Guarded(small, name, *trial.Limit, &trial.Tally{}))
				}
			}
			for _, name := range algorithms {
				t.Logf("%s: %v", name, *sums[name])
				totals[name].Add(*sums[name])
			}
		})
	}
	for _, name := range algorithms {
		t.Logf("%s in all: %v", name, *totals[name])
		if *trial.Kinds == "" && totals[name].Programs == 0 {
			t.Errorf("%s is compared on no program", name)
		}
	}
	t.Logf("%v", time.Since(start).Round(time.Second))
}
