package revisit

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// This file finds the children of a trace (docs/design/algorithms-revisit.md,
// section 1). s is always the set of the events before a target e in L(P), which
// are the first ones of the execution.

// Batch is how many children of a trace are kept at once. There may be
// millions: a thousand tasks that want one lock have a thousand rivals each.
var Batch = 64 // the tests take less

// children pushes the children of P, but for those that were found before, until
// they are enough: the others come when these are done, from P executed again.
func (r *Search) children() {
	t := r.Trace
	r.index()
	r.fresh, r.over = true, false
	r.pool.Reset(t.Words)
	n := int32(len(t.Events))
	i := r.found.at
	r.tried = 0
	later := len(r.stack) // there is P itself
	r.limit = later + Batch
	r.child(r.before(n), node{s: n, again: true, blocks: r.blocks})
	for ; i < n; i++ {
		if r.Engine.Late(t.Words) {
			r.truncate(later + 1)
			r.stack[later].found = r.found
			return
		}
		switch t.Events[i].Kind {
		case checker.Spawn, checker.Begin, checker.Join, checker.Yield, checker.Sleep, checker.Tick:
			continue // it competes with nothing, and nothing else could come of it
		}
		mark := r.pool.N
		r.accesses(i)
		if r.targets[i] >= 0 {
			r.competitors(i)
			r.values(i)
		}
		r.pool.N = mark
		if r.over {
			break
		}
		r.tried, r.found.tried = 0, 0
	}
	r.stack[later].found = revisitFound{i, r.tried}
}

// allLater is children where there is no time to look for them.
func (r *Search) allLater() {
	n := int32(len(r.Trace.Events))
	r.fresh = true
	r.pool.Reset(r.Trace.Words)
	r.child(r.before(n), node{s: n, again: true, blocks: r.blocks, found: r.found})
}

// turn says whether a candidate is to be looked at now: not if that has been done
// already, nor if there are enough children.
func (r *Search) turn() bool {
	r.over = r.over || len(r.stack) > r.limit
	if r.over {
		return false
	}
	r.tried++
	return r.tried > r.found.tried
}

// child pushes a child: the events of in, which all belong to P, then what is
// forced.
func (r *Search) child(in flat.Set, n node) {
	r.push(r.Trace, r.targets, r.holds[:r.holdsAt(n.s)], in, n, r.fresh)
	r.fresh = false
}

// before is the set of the first n events.
func (r *Search) before(n int32) flat.Set {
	s := r.pool.Get()
	s.Fill(int(n))
	return s
}

// add makes s closed under what event e, if there is one, needs, and e.
func (r *Search) add(s flat.Set, e int32) {
	if e >= 0 {
		s.Union(r.Trace.PastOf(e))
	}
}

// has says whether e is in the history of f, or f itself; f may be none.
func (r *Search) has(f, e int32) bool { return f >= 0 && r.Trace.HistOf(f).Has(e) }

// values: what a target comes to may be a choice that nothing else makes, and
// its block empty. In the parent the choice is D's.
func (r *Search) values(i int32) {
	t := r.Trace
	e := &t.Events[i]
	if e.Kind != checker.Choose && e.Kind != checker.Signal || r.targets[i] != i || !r.byChoice(i, r.before(i)) || !r.turn() || !r.leadsToP(r.before(i+1), i) {
		return
	}
	in := r.before(i)
	r.decisions = r.decide(r.decisions[:0], e, in, checker.NoTask)
	for _, dec := range r.decisions {
		if dec != e.Decision {
			r.child(in, node{s: i, forced: [2]checker.Decision{dec}, number: 1, target: true})
		}
	}
}

// decide appends what may be decided of e's operation after in; not is a waiter
// that somebody else has chosen.
func (r *Search) decide(list []checker.Decision, e *trace.Event, in flat.Set, not checker.Task) []checker.Decision {
	t := r.Trace
	dec := e.Decision
	switch e.Kind {
	case checker.Choose:
		op := &t.Ops[e.Op]
		for v := range checker.ValuesOf(op.Arg, op.Most, t.FaultsIn(in)) {
			dec.Choice = int32(v)
			list = append(list, dec)
		}
		return list
	case checker.Signal:
		dec.Partner = checker.NoTask
		t.Waiting(e.Obj, in)
		for _, f := range t.Readers {
			if u := t.Tasks[t.Events[f].Task].Name; u != not {
				d := dec
				d.Partner = u
				list = append(list, d)
			}
		}
		if len(list) > 0 {
			return list
		}
	}
	return append(list, dec)
}

