package explore

import (
	"math/bits"

	"gocheck.dev/checker"
)

// This file finds the race reversals of a trace: for every operation announced
// in it, executed or still pending, what else could have come of it.

// reverser computes the fragments of a trace and hands each to emit.
type reverser struct {
	t    *trace
	emit func(in set, a *action, slow bool)
	seen *filter             // nil: everything is to be handed over
	late func(work int) bool // the time is over: what comes out does not matter any more

	// prefixes asks for the sets that are maximal among those that begin as the
	// execution does, too, for every prefix up to what leaves: see
	// event_reverse.go. ahead is the length of the present one.
	prefixes bool
	ahead    int32

	pool      setPool
	sat       saturation
	results   []set
	slow      []bool
	tried     []key // subsets of the present race
	past      set
	need      set    // what the present action needs: no set without it will do
	act       action // the present one
	full      set    // all events
	whole     key    // of them
	blocks    []key  // of the events of each word of a set; none: they are few
	tmp       event
	acts      []action
	quiet     quiet
	begun     []int32 // of torn, as a stack
	found     pairs   // of the present trace
	before    pairs   // of the one before it
	later     set     // those events of the present trace that the one before had not, or elsewhere
	unended   []span  // messages of the loop that have not ended before them
	known     int     // of the first so many events the races were found then
	at        int     // those of before are looked for from here on
	receivers []int32 // of stretch: by object, the operations that may receive from it
	dull      []int32 // by operation: the event by which it was executed, if nothing else could have come of it
}

// begin is for a trace that is not the one before it.
func (r *reverser) begin(t *trace) {
	r.t = t
	r.pool.reset(t.words)
	r.whole = t.whole()
	r.sumBlocks()
	r.past, r.need, r.full, r.later = r.pool.get(), r.pool.get(), r.pool.get(), r.pool.get()
	r.full.fill(len(t.events))
	r.sat.found = false // what the last run has found was of another trace
}

// run computes the reversals of the operations of t from one to the other. Those are all, or
// others come for the rest; dead sets are found with the last ones.
func (r *reverser) run(t *trace, from, to int) {
	r.begin(t)
	r.remember(from, to)
	known := uint(r.before.to - r.before.from)
	for i, exec := range r.dull[from:to] {
		if exec < int32(r.known) {
			continue
		}
		i += from
		op := &t.ops[i]
		again := uint32(op.exec) < uint32(r.known) && uint(i-r.before.from) < known // not if it is -1
		if !again && uncontested(t, int32(i), op) {
			r.dull[i] = op.exec
			continue
		}
		if r.late(t.words) {
			return
		}
		mark, races := r.pool.n, len(r.found.list)
		if op.kind != checker.Tick {
			if again {
				r.racesAgain(int32(i), op)
			} else {
				r.races(int32(i), op)
			}
			r.choices(int32(i), op)
		}
		r.dull[i] = exciting
		if op.exec >= 0 && (op.kind == checker.Tick || len(r.found.list) == races && op.kind != checker.Add && single(t, op)) {
			r.dull[i] = op.exec
		}
		r.pool.n = mark
	}
	t.same = len(t.events)
	if !t.serial && to == len(t.ops) {
		// Else the order of messages is part of the trace, and their starts race.
		r.quiescent()
	}
}

// uncontested says whether the operation was executed and could come to nothing else, and nothing
// but what it needs is before its event: then there is nothing to reverse.
func uncontested(t *trace, i int32, op *operation) bool {
	if op.exec < 0 || op.kind == checker.Add || !single(t, op) {
		return false
	}
	e := &t.events[op.exec]
	return e.op == i && e.op2 < 0 && (e.predLen == 0 || e.predLen == 1 && op.prev >= 0) // and so that is the one
}

