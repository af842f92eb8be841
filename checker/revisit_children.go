package checker

// This file finds the children of a trace (exploration/reverse-search.md,
// "Children of P"; reverse-search-channels.md, "children(P)"). s is always the
// set of the events before a target e in L(P), which are the first ones of the
// execution.

// children pushes the children of P.
func (r *revisitor) children() {
	t := r.t
	r.index()
	r.fresh = true
	r.pool.reset(t.words)
	for i := range int32(len(t.events)) {
		if r.x.late(t.words) {
			return
		}
		mark := r.pool.n
		r.accesses(i)
		if r.targets[i] >= 0 {
			r.competitors(i)
			r.values(i)
		}
		r.pool.n = mark
	}
}

// child pushes a child: the events of in, which all belong to P, then what is
// forced.
func (r *revisitor) child(in set, n revisitNode) {
	r.push(r.t, r.targets, in, n, r.fresh)
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

// values: a Choose is a target that nothing conflicts with; in the parent its
// value is 0.
func (r *revisitor) values(i int32) {
	e := &r.t.events[i]
	if e.kind != Choose || e.choice != 0 {
		return
	}
	if done := r.before(i + 1); !r.leadsToP(done) {
		return
	}
	in := r.before(i)
	for v := int64(1); v < r.t.ops[e.op].arg; v++ {
		dec := e.decision
		dec.Choice = int32(v)
		r.child(in, revisitNode{s: i, forced: [2]Decision{dec}, number: 1, target: true})
	}
}

// accesses reverses the races of event f with targets e before it, where both
// are operations that wait for nothing: whether they conflict does not depend on
// their order. Here the block of e is all that e needs and s lacks.
func (r *revisitor) accesses(f int32) {
	t := r.t
	fe := &t.events[f]
	c := t.classOf(fe, fe.obj)
	if c != reads && c != writes {
		return
	}
	for _, p := range t.predsOf(f)[:fe.opPreds] {
		if e := &t.events[p]; r.targets[p] >= 0 && e.obj == fe.obj && r.free(e.kind) && c.compete(t.classOf(e, e.obj)) && r.immediate(p, f) {
			r.access(p, f)
		}
	}
}

// free says whether an event of the kind competes as an access: in no order
// does it wait for the other.
func (r *revisitor) free(k Kind) bool {
	switch k {
	case Read, Write, Await, Post, PostFront, PostClosed, CloseHandler:
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
	if t.ops[t.events[f].op].kind == Await && t.awaitReady(t.events[f].obj, in) != ready {
		return
	}
	if !r.largest(e, f, in) {
		return
	}
	done := r.pool.copy(in)
	done.add(e)
	done.add(f)
	if r.leadsToP(done) {
		r.child(in, revisitNode{s: s, forced: [2]Decision{t.events[f].decision, t.events[e].decision}, number: 2, target: true})
	}
}

// largest is rule 1: in the child f is the greatest, by task, of the immediate
// conflicting predecessors of e that s lacks. There is another one only if f
// reads in the child: what f writes comes after all others. in is s and K'.
func (r *revisitor) largest(e, f int32, in set) bool {
	t := r.t
	fe := &t.events[f]
	op := &t.ops[fe.op]
	switch {
	case op.kind == CAS:
		// In the child f comes before e: it need not be what it is in P.
		if v, _, known := t.value(fe.obj, in); !known || v == uint64(op.arg) {
			return true // unknown: then nothing in K' has read it
		}
	case t.classOf(fe, fe.obj) != reads:
		return true
	}
	s := r.targets[e]
	for k := t.heads[fe.obj]; k >= 0; k = t.nodes[k].prev {
		x := t.nodes[k].ev
		if x < s || !in.has(x) || t.nodes[k].eff || t.classOf(&t.events[x], fe.obj) != reads || r.has(op.prev, x) {
			continue
		}
		if t.tasks[t.events[x].task].name > t.tasks[fe.task].name && r.maximal(x, in) {
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
	switch e.kind {
	case Lock, OnceFirst, Recv:
		r.rivals(i, t.ops[e.op].kind)
	case Send, Close:
		if e.joint || t.infos[e.obj].Cap == 0 {
			r.rivals(i, Close)
			r.pairs(i)
			break
		}
		r.rivals(i, Close)
		r.rivals(i, Send)
	case SendClosed:
		r.rivals(i, Close)
		r.rivals(i, Send)
	}
}

// rivals tries the operations of one kind on e's object.
func (r *revisitor) rivals(i int32, kind Kind) {
	t := r.t
	e := &t.events[i]
	for o := r.opsOf(e.obj); o >= 0; o = r.sameObj[o] {
		op := &t.ops[o]
		if op.kind != kind || op.task == e.task || op.exec >= 0 && op.exec <= i || r.has(op.prev, i) {
			continue
		}
		in := r.before(i)
		r.add(in, op.prev)
		if e.kind == Close && kind == Send && !r.room(in, i, op) {
			continue
		}
		r.instead(i, in, Decision{Task: t.tasks[op.task].name, Partner: NoTask})
	}
}

// pairs tries the rendezvous on the channel of e.
func (r *revisitor) pairs(i int32) {
	t := r.t
	e := &t.events[i]
	for o := r.opsOf(e.obj); o >= 0; o = r.sameObj[o] {
		a := &t.ops[o]
		if a.kind != Send || a.exec >= 0 && a.exec < i || r.has(a.prev, i) {
			continue
		}
		for o2 := r.opsOf(e.obj); o2 >= 0; o2 = r.sameObj[o2] {
			b := &t.ops[o2]
			if b.kind != Recv || b.task == a.task || b.exec >= 0 && b.exec < i || r.has(b.prev, i) || o == e.op && o2 == e.op2 {
				continue
			}
			if a.exec >= 0 && r.has(b.prev, a.exec) || b.exec >= 0 && r.has(a.prev, b.exec) {
				continue
			}
			in := r.before(i)
			r.add(in, a.prev)
			r.add(in, b.prev)
			r.instead(i, in, Decision{Task: t.tasks[a.task].name, Partner: t.tasks[b.task].name})
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
	by := t.element(e.obj, Recv, full)
	if by < 0 || r.has(by, i) || f.exec >= 0 && r.has(by, f.exec) {
		return false
	}
	r.add(in, by)
	return true
}

// instead pushes s K' f if s K' e leads to P: rule 2.
func (r *revisitor) instead(i int32, in set, f Decision) {
	done := r.pool.copy(in)
	done.add(i)
	if r.leadsToP(done) {
		r.child(in, revisitNode{s: i, forced: [2]Decision{f}, number: 1})
	}
}
