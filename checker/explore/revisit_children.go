package explore

import "gocheck.dev/checker"

// This file finds the children of a trace (docs/design/algorithms-revisit.md,
// section 1). s is always the set of the events before a target e in L(P), which
// are the first ones of the execution.

// revisitBatch is how many children of a trace are kept at once. There may be
// millions: a thousand tasks that want one lock have a thousand rivals each.
var revisitBatch = 64 // the tests take less

// children pushes the children of P, but for those that were found before, until
// they are enough: the others come when these are done, from P executed again.
func (r *revisitor) children() {
	t := r.t
	r.index()
	r.fresh, r.over = true, false
	r.pool.reset(t.words)
	n := int32(len(t.events))
	i := r.found.at
	r.tried = 0
	later := len(r.stack) // there is P itself
	r.limit = later + revisitBatch
	r.child(r.before(n), revisitNode{s: n, again: true, blocks: r.blocks})
	for ; i < n; i++ {
		if r.x.late(t.words) {
			r.truncate(later + 1)
			r.stack[later].found = r.found
			return
		}
		switch t.events[i].kind {
		case checker.Spawn, checker.Begin, checker.Join, checker.Yield, checker.Sleep, checker.Tick:
			continue // it competes with nothing, and nothing else could come of it
		}
		mark := r.pool.n
		r.accesses(i)
		if r.targets[i] >= 0 {
			r.competitors(i)
			r.values(i)
		}
		r.pool.n = mark
		if r.over {
			break
		}
		r.tried, r.found.tried = 0, 0
	}
	r.stack[later].found = revisitFound{i, r.tried}
}

// allLater is children where there is no time to look for them.
func (r *revisitor) allLater() {
	n := int32(len(r.t.events))
	r.fresh = true
	r.pool.reset(r.t.words)
	r.child(r.before(n), revisitNode{s: n, again: true, blocks: r.blocks, found: r.found})
}

// turn says whether a candidate is to be looked at now: not if that has been done
// already, nor if there are enough children.
func (r *revisitor) turn() bool {
	r.over = r.over || len(r.stack) > r.limit
	if r.over {
		return false
	}
	r.tried++
	return r.tried > r.found.tried
}

// child pushes a child: the events of in, which all belong to P, then what is
// forced.
func (r *revisitor) child(in set, n revisitNode) {
	r.push(r.t, r.targets, r.holds[:r.holdsAt(n.s)], in, n, r.fresh)
	r.fresh = false
}

// before is the set of the first n events.
func (r *revisitor) before(n int32) set {
	s := r.pool.zero()
	for w := range s[:n>>6] {
		s[w] = ^uint64(0)
	}
	if n&63 != 0 {
		s[n>>6] = 1<<(n&63) - 1
	}
	return s
}

// add makes s closed under what event e, if there is one, needs, and e.
func (r *revisitor) add(s set, e int32) {
	if e >= 0 {
		s.union(r.t.histOf(e))
	}
}

// has says whether e is in the history of f, or f itself; f may be none.
func (r *revisitor) has(f, e int32) bool { return f >= 0 && r.t.histOf(f).has(e) }

// values: what a target comes to may be a choice that nothing else makes, and
// its block empty. In the parent the choice is D's.
func (r *revisitor) values(i int32) {
	t := r.t
	e := &t.events[i]
	if e.kind != checker.Choose && e.kind != checker.Signal || r.targets[i] != i || !r.byChoice(i, r.before(i)) || !r.turn() || !r.leadsToP(r.before(i+1), i) {
		return
	}
	in := r.before(i)
	r.decisions = r.decide(r.decisions[:0], e, in, checker.NoTask)
	for _, dec := range r.decisions {
		if dec != e.decision {
			r.child(in, revisitNode{s: i, forced: [2]checker.Decision{dec}, number: 1, target: true})
		}
	}
}