// races reverses the order of an executed operation and what it competed
// with: for each of the latest such events f the fragments without f.
func (r *reverser) races(i int32, op *operation) {
	t := r.t
	n := op.exec
	if n < 0 {
		return
	}
	e := &t.events[n]
	if e.op != i {
		return // the receiver of a rendezvous: done for the sender
	}
	r.act = r.actionOf(e)
	a := &r.act
	r.needs(a)
	past := r.past
	copy(past, r.need)
	if e.kind == checker.Default || e.kind == checker.Spin {
		cases := t.casesOf(i)
		for j, c := range cases {
			if distinct(cases, j) {
				r.competitors(n, e, beforeOf(t, n, c.Obj), t.classOf(e, c.Obj), a)
			}
		}
	} else if c := t.classOf(e, e.obj); c != unrelated || e.kind == checker.OnceDone || e.kind == checker.RecvClosed {
		r.competitors(n, e, beforeOf(t, n, e.obj), c, a)
	}
	// Before the effects, for which the Tick counts as what the operation needs.
	if k := t.tickIn(t.histOf(n)); k >= 0 && !past.has(k) {
		r.race(k, a)
	}
	if e.effNode < e.effEnd {
		// What the operation itself needs stays.
		for _, p := range t.predsOf(n)[:e.opPreds] {
			past.union(t.histOf(p))
		}
		for k := e.effNode; k < e.effEnd; k++ {
			c := reads
			if t.nodes[k].write {
				c = writes
			}
			r.competitors(n, e, t.nodes[k].prev, c, a)
		}
	}
}

// needs makes a the action whose needs are r.need.
func (r *reverser) needs(a *action) {
	clear(r.need)
	r.addHist(r.need, r.t.ops[a.op].prev)
	if a.op2 >= 0 {
		r.addHist(r.need, r.t.ops[a.op2].prev)
	}
}

func (r *reverser) addHist(s set, f int32) {
	if f >= 0 {
		s.union(r.t.histOf(f))
	}
}

// actionOf is the action that led to e.
func (r *reverser) actionOf(e *event) action {
	a := action{op: e.op, op2: e.op2, choice: e.choice, pchoice: e.pchoice, partner: e.partner}
	switch r.t.ops[e.op].kind {
	case checker.TryLock, checker.TryRLock, checker.Add:
		a.as = e.kind
	case checker.Unlock, checker.RUnlock:
		if r.t.misused {
			a.as = e.kind
		}
	}
	return a
}

// beforeOf is the newest node of o that is older than event n's operation.
func beforeOf(t *trace, n int32, o checker.Object) int32 {
	for k := t.events[n].effNode - 1; k >= 0 && t.nodes[k].ev == n; k-- {
		if t.nodes[k].obj == o {
			return t.nodes[k].prev
		}
	}
	k := t.heads[o]
	for k >= 0 && t.nodes[k].ev >= n {
		k = t.nodes[k].prev
	}
	return k
}

// competitors reverses event n with the latest events before it that it competes
// with on an object, of which k is the newest node before it.
func (r *reverser) competitors(n int32, e *event, k int32, c class, a *action) {
	t := r.t
	hist := t.histOf(n)
	for ; k >= 0; k = t.nodes[k].prev {
		nd := &t.nodes[k]
		f := nd.ev
		if f >= n || !hist.has(f) {
			continue
		}
		fc := nd.class
		if !r.past.has(f) && r.competes(e, c, &t.events[f], fc) {
			r.race(f, a)
			r.past.union(t.histOf(f))
		}
		if fc == writes && t.infos[nd.obj].Kind == checker.VarObject && r.past.has(f) {
			return // what is older is before it
		}
	}
}

// competes says whether event e, of class c on an object, might have come before
// fe, of class fc.
func (r *reverser) competes(e *event, c class, fe *event, fc class) bool {
	switch {
	case c.compete(fc):
	case e.kind == checker.OnceDone && fe.kind == checker.OnceFirst:
	case e.kind == checker.RecvClosed && fe.kind == checker.Recv:
	case e.kind == checker.BadUnlock && fe.kind == checker.Unlock && r.t.ops[e.op].kind == checker.RUnlock:
		// It is bad while the writer holds the lock, too.
	default:
		return false
	}
	return true
}

// choices lets an operation come to something else than it did, or a pending
// one come to something.
func (r *reverser) choices(i int32, op *operation) {
	t := r.t
	var now action
	if op.exec >= 0 {
		if single(t, op) {
			return
		}
		now = r.actionOf(&t.events[op.exec])
	}
	r.acts = t.alternatives(r.acts[:0], i)
	for k := range r.acts {
		r.act = r.acts[k]
		a := &r.act
		// What was bad while a writer held the lock is bad after its Unlock, too, which is then
		// before it, and did not race with it.
		if op.exec >= 0 && *a == now && (op.kind != checker.RUnlock || a.as != checker.BadUnlock) {
			continue
		}
		exec2 := int32(-1)
		if a.op2 >= 0 {
			exec2 = t.ops[a.op2].exec
			// Neither task may need what the other one has done instead.
			if p := t.ops[a.op2].prev; p >= 0 && op.exec >= 0 && t.histOf(p).has(op.exec) {
				continue
			}
			if exec2 >= 0 && op.prev >= 0 && t.histOf(op.prev).has(exec2) {
				continue
			}
		}
		r.needs(a)
		r.without(-1, op.exec, exec2, a)
	}
}

