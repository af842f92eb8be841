package explain_test

import (
	"math/rand/v2"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explain"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle/trial"
	"gocheck.dev/internal/longtest"
)

// TestBegun: what is told of a failure is the same if its beginning is left out meanwhile.
func TestBegun(t *testing.T) {
	told, passing, otherwise := 0, 0, 0
	for _, k := range gen.Kinds {
		for seed := range int64(longtest.N(6, 60)) {
			p := k.Program(gen.Seeded(*trial.Seed+seed), k.Size(int(seed)))
			q := gen.WithBeginning(rand.New(rand.NewPCG(uint64(*trial.Seed+seed), 3)), p)
			if q == nil || p.Pause > 0 {
				continue
			}
			o := checker.Options{Algorithm: "random", Seed: uint64(seed), Executions: 200, Races: p.Coarse, Steps: 300}
			found, err := explore.Run(q, o)
			if err != nil {
				t.Fatal(err)
			}
			if len(found.Failures) == 0 {
				continue
			}
			f := &found.Failures[0]
			if p.Coarse && f.Failure.Kind != "race" {
				continue // a race that comes first hides it, or not: by the order of the trace
			}
			whole := explained(t, q, f)
			reset := trial.SetBegun(2)
			short := explained(t, q, f)
			reset()
			told++
			if short.preemptions != whole.preemptions || short.every != whole.every {
				t.Errorf("%s %d: %+v, whole %+v\n%s", k.Name, seed, short, whole, q)
			}
			if (short.pairs > 0) != (whole.pairs > 0) {
				t.Logf("%s %d: %+v, whole %+v\n%s", k.Name, seed, short, whole, q)
				otherwise++ // the searches are bounded
			}
			if short.pairs > 0 {
				passing++
			}
		}
	}
	t.Logf("%d told, of which %d beside one that passes", told, passing)
	if told < 40 || passing < 20 || otherwise > told/50 {
		t.Errorf("%d told, of which %d beside one that passes", told, passing)
	}
}

// toldOf is what is told of a failure.
type toldOf struct {
	preemptions, steps, pairs int
	every                     bool
}

// explained tells it, and checks that what it rests on is so.
func explained(t *testing.T, p *lang.Program, f *checker.Found) toldOf {
	t.Helper()
	o := checker.Options{Races: p.Coarse, Steps: 300, Executions: 3000}
	judge := likeness(&f.Failure)
	again := func(decisions []checker.Decision) *checker.Replayed {
		return explore.Replay(p, decisions, checker.Options{Races: p.Coarse, Steps: 300}, nil)
	}
	m := explain.Minimise(p, f.Decisions, o, judge)
	if m == nil {
		t.Fatalf("not found again\n%s", p)
	}
	if r := again(m.Decisions); judge(r) != explain.Fails || r.Diverged >= 0 || r.Preemptions() != m.Size.Preemptions || m.Size.Steps != len(m.Decisions) {
		t.Errorf("%+v: executed again, it has %d preemptions, diverged %d, %v\n%s", m.Size, r.Preemptions(), r.Diverged, r.Outcome.Failure, p)
	}
	told := toldOf{preemptions: m.Size.Preemptions, steps: m.Size.Steps}
	c := explain.Compare(p, m.Decisions, o, judge, nil)
	if c == nil {
		t.Fatalf("not found again, minimised\n%s", p)
	}
	if told.every = c.Every; c.Difference == nil {
		return told
	}
	if r := again(c.Difference.Passing); judge(r) != explain.Passes || r.Diverged >= 0 {
		t.Errorf("the execution that passes has %v, executed again\n%s", r.Outcome.Failure, p)
	}
	failing, passes := stepsOf(p, m.Decisions), stepsOf(p, c.Difference.Passing)
	for _, q := range c.Difference.Pairs {
		if q.First >= len(failing) || q.Second >= len(passes) {
			t.Errorf("%+v is beyond the executions, of %d and %d\n%s", q, len(failing), len(passes), p)
			continue
		}
		a, b := &failing[q.First], &passes[q.Second]
		if !q.Choice && a.Task == b.Task {
			t.Errorf("%+v: %v of task %d, %v of task %d\n%s", q, a.Kind, a.Task, b.Kind, b.Task, p)
		}
	}
	told.pairs = len(c.Difference.Pairs)
	return told
}

// stepsOf are the steps of an execution.
func stepsOf(p *lang.Program, decisions []checker.Decision) (steps []checker.Event) {
	explore.Replay(p, decisions, checker.Options{Steps: 300}, func(_ checker.State, ev *checker.Event) { steps = append(steps, *ev) })
	return steps
}
