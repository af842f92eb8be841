package testbin

import (
	"slices"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explain"
	"gocheck.dev/checker/explore"
)

// What the search for a failure with less pause, or fewer faults, may take.
const (
	leastTime = 2 * time.Second
	leastRuns = 20000
)

// leastFaulty is f with as few faults as will do, which is the bound from then on.
func (r *testRun) leastFaulty(f checker.Found) checker.Found {
	if r.x.Faults > 0 {
		_, r.x.Faults = least(r, &f, &r.x.Faults, 1, r.x.Faulty, true)
	}
	return f
}

// least looks for an execution that fails as f does with less of what bound bounds, until there is
// none, or the search takes too long. (A reading of the clock is late by all that it may be,
// runtime.MayBeLate: then half of that is tried.) f is that execution then. used is how much the
// last execution has had of it, in grains. asks: where more is allowed an execution makes more
// steps, so f has to be found once more where it has all that it may have. It returns how much f
// has, and what the bound was, and leaves the bound as it may be.
func least[N int | time.Duration](r *testRun, f *checker.Found, bound *N, grain N, used func() N, asks bool) (needs, made N) {
	made = *bound
	r.d.out.capture(func() { // whatever these executions print is nobody's
		o := r.bounded(f, leastRuns, leastTime)
		explore.Replay(r.x, f.Decisions, o, nil)
		needs = used()
		o.KeepGoing = true
		var found []checker.Decision
		o.OnExecution = func(p *checker.Progress) bool {
			again := &checker.Replayed{Outcome: p.Outcome, Decisions: p.Decisions, Diverged: -1}
			if r.judge(f, again, passing{}) == explain.Fails {
				needs, found = used(), slices.Clone(p.Decisions)
			}
			return found == nil
		}
		search := func(may N) bool {
			*bound, found = may, nil
			_, err := explore.Run(r.x, o)
			if err != nil || found == nil {
				return false
			}
			f.Decisions, made = found, may
			return true
		}
		none := N(-1)  // with that much there is none
		fills := false // the last one has had all that it might have
		for needs-none > grain && !time.Now().After(o.Deadline) {
			may := needs - 1
			if fills {
				may = none + (needs-none)/2
			}
			if !search(may) {
				none = may
				continue
			}
			fills = may-needs < grain
		}
		for asks && needs < made && search(needs) {
			continue
		}
	})
	return needs, made
}
