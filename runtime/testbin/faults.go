package testbin

import (
	"slices"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explain"
	"gocheck.dev/checker/explore"
)

// What the search for a failure with fewer faults may take.
const (
	leastFaultsTime = 2 * time.Second
	leastFaultsRuns = 20000
)

// leastFaulty looks for an execution that fails as f does with fewer faults, until there is none,
// or the search takes too long. The bound of faults is what it needs, from then on.
func (r *testRun) leastFaulty(f checker.Found) checker.Found {
	if r.x.Faults == 0 {
		return f
	}
	r.d.out.capture(func() { // whatever these executions print is nobody's
		o := r.bounded(&f, leastFaultsRuns, leastFaultsTime)
		explore.Replay(r.x, f.Decisions, o, nil)
		r.x.Faults = r.x.Faulty()
		for r.x.Faults > 0 && !time.Now().After(o.Deadline) && r.failsWithFewer(&f, o) {
		}
	})
	return f
}

// failsWithFewer looks for an execution with fewer faults that fails as f does, which is f then.
func (r *testRun) failsWithFewer(f *checker.Found, o checker.Options) bool {
	most := r.x.Faults
	r.x.Faults--
	o.Pauses, o.Faults, o.KeepGoing = r.x.Pause > 0, r.x.Faults > 0, true
	var found []checker.Decision
	o.OnExecution = func(p *checker.Progress) bool {
		again := &checker.Replayed{Outcome: p.Outcome, Decisions: p.Decisions, Diverged: -1}
		if r.judge(f, again, passing{}) == explain.Fails {
			r.x.Faults, found = r.x.Faulty(), slices.Clone(p.Decisions)
		}
		return found == nil
	}
	if _, err := explore.Run(r.x, o); err != nil || found == nil {
		r.x.Faults = most
		return false
	}
	f.Decisions = found
	return true
}
