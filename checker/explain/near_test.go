package explain_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explain"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
)

// Failing schedules of which something was moved or lost are nearly always
// found again, within the bounds, and what is accepted is what a replay of its
// decisions comes to.
func TestNear(t *testing.T) {
	const bound = 400
	tried, found := 0, 0
	for _, k := range gen.Kinds {
		for seed := range int64(8) {
			p := k.Program(gen.Seeded(seed), k.Size(int(seed)))
			o := checker.Options{Races: p.Coarse, Steps: 300}
			explored, err := explore.Run(p, checker.Options{Algorithm: "random", Seed: uint64(seed), Executions: 300, Races: p.Coarse, Steps: 300})
			if err != nil {
				t.Fatal(err)
			}
			if len(explored.Failures) == 0 {
				continue
			}
			judge := likeness(&explored.Failures[0].Failure)
			m := explain.Minimise(p, explored.Failures[0].Decisions, checker.Options{Races: p.Coarse, Steps: 300, Executions: 500}, judge)
			if m == nil {
				t.Fatalf("%s %d: not found again", k.Name, seed)
			}
			disturbed := disturb(rand.New(rand.NewPCG(uint64(seed), 0)), m.Decisions)
			o.Executions = bound
			tried++
			runs := explain.Near(p, disturbed, o, func(r *checker.Replayed) bool {
				if judge(r) != explain.Fails {
					return false
				}
				again := explore.Replay(p, r.Decisions, checker.Options{Races: p.Coarse, Steps: 300}, nil)
				if judge(again) != explain.Fails || again.Diverged >= 0 {
					t.Errorf("%s %d: accepted, but %v", k.Name, seed, again.Outcome.Failure)
				}
				found++
				return true
			})
			if runs > bound {
				t.Errorf("%s %d: %d executions", k.Name, seed, runs)
			}
		}
	}
	t.Logf("%d of %d found", found, tried)
	if tried < 50 || found < tried*9/10 {
		t.Errorf("%d of %d found", found, tried)
	}
}

// TestNearLong: executions of thousands of switches have more neighbours than memory could hold.
func TestNearLong(t *testing.T) {
	const n = 2000
	p := lang.MustParse("t0: loop2000{ wx1 }; t1: loop2000{ wx2 }")
	first := explore.Replay(p, nil, checker.Options{}, nil).Decisions
	// One by the one task, one by the other: as each does in the first execution.
	var by [3][]checker.Decision
	for _, d := range first {
		by[d.Task] = append(by[d.Task], d)
	}
	decisions := by[0]
	for i := range by[1] {
		decisions = append(decisions, by[1][i], by[2][i])
	}
	most := 0
	runs := explain.Near(p, decisions, checker.Options{Executions: 3}, func(r *checker.Replayed) bool {
		switches := 0
		for i, d := range r.Decisions[1:] {
			if d.Task != r.Decisions[i].Task {
				switches++
			}
		}
		most = max(most, switches)
		return false
	})
	if most < n {
		t.Errorf("at most %d switches", most)
	}
	if runs != 3 {
		t.Errorf("%d executions", runs)
	}
}

// disturb moves, or takes out, a run of one to three steps.
func disturb(r *rand.Rand, d []checker.Decision) []checker.Decision {
	if len(d) < 2 {
		return d
	}
	at := r.IntN(len(d))
	n := min(1+r.IntN(3), len(d)-at)
	run := slices.Clone(d[at : at+n])
	rest := slices.Delete(slices.Clone(d), at, at+n)
	if r.IntN(2) == 0 {
		return rest
	}
	return slices.Insert(rest, r.IntN(len(rest)+1), run...)
}
