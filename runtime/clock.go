package runtime

import (
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/deadlines"
)

// vtime is the virtual time of an execution. It advances when nothing else can
// run (-time=idle), to the earliest deadline, as an event of the clock's task.
type vtime struct {
	now     int64 // nanoseconds since the execution's fixed start
	waiting deadlines.Set
	pollers int // loops that ask for the time

	overdue bool // the last Tick was after the test
	ticks   int  // so far
	lone    bool // the last one was for one sleeping task, and nobody else waits for a time
	calm
	mover       *task // the task that has moved since, if it is one; the clock, if several have
	moverBefore *task // the same between the last two
}

func (c *vtime) reset() {
	c.now, c.pollers, c.overdue = 0, 0, false
	c.ticks, c.lone, c.mover, c.moverBefore = 0, false, nil, nil
	c.calm = calm{}
	c.waiting.Reset()
}

// ticking says whether the clock has a time to advance to.
func (x *Execution) ticking() bool {
	if len(x.asked) > 0 && !x.late() {
		return true
	}
	_, ok := x.nextTime()
	return ok
}

// nextTime is the time that the clock advances to. A loop that asks for the time
// makes it advance only if nobody else does.
func (x *Execution) nextTime() (at int64, ok bool) {
	if x.late() {
		return x.lateTime()
	}
	if at, ok = x.waiting.Next(x.now); !ok && x.pollers > 0 {
		return x.polled()
	}
	return at, ok
}

// moves notes that a task makes a step.
func (x *Execution) moves(t *task) {
	t.movedIn = x.ticks
	switch {
	case x.mover == t || x.mover == x.clock || t == x.clock:
	case x.mover == nil:
		x.mover = t
	default:
		x.mover = x.clock
	}
}

// clockShadow performs the operation of the clock's task.
type clockShadow Execution

func (c *clockShadow) info() checker.ObjectInfo { return checker.ObjectInfo{} }

func (c *clockShadow) decisions(t *task, buf []checker.Decision) []checker.Decision {
	x := (*Execution)(c)
	if !x.ticking() {
		return buf
	}
	if x.pauses() {
		return append(buf, t.always())
	}
	for u := range x.living() {
		if x.enabled(u) {
			return buf
		}
	}
	return append(buf, t.always())
}

func (c *clockShadow) perform(t *task, ev *checker.Event) {
	x := (*Execution)(c)
	if x.Known.Ends&wire.Places != 0 {
		x.rest()
	}
	x.overdue = x.late()
	if x.notLater() {
		x.overtakes(func(w *task) bool { return slices.ContainsFunc(x.started, w.outran) })
	}
	if x.Pause > 0 {
		x.holdUp()
	}
	x.tick()
	x.collectsGarbage()
	x.ticks++
	x.lone = x.waiting.Len() == 1 && x.pollers == 0 && x.moved == 0
	x.mover, x.moverBefore = nil, x.mover
	x.settle()
	ev.Arg = x.fineTime()
	t.op.Arg = x.left
}