// accesses reverses the races of event f with targets e before it, where both
// are operations that wait for nothing: whether they conflict does not depend on
// their order. Here the block of e is all that e needs and s lacks.
func (r *Search) accesses(f int32) {
	t := r.Trace
	fe := &t.Events[f]
	c := t.ClassOf(fe, fe.Obj)
	if c != trace.Reads && c != trace.Writes && !fe.Kind.Updates() || r.selectOf(fe) >= 0 {
		return
	}
	for _, p := range t.PredsOf(f)[:fe.OpPreds] {
		if e := &t.Events[p]; r.targets[p] >= 0 && r.selectOf(e) < 0 && e.Obj == fe.Obj && r.free(e.Kind) && c.Compete(t.ClassOf(e, e.Obj)) && r.immediate(p, f) {
			r.access(p, f)
		}
	}
}

// free says whether an event of the kind competes as an access: in no order
// does it wait for the other.
func (r *Search) free(k checker.Kind) bool {
	switch k {
	case checker.Read, checker.Write, checker.Inc, checker.Mask, checker.Merge, checker.Await, checker.Post, checker.PostFront, checker.PostClosed, checker.CloseHandler, checker.Enqueue, checker.Signal, checker.Broadcast:
		return true
	}
	return false
}

// immediate says whether no event comes between e and f in happens-before, and
// e is not before f in its task.
func (r *Search) immediate(e, f int32) bool {
	t := r.Trace
	for _, p := range t.PredsOf(f) {
		if p != e && t.HistOf(p).Has(e) {
			return false
		}
	}
	op := &t.Ops[t.Events[f].Op]
	return op.Prev != e
}

// access: s K' e f is to become s K' f e.
func (r *Search) access(e, f int32) {
	t := r.Trace
	s := r.targets[e]
	in := r.before(s)
	r.add(in, e)
	r.add(in, f)
	in.Remove(e)
	in.Remove(f)
	if t.Ops[t.Events[f].Op].Kind == checker.Await && t.AwaitReady(t.Events[f].Obj, in) != trace.Ready {
		return
	}
	op := &t.Ops[t.Events[f].Op]
	if c := r.shared(f, in); c != trace.Unrelated && !r.largest(e, c, op, in) {
		return
	}
	done := r.pool.Copy(in)
	if !r.byChoice(e, done) {
		return
	}
	done.Add(e)
	if !r.byChoice(f, done) {
		return
	}
	done.Add(f)
	if r.turn() && r.leadsToP(done, s) {
		r.swap(e, f, in, s)
	}
}

// swap pushes s K' f e, once for each thing that f and e may come to then.
func (r *Search) swap(e, f int32, in flat.Set, s int32) {
	t := r.Trace
	fe, ee := &t.Events[f], &t.Events[e]
	r.decisions = r.decide(r.decisions[:0], fe, in, checker.NoTask)
	for k := range len(r.decisions) {
		first := r.decisions[k]
		n := len(r.decisions)
		switch {
		case ee.Kind != checker.Signal:
			r.decisions = append(r.decisions, ee.Decision)
		case fe.Kind == checker.Broadcast:
			dec := ee.Decision
			dec.Partner = checker.NoTask
			r.decisions = append(r.decisions, dec)
		default:
			after := in
			if fe.Kind == checker.Enqueue {
				after = r.pool.Copy(in)
				after.Add(f)
			}
			list := r.decide(nil, ee, after, first.Partner)
			r.decisions = append(r.decisions, list...)
		}
		for _, second := range r.decisions[n:] {
			r.child(in, node{s: s, forced: [2]checker.Decision{first, second}, number: 2, target: true})
		}
		r.decisions = r.decisions[:n]
	}
}

// shared is the class of f, after in and before e, if it commutes with its like,
// as reads do. There it need not be what it is in P, after e.
func (r *Search) shared(f int32, in flat.Set) trace.Class {
	t := r.Trace
	fe := &t.Events[f]
	switch op := &t.Ops[fe.Op]; op.Kind {
	case checker.CAS, checker.Store:
		// If the value is not known, nothing in K' has read it.
		if v, _, known := t.Value(fe.Obj, in); known && (v == uint64(op.Arg)) == (op.Kind == checker.Store) {
			return trace.Reads
		}
	default:
		if c := t.ClassOf(fe, fe.Obj); c != trace.Writes {
			return c
		}
	}
	return trace.Unrelated
}

// largest is rule 1: in the child f, which is one of class c, is the greatest, by
// task, of the immediate conflicting predecessors of e that s lacks. in is s and
// K'. They are all of that class, as classes that conflict are ordered. If f
// wrote, it would come after all of them.
func (r *Search) largest(e int32, c trace.Class, f *trace.Operation, in flat.Set) bool {
	t := r.Trace
	o, s := t.Events[e].Obj, r.targets[e]
	for k := t.Newest(o, in); k >= 0; k = t.Older(k, in) {
		x := t.Nodes[k].Ev
		if x < s {
			break
		}
		if t.Nodes[k].Eff || t.Nodes[k].Class != c || r.has(f.Prev, x) {
			continue
		}
		if r.rankOf(t.Events[x].Task) > r.rankOf(f.Task) && r.maximal(x, in) {
			return false
		}
	}
	return true
}

