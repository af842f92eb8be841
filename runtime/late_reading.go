package runtime

import (
	"time"

	"gocheck.dev/checker"
)

// MayBeLate stands before a reading of the clock that gets to a comparison. No timer is set for
// that, so no pause would end there: with pauses the reading is a choice of two, now, or late by
// all that is left (docs/design/pauses.md), rendered as a look at a timer that comes then.
// It is no matter whether the test is over, which no event tells of: no pause is made then.
// A loop that waits knows its limits, and what it calls is part of its rounds.
func MayBeLate(s Site) Site {
	t := current()
	if t == nil || t.knowsLimits() || t.x.Refined {
		return s
	}
	x := t.x
	if x.alone && !x.chains.On && x.waiting.Len() == 0 {
		return s // the first reading of all, and no timer: there is nothing that it could be late for
	}
	if x.Within > 0 && x.notLater() {
		x.Known.Overtakes = true
	}
	by := time.Duration(x.left).Truncate(time.Microsecond) // as deadlines are
	if by <= 0 || x.FreeTime {
		return s
	}
	real := time.NewTimer(never)
	real.Stop()
	t.reads("is about to read the clock")
	newTimer(t, chanPointer(real.C), s, new(timerShadow), by)
	t.reads("reads the clock")
	Select(s, true, RecvCase(real.C, s))
	return s
}

// reads has a recording say so of the next operation.
func (t *task) reads(words string) {
	if t.x.record == nil {
		return
	}
	t.says = func() string {
		if t.resolved == checker.TimerRecv {
			return words + " late"
		}
		return words
	}
}

// Over says that the loop is left: what follows is part of no round of it. It is false, as the
// loop's condition is.
func (w *Waiting) Over() bool {
	if t := current(); w != nil && t != nil && w.t == t {
		t.rounds.in = w.around
	}
	return false
}