// single says whether the operation has one alternative only.
func single(t *trace, op *operation) bool {
	switch op.kind {
	case checker.Select, checker.TryLock, checker.TryRLock, checker.Signal, checker.Choose:
		return false
	case checker.Add:
		return op.arg >= 0 || !t.groups
	case checker.Unlock, checker.RUnlock:
		return !t.misused
	case checker.Send, checker.Recv:
		return t.infos[op.obj].Cap > 0
	}
	return true
}

// keyOfFragment identifies a set and what comes after it, across traces.
func (r *reverser) keyOfFragment(in set, a *action) key {
	k := r.keyOfSet(in)
	op := &r.t.ops[a.op]
	k.toggle(keyOf(r.t.tasks[op.task].key, op.index, a.as, a.choice, a.pchoice, r.t.keyOfTask(a.partner)))
	return k
}

func (r *reverser) keyOfSet(in set) key {
	k := r.whole
	n := len(r.t.events)
	for w := range in {
		out := ^in[w]
		if extra := n - w*64; extra <= 0 {
			break
		} else if extra < 64 {
			out &= 1<<extra - 1
		}
		if len(r.blocks) > 0 && bits.OnesCount64(out) > 32 {
			k.toggle(r.blocks[w])
			out = in[w]
		}
		for out != 0 {
			k.toggle(r.t.events[w<<6+trailing(out)].key)
			out &= out - 1
		}
	}
	return k
}

// sumBlocks sums up the keys of the events of each word of a set, for keyOfSet: of long
// executions most words are all there, or not at all.
func (r *reverser) sumBlocks() {
	r.blocks = r.blocks[:0]
	if r.t.words < 4 {
		return
	}
	for i := range r.t.events {
		if i&63 == 0 {
			r.blocks = append(r.blocks, key{})
		}
		r.blocks[i>>6].toggle(r.t.events[i].key)
	}
}

// filter remembers fragments that have been looked at: such a one is in an
// explored trace, or waits for its turn, or cannot be executed. It forgets, as
// it is of bounded size; that costs time only.
type filter struct {
	table []key
	asked int
}

const filterMost = 1 << 20

// leastFilter is how many it remembers at least. The tests have more, where the order of
// executions is not to depend on what is forgotten.
var leastFilter = 1 << 12

func (f *filter) hit(k key) bool {
	if f == nil {
		return false
	}
	// As large as the questions asked so far make worth while: 16 MB at most.
	if f.asked++; f.asked > len(f.table) && len(f.table) < filterMost {
		old := f.table
		f.table = make([]key, max(leastFilter, 4*len(old)))
		for _, k := range old {
			*f.slot(k) = k
		}
	}
	e := f.slot(k)
	if *e == k {
		return true
	}
	*e = k
	return false
}

func (f *filter) slot(k key) *key { return &f.table[k.a&uint64(len(f.table)-1)] }

// stretch is the first operation of the stretch that ends before operation to.
func (r *reverser) stretch(t *trace, to, work int) int {
	r.receivers = r.receivers[:0]
	for range t.infos {
		r.receivers = append(r.receivers, 0)
	}
	for _, i := range t.partners {
		op := &t.ops[i]
		if op.kind == checker.Recv {
			r.receivers[op.obj]++
		}
		for _, c := range t.cases[op.caseOff : op.caseOff+op.caseLen] {
			if c.Kind == checker.Recv {
				r.receivers[c.Obj]++
			}
		}
	}
	for to > 0 {
		to--
		if work -= t.words * r.costs(t, &t.ops[to]); work <= 0 {
			break
		}
	}
	return to
}

// costs is about how many sets have to be looked at for an operation, times setWork.
func (r *reverser) costs(t *trace, op *operation) int {
	if single(t, op) {
		return 1
	}
	n := int32(1)
	switch op.kind {
	case checker.Send:
		n += r.receivers[op.obj]
	case checker.Choose:
		n += int32(op.arg)
	}
	for _, c := range t.cases[op.caseOff : op.caseOff+op.caseLen] {
		if n++; c.Kind == checker.Send && t.infos[c.Obj].Cap == 0 {
			n += r.receivers[c.Obj]
		}
	}
	return setWork * int(n)
}

// A quarter of a set's words is what an operation costs of which there is nothing to be
// reversed, as of most; the others have a set for each thing that they might come to.
const setWork = 4
