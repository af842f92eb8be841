package revisit

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/trace"
)

// This file says which programs revisit is exact for.

// Outside is the first thing of an execution that revisit has no exact
// rule for.
type Outside struct {
	What string // "" for nothing
	pos  checker.Pos
}

// check looks at an event, and at what was announced after it.
func (r *Search) check(st checker.State, ev *checker.Event) {
	t := r.Trace
	e := &t.Events[len(t.Events)-1]
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
	case t.Misused:
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
// what its value decides about, or values that nothing tells: they are not known in
// another order. The last one of either before e was asked about itself: there is
// nothing of the other sort before it.
func (r *Search) valued(e *trace.Event) bool {
	t := r.Trace
	byValue := func(e *trace.Event) bool { k := t.Ops[e.Op].Kind; return k == checker.CAS || k == checker.Store }
	if !e.Kind.Updates() && !byValue(e) {
		return false
	}
	if t.Infos[e.Obj].Vague {
		return true
	}
	for n := t.Heads[e.Obj]; n >= 0; n = t.Nodes[n].Prev {
		f := &t.Events[t.Nodes[n].Ev]
		if f == e || t.Nodes[n].Eff {
			continue
		}
		if f.Kind.Updates() || byValue(f) {
			return e.Kind.Updates() != f.Kind.Updates()
		}
	}
	return false
}

// raced says whether the event comes after another one for the sole reason that
// they conflict in a plain access of one of them (-races=report). Where no
// execution has such a race, the order of what is synchronised is all there is to
// the order of steps (docs/design/algorithms-revisit.md). Where one has, it is more than
// the announced operations tell.
func (r *Search) raced(e *trace.Event) bool {
	t := r.Trace
	if e.PredLen > e.OpPreds {
		return true
	}
	if !t.Effects || trace.Classes[e.Kind] == trace.Unrelated || t.Infos[e.Obj].Kind != checker.VarObject {
		return false
	}
	for _, f := range t.PredsOf(int32(len(t.Events) - 1)) {
		fe := &t.Events[f]
		if f == t.Ops[e.Op].Prev || fe.Obj == e.Obj && trace.Classes[e.Kind].Compete(trace.Classes[fe.Kind]) {
			continue
		}
		for k := fe.EffNode; k < fe.EffEnd; k++ {
			if t.Nodes[k].Obj == e.Obj {
				return true
			}
		}
	}
	return false
}

// checkOp looks at the operation that a task has announced.
func (r *Search) checkOp(st checker.State, q checker.Task) {
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
		r.out(engine.WaitingLoops, op.Pos)
	}
}

func (r *Search) out(what string, pos checker.Pos) {
	if r.Outside.What == "" {
		r.Outside = Outside{what, pos}
	}
}

// checkAll looks at an execution as a whole.
func (r *Search) checkAll() {
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
func (r *Search) flagsStay() bool {
	t := r.Trace
	for i := range t.Ops {
		if op := &t.Ops[i]; op.Kind == checker.Await && !r.stays(op.Obj) {
			return false
		}
	}
	for i := range t.Cases {
		if c := &t.Cases[i]; c.Kind == checker.Await && !r.stays(c.Obj) {
			return false
		}
	}
	return true
}

// stays says whether no event makes the location 0.
func (r *Search) stays(o checker.Object) bool {
	t := r.Trace
	for n := t.Heads[o]; n >= 0; n = t.Nodes[n].Prev {
		if e := &t.Events[t.Nodes[n].Ev]; !t.Nodes[n].Eff && e.Kind == checker.Write && e.Val == 0 {
			return false
		}
	}
	return true
}
