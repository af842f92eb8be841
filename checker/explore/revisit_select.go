package explore

import (
	"slices"

	"gocheck.dev/checker"
)

// Selects none of whose cases any other task competes for: this task alone
// receives from the channel (or nobody ever sends on it, as on one that says
// "done"), it alone sends on it, the flag is set once, the timer is its own. What
// such a case needs may come early or late, but once it is there it stays until
// the select has been decided. So a select has no rivals but its own cases, and
// one rule: e, the decision of D at s, against every other alternative g of the
// same select, with K' = what makes that ready. The parent of s K' g is s K' e.
//
// Other selects are refused: docs/design/algorithms-revisit.md has why.

// selectOf is the operation that e decides, if that is a select: e's own, or that
// of the receiver in a rendezvous; else -1.
func (r *revisitor) selectOf(e *event) int32 {
	t := r.t
	switch {
	case t.ops[e.op].kind == checker.Select:
		return e.op
	case e.op2 >= 0 && t.ops[e.op2].kind == checker.Select:
		return e.op2
	}
	return -1
}

// selects finds the children of a target that decides a select.
func (r *revisitor) selects(i int32, o int32) {
	t := r.t
	e := &t.events[i]
	if r.targets[i] != i {
		return
	}
	op := &t.ops[o]
	d := checker.Decision{Task: t.tasks[op.task].name, Partner: checker.NoTask}
	for j := range op.caseLen {
		c := &t.cases[op.caseOff+j]
		d.Choice = j
		if c.Kind == checker.Recv && t.infos[c.Obj].Cap == 0 {
			for k := r.opsOf(c.Obj); k >= 0; k = r.sameObj[k] {
				a := &t.ops[k]
				if a.kind != checker.Send || a.exec >= 0 && a.exec < i || r.has(a.prev, i) || k == e.op && e.pchoice == j {
					continue
				}
				in := r.before(i)
				r.add(in, a.prev)
				if t.channel(in, c.Obj).closed >= 0 {
					continue // it fails
				}
				r.instead(i, in, checker.Decision{Task: t.tasks[a.task].name, Partner: d.Task, PartnerChoice: j})
			}
		}
		if e.op == o && e.choice == j {
			continue
		}
		in := r.before(i)
		need, ok := r.needed(c, in)
		if !ok || r.has(need, i) {
			continue
		}
		r.add(in, need)
		a := action{op: o, op2: -1, choice: j, partner: checker.NoTask}
		if t.resolve(&a, in, &r.tmp) == ready {
			r.instead(i, in, d)
		}
	}
}

// needed is the event of P that makes the case ready after in, -1 if nothing has
// to; false if nothing does.
func (r *revisitor) needed(c *checker.Case, in set) (int32, bool) {
	t := r.t
	need := int32(-1)
	switch c.Kind {
	case checker.Await:
		if v, _, _ := t.value(c.Obj, in); v != 0 {
			return -1, true
		}
		for n := t.heads[c.Obj]; n >= 0; n = t.nodes[n].prev {
			if f := t.nodes[n].ev; t.events[f].kind == checker.Write {
				need = f
			}
		}
	case checker.Recv:
		s := t.channel(in, c.Obj)
		switch {
		case s.sends > s.recvs && t.infos[c.Obj].Cap > 0 || s.closed >= 0:
			return -1, true
		case t.infos[c.Obj].Cap > 0:
			need = t.element(c.Obj, checker.Send, s.recvs)
		}
		for n := t.heads[c.Obj]; n >= 0 && need < 0; n = t.nodes[n].prev {
			if f := t.nodes[n].ev; t.events[f].kind == checker.Close {
				need = f
			}
		}
	case checker.Send:
		s := t.channel(in, c.Obj)
		full := s.sends - int32(t.infos[c.Obj].Cap)
		if full < 0 || s.closed >= 0 { // closed by this task: it fails
			return -1, true
		}
		need = t.element(c.Obj, checker.Recv, full)
	case checker.TimerRecv:
		return -1, true // by a Tick or not at all: that e keeps off
	default:
		return -1, false
	}
	return need, need >= 0
}

