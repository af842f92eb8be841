package explain_test

import (
	"fmt"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explain"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle/trial"
)

// likeness is a Judge for executions that fail as f does.
func likeness(f *checker.Failure) explain.Judge {
	return func(r *checker.Replayed) explain.Judgement {
		switch g := r.Outcome.Failure; {
		case g == nil && r.Truncated:
			return explain.Undecided
		case g == nil:
			return explain.Passes
		case g.Kind == f.Kind && g.Pos == f.Pos:
			return explain.Fails
		}
		return explain.FailsOtherwise
	}
}

// Made worse by chance, failing executions come back to the fewest preemptions
// that any execution with the failure has.
func TestMinimise(t *testing.T) {
	failing := 0
	for _, k := range gen.Kinds {
		for seed := range trial.Most(5, 12) {
			p := k.Program(gen.Seeded(seed), k.Size(int(seed)))
			o := checker.Options{Algorithm: "random", Seed: uint64(seed), Executions: 300, Races: p.Coarse, Steps: 300}
			found, err := explore.Run(p, o)
			if err != nil {
				t.Fatal(err)
			}
			if len(found.Failures) == 0 {
				continue
			}
			failing++
			if err := minimised(p, &found.Failures[0]); err != nil {
				t.Errorf("%s %d: %v\n%s", k.Name, seed, err, p)
			}
		}
	}
	if failing < 50 {
		t.Errorf("%d failing executions: the test has nothing to work on", failing)
	}
}

func minimised(p *lang.Program, found *checker.Found) error {
	judge := likeness(&found.Failure)
	o := checker.Options{Races: p.Coarse, Steps: 300, Executions: 3000}
	m := explain.Minimise(p, found.Decisions, o, judge)
	if m == nil {
		return fmt.Errorf("%s is not found again", found.Failure.Message)
	}
	again := explore.Replay(p, m.Decisions, checker.Options{Races: p.Coarse, Steps: 300}, nil)
	if judge(again) != explain.Fails || again.Diverged >= 0 {
		return fmt.Errorf("the minimised schedule does not fail: %v, %+v", m.Decisions, again.Outcome.Failure)
	}
	if n := again.Preemptions(); n != m.Size.Preemptions {
		return fmt.Errorf("a replay counts %d preemptions, and %d were searched for", n, m.Size.Preemptions)
	}
	if m.From.Less(m.Size) {
		return fmt.Errorf("from %+v to %+v", m.From, m.Size)
	}
	// How many preemptions does a failing execution need?
	best := -1
	for k := 0; best < 0 && k <= m.Size.Preemptions; k++ {
		_, err := explore.Run(p, checker.Options{Algorithm: "dfs", Preemptions: &k, Races: p.Coarse, Steps: 300, KeepGoing: true, Executions: 3000,
			OnExecution: func(e *checker.Progress) bool {
				if judge(&checker.Replayed{Outcome: e.Outcome, Decisions: e.Decisions}) == explain.Fails {
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
	return nil
}
