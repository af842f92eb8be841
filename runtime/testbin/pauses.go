package testbin

import (
	"fmt"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
)

// pausesPhase explores with pauses. It comes last, so a failure that needs no pause is never taken
// for one that does, and tests in which no timer can overtake anybody cost what they cost.
//
// Without -pause, failures that need a pause are warnings. They leave the verdict as it is, and
// are looked for no longer than the test has taken so far.
var pausesPhase = phase{
	name:    wire.PhasePauses,
	met:     func(r *testRun) bool { return r.x.Within > 0 && r.x.Known.Overtakes && !r.x.Known.Bubbles },
	without: func(*testRun) string { return "" },
	explore: func(r *testRun, t *further) wire.Phase {
		r.x.Pause = r.x.Within
		defer func() { r.x.Pause = 0 }()
		if r.phased.warns {
			return r.warned(t)
		}
		p := r.once(wire.PhasePauses, t)
		p.Pause = r.x.Within.String()
		if !p.Exhaustive && !r.ended() { // they were asked for
			t.total.Exhaustive, t.total.Bound = false, wire.PhasePauses
		}
		return p
	},
}

// leastLook is how long failures that are warnings are looked for at least, if there is time.
const leastLook = 2 * time.Second

// warned explores with pauses, and leaves the verdict and the counts as they are.
func (r *testRun) warned(t *further) wire.Phase {
	total, kept, until, before := *t.total, r.accounts.copied(), t.until, r.failed
	if end := time.Now().Add(max(time.Since(r.start), leastLook)); t.until.IsZero() || end.Before(t.until) {
		t.until = end
	}
	begun := time.Now()
	p := r.once(wire.PhasePauses, t)
	p.Pause = r.x.Within.String()
	if p.Reason != "" && time.Now().After(t.until) {
		p.Reason = fmt.Sprintf("%d executions explored in %v", p.Executions, time.Since(begun).Round(100*time.Millisecond))
	}
	p.Exhaustive = p.Exhaustive && len(r.phased.timing) == 0
	if t.until = until; r.failed == before { // what needs no pause counts
		*t.total, r.accounts = total, kept
	}
	return p
}

// warnOf warns of a failure that needs a pause.
func (r *testRun) warnOf(f *wire.Failure) {
	r.phased.timing = append(r.phased.timing, wire.Warning{Kind: wire.Timing, Message: f.Message, Pos: f.Pos, Failure: f})
}

// tells sends what is known of a failure, unless that is a warning: then the process is not to end
// with it.
func (r *testRun) tells(m wire.Message) {
	if !r.phased.warns {
		r.send(m)
	}
}

// leastPaused is f with as little pause as will do, which is the bound from then on: 0, if it fails
// where nobody can be held up.
func (r *testRun) leastPaused(f checker.Found) checker.Found {
	if r.x.Pause > 0 {
		needs, made := least(r, &f, &r.x.Pause, time.Microsecond, r.x.Paused, false)
		if needs == 0 {
			r.x.Pause = made
			_, made = least(r, &f, &r.x.Pause, time.Microsecond, r.x.Paused, true)
		}
		r.x.Pause = max(needs, min(made, 1))
	}
	return f
}

// needsNone looks whether a failure fails without pauses in which nobody is held up: an exploration
// that had no time has not come to it.
func (r *testRun) needsNone(f checker.Found, failed *wire.Failure) (checker.Found, *wire.Failure) {
	if !r.phased.warns || failed.Schedule.Paused() {
		return f, failed
	}
	pause := r.x.Pause
	if least := r.leastPaused(f); r.x.Pause == 0 {
		if again := r.described(least); again.Reproduced {
			return least, again
		}
	}
	r.x.Pause = pause
	return f, failed
}