// byCase is what D makes of the select o after done: the least case that is
// ready without a partner, or -1.
func (r *revisitor) byCase(o int32, done set) int32 {
	t := r.t
	op := &t.ops[o]
	for j := range op.caseLen {
		if t.cases[op.caseOff+j].Kind == checker.NoKind {
			continue
		}
		a := action{op: o, op2: -1, choice: j, partner: checker.NoTask}
		if t.resolve(&a, done, &r.tmp) == ready {
			return j
		}
	}
	return -1
}

// receives is the least case in which the operation receives from the channel,
// 0 if it is a Recv, -1 if it does not.
func (r *revisitor) receives(o int32, c checker.Object) int32 {
	t := r.t
	op := &t.ops[o]
	switch op.kind {
	case checker.Recv:
		if op.obj == c {
			return 0
		}
	case checker.Select:
		for j := range op.caseLen {
			if k := &t.cases[op.caseOff+j]; k.Kind == checker.Recv && k.Obj == c {
				return j
			}
		}
	}
	return -1
}

// wanted is a case of a select, and whose.
type wanted struct {
	task int32
	kind checker.Kind
	obj  checker.Object
}

// selectsAlone says whether nobody competes for the cases of the selects of P.
func (r *revisitor) selectsAlone() bool {
	t := r.t
	r.wanted = r.wanted[:0]
	for i := range t.ops {
		op := &t.ops[i]
		if op.kind != checker.Select {
			continue
		}
		for j := range op.caseLen {
			c := t.cases[op.caseOff+j]
			w := wanted{op.task, c.Kind, c.Obj}
			if c.Kind == checker.NoKind || slices.Contains(r.wanted, w) {
				continue
			}
			r.wanted = append(r.wanted, w)
			if op.hasDefault || !r.alone(op.task, &c) {
				return false
			}
		}
	}
	return true
}

// alone says whether task q is the only one that may want the case.
func (r *revisitor) alone(q int32, c *checker.Case) bool {
	t := r.t
	if c.Kind == checker.Await {
		writes := 0
		for n := t.heads[c.Obj]; n >= 0; n = t.nodes[n].prev {
			if t.nodes[n].eff || t.events[t.nodes[n].ev].kind == checker.Write {
				writes++
			}
		}
		return writes <= 1
	}
	rendezvous := t.infos[c.Obj].Kind == checker.ChanObject && t.infos[c.Obj].Cap == 0
	if rendezvous && c.Kind == checker.Send {
		return false
	}
	elements, others := false, false
	use := func(op *operation, kind checker.Kind, plain bool) bool {
		switch kind {
		case checker.Send:
			elements = true
			if c.Kind == checker.Recv && rendezvous && (!plain || !r.beforeClose(op, c.Obj)) {
				return false
			}
			others = others || c.Kind == checker.Send && op.task != q
		case checker.Close:
			others = others || c.Kind == checker.Send && op.task != q
		case checker.Recv:
			others = others || c.Kind == checker.Recv && op.task != q
		case checker.TimerSet, checker.TimerStop, checker.TimerFire, checker.TimerRecv:
			elements = true
			others = others || op.task != q
		}
		return true
	}
	for i := range t.ops {
		op := &t.ops[i]
		if op.kind == checker.Select {
			for _, k := range t.cases[op.caseOff : op.caseOff+op.caseLen] {
				if k.Obj == c.Obj && !use(op, k.Kind, false) {
					return false
				}
			}
		} else if op.obj == c.Obj && !use(op, op.kind, true) {
			return false
		}
	}
	// On a channel on which nobody sends all may wait for the close.
	return !others || c.Kind == checker.Recv && !elements
}

// beforeClose says whether a Send is ordered with the Close of the channel, if
// there is one.
func (r *revisitor) beforeClose(send *operation, c checker.Object) bool {
	t := r.t
	for i := range t.ops {
		op := &t.ops[i]
		if op.kind != checker.Close || op.obj != c {
			continue
		}
		if !(send.exec >= 0 && r.has(op.prev, send.exec)) && !(op.exec >= 0 && r.has(send.prev, op.exec)) {
			return false
		}
	}
	return true
}
