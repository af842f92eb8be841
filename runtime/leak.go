package runtime

import (
	"cmp"
	"fmt"
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
)

// blockedForEver says whether a task that is left over at the end of an
// execution is blocked, rather than at rest. At rest are tasks that wait for a
// time, since time has stopped, and the messages behind one that is blocked,
// which are not to blame.
func (t *task) blockedForEver() bool {
	switch t.op.Kind {
	case checker.Await:
		return !t.settling
	case checker.Sleep, checker.TimerRecv, checker.TimerFire, checker.Begin:
		return false
	case checker.Recv:
		return !t.x.timed(t.op.Obj)
	case checker.Select, checker.Spin:
		for _, c := range t.op.Cases {
			if c.Kind == checker.TimerRecv || c.Kind == checker.Tick || c.Kind == checker.Recv && t.x.timed(c.Obj) {
				return false
			}
		}
	}
	return true
}

// timed says whether a timer may still send to the channel.
func (x *Execution) timed(o checker.Object) bool {
	c, ok := x.list[o].sh.(*chanShadow)
	return ok && c.timer != nil && c.timer.armed
}

// waitsForTime says of a task that is not blocked whether the time will come
// that it waits for, were time to go on. Timers that were stopped, or have
// fired, bring it no nearer.
func (t *task) waitsForTime() bool {
	comes := func(obj checker.Object) bool {
		m, ok := t.x.list[obj].sh.(*timerShadow)
		return ok && m.armed || t.x.timed(obj)
	}
	switch t.op.Kind {
	case checker.Sleep:
		return true
	case checker.TimerRecv, checker.TimerFire, checker.Recv:
		return comes(t.op.Obj)
	case checker.Select, checker.Spin:
		return slices.ContainsFunc(t.op.Cases, func(c checker.Case) bool {
			return c.Kind == checker.Tick || c.Kind != checker.NoKind && comes(c.Obj)
		})
	}
	return false
}

// leftBehind says of a task what findLeaks wants to know.
func (x *Execution) leftBehind() func(*task) bool {
	if x.Leaks != "all" {
		return (*task).blockedForEver
	}
	return x.stays()
}

// stays says of a task whether it is blocked for ever. One that waits for timers
// that were stopped is at rest as long as there is somebody who may set them
// again; if nobody is left who goes on as time does, it is
// blocked for ever as well. (The tasks of functions of stopped timers are none
// that could have begun.)
func (x *Execution) stays() func(*task) bool {
	for t := range x.living() {
		if t.waitsForTime() {
			return (*task).blockedForEver
		}
	}
	return func(t *task) bool {
		return t.op.Kind != checker.Begin && t.op.Kind != checker.TimerFire && (t.op.Kind != checker.Await || t.blockedForEver())
	}
}

// deadlocked warns of a cycle among them: -leaks=schedule is silent where all executions end so.
func (x *Execution) deadlocked(left []*task) {
	for _, t := range left {
		if c := x.cycle(t); c != nil {
			message, at, details := inCircle(c)
			x.note(wire.LeftDeadlock, message+" after the end of the test", at, details...)
			return
		}
	}
}

// findLeaks notes the tasks that are blocked for ever after the test has
// ended. Whether that is a failure by itself depends on -leaks.
func (x *Execution) findLeaks() {
	if x.Leaks == "off" || x.came.Failure != nil || x.mayWait && x.Leaks != "all" {
		return
	}
	var all []*task
	left, timed := x.leftBehind(), false
	for t := range x.living() {
		timed = timed || t.waitsForTime()
		if left(t) {
			all = append(all, t)
		}
	}
	var lasting []*task
	var lasts []string // where they wait now
	if x.Leaks == "all" {
		lasting = x.lasting()
		for _, t := range lasting {
			lasts = append(lasts, t.holding())
		}
	}
	if len(all) > 0 && timed && x.marks == nil {
		all = x.stayLater(all)
	}
	var first *task
	var details []string
	n := len(all)
	for _, t := range all {
		if first == nil {
			first = t
		}
		details = append(details, t.holding())
		details = append(details, t.servers()...)
	}
	for i, t := range lasting {
		if !slices.Contains(all, t) {
			n++
			first = cmp.Or(first, t)
			details = append(details, lasts[i]+", again and again")
		}
	}
	x.deadlocked(all)
	if n == 0 || x.record != nil && x.awaitsOutsiders(first) {
		return // looked at before it is reported: that takes longer than an execution
	}
	message := "1 goroutine is blocked for ever after the end of the test"
	if n > 1 {
		message = fmt.Sprintf("%d goroutines are blocked for ever after the end of the test", n)
	}
	switch {
	case n == len(all):
	case n == 1:
		message = "1 goroutine goes on after the end of the test, whenever its time comes"
	default:
		message = fmt.Sprintf("%d goroutines are blocked for ever after the end of the test, or go on whenever their time comes", n)
	}
	x.came.Leaked = failureAt("leak", message, Site(first.op.Pos), details)
	if x.Leaks == "all" {
		x.came.Failure = x.came.Leaked
	}
}
