package runtime

import (
	"cmp"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/kinds"
)

// Pauses (-pause). Computations take no time, but goroutines may be held up, altogether for no
// longer than Settings.Pause in one execution. So time may move to the next deadline while
// something can run, as long as such moves stay within that. What fires, fires in the order of
// deadlines; whom it wakes runs when it is chosen.
//
// There are no pauses where time does not pass by itself: in a bubble of testing/synctest and
// after it, and when the test is over (late.go).

// pausing is what is left of the pauses.
type pausing struct {
	left  int64 // of Settings.Pause, in this execution
	moved int64 // by the last Tick while somebody could go on; 0: nobody could
	held  []held
}

// held is a task that could have gone on at a Tick.
type held struct {
	t    *task
	at   Site
	kind checker.Kind
}

// letGo notes that nobody is held up.
func (p *pausing) letGo() {
	p.moved = 0
	clear(p.held)
	p.held = p.held[:0]
}

// pauses says whether time may move to the next deadline whoever can go on.
func (x *Execution) pauses() bool {
	if x.left <= 0 || x.Refined || x.late() {
		return false
	}
	_, ok := x.pauseTime()
	return ok
}

// holdUp notes, before time moves, which tasks are held up by that.
func (x *Execution) holdUp() {
	x.letGo()
	if x.Refined || x.late() {
		return
	}
	for t := range x.living() {
		if x.enabled(t) {
			x.held = append(x.held, held{t, Site(t.op.Pos), t.op.Kind})
		}
	}
	if len(x.held) == 0 {
		return
	}
	if at, ok := x.pauseTime(); ok {
		x.leaveOut(at)
		x.moved = at - x.now
		x.left -= x.moved
	}
}

// Paused is for how long tasks were held up in the last execution, altogether.
func (x *Execution) Paused() time.Duration { return x.Pause - time.Duration(x.left) }

// overtakes notes that a timer which somebody waits for could overtake another task, early says
// whether it does: with pauses there would be other executions.
func (x *Execution) overtakes(early func(w *task) bool) {
	if x.Known.Overtakes || x.Within == 0 || x.Refined {
		return
	}
	if at, ok := x.waiting.Next(x.now); !ok || at-x.now > int64(x.Within) {
		return // this is asked at each step: most timers are further away
	}
	for w := range x.living() {
		if sh, ok := w.sh.(*sleepShadow); ok && sh.moment {
			continue
		}
		for _, when := range w.awaits() {
			if when > x.now && when-x.now <= int64(x.Within) && !w.resting() && early(w) {
				x.Known.Overtakes = true
				return
			}
		}
	}
}

// outran says whether a task that has moved since time has moved last did so although t may wait
// for a time by then: so not if it has only made the steps that led to its beginning t.
func (t *task) outran(id checker.Task) bool {
	u, begun := t.x.tasks[id], t
	for begun.creator != nil && begun.creator != u {
		begun = begun.creator
	}
	return u != t && u.index > 0 && u.movedIn == t.x.ticks && (begun.creator == nil || u.index > begun.begunAt)
}

// heldUp are those whom a Tick has held up, for people.
func (x *Execution) heldUp() (all []wire.Access) {
	if x.moved == 0 {
		return nil
	}
	for _, h := range x.held {
		all = append(all, wire.Access{Task: h.t.String(), Op: kinds.Names[h.kind], Object: h.t.created.Position(), Pos: cmp.Or(h.t.calledAt, h.at.Position())})
	}
	return all
}
