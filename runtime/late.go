package runtime

import (
	"iter"
	"slices"
	"time"

	"gocheck.dev/checker"
)

// Time after the test. Natively other tests run when one has returned, so what it has
// left goes on for a while: a late t.Error or panic is a failure. So time goes on for
// what is finite. Sleeps and timers that are pending come due. Of a loop that waits for
// a time again and again, and of a timer that is set again by what it has started, two
// rounds are followed: a wait counts by its place and by the task that waits, which
// has the waits of its creators, too. Tasks left then are at rest.
//
// Time does not go on where the process ends natively: after TestMain, os.Exit and
// failures, ten minutes after the beginning, when go test gives up, and, for what was in
// one, after a bubble of testing/synctest.

const (
	lateRounds = 2
	lateEnd    = 10 * time.Minute
)

// late says whether it is after the test.
func (x *Execution) late() bool { return x.tasks[mainTask].life == over && !x.after }

// notLater says whether the test is not over, or time has not moved since its last step: whoever
// goes on then might as well have done so before, in another execution of the same trace.
func (x *Execution) notLater() bool { return !x.late() || x.tasks[mainTask].movedIn == x.ticks }

// lateTime is the next time at which a task that is followed goes on.
func (x *Execution) lateTime() (at int64, ok bool) {
	if !x.waiting.Awaited || x.userMain != nil || x.came.Exited || x.came.Failure != nil || x.Refined || x.Hurries {
		return 0, false
	}
	for t := range x.living() {
		for s, when := range t.awaits() {
			if when > x.now && when <= int64(lateEnd) && (!ok || when < at) && t.followed(s) {
				at, ok = when, true
			}
		}
	}
	return at, ok
}

// followed says whether t may go on once more at s.
func (t *task) followed(s Site) bool {
	left := lateRounds
	for _, w := range t.lateAt {
		if w == s {
			left--
		}
	}
	return left > 0
}

// awaits are the times that a task waits for, with the places.
func (t *task) awaits() iter.Seq2[Site, int64] {
	return func(yield func(Site, int64) bool) {
		switch sh := t.sh.(type) {
		case *sleepShadow:
			if !sh.until.soon {
				yield(Site(t.op.Pos), sh.until.when)
			}
		case *timerShadow:
			if sh.armed && !sh.at.soon && (t.op.Kind == checker.TimerRecv || t.op.Kind == checker.TimerFire) {
				yield(t.waitsAt(0), sh.at.when)
			}
		case *selectOp:
			for i, c := range t.op.Cases {
				if c.Kind != checker.TimerRecv {
					continue
				}
				if m := t.x.list[c.Obj].sh.(*timerShadow); m.armed && !m.at.soon && !yield(t.waitsAt(int32(i)), m.at.when) {
					return
				}
			}
		case *spinShadow:
			for m := range sh.timers(t.x) {
				if m.armed && !m.at.soon && !yield(Site(t.op.Pos), m.at.when) {
					return
				}
			}
		}
	}
}

// waitsAt is the place of a task's announced operation, or of its case. A function of a
// timer has the place where that was set.
func (t *task) waitsAt(choice int32) Site {
	switch {
	case t.op.Kind == checker.TimerFire:
		return t.created
	case t.op.Kind == checker.Select && choice >= 0 && int(choice) < len(t.op.Cases):
		return Site(t.op.Cases[choice].Pos)
	}
	return Site(t.op.Pos)
}

// wakes notes that t goes on at a time after the test. That it is after the test is in
// the trace, as a Tick is.
func (t *task) wakes(ev *checker.Event) {
	switch ev.Kind {
	case checker.Sleep, checker.TimerRecv, checker.TimerFire:
	case checker.Spin:
		if sh := t.sh.(*spinShadow); lastsTo(sh.seen) > t.x.now {
			return // it is not the time that it waited for
		}
	default:
		return
	}
	t.lateAt = append(slices.Clip(t.lateAt), t.waitsAt(ev.Choice)) // not what its children have
}

// lasting are the tasks that would go on for ever as time does: they have been followed.
func (x *Execution) lasting() (all []*task) {
	for t := range x.living() {
		for s := range t.awaits() {
			if !t.followed(s) {
				all = append(all, t)
				break
			}
		}
	}
	return all
}
