package testbin

import (
	"slices"

	"gocheck.dev/checker"
)

// With -leaks=schedule a goroutine that is left blocked is a failure if other executions leave
// none.

// leaves takes note of whether the execution with this number has left somebody blocked. It
// says whether that ends the exploration.
func (r *testRun) leaves(p *checker.Progress, number int64) bool {
	if leaked := r.x.Last().Leaked; leaked == nil {
		r.clean++
	} else {
		r.leaks++
		if r.leaking == nil {
			r.leaking = &checker.Found{Failure: *leaked, Decisions: slices.Clone(p.Decisions), Execution: r.phased.before + number, By: p.By}
			r.under = r.x.Chance
		}
	}
	return (r.leaking != nil || r.seenLeaks) && (r.clean > 0 || r.seenClean) && !r.cfg.KeepGoing
}

// sampled is called after each execution that a searcher has made beside the exploration. It
// says whether to go on. What is counted of executions is of the exploration's only.
func (r *testRun) sampled(p *checker.Progress) bool {
	r.d.serving.holdOn(r)
	r.progress.Store(p)
	x := r.x
	if x.Last().Uncontrolled != nil {
		return false
	}
	if x.BeginAgain() || p.Outcome.Failure == nil && x.SharePools() {
		r.restart = true
		return false
	}
	if x.Leaks != "schedule" || p.Outcome.Failure != nil || !x.Last().Quiescent || r.cfg.KeepGoing {
		return true
	}
	seen := r.clean > 0 || r.seenClean
	if x.Last().Leaked != nil {
		seen = r.leaks > 0 || r.seenLeaks
	}
	return seen || !r.leaves(p, p.Number)
}
