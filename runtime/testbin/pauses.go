package testbin

import (
	"slices"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explain"
	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/wire"
)

// pausesPhase explores with pauses. It comes last, so a failure that needs no pause is never taken
// for one that does, and tests in which no timer can overtake anybody cost what they cost.
var pausesPhase = phase{
	name:    wire.PhasePauses,
	met:     func(r *testRun) bool { return r.x.Within > 0 && r.x.Known.Overtakes && !r.x.Known.Bubbles },
	without: func(*testRun) string { return "" },
	explore: func(r *testRun, t *further) wire.Phase {
		r.x.Pause = r.x.Within
		defer func() { r.x.Pause = 0 }()
		p := r.once(wire.PhasePauses, t)
		p.Pause = r.x.Within.String()
		if !p.Exhaustive && !r.failed && !r.cfg.Timing { // they were asked for
			t.total.Exhaustive, t.total.Bound = false, wire.PhasePauses
		}
		return p
	},
}

// What the search for a failure with less pause may take.
const (
	leastPauseTime = 2 * time.Second
	leastPauseRuns = 20000
)

// leastPaused looks for an execution that fails as f does with less pause, until there is none,
// or the search takes too long. The bound of pauses is what it needs, from then on.
func (r *testRun) leastPaused(f checker.Found) checker.Found {
	if r.x.Pause == 0 {
		return f
	}
	r.d.out.capture(func() { // whatever these executions print is nobody's
		o := r.bounded(&f, leastPauseRuns, leastPauseTime)
		explore.Replay(r.x, f.Decisions, o, nil)
		needs := r.x.Paused()
		for needs > 0 && !time.Now().After(o.Deadline) {
			less, found := r.failsWithin(f, needs-1, o)
			if found == nil {
				break
			}
			f.Decisions, needs = found, less
		}
		r.x.Pause = max(needs, 1)
	})
	return f
}

// failsWithin looks for an execution with pauses up to most that fails as f does, and says how
// much it needs.
func (r *testRun) failsWithin(f checker.Found, most time.Duration, o checker.Options) (needs time.Duration, found []checker.Decision) {
	defer func(pause time.Duration) { r.x.Pause = pause }(r.x.Pause)
	r.x.Pause = most
	o.Pauses, o.KeepGoing = true, true
	o.OnExecution = func(p *checker.Progress) bool {
		again := &checker.Replayed{Outcome: p.Outcome, Decisions: p.Decisions, Diverged: -1}
		if r.judge(&f, again, passing{}) == explain.Fails {
			needs, found = r.x.Paused(), slices.Clone(p.Decisions)
		}
		return found == nil
	}
	if _, err := explore.Run(r.x, o); err != nil {
		return 0, nil
	}
	return needs, found
}
