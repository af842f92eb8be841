package checker_test

import (
	"fmt"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
)

// likeness is a Judge for executions that fail as f does.
func likeness(f *checker.Failure) checker.Judge {
	return func(r *checker.Replayed) (fails, passes bool) {
		g := r.Outcome.Failure
		return g != nil && g.Kind == f.Kind && g.Pos == f.Pos, g == nil && !r.Truncated
	}
}

// Made worse by chance, failing executions come back to the fewest preemptions
// that any execution with the failure has; and what a Difference says is so.
func TestMinimise(t *testing.T) {
	failing, differences, passing := 0, 0, 0
	for _, k := range gen.Kinds {
		for seed := range int64(12) {
			p := k.Program(gen.Seeded(seed), k.Size(int(seed)))
			o := checker.Options{Algorithm: "random", Seed: uint64(seed), Executions: 300, Races: p.Coarse, Steps: 300}
			found, err := checker.Explore(p, o)
			if err != nil {
				t.Fatal(err)
			}
			if len(found.Failures) == 0 {
				continue
			}
			failing++
			if err := minimised(p, &found.Failures[0], &differences, &passing); err != nil {
				t.Errorf("%s %d: %v\n%s", k.Name, seed, err, p)
			}
		}
	}
	if failing < 50 || differences < passing/2 {
		t.Errorf("%d failing executions, differences for %d: the test has nothing to work on", failing, differences)
	}
	t.Logf("%d failing executions, differences for %d, %d of them need one", failing, differences, passing)
}

func minimised(p *lang.Program, found *checker.Found, differences, passing *int) error {
	judge := likeness(&found.Failure)
	o := checker.Options{Races: p.Coarse, Steps: 300, Executions: 3000}
	m := checker.Minimise(p, found.Decisions, o, judge)
	if m == nil {
		return fmt.Errorf("%s is not found again", found.Failure.Message)
	}
	again := checker.Replay(p, m.Decisions, checker.Options{Races: p.Coarse, Steps: 300}, nil)
	if fails, _ := judge(again); !fails || again.Diverged >= 0 {
		return fmt.Errorf("the minimised schedule does not fail: %v, %+v", m.Decisions, again.Outcome.Failure)
	}
	if m.From.Less(m.Size) {
		return fmt.Errorf("from %+v to %+v", m.From, m.Size)
	}
	// Is there a passing execution, and how many preemptions does a failing one need?
	best, passes := -1, false
	_, err := checker.Explore(p, checker.Options{Races: p.Coarse, Steps: 300, KeepGoing: true, Executions: 2000, OnExecution: func(e *checker.Progress) bool {
		passes = passes || e.Outcome.Failure == nil
		return !passes
	}})
	if err != nil {
		return err
	}
	for k := 0; best < 0 && k <= m.Size.Preemptions; k++ {
		_, err := checker.Explore(p, checker.Options{Algorithm: "dfs", Preemptions: &k, Races: p.Coarse, Steps: 300, KeepGoing: true, Executions: 3000,
			OnExecution: func(e *checker.Progress) bool {
				if fails, _ := judge(&checker.Replayed{Outcome: e.Outcome, Decisions: e.Decisions}); fails {
					best = k
				}
				return best < 0
			}})
		if err != nil {
			return err
		}
	}
	if best >= 0 && best < m.Size.Preemptions && m.Runs < 3000 {
		return fmt.Errorf("%d preemptions, and %d are enough", m.Size.Preemptions, best)
	}
	if passes {
		*passing++
	}
	if d := m.Difference; d != nil {
		*differences++
		if !passes && m.Runs < 2000 {
			return fmt.Errorf("a difference where nothing passes: %+v", d)
		}
		after := checker.Replay(p, d.Passing, checker.Options{Races: p.Coarse, Steps: 300}, nil)
		if _, ok := judge(after); !ok || after.Diverged >= 0 {
			return fmt.Errorf("said to pass, but %+v", after.Outcome.Failure)
		}
	}
	return nil
}

// The sentence that a Difference stands for, for bugs whose cause is known.
func TestDifference(t *testing.T) {
	for _, c := range []struct{ program, want string }{
		// A lost update: the second load comes before the first store.
		{"t0: rx $1=$0+1 wx$1; t1: rx $1=$0+1 wx$1; main: go(t0) go(t1) join(0) join(1) rx assert==2",
			"t1:3 before t0:1"},
	} {
		p, err := lang.Parse(c.program)
		if err != nil {
			t.Fatal(err)
		}
		found, err := checker.Explore(p, checker.Options{})
		if err != nil || len(found.Failures) == 0 {
			t.Fatalf("%s: no failure: %v", p, err)
		}
		m := checker.Minimise(p, found.Failures[0].Decisions, checker.Options{}, likeness(&found.Failures[0].Failure))
		if m == nil || m.Difference == nil {
			t.Errorf("%s: no difference", p)
			continue
		}
		at := func(decisions []checker.Decision, n int) (pos string) {
			checker.Replay(p, decisions, checker.Options{}, func(_ checker.State, ev *checker.Event) {
				if n == 0 {
					pos = p.Position(ev.Pos)
				}
				n--
			})
			return pos
		}
		if got := at(m.Difference.Passing, m.Difference.Second) + " before " + at(m.Decisions, m.Difference.First); got != c.want {
			t.Errorf("%s: passes when %s, want %s\nfails %v", p, got, c.want, m.Decisions)
		}
	}
}
