package testbin

import (
	"slices"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
)

// How many executions, and how much time, go to the scenarios before the one that fails.
const (
	scenarioRuns = 2000
	simplestTime = 10 * time.Second
)

// simplest is a failure of the same kind in the first of the scenarios that a test chooses
// from (package linear) that has one. An exploration comes to them in any order; they are
// in that of their sizes.
func (r *testRun) simplest(f checker.Found) checker.Found {
	var chosen int
	r.d.out.capture(func() {
		explore.Replay(r.x, f.Decisions, r.bounded(&f, 1, simplestTime), nil)
		chosen = r.x.Scenario()
	})
	if chosen <= 1 || r.d.cfg.Mode != "explore" {
		return f
	}
	defer func() { r.x.Only = 0 }()
	r.d.out.capture(func() { // whatever these executions print is nobody's
		until := time.Now().Add(simplestTime)
		for r.x.Only = 1; r.x.Only < chosen && time.Now().Before(until); r.x.Only++ {
			o := r.bounded(&f, scenarioRuns, time.Until(until))
			o.KeepGoing = true
			var found []checker.Decision
			failure := f.Failure
			o.OnExecution = func(p *checker.Progress) bool {
				if g := p.Outcome.Failure; g != nil && g.Kind == f.Failure.Kind {
					failure, found = *g, slices.Clone(p.Decisions)
				}
				return found == nil && r.x.Last().Uncontrolled == nil
			}
			if _, err := explore.Run(r.x, o); err != nil || r.x.Last().Uncontrolled != nil {
				return
			}
			if found != nil {
				f.Failure, f.Decisions = failure, found
				return
			}
		}
	})
	return f
}
