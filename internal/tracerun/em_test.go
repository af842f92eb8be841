package tracerun

import (
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/oracle"
)

// TestEMDPOR demands that EM-DPOR explores EM-Explorer's traces without missing
// a reordering. Locks of messages on one queue are independent for it, which
// leaves 6 of the 36 reorderings of apps/music.
func TestEMDPOR(t *testing.T) {
	for name, want := range distinct(t) {
		t.Run(name, func(t *testing.T) {
			p, err := New(load(t, name))
			if err != nil {
				t.Fatal(err)
			}
			reorderings := func(algorithm string) (map[string]bool, *checker.Result) {
				empty := oracle.NewApartTrace(oracle.NewInterner())
				found := map[string]bool{}
				res, err := explore.Run(p, checker.Options{Algorithm: algorithm, KeepGoing: true, OnExecution: func(pr *checker.Progress) bool {
					m := lang.NewMachine(p.code)
					trace := empty
					for _, d := range pr.Decisions {
						trace = trace.Extend(m, m.Step(d))
					}
					found[trace.Key()] = true
					return true
				}})
				if err != nil {
					t.Fatal(err)
				}
				return found, res
			}
			all, _ := reorderings("auto")
			if name == "apps/music" {
				want[0] = 6
			}
			got, res := reorderings("em")
			if int64(len(all)) != want[0] || len(got) != len(all) || !res.Exhaustive {
				t.Errorf("%d reorderings, %d by em in %d executions (bound %q, %v), want %d", len(all), len(got), res.Executions, res.Bound, res.Refusal, want[0])
			}
			t.Logf("%d executions, %d steps", res.Executions, res.Events)
		})
	}
}
