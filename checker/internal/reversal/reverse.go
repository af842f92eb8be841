package reversal

import (
	"math/bits"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// This file finds the race reversals of a trace: for every operation announced
// in it, executed or still pending, what else could have come of it.

// Reverser computes the fragments of a trace and hands each to emit.
type Reverser struct {
	t    *trace.Trace
	Emit func(in flat.Set, a *trace.Action, slow bool)
	Seen *Filter             // nil: everything is to be handed over
	Late func(work int) bool // the time is over: what comes out does not matter any more

	// Prefixes asks for the sets that are maximal among those that begin as the
	// execution does, too, for every prefix up to what leaves: see
	// event/reverse.go. ahead is the length of the present one.
	Prefixes bool
	ahead    int32

	Pool       flat.SetPool
	Saturation Saturation
	results    []flat.Set
	slow       []bool
	tried      []flat.Key // subsets of the present race
	past       flat.Set
	need       flat.Set     // what the present action needs: no set without it will do
	act        trace.Action // the present one
	full       flat.Set     // all events
	whole      flat.Key     // of them
	blocks     []flat.Key   // of the events of each word of a set; none: they are few
	Tmp        trace.Event
	acts       []trace.Action
	quiet      quiet
	begun      []int32      // of torn, as a stack
	Found      Pairs        // of the present trace
	before     Pairs        // of the one before it
	later      flat.Set     // those events of the present trace that the one before had not, or elsewhere
	unended    []trace.Span // messages of the loop that have not ended before them
	known      int          // of the first so many events the races were found then
	at         int          // those of before are looked for from here on
	receivers  []int32      // of stretch: by object, the operations that may receive from it
	dull       []int32      // by operation: the event by which it was executed, if nothing else could have come of it
}

// Begin is for a trace that is not the one before it.
func (r *Reverser) Begin(t *trace.Trace) {
	r.t = t
	r.Pool.Reset(t.Words)
	r.whole = t.Whole()
	r.sumBlocks()
	r.past, r.need, r.full, r.later = r.Pool.Get(), r.Pool.Get(), r.Pool.Get(), r.Pool.Get()
	r.full.Fill(len(t.Events))
	r.Saturation.found = false // what the last run has found was of another trace
}

// Run computes the reversals of the operations of t from one to the other. Those are all, or
// others come for the rest; dead sets are found with the last ones.
func (r *Reverser) Run(t *trace.Trace, from, to int) {
	r.Begin(t)
	r.remember(from, to)
	known := uint(r.before.To - r.before.From)
	for i, exec := range r.dull[from:to] {
		if exec < int32(r.known) {
			continue
		}
		i += from
		op := &t.Ops[i]
		again := uint32(op.Exec) < uint32(r.known) && uint(i-r.before.From) < known // not if it is -1
		if !again && uncontested(t, int32(i), op) {
			r.dull[i] = op.Exec
			continue
		}
		if r.Late(t.Words) {
			return
		}
		mark, races := r.Pool.N, len(r.Found.List)
		if op.Kind != checker.Tick {
			if again {
				r.racesAgain(int32(i), op)
			} else {
				r.Races(int32(i), op)
			}
			r.Choices(int32(i), op)
		} else {
			r.pauses(int32(i), op)
		}
		r.dull[i] = exciting
		if op.Exec >= 0 && (op.Kind == checker.Tick || len(r.Found.List) == races && op.Kind != checker.Add && single(t, op)) {
			r.dull[i] = op.Exec
		}
		r.Pool.N = mark
	}
	t.Same = len(t.Events)
	if !t.Serial && to == len(t.Ops) {
		// Else the order of messages is part of the trace, and their starts race.
		r.quiescent()
	}
}

// uncontested says whether the operation was executed and could come to nothing else, and nothing
// but what it needs is before its event: then there is nothing to reverse.
func uncontested(t *trace.Trace, i int32, op *trace.Operation) bool {
	if op.Exec < 0 || op.Kind == checker.Add || !single(t, op) {
		return false
	}
	e := &t.Events[op.Exec]
	return e.Op == i && e.Op2 < 0 && (e.PredLen == 0 || e.PredLen == 1 && op.Prev >= 0) // and so that is the one
}

// Races reverses the order of an executed operation and what it competed
// with: for each of the latest such events f the fragments without f.
func (r *Reverser) Races(i int32, op *trace.Operation) {
	t := r.t
	n := op.Exec
	if n < 0 {
		return
	}
	e := &t.Events[n]
	if e.Op != i {
		return // the receiver of a rendezvous: done for the sender
	}
	r.act = r.actionOf(e)
	a := &r.act
	r.needs(a)
	past := r.past
	copy(past, r.need)
	if e.Kind == checker.Default || e.Kind == checker.Spin {
		cases := t.CasesOf(i)
		for j, c := range cases {
			if trace.Distinct(cases, j) {
				r.competitors(n, e, beforeOf(t, n, c.Obj), t.ClassOf(e, c.Obj), a)
			}
		}
	} else if c := t.ClassOf(e, e.Obj); c != trace.Unrelated || e.Kind == checker.OnceDone || e.Kind == checker.RecvClosed {
		r.competitors(n, e, beforeOf(t, n, e.Obj), c, a)
	}
	// Before the effects, for which the Tick counts as what the operation needs.
	if k := t.TickIn(t.HistOf(n)); k >= 0 && !past.Has(k) {
		r.race(k, a)
	}
	if e.EffNode < e.EffEnd {
		// What the operation itself needs stays.
		for _, p := range t.PredsOf(n)[:e.OpPreds] {
			past.Union(t.PastOf(p))
		}
		for k := e.EffNode; k < e.EffEnd; k++ {
			c := trace.Reads
			if t.Nodes[k].Write {
				c = trace.Writes
			}
			r.competitors(n, e, t.Nodes[k].Prev, c, a)
		}
	}
}

// needs makes a the action whose needs are r.need.
func (r *Reverser) needs(a *trace.Action) {
	clear(r.need)
	r.addHist(r.need, r.t.Ops[a.Op].Prev)
	if a.Op2 >= 0 {
		r.addHist(r.need, r.t.Ops[a.Op2].Prev)
	}
}

func (r *Reverser) addHist(s flat.Set, f int32) {
	if f >= 0 {
		s.Union(r.t.PastOf(f))
	}
}

// actionOf is the action that led to e.
func (r *Reverser) actionOf(e *trace.Event) trace.Action {
	a := trace.Action{Op: e.Op, Op2: e.Op2, Choice: e.Choice, PChoice: e.PChoice, Partner: e.Partner}
	switch r.t.Ops[e.Op].Kind {
	case checker.TryLock, checker.TryRLock, checker.Add:
		a.As = e.Kind
	case checker.Unlock, checker.RUnlock:
		if r.t.Misused {
			a.As = e.Kind
		}
	}
	return a
}

// beforeOf is the newest node of o that is older than event n's operation.
func beforeOf(t *trace.Trace, n int32, o checker.Object) int32 {
	for k := t.Events[n].EffNode - 1; k >= 0 && t.Nodes[k].Ev == n; k-- {
		if t.Nodes[k].Obj == o {
			return t.Nodes[k].Prev
		}
	}
	return t.UpTo(t.Heads[o], n-1)
}

// competitors reverses event n with the latest events before it that it competes
// with on an object, of which k is the newest node before it.
func (r *Reverser) competitors(n int32, e *trace.Event, k int32, c trace.Class, a *trace.Action) {
	t := r.t
	hist := t.HistOf(n)
	for k = t.UpTo(k, n-1); k >= 0; k = t.Older(k, hist) {
		nd := &t.Nodes[k]
		f := nd.Ev
		if !hist.Has(f) {
			continue
		}
		fc := nd.Class
		if !r.past.Has(f) && r.competes(e, c, &t.Events[f], fc) {
			r.race(f, a)
			r.past.Union(t.PastOf(f))
		}
		if nd.After && r.past.Has(f) {
			return
		}
	}
}

// competes says whether event e, of class c on an object, might have come before
// fe, of class fc.
func (r *Reverser) competes(e *trace.Event, c trace.Class, fe *trace.Event, fc trace.Class) bool {
	switch {
	case c.Compete(fc):
	case e.Kind == checker.OnceDone && fe.Kind == checker.OnceFirst:
	case e.Kind == checker.RecvClosed && fe.Kind == checker.Recv:
	case e.Kind == checker.BadUnlock && fe.Kind == checker.Unlock && r.t.Ops[e.Op].Kind == checker.RUnlock:
		// It is bad while the writer holds the lock, too.
	default:
		return false
	}
	return true
}

// Choices lets an operation come to something else than it did, or a pending
// one come to something.
func (r *Reverser) Choices(i int32, op *trace.Operation) {
	t := r.t
	var now trace.Action
	if op.Exec >= 0 {
		if single(t, op) {
			return
		}
		now = r.actionOf(&t.Events[op.Exec])
	}
	r.acts = t.Alternatives(r.acts[:0], i)
	for k := range r.acts {
		r.act = r.acts[k]
		a := &r.act
		// What was bad while a writer held the lock is bad after its Unlock, too, which is then
		// before it, and did not race with it.
		if op.Exec >= 0 && *a == now && (op.Kind != checker.RUnlock || a.As != checker.BadUnlock) {
			continue
		}
		exec2 := int32(-1)
		if a.Op2 >= 0 {
			exec2 = t.Ops[a.Op2].Exec
		}
		r.needs(a)
		r.without(-1, op.Exec, exec2, a)
	}
}

// single says whether the operation has one alternative only.
func single(t *trace.Trace, op *trace.Operation) bool {
	switch op.Kind {
	case checker.Select, checker.TryLock, checker.TryRLock, checker.Signal, checker.Choose:
		return false
	case checker.Add:
		return op.Arg >= 0 || !t.Groups
	case checker.Unlock, checker.RUnlock:
		return !t.Misused
	case checker.Send, checker.Recv:
		return t.Infos[op.Obj].Cap > 0
	}
	return true
}

// KeyOfFragment identifies a set and what comes after it, across traces.
func (r *Reverser) KeyOfFragment(in flat.Set, a *trace.Action) flat.Key {
	k := r.keyOfSet(in)
	op := &r.t.Ops[a.Op]
	k.Toggle(flat.KeyOf(r.t.Tasks[op.Task].Key, op.Index, a.As, a.Choice, a.PChoice, r.t.KeyOfTask(a.Partner)))
	return k
}

func (r *Reverser) keyOfSet(in flat.Set) flat.Key {
	k := r.whole
	n := len(r.t.Events)
	for w := range in {
		out := ^in[w]
		if extra := n - w*64; extra <= 0 {
			break
		} else if extra < 64 {
			out &= 1<<extra - 1
		}
		if len(r.blocks) > 0 && bits.OnesCount64(out) > 32 {
			k.Toggle(r.blocks[w])
			out = in[w]
		}
		for out != 0 {
			k.Toggle(r.t.Events[w<<6+flat.Trailing(out)].Key)
			out &= out - 1
		}
	}
	return k
}

// sumBlocks sums up the keys of the events of each word of a set, for keyOfSet: of long
// executions most words are all there, or not at all.
func (r *Reverser) sumBlocks() {
	r.blocks = r.blocks[:0]
	if r.t.Words < 4 {
		return
	}
	for i := range r.t.Events {
		if i&63 == 0 {
			r.blocks = append(r.blocks, flat.Key{})
		}
		r.blocks[i>>6].Toggle(r.t.Events[i].Key)
	}
}

// Filter remembers fragments that have been looked at: such a one is in an
// explored trace, or waits for its turn, or cannot be executed. It forgets, as
// it is of bounded size; that costs time only.
type Filter struct {
	Table []flat.Key
	Asked int
}

// FilterMost is how many keys a filter has at most.
const FilterMost = 1 << 20

// LeastFilter is how many it remembers at least. The tests have more, where the order of
// executions is not to depend on what is forgotten.
var LeastFilter = 1 << 12

func (f *Filter) hit(k flat.Key) bool {
	if f == nil {
		return false
	}
	// As large as the questions asked so far make worth while: 16 MB at most.
	if f.Asked++; f.Asked > len(f.Table) && len(f.Table) < FilterMost {
		old := f.Table
		f.Table = make([]flat.Key, max(LeastFilter, 4*len(old)))
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

func (f *Filter) slot(k flat.Key) *flat.Key { return &f.Table[k.A&uint64(len(f.Table)-1)] }

// Stretch is the first operation of the stretch that ends before operation to.
func (r *Reverser) Stretch(t *trace.Trace, to, work int) int {
	r.receivers = r.receivers[:0]
	for range t.Infos {
		r.receivers = append(r.receivers, 0)
	}
	for _, i := range t.Partners {
		op := &t.Ops[i]
		if op.Kind == checker.Recv {
			r.receivers[op.Obj]++
		}
		for _, c := range t.Cases[op.CaseOff : op.CaseOff+op.CaseLen] {
			if c.Kind == checker.Recv {
				r.receivers[c.Obj]++
			}
		}
	}
	for to > 0 {
		to--
		if work -= t.Words * r.costs(t, &t.Ops[to]); work <= 0 {
			break
		}
	}
	return to
}

// costs is about how many sets have to be looked at for an operation, times setWork.
func (r *Reverser) costs(t *trace.Trace, op *trace.Operation) int {
	if single(t, op) {
		return 1
	}
	n := int32(1)
	switch op.Kind {
	case checker.Send:
		n += r.receivers[op.Obj]
	case checker.Choose:
		n += int32(op.Arg)
	}
	for _, c := range t.Cases[op.CaseOff : op.CaseOff+op.CaseLen] {
		if n++; c.Kind == checker.Send && t.Infos[c.Obj].Cap == 0 {
			n += r.receivers[c.Obj]
		}
	}
	return setWork * int(n)
}

// A quarter of a set's words is what an operation costs of which there is nothing to be
// reversed, as of most; the others have a set for each thing that they might come to.
const setWork = 4
