package revisit

import (
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
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
func (r *Search) selectOf(e *trace.Event) int32 {
	t := r.Trace
	switch {
	case t.Ops[e.Op].Kind == checker.Select:
		return e.Op
	case e.Op2 >= 0 && t.Ops[e.Op2].Kind == checker.Select:
		return e.Op2
	}
	return -1
}

// selects finds the children of a target that decides a select.
func (r *Search) selects(i int32, o int32) {
	t := r.Trace
	e := &t.Events[i]
	if r.targets[i] != i {
		return
	}
	op := &t.Ops[o]
	d := checker.Decision{Task: t.Tasks[op.Task].Name, Partner: checker.NoTask}
	for j := range op.CaseLen {
		c := &t.Cases[op.CaseOff+j]
		d.Choice = j
		if c.Kind == checker.Recv && t.Infos[c.Obj].Cap == 0 {
			r.others = r.coming.of(r, c.Obj, i, 1<<checker.Send, r.others[:0])
			for _, k := range r.others {
				a := &t.Ops[k]
				if k == e.Op && e.PChoice == j {
					continue
				}
				in := r.before(i)
				r.add(in, a.Prev)
				if t.Channel(in, c.Obj).Closed >= 0 {
					continue // it fails
				}
				r.instead(i, in, checker.Decision{Task: t.Tasks[a.Task].Name, Partner: d.Task, PartnerChoice: j})
			}
		}
		if e.Op == o && e.Choice == j {
			continue
		}
		in := r.before(i)
		need, ok := r.needed(c, in)
		if !ok || r.has(need, i) {
			continue
		}
		r.add(in, need)
		a := trace.Action{Op: o, Op2: -1, Choice: j, Partner: checker.NoTask}
		if t.Resolve(&a, in, &r.tmp) == trace.Ready {
			r.instead(i, in, d)
		}
	}
}

// needed is the event of P that makes the case ready after in, -1 if nothing has
// to; false if nothing does.
func (r *Search) needed(c *checker.Case, in flat.Set) (int32, bool) {
	t := r.Trace
	need := int32(-1)
	switch c.Kind {
	case checker.Await:
		if v, _, _ := t.Value(c.Obj, in); v != 0 {
			return -1, true
		}
		for n := t.Heads[c.Obj]; n >= 0; n = t.Nodes[n].Prev {
			if f := t.Nodes[n].Ev; t.Events[f].Kind == checker.Write {
				need = f
			}
		}
	case checker.Recv:
		s := t.Channel(in, c.Obj)
		switch {
		case s.Sends > s.Recvs && t.Infos[c.Obj].Cap > 0 || s.Closed >= 0:
			return -1, true
		case t.Infos[c.Obj].Cap > 0:
			need = t.Element(c.Obj, checker.Send, s.Recvs)
		}
		if need < 0 {
			need = t.Channel(nil, c.Obj).Closed
		}
	case checker.Send:
		s := t.Channel(in, c.Obj)
		full := s.Sends - int32(t.Infos[c.Obj].Cap)
		if full < 0 || s.Closed >= 0 { // closed by this task: it fails
			return -1, true
		}
		need = t.Element(c.Obj, checker.Recv, full)
	case checker.TimerRecv:
		return -1, true // by a Tick or not at all: that e keeps off
	default:
		return -1, false
	}
	return need, need >= 0
}

// byCase is what D makes of the select o after done: the least case that is
// ready without a partner, or -1.
func (r *Search) byCase(o int32, done flat.Set) int32 {
	t := r.Trace
	op := &t.Ops[o]
	for j := range op.CaseLen {
		if t.Cases[op.CaseOff+j].Kind == checker.NoKind {
			continue
		}
		a := trace.Action{Op: o, Op2: -1, Choice: j, Partner: checker.NoTask}
		if t.Resolve(&a, done, &r.tmp) == trace.Ready {
			return j
		}
	}
	return -1
}

// receives is the least case in which the operation receives from the channel,
// 0 if it is a Recv, -1 if it does not.
func (r *Search) receives(o int32, c checker.Object) int32 {
	t := r.Trace
	op := &t.Ops[o]
	switch op.Kind {
	case checker.Recv:
		if op.Obj == c {
			return 0
		}
	case checker.Select:
		for j := range op.CaseLen {
			if k := &t.Cases[op.CaseOff+j]; k.Kind == checker.Recv && k.Obj == c {
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

// revisitUses are, by object, all operations that use it, and cases of selects.
type revisitUses struct {
	list   []revisitUse
	newest []int32 // by Object: index into list, -1
}

type revisitUse struct {
	op    int32
	older int32
	kind  checker.Kind
	plain bool // it is no case
}

func (u *revisitUses) add(o checker.Object, use revisitUse) {
	if int(o) < len(u.newest) {
		use.older, u.newest[o] = u.newest[o], int32(len(u.list))
		u.list = append(u.list, use)
	}
}

// find finds them.
func (u *revisitUses) find(t *trace.Trace) {
	u.list, u.newest = u.list[:0], none(u.newest, len(t.Heads))
	for i := range t.Ops {
		op := &t.Ops[i]
		if op.Kind == checker.Select {
			for _, c := range t.CasesOf(int32(i)) {
				if c.Kind != checker.NoKind {
					u.add(c.Obj, revisitUse{op: int32(i), kind: c.Kind})
				}
			}
		} else {
			u.add(op.Obj, revisitUse{op: int32(i), kind: op.Kind, plain: true})
		}
	}
}

// selectsAlone says whether nobody competes for the cases of the selects of P.
func (r *Search) selectsAlone() bool {
	t := r.Trace
	r.wanted = r.wanted[:0]
	for i := range t.Ops {
		op := &t.Ops[i]
		if op.Kind != checker.Select {
			continue
		}
		if len(r.wanted) == 0 {
			r.uses.find(t)
		}
		for j := range op.CaseLen {
			c := t.Cases[op.CaseOff+j]
			w := wanted{op.Task, c.Kind, c.Obj}
			if c.Kind == checker.NoKind || slices.Contains(r.wanted, w) {
				continue
			}
			r.wanted = append(r.wanted, w)
			if op.HasDefault || !r.alone(op.Task, &c) {
				return false
			}
		}
	}
	return true
}

// alone says whether task q is the only one that may want the case.
func (r *Search) alone(q int32, c *checker.Case) bool {
	t := r.Trace
	if c.Kind == checker.Await {
		writes := 0
		for n := t.Heads[c.Obj]; n >= 0; n = t.Nodes[n].Prev {
			if t.Nodes[n].Eff || t.Events[t.Nodes[n].Ev].Kind == checker.Write {
				writes++
			}
		}
		return writes <= 1
	}
	rendezvous := t.Infos[c.Obj].Kind == checker.ChanObject && t.Infos[c.Obj].Cap == 0
	if rendezvous && c.Kind == checker.Send {
		return false
	}
	elements, others := false, false
	r.closes = r.closes[:0]
	for k := r.uses.newest[c.Obj]; k >= 0; k = r.uses.list[k].older {
		if u := &r.uses.list[k]; u.kind == checker.Close {
			r.closes = append(r.closes, u.op)
		}
	}
	for k := r.uses.newest[c.Obj]; k >= 0; k = r.uses.list[k].older {
		u := &r.uses.list[k]
		op := &t.Ops[u.op]
		switch u.kind {
		case checker.Send:
			elements = true
			if c.Kind == checker.Recv && rendezvous && (!u.plain || !r.beforeCloses(op)) {
				return false
			}
			others = others || c.Kind == checker.Send && op.Task != q
		case checker.Close:
			others = others || c.Kind == checker.Send && op.Task != q
		case checker.Recv:
			others = others || c.Kind == checker.Recv && op.Task != q
		case checker.TimerSet, checker.TimerStop, checker.TimerFire, checker.TimerRecv:
			elements = true
			others = others || op.Task != q
		}
	}
	// On a channel on which nobody sends all may wait for the close.
	return !others || c.Kind == checker.Recv && !elements
}

// beforeCloses says whether a Send is ordered with all Closes of the channel, which are
// r.closes.
func (r *Search) beforeCloses(send *trace.Operation) bool {
	t := r.Trace
	for _, i := range r.closes {
		op := &t.Ops[i]
		if !(send.Exec >= 0 && r.has(op.Prev, send.Exec)) && !(op.Exec >= 0 && r.has(send.Prev, op.Exec)) {
			return false
		}
	}
	return true
}