// decide appends what may be decided of e's operation after in; not is a waiter
// that somebody else has chosen.
func (r *revisitor) decide(list []checker.Decision, e *event, in set, not checker.Task) []checker.Decision {
	t := r.t
	dec := e.decision
	switch e.kind {
	case checker.Choose:
		for v := range t.ops[e.op].arg {
			dec.Choice = int32(v)
			list = append(list, dec)
		}
		return list
	case checker.Signal:
		dec.Partner = checker.NoTask
		t.waiting(e.obj, in)
		for _, f := range t.readers {
			if u := t.tasks[t.events[f].task].name; u != not {
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
func (r *revisitor) accesses(f int32) {
	t := r.t
	fe := &t.events[f]
	c := t.classOf(fe, fe.obj)
	if c != reads && c != writes && !fe.kind.Updates() || r.selectOf(fe) >= 0 {
		return
	}
	for _, p := range t.predsOf(f)[:fe.opPreds] {
		if e := &t.events[p]; r.targets[p] >= 0 && r.selectOf(e) < 0 && e.obj == fe.obj && r.free(e.kind) && c.compete(t.classOf(e, e.obj)) && r.immediate(p, f) {
			r.access(p, f)
		}
	}
}

// free says whether an event of the kind competes as an access: in no order
// does it wait for the other.
func (r *revisitor) free(k checker.Kind) bool {
	switch k {
	case checker.Read, checker.Write, checker.Inc, checker.Mask, checker.Merge, checker.Await, checker.Post, checker.PostFront, checker.PostClosed, checker.CloseHandler, checker.Enqueue, checker.Signal, checker.Broadcast:
		return true
	}
	return false
}

// immediate says whether no event comes between e and f in happens-before, and
// e is not before f in its task.
func (r *revisitor) immediate(e, f int32) bool {
	t := r.t
	for _, p := range t.predsOf(f) {
		if p != e && t.histOf(p).has(e) {
			return false
		}
	}
	op := &t.ops[t.events[f].op]
	return op.prev != e
}

// access: s K' e f is to become s K' f e.
func (r *revisitor) access(e, f int32) {
	t := r.t
	s := r.targets[e]
	in := r.before(s)
	r.add(in, e)
	r.add(in, f)
	in.remove(e)
	in.remove(f)
	if t.ops[t.events[f].op].kind == checker.Await && t.awaitReady(t.events[f].obj, in) != ready {
		return
	}
	op := &t.ops[t.events[f].op]
	if c := r.shared(f, in); c != unrelated && !r.largest(e, c, op, in) {
		return
	}
	done := r.pool.copy(in)
	if !r.byChoice(e, done) {
		return
	}
	done.add(e)
	if !r.byChoice(f, done) {
		return
	}
	done.add(f)
	if r.turn() && r.leadsToP(done, s) {
		r.swap(e, f, in, s)
	}
}

// swap pushes s K' f e, once for each thing that f and e may come to then.
func (r *revisitor) swap(e, f int32, in set, s int32) {
	t := r.t
	fe, ee := &t.events[f], &t.events[e]
	r.decisions = r.decide(r.decisions[:0], fe, in, checker.NoTask)
	for k := range len(r.decisions) {
		first := r.decisions[k]
		n := len(r.decisions)
		switch {
		case ee.kind != checker.Signal:
			r.decisions = append(r.decisions, ee.decision)
		case fe.kind == checker.Broadcast:
			dec := ee.decision
			dec.Partner = checker.NoTask
			r.decisions = append(r.decisions, dec)
		default:
			after := in
			if fe.kind == checker.Enqueue {
				after = r.pool.copy(in)
				after.add(f)
			}
			list := r.decide(nil, ee, after, first.Partner)
			r.decisions = append(r.decisions, list...)
		}
		for _, second := range r.decisions[n:] {
			r.child(in, revisitNode{s: s, forced: [2]checker.Decision{first, second}, number: 2, target: true})
		}
		r.decisions = r.decisions[:n]
	}
}

// shared is the class of f, after in and before e, if it commutes with its like,
// as reads do. There it need not be what it is in P, after e.
func (r *revisitor) shared(f int32, in set) class {
	t := r.t
	fe := &t.events[f]
	switch op := &t.ops[fe.op]; op.kind {
	case checker.CAS, checker.Store:
		// If the value is not known, nothing in K' has read it.
		if v, _, known := t.value(fe.obj, in); known && (v == uint64(op.arg)) == (op.kind == checker.Store) {
			return reads
		}
	default:
		if c := t.classOf(fe, fe.obj); c != writes {
			return c
		}
	}
	return unrelated
}

// largest is rule 1: in the child f, which is one of class c, is the greatest, by
// task, of the immediate conflicting predecessors of e that s lacks. in is s and
// K'. They are all of that class, as classes that conflict are ordered. If f
// wrote, it would come after all of them.
func (r *revisitor) largest(e int32, c class, f *operation, in set) bool {
	t := r.t
	o, s := t.events[e].obj, r.targets[e]
	for k := t.heads[o]; k >= 0; k = t.nodes[k].prev {
		x := t.nodes[k].ev
		if x < s || !in.has(x) || t.nodes[k].eff || t.nodes[k].class != c || r.has(f.prev, x) {
			continue
		}
		if r.rankOf(t.events[x].task) > r.rankOf(f.task) && r.maximal(x, in) {
			return false
		}
	}
	return true
}

// maximal says whether no other event of in comes after x.
func (r *revisitor) maximal(x int32, in set) bool {
	for y := in.next(x + 1); y >= 0; y = in.next(y + 1) {
		if r.t.histOf(y).has(x) {
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
func (r *revisitor) competitors(i int32) {
	t := r.t
	e := &t.events[i]
	if o := r.selectOf(e); o >= 0 {
		r.selects(i, o)
		return
	}
	switch e.kind {
	case checker.Lock, checker.OnceFirst, checker.Recv:
		if !t.arrived(e.op) {
			r.rivals(i, t.ops[e.op].kind)
		}
	case checker.Arrive:
		r.writers(i)
	case checker.RLock:
		r.readers(i)
	case checker.Send, checker.Close:
		if e.joint || t.infos[e.obj].Cap == 0 {
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
func (r *revisitor) rivals(i int32, kind checker.Kind) {
	t := r.t
	e := &t.events[i]
	if r.kinds[e.obj]&(1<<kind) == 0 {
		return
	}
	for o := r.opsOf(e.obj); o >= 0; o = r.sameObj[o] {
		op := &t.ops[o]
		if op.kind != kind || op.task == e.task || op.exec >= 0 && op.exec <= i || r.has(op.prev, i) {
			continue
		}
		in := r.before(i)
		r.add(in, op.prev)
		switch kind {
		case checker.Send:
			if e.kind == checker.Close && !r.room(in, i, op) {
				continue
			}
		case checker.TimerFire, checker.TimerRecv:
			// Whether it is due does not depend on e.
			if a := (action{op: o, op2: -1, partner: checker.NoTask}); t.resolve(&a, in, &r.tmp) != ready {
				continue
			}
		}
		r.instead(i, in, checker.Decision{Task: t.tasks[op.task].name, Partner: checker.NoTask})
	}
}

// pairs tries the rendezvous on the channel of e.
func (r *revisitor) pairs(i int32) {
	t := r.t
	e := &t.events[i]
	for o := r.opsOf(e.obj); o >= 0; o = r.sameObj[o] {
		a := &t.ops[o]
		if a.kind != checker.Send || a.exec >= 0 && a.exec < i || r.has(a.prev, i) {
			continue
		}
		for o2 := r.opsOf(e.obj); o2 >= 0; o2 = r.sameObj[o2] {
			b := &t.ops[o2]
			if b.kind != checker.Recv || b.task == a.task || b.exec >= 0 && b.exec < i || r.has(b.prev, i) || o == e.op && o2 == e.op2 {
				continue
			}
			if a.exec >= 0 && r.has(b.prev, a.exec) || b.exec >= 0 && r.has(a.prev, b.exec) {
				continue
			}
			in := r.before(i)
			r.add(in, a.prev)
			r.add(in, b.prev)
			r.instead(i, in, checker.Decision{Task: t.tasks[a.task].name, Partner: t.tasks[b.task].name})
		}
	}
}

// room adds to in what makes room in the buffer for the Send f before the Close
// e: in P f fails, or waits, and so does not come after it. False if there is no
// such execution.
func (r *revisitor) room(in set, i int32, f *operation) bool {
	t := r.t
	e := &t.events[i]
	full := t.channel(in, e.obj).sends - int32(t.infos[e.obj].Cap)
	if full < 0 {
		return true
	}
	by := t.element(e.obj, checker.Recv, full)
	if by < 0 || r.has(by, i) || f.exec >= 0 && r.has(by, f.exec) {
		return false
	}
	r.add(in, by)
	return true
}

// instead pushes s K' f if s K' e leads to P: rule 2.
func (r *revisitor) instead(i int32, in set, f checker.Decision) {
	done := r.pool.copy(in)
	done.add(i)
	if r.turn() && r.leadsToP(done, i) {
		r.child(in, revisitNode{s: i, forced: [2]checker.Decision{f}, number: 1})
	}
}