// maximal says whether no other event of in comes after x.
func (r *Search) maximal(x int32, in flat.Set) bool {
	for y := in.Next(x + 1); y >= 0; y = in.Next(y + 1) {
		if r.Trace.HistOf(y).Has(x) {
			return false
		}
	}
	return true
}

// competitors: e is the next event of its class (below) at s; each operation f
// that could be that instead, executed after e or pending at the end, makes a
// child, if it needs no e: s K' f, K' being what f needs and s lacks. The parent
// of that is s K' e. No event of another class can disable e or f, so both are
// possible after s K'.
func (r *Search) competitors(i int32) {
	t := r.Trace
	e := &t.Events[i]
	if o := r.selectOf(e); o >= 0 {
		r.selects(i, o)
		return
	}
	switch e.Kind {
	case checker.Lock, checker.OnceFirst, checker.Recv:
		if !t.Arrived(e.Op) {
			r.rivals(i, t.Ops[e.Op].Kind)
		}
	case checker.Arrive:
		r.writers(i)
	case checker.RLock:
		r.readers(i)
	case checker.Send, checker.Close:
		if e.Joint || t.Infos[e.Obj].Cap == 0 {
			r.rivals(i, checker.Close)
			r.pairs(i)
			break
		}
		r.rivals(i, checker.Close)
		r.rivals(i, checker.Send)
	case checker.SendClosed:
		r.rivals(i, checker.Close)
		r.rivals(i, checker.Send)
	case checker.TimerSet, checker.TimerStop, checker.TimerFire, checker.TimerRecv:
		for _, k := range [...]checker.Kind{checker.TimerSet, checker.TimerStop, checker.TimerFire, checker.TimerRecv} {
			r.rivals(i, k)
		}
	}
}

// rivals tries the operations of one kind on e's object.
func (r *Search) rivals(i int32, kind checker.Kind) {
	t := r.Trace
	e := &t.Events[i]
	r.others = r.coming.of(r, e.Obj, i, 1<<kind, r.others[:0])
	for _, o := range r.others {
		op := &t.Ops[o]
		if op.Task == e.Task || op.Exec == i {
			continue
		}
		in := r.before(i)
		r.add(in, op.Prev)
		switch kind {
		case checker.Send:
			if e.Kind == checker.Close && !r.room(in, i, op) {
				continue
			}
		case checker.TimerFire, checker.TimerRecv:
			// Whether it is due does not depend on e.
			if a := (trace.Action{Op: o, Op2: -1, Partner: checker.NoTask}); t.Resolve(&a, in, &r.tmp) != trace.Ready {
				continue
			}
		}
		r.instead(i, in, checker.Decision{Task: t.Tasks[op.Task].Name, Partner: checker.NoTask})
	}
}

// pairs tries the rendezvous on the channel of e.
func (r *Search) pairs(i int32) {
	t := r.Trace
	e := &t.Events[i]
	r.others = r.coming.of(r, e.Obj, i, 1<<checker.Send, r.others[:0])
	r.partners = r.coming.of(r, e.Obj, i, 1<<checker.Recv, r.partners[:0])
	for _, o := range r.others {
		a := &t.Ops[o]
		for _, o2 := range r.partners {
			b := &t.Ops[o2]
			if b.Task == a.Task || o == e.Op && o2 == e.Op2 {
				continue
			}
			if a.Exec >= 0 && r.has(b.Prev, a.Exec) || b.Exec >= 0 && r.has(a.Prev, b.Exec) {
				continue
			}
			in := r.before(i)
			r.add(in, a.Prev)
			r.add(in, b.Prev)
			r.instead(i, in, checker.Decision{Task: t.Tasks[a.Task].Name, Partner: t.Tasks[b.Task].Name})
		}
	}
}

// room adds to in what makes room in the buffer for the Send f before the Close
// e: in P f fails, or waits, and so does not come after it. False if there is no
// such execution.
func (r *Search) room(in flat.Set, i int32, f *trace.Operation) bool {
	t := r.Trace
	e := &t.Events[i]
	full := t.Channel(in, e.Obj).Sends - int32(t.Infos[e.Obj].Cap)
	if full < 0 {
		return true
	}
	by := t.Element(e.Obj, checker.Recv, full)
	if by < 0 || r.has(by, i) || f.Exec >= 0 && r.has(by, f.Exec) {
		return false
	}
	r.add(in, by)
	return true
}

// instead pushes s K' f if s K' e leads to P: rule 2.
func (r *Search) instead(i int32, in flat.Set, f checker.Decision) {
	done := r.pool.Copy(in)
	done.Add(i)
	if r.turn() && r.leadsToP(done, i) {
		r.child(in, node{s: i, forced: [2]checker.Decision{f}, number: 1})
	}
}
