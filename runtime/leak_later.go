package runtime

import "gocheck.dev/checker"

// When the test is over virtual time stands still, and sleepers are at rest. A task that waits for
// one that sleeps is not blocked for ever: natively that one goes on, in time. So before a
// leak is reported time is let go on, and the default scheduler decides: nothing that
// happens then is part of the execution. A task that has not moved by the end of it has leaked.

// laterSteps bounds what is tried: a ticker never ends.
const laterSteps = 500

// later is the scheduler of that time.
type later struct {
	checker.Fair
	left  []*task  // tasks that may have leaked
	index []uint32 // of their next events, before
	steps int
}

// Next implements checker.Scheduler: it ends when all have moved.
func (l *later) Next(st checker.State) (checker.Decision, bool) {
	if l.steps++; l.steps > laterSteps || len(l.unmoved()) == 0 {
		return checker.Decision{}, false
	}
	return l.Fair.Next(st)
}

func (l *later) unmoved() (all []*task) {
	for i, t := range l.left {
		if t.life == alive && t.index == l.index[i] {
			all = append(all, t)
		}
	}
	return all
}

// stayLater lets time go on, and returns those of these tasks that do not move.
func (x *Execution) stayLater(left []*task) []*task {
	l := &later{left: left}
	for _, t := range left {
		l.index = append(l.index, t.index)
	}
	sched, keeping, n := x.sched, x.again.Keeping, x.again.N
	looking, record := x.looking, x.record
	observed, matters, exited, uncontrolled := len(x.observed), x.Known.matters, x.came.Exited, x.came.Uncontrolled
	x.again.Keeping, x.again.N = false, 0
	x.looking, x.record = nil, nil
	x.sched, x.after = l, true

	for next := x.step(); next != nil; {
		next = x.resume(next)
	}
	process.runningG.Store(0)

	x.sched, x.after = sched, false
	x.looking, x.record = looking, record
	x.again.Keeping, x.again.N = keeping, n
	x.observed, x.Known.matters, x.came.Exited, x.came.Uncontrolled = x.observed[:observed], matters, exited, uncontrolled
	x.joint, x.inEvent, x.stopped, x.came.Quiescent = nil, false, false, true
	return l.unmoved()
}
