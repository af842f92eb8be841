package explore

import "gocheck.dev/checker"

// This file says which programs revisit is exact for.

// revisitOutside is the first thing of an execution that revisit has no exact
// rule for.
type revisitOutside struct {
	what string // "" for nothing
	pos  checker.Pos
}

// check looks at an event, and at what was announced after it.
func (r *revisitor) check(st checker.State, ev *checker.Event) {
	t := r.t
	e := &t.events[len(t.events)-1]
	switch ev.Kind {
	case checker.Post, checker.PostFront:
		// The order of messages is not in the trace, so what L needs to be stable,
		// that D depends on the trace alone, does not hold for two of one handler.
		for _, h := range r.posted {
			if h == ev.Obj {
				r.out("second message on a handler", ev.Pos)
			}
		}
		r.posted = append(r.posted, ev.Obj)
	}
	switch {
	case ev.Kind == checker.AddNegative:
		r.out("WaitGroup whose counter falls below zero", ev.Pos)
	case t.misused:
		r.out("unlock of what another task, or nobody, has locked", ev.Pos)
	case r.valued(e):
		r.out("compare-and-swap or store of what is also updated unseen", ev.Pos)
	case r.raced(e):
		r.out("data race between the accesses of two steps", ev.Pos)
	}
	if !ev.Last {
		r.checkOp(st, ev.Task)
	}
	if ev.Kind == checker.Send && ev.Partner != checker.NoTask && !ev.PartnerLast {
		r.checkOp(st, ev.Partner)
	}
	if ev.Child != checker.NoTask && !ev.ChildLast {
		r.checkOp(st, ev.Child)
	}
	for _, b := range ev.More {
		if !b.Last {
			r.checkOp(st, b.Task)
		}
	}
}

// valued says whether the location of e, the newest event, has both updates and
// what its value decides about. Their values are not known in another order. The
// last one of either before e was asked about itself: there is nothing of the
// other sort before it.
func (r *revisitor) valued(e *event) bool {
	t := r.t
	byValue := func(e *event) bool { k := t.ops[e.op].kind; return k == checker.CAS || k == checker.Store }
	if !e.kind.Updates() && !byValue(e) {
		return false
	}
	for n := t.heads[e.obj]; n >= 0; n = t.nodes[n].prev {
		f := &t.events[t.nodes[n].ev]
		if f == e || t.nodes[n].eff {
			continue
		}
		if f.kind.Updates() || byValue(f) {
			return e.kind.Updates() != f.kind.Updates()
		}
	}
	return false
}

// raced says whether the event comes after another one for the sole reason that
// they conflict in a plain access of one of them (-races=report). Where no
// execution has such a race, the order of what is synchronised is all there is to
// the order of steps (docs/design/algorithms-revisit.md). Where one has, it is more than
// the announced operations tell.
func (r *revisitor) raced(e *event) bool {
	t := r.t
	if e.predLen > e.opPreds {
		return true
	}
	if !t.effects || classes[e.kind] == unrelated || t.infos[e.obj].Kind != checker.VarObject {
		return false
	}
	for _, f := range t.predsOf(int32(len(t.events) - 1)) {
		fe := &t.events[f]
		if f == t.ops[e.op].prev || fe.obj == e.obj && classes[e.kind].compete(classes[fe.kind]) {
			continue
		}
		for k := fe.effNode; k < fe.effEnd; k++ {
			if t.nodes[k].obj == e.obj {
				return true
			}
		}
	}
	return false
}

// checkOp looks at the operation that a task has announced.
func (r *revisitor) checkOp(st checker.State, q checker.Task) {
	op := st.Op(q)
	switch op.Kind {
	case checker.TryLock, checker.TryRLock:
		r.out("TryLock", op.Pos)
	case checker.Select:
		if op.HasDefault {
			r.out("select with default", op.Pos)
		}
		r.selectPos, r.awaitPos = op.Pos, op.Pos
	case checker.Await:
		r.awaitPos = op.Pos
	case checker.Len:
		r.out("len of a channel", op.Pos)
	case checker.Wait:
		r.waitPos = op.Pos
	case checker.Spin:
		r.out(waitingLoops, op.Pos)
	}
}

func (r *revisitor) out(what string, pos checker.Pos) {
	if r.outside.what == "" {
		r.outside = revisitOutside{what, pos}
	}
}

// checkAll looks at an execution as a whole.
func (r *revisitor) checkAll() {
	if !r.groupsInOrder() {
		r.out("WaitGroup with an Add that a Wait may come before or after", r.waitPos)
	}
	if !r.flagsStay() {
		r.out("flag that is reset", r.awaitPos)
	}
	if !r.selectsAlone() {
		r.out("select with a case that another task competes for", r.selectPos)
	}
}

// flagsStay says whether what somebody waits for by Await, now or later, is never
// made 0 again.
func (r *revisitor) flagsStay() bool {
	t := r.t
	for i := range t.ops {
		if op := &t.ops[i]; op.kind == checker.Await && !r.stays(op.obj) {
			return false
		}
	}
	for i := range t.cases {
		if c := &t.cases[i]; c.Kind == checker.Await && !r.stays(c.Obj) {
			return false
		}
	}
	return true
}

// stays says whether no event makes the location 0.
func (r *revisitor) stays(o checker.Object) bool {
	t := r.t
	for n := t.heads[o]; n >= 0; n = t.nodes[n].prev {
		if e := &t.events[t.nodes[n].ev]; !t.nodes[n].eff && e.kind == checker.Write && e.val == 0 {
			return false
		}
	}
	return true
}
