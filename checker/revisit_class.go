package checker

// This file says which programs revisit is exact for.

// revisitOutside is the first thing of an execution that revisit has no exact
// rule for.
type revisitOutside struct {
	what string // "" for nothing
	pos  Pos
}

// check looks at an event, and at what was announced after it.
func (r *revisitor) check(st State, ev *Event) {
	t := r.t
	e := &t.events[len(t.events)-1]
	switch ev.Kind {
	case Post, PostFront:
		// The order of messages is not in the trace, so what L needs to be stable,
		// that D depends on the trace alone, does not hold for two of one handler.
		for _, h := range r.posted {
			if h == ev.Obj {
				r.out("second message on a handler", ev.Pos)
			}
		}
		r.posted = append(r.posted, ev.Obj)
	case Write:
		if ev.Val == 0 && r.awaited(ev.Obj) {
			r.out("flag that is reset", ev.Pos)
		}
	}
	switch {
	case t.misused:
		r.out("unlock of what another task, or nobody, has locked", ev.Pos)
	case e.predLen > e.opPreds:
		r.out("data race between the accesses of two steps", ev.Pos)
	}
	if !ev.Last {
		r.checkOp(st, ev.Task)
	}
	if ev.Kind == Send && ev.Partner != NoTask && !ev.PartnerLast {
		r.checkOp(st, ev.Partner)
	}
	if ev.Child != NoTask {
		r.checkOp(st, ev.Child)
	}
}

// checkOp looks at the operation that a task has announced.
func (r *revisitor) checkOp(st State, q Task) {
	op := st.Op(q)
	switch op.Kind {
	case Arrive, RLock:
		r.out("read-write locks", op.Pos)
	case TryLock, TryRLock:
		r.out("TryLock", op.Pos)
	case Select:
		for i := range op.Cases {
			if op.Cases[i].Kind != NoKind {
				r.out("select", op.Pos)
			}
		}
	case Len:
		r.out("len of a channel", op.Pos)
	case Add, Wait:
		r.out("WaitGroup", op.Pos)
	case Enqueue, Signal, Broadcast:
		r.out("Cond", op.Pos)
	case TimerSet, TimerStop, TimerFire, TimerRecv:
		r.out("timers", op.Pos)
	}
}

func (r *revisitor) out(what string, pos Pos) {
	if r.outside.what == "" {
		r.outside = revisitOutside{what, pos}
	}
}

// awaited says whether somebody has waited for the flag, or does.
func (r *revisitor) awaited(o Object) bool {
	t := r.t
	for i := range t.ops {
		if t.ops[i].kind == Await && t.ops[i].obj == o {
			return true
		}
	}
	return false
}
