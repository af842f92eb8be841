package runtime

import (
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/repeats"
)

// repeat holds the event that has happened to what it was, and makes the next one
// again. It returns whose it is; nil: the scheduler is to be told how far that went, and
// asked. What happens here has happened before under the scheduler, so that no panic is
// to be caught.
func (x *Execution) repeat() *task {
	r := &x.again
	was := r.Now()
	for !x.stopped {
		if x.inEvent {
			if !x.asBefore(was) {
				return nil
			}
			x.inEvent = false
			if !r.Next() {
				break
			}
			was = r.Now()
		}
		t := x.tasks[was.Task]
		if t.life != alive || !was.Sure && !x.possible(t, was.Decision) {
			break
		}
		if x.perform(t, &was.Decision); t != x.clock {
			return t
		}
	}
	return nil
}

func (x *Execution) possible(t *task, d checker.Decision) bool {
	if t.handler != nil && t.op.Kind == checker.Begin {
		return t.handler.mayBegin(t)
	}
	x.buf = x.Decisions(t.id, x.buf[:0])
	return slices.Contains(x.buf, d)
}

// repeated tells the scheduler what has happened again, once, and of the event after
// these, if it has happened.
func (x *Execution) repeated() {
	var next *checker.Event
	if x.inEvent && !x.stopped {
		next = &x.ev
		next.Effects = x.effects
	}
	x.again.Tell(x, next)
}

// keep takes the present event down, which has not happened again.
func (x *Execution) keep() {
	r, ev, t := &x.again, &x.ev, x.tasks[x.ev.Task]
	r.Note(ev, sure(t, ev.Op.Kind))
	if !ev.Last {
		r.After(&t.op, t.plain)
	}
	if ev.Child != checker.NoTask {
		c := x.tasks[ev.Child]
		r.Other(&c.op, c.plain)
	}
	if ev.PartnerOp != nil && !ev.PartnerLast {
		p := x.tasks[ev.Partner]
		r.Other(&p.op, p.plain)
	}
}

// sure says whether an operation of the task can go on in one way, at any time.
func sure(t *task, k checker.Kind) bool {
	switch k {
	case checker.Begin:
		return t.handler == nil
	case checker.Spawn, checker.Post, checker.PostFront, checker.Read, checker.Write, checker.CAS, checker.Store,
		checker.Inc, checker.Mask, checker.Merge, checker.Unlock, checker.RUnlock, checker.Add:
		return true
	}
	return false
}

// asBefore says whether the event is what it was but for values, which it notes. Where
// it is in the source was in the operation that was announced.
func (x *Execution) asBefore(was *repeats.Step) bool {
	r, ev, t := &x.again, &x.ev, x.tasks[was.Task]
	if was.Kind != ev.Kind || was.Obj != ev.Obj || was.Child != ev.Child || was.CAS != ev.WasCAS || was.Last != ev.Last {
		return false
	}
	if !was.Last {
		if t.plain && was.Next.Plain { // nearly all
			if t.op.Kind != was.Next.Kind || t.op.Obj != was.Next.Obj || t.op.Pos != was.Next.Pos {
				return false
			}
		} else if !r.SameOp(&was.Next, &t.op, t.plain) {
			return false
		}
	}
	if was.Child != checker.NoTask {
		if c := x.tasks[was.Child]; !r.SameOther(&c.op, c.plain) {
			return false
		}
	}
	if ev.PartnerOp != nil {
		if p := x.tasks[was.Partner]; was.Last2 != ev.PartnerLast || !was.Last2 && !r.SameOther(&p.op, p.plain) {
			return false
		}
	}
	if !r.SameEffects(was, x.effects) {
		return false
	}
	r.Values(was, ev, t.done.Arg)
	return true
}
