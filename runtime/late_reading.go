package runtime

import (
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
)

// MayBeLate stands before a reading of the clock that gets to a comparison. No timer is set for
// that, so no pause would end there: with pauses the reading is a choice of two, now, or late by
// all that is left (docs/design/pauses.md), rendered as a look at a timer that comes then.
// It is no matter whether the test is over, which no event tells of: no pause is made then.
// A loop that waits knows its limits (knowsLimits), and what it calls is part of its rounds.
func MayBeLate(s Site) Site {
	if t := current(); t != nil {
		t.mayBeLate(s, "read the clock", "reads the clock")
	}
	return s
}

// looksAt notes that t looks whether m is due. A deadline that is only looked at wakes nobody who
// could be held up then: with pauses m may be set late, as a reading may be (setsLate).
func (t *task) looksAt(m *timerShadow) {
	if x := t.x; !m.late && m.armed && !x.Refined && !x.FreeTime && x.notLater() {
		x.Known.Overtakes = x.Known.Overtakes || x.Within > 0
		if x.left > 0 {
			t.wants(wire.Looks)
		}
	}
}

// setsLate stands before t sets m, if somebody may look at it.
func (t *task) setsLate(m *timerShadow, s Site) {
	if m.f == nil && !m.late && t.x.Known.Ends&wire.Looks != 0 {
		t.mayBeLate(s, "set the timer", "goes on")
	}
}

// mayBeLate lets time move by all that is left of the pauses, or not. The words are for people.
func (t *task) mayBeLate(s Site, next, then string) {
	x := t.x
	if x.Refined || t.knowsLimits() || x.alone && !x.chains.On && x.waiting.Len() == 0 {
		return // or it is the first of all, and there is nothing that it could be late for
	}
	x.Known.Overtakes = x.Known.Overtakes || x.Within > 0 && x.notLater()
	by := time.Duration(x.left).Truncate(time.Microsecond) // as deadlines are
	if by <= 0 || x.FreeTime {
		return
	}
	real := time.NewTimer(never)
	real.Stop()
	t.reads("is about to " + next)
	newTimer(t, chanPointer(real.C), s, &timerShadow{late: true}, by)
	t.reads(then)
	Select(s, true, RecvCase(real.C, s))
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
