package testbin

import (
	"slices"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
)

// How many executions go to a scenario that may be simpler than the one that fails.
const scenarioRuns = 2000

// simplestTime is how long all of them may take: a third of what the test may, so that a slow
// machine finds the same one if the user gives it the time. Half of it is for leaving out.
func (r *testRun) simplestTime() time.Duration {
	return max(10*time.Second, time.Duration(r.cfg.BudgetMS)*time.Millisecond/3)
}

// simplest is a failure of the same kind in the first of the scenarios that a test chooses
// from (package linear) that has one, with as few operations as will do. An exploration comes
// to the scenarios in any order; they are in that of their sizes. Which one it is, and what
// is left out, are settings of the executions from then on.
func (r *testRun) simplest(f checker.Found) checker.Found {
	if r.d.cfg.Mode != "explore" {
		return f
	}
	r.d.out.capture(func() { // whatever these executions print is nobody's
		explore.Replay(r.x, f.Decisions, r.bounded(&f, 1, r.simplestTime()), nil)
		chosen, calls := r.x.Scenario()
		if chosen == 0 {
			return
		}
		until := time.Now().Add(r.simplestTime() / 2)
		for r.x.Only = 1; r.x.Only < chosen && !r.failsSo(&f, &calls, until); r.x.Only++ {
		}
		until = time.Now().Add(r.simplestTime() / 2)
		for again := true; again; {
			again = false
			for i := range min(calls, 64) {
				was := r.x.Omit
				if r.x.Omit |= 1 << i; r.x.Omit == was {
					continue
				}
				if !r.failsSo(&f, &calls, until) {
					r.x.Omit = was
					continue
				}
				again = true
			}
		}
	})
	return f
}

// failsSo explores the scenario that the settings say. It says whether some execution fails as f
// does, which is f then, and calls how many operations are those of its scenario.
func (r *testRun) failsSo(f *checker.Found, calls *int, until time.Time) bool {
	if !time.Now().Before(until) || r.d.stop.Load() {
		return false
	}
	o := r.bounded(f, scenarioRuns, time.Until(until))
	o.KeepGoing = true
	found := false
	o.OnExecution = func(p *checker.Progress) bool {
		if g := p.Outcome.Failure; g != nil && g.Kind == f.Failure.Kind && r.x.Last().Uncontrolled == nil {
			f.Failure, f.Decisions, found = *g, slices.Clone(p.Decisions), true
			_, *calls = r.x.Scenario()
		}
		return !found && r.x.Last().Uncontrolled == nil
	}
	_, err := explore.Run(r.x, o)
	return found && err == nil
}
