package trace

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
)

// This file says which events are ordered by happens-before, by kind: the
// immediate predecessors that an event has besides program order. docs/
// semantics.md has the table and docs/design/oracle.md the reasons.

// Class is how an event uses an object.
type Class uint8

// The classes.
const (
	Unrelated   Class = iota
	Reads             // ordered with everything but reads
	Writes            // ordered with everything
	observes          // ordered with everything but observers: failed TryLocks, failed unlocks, default of a timer
	sends             // member of a channel's sequence of sends, closes and failing sends
	receives          // member of its sequence of receives of elements
	sendReceive       // rendezvous: both
	counts            // observes both sequences of a channel: Len, Default
	adds              // WaitGroup: ordered with waits
	waits
	Adding // updates of a location: ordered with everything but their like
	masking
	Merging
	// an effect that would be merging, and reads: ordered with everything but reads, its
	// like and merging
	Peeks
	Serves // serial: a message has its handler, which has nothing to do with posts
	seen   // Spin and a lock that it has held: ordered with who has seen that
	NumClasses
)

// Compete says whether the order of two uses of one object is part of the
// trace. It is symmetric.
func (a Class) Compete(b Class) bool {
	if a == Serves || b == Serves {
		return a == b
	}
	if b == seen {
		return a == observes
	}
	switch a {
	case Reads:
		return b != Reads && b != Peeks && b != Unrelated
	case Peeks:
		return b != Reads && b != Peeks && b != Merging && b != Unrelated
	case Writes:
		return b != Unrelated
	case observes:
		return b != observes && b != Unrelated
	case seen:
		return b == observes
	case sends:
		return b == sends || b == sendReceive || b == counts
	case receives:
		return b == receives || b == sendReceive || b == counts
	case sendReceive:
		return b == sends || b == receives || b == sendReceive || b == counts
	case counts:
		return b == sends || b == receives || b == sendReceive
	case adds:
		return b == waits
	case waits:
		return b == adds
	case Merging:
		return b != Merging && b != Peeks && b != Unrelated
	case Adding, masking:
		return b != a && b != Unrelated
	}
	return false
}

// Classes by resolved kind, for the event's own object. Default and Spin are not here:
// they use the objects of their cases.
var Classes = [checker.NumKinds]Class{
	checker.Read: Reads, checker.Await: Reads, checker.Write: Writes, checker.Inc: Adding, checker.Mask: masking, checker.Merge: Merging,
	checker.Post: Reads, checker.PostFront: Reads, checker.PostClosed: Reads, checker.CloseHandler: Writes,
	checker.Lock: Writes, checker.Arrive: Writes, checker.RLock: Reads, checker.LockBusy: observes, checker.BadUnlock: observes,
	checker.Send: sends, checker.Close: sends, checker.SendClosed: sends, checker.Recv: receives, checker.Len: counts,
	checker.Add: adds, checker.AddNegative: adds, checker.Wait: waits,
	checker.Enqueue: Reads, checker.Signal: Writes, checker.Broadcast: Writes,
	checker.TimerSet: Writes, checker.TimerStop: Writes, checker.TimerFire: Writes, checker.TimerRecv: Writes,
}

// ClassOf is how event e uses an object it has a node for.
func (t *Trace) ClassOf(e *Event, o checker.Object) Class {
	if e.Kind == checker.Default || e.Kind == checker.Spin {
		return t.defaultClass(e.Kind, o)
	}
	if e.Joint {
		return sendReceive
	}
	switch e.Kind {
	case checker.Lock:
		if t.Arrived(e.Op) {
			return Unrelated // Arrive was the acquisition
		}
	case checker.Begin, checker.Post, checker.PostFront:
		if t.Serial {
			return t.serialClass(e)
		}
	}
	return Classes[e.Kind]
}

// Arrived says whether operation op is the Lock of an RWMutex that comes after
// Arrive.
func (t *Trace) Arrived(op int32) bool {
	o := &t.Ops[op]
	return o.Kind == checker.Lock && o.Prev >= 0 && t.Events[o.Prev].Kind == checker.Arrive && t.Events[o.Prev].Obj == o.Obj
}

// defaultClass is how a Default or a Spin uses the object of a case.
func (t *Trace) defaultClass(k checker.Kind, o checker.Object) Class {
	switch i := &t.Infos[o]; i.Kind {
	case checker.ChanObject:
		if i.Cap > 0 || k == checker.Spin {
			return counts
		}
		return Unrelated // a partner may always be late
	case checker.TimerObject:
		return observes
	case checker.LockObject:
		return seen
	}
	return Reads
}

// uses adds the nodes of event n's operation.
func (t *Trace) uses(n int32) {
	e := &t.Events[n]
	switch e.Kind {
	case checker.Spawn, checker.Join, checker.Choose, checker.Yield, checker.Sleep, checker.Tick:
		return
	case checker.Begin:
		if t.ClassOf(e, e.Obj) == Unrelated {
			return
		}
	case checker.Default, checker.Spin:
		cases := t.CasesOf(e.Op)
		for i := range cases {
			if Distinct(cases, i) {
				t.use(n, cases[i].Obj, t.ClassOf(e, cases[i].Obj))
			}
		}
		return
	}
	t.use(n, e.Obj, t.ClassOf(e, e.Obj))
}

// CasesOf are the cases of an operation, a Select or a Spin.
func (t *Trace) CasesOf(op int32) []checker.Case {
	o := &t.Ops[op]
	return t.Cases[o.CaseOff : o.CaseOff+o.CaseLen]
}

// Distinct says whether case i has an object, and no earlier case has it.
func Distinct(cases []checker.Case, i int) bool {
	if cases[i].Kind == checker.NoKind || cases[i].Kind == checker.Tick {
		return false
	}
	for j := range i {
		if cases[j].Kind != checker.NoKind && cases[j].Kind != checker.Tick && cases[j].Obj == cases[i].Obj {
			return false
		}
	}
	return true
}

// View collects the immediate predecessors of an event that comes next after
// the events of a set.
type View struct {
	in    flat.Set // nil: all events so far
	Preds []int32
	Past  flat.Set // the preds and all before them
	buf   []uint64
}

// Start begins a view of what comes after event prev and, of a joint event, operation op2; in: of
// these events only.
func (v *View) Start(t *Trace, prev, op2 int32, in flat.Set) {
	if cap(v.buf) < t.Words {
		v.buf = make([]uint64, t.Words)
	}
	v.startIn(v.buf[:t.Words], t, prev, op2, in)
}

// startIn is start with memory for past.
func (v *View) startIn(past flat.Set, t *Trace, prev, op2 int32, in flat.Set) {
	v.in, v.Past, v.Preds = in, past, v.Preds[:0]
	known := 0
	if prev >= 0 {
		v.Preds = append(v.Preds, prev)
		known = copy(past, t.PastOf(prev))
	}
	clear(past[known:])
	if op2 >= 0 {
		if p := t.Ops[op2].Prev; p >= 0 && p != prev {
			v.Preds = append(v.Preds, p)
			v.Past.Union(t.PastOf(p))
		}
	}
}

// add makes f a predecessor, unless it is before one already.
func (v *View) add(t *Trace, f int32) {
	if !v.Past.Has(f) {
		v.Preds = append(v.Preds, f)
		v.Past.Union(t.PastOf(f))
	}
}

func (v *View) has(f int32) bool { return v.in == nil || v.in.Has(f) }

// access adds the predecessors of a plain access or a memory operation of class c.
func (v *View) access(t *Trace, o checker.Object, c Class, self int32) {
	like := c.Compete(c) // else events of that class are passed over
	for n := t.Newest(o, v.in); n >= 0; n = t.within(n, v.in) {
		nd := &t.Nodes[n]
		if nd.Class == c && !like {
			n = nd.other
			continue
		}
		n = nd.Prev
		if nd.Ev == self {
			continue
		}
		if c.Compete(nd.Class) {
			v.add(t, nd.Ev)
		}
		if nd.Class == Writes {
			return // what is older is before it
		}
	}
}

// Depend adds the predecessors that e's operation has besides program order.
func (t *Trace) Depend(v *View, e *Event) {
	if e.Kind == checker.Tick {
		for f := int32(len(t.Events)) - 1; f >= 0; f-- {
			if &t.Events[f] != e && v.has(f) {
				v.add(t, f)
			}
		}
		return
	}
	switch e.Kind {
	case checker.Spawn, checker.Choose, checker.Yield, checker.Sleep:
	case checker.Begin:
		if t.ClassOf(e, e.Obj) == Serves {
			t.dependServed(v, e.Obj)
		}
	case checker.Join:
		if end := t.Tasks[t.ByTask[t.Ops[e.Op].Partner]].End; end >= 0 {
			v.add(t, end)
		}
	case checker.Read, checker.Await, checker.Write, checker.Inc, checker.Mask, checker.Merge:
		v.access(t, e.Obj, Classes[e.Kind], -1)
	case checker.Send, checker.Recv, checker.Close, checker.SendClosed, checker.RecvClosed, checker.Len:
		t.dependChannel(v, e, e.Obj, Classes[e.Kind])
	case checker.Default, checker.Spin:
		cases := t.CasesOf(e.Op)
		for i, c := range cases {
			if !Distinct(cases, i) {
				continue
			}
			switch t.defaultClass(e.Kind, c.Obj) {
			case counts:
				t.dependChannel(v, e, c.Obj, counts)
			case Reads:
				v.access(t, c.Obj, Reads, -1)
			case observes:
				t.dependOn(v, e, c.Obj, observes)
			case seen:
				t.dependSeen(v, c.Obj)
			}
		}
	case checker.RUnlock, checker.OnceFirst, checker.OnceEnd:
	default:
		t.dependOn(v, e, e.Obj, t.ClassOf(e, e.Obj))
	}
	if tick := v.tick(t); tick >= 0 {
		v.add(t, tick)
	}
}

// dependSeen adds the failed TryLocks of a lock.
func (t *Trace) dependSeen(v *View, o checker.Object) {
	for n := t.Newest(o, v.in); n >= 0; n = t.Older(n, v.in) {
		if f := t.Nodes[n].Ev; t.Nodes[n].Class == observes {
			v.add(t, f)
		}
	}
}

// tick is the last Tick in view.
func (v *View) tick(t *Trace) int32 {
	if t.LastTick < 0 || v.in == nil {
		return t.LastTick
	}
	return t.TickIn(v.in)
}

// dependOn adds the predecessors on an object that is no channel and no
// variable.
func (t *Trace) dependOn(v *View, e *Event, o checker.Object, c Class) {
	if o >= checker.Object(len(t.Heads)) {
		return
	}
	holder := e.Kind == checker.Unlock || e.Kind == checker.Wake // still to be found
	like := c == Unrelated || c.Compete(c)                       // what is unrelated, too, may be looked for below
	for n, next := t.Newest(o, v.in), int32(0); n >= 0; n = t.within(next, v.in) {
		nd := &t.Nodes[n]
		f, fc := nd.Ev, nd.Class
		if fc == c && !like {
			next = nd.other
			continue
		}
		next = nd.Prev
		fe := &t.Events[f]
		dep := c.Compete(fc)
		switch e.Kind {
		case checker.Lock:
			// What has to be released before: not Arrive, which does not wait for readers.
			dep = dep || fe.Kind == checker.Unlock || fe.Kind == checker.RUnlock
		case checker.Arrive, checker.RLock, checker.BadUnlock:
			dep = dep || fe.Kind == checker.Unlock
		case checker.Unlock:
			// Of a lock that another task took.
			dep = holder && fe.Kind == checker.Lock
			holder = holder && !dep
		case checker.Wake:
			// The Signal or Broadcast that chose the waiter. An Enqueue of the same task
			// is older than what chose it.
			if fe.Kind == checker.Enqueue && fe.Task == e.Task {
				holder = false
			}
			dep = false
			if holder && (fe.Kind == checker.Signal && fe.Partner == t.Tasks[e.Task].Name || fe.Kind == checker.Broadcast) {
				// The oldest that is younger than the Enqueue: go on to look for it.
				v.chosen(t, e, n)
				holder = false
			}
		case checker.OnceDone:
			dep = fe.Kind == checker.OnceEnd
		}
		if dep {
			v.add(t, f)
		}
		if (e.Kind == checker.Unlock || e.Kind == checker.Wake) && !holder {
			return
		}
		if e.Kind == checker.Lock && c == Unrelated && fe.Kind == checker.Lock && v.Past.Has(f) {
			// of an RWMutex: releases before that are in its past, but not the tries that have failed
			// since Arrive
			return
		}
		if fc == Writes && c != Unrelated && c != observes {
			// everything older that matters is before it; but a failed try of a lock comes after
			// older Spins, too
			return
		}
	}
}

// chosen adds the event that chose the waiter of e: the oldest Signal of it,
// or Broadcast, after its last Enqueue; n is the newest candidate.
func (v *View) chosen(t *Trace, e *Event, n int32) {
	by := int32(-1)
	for ; n >= 0; n = t.Older(n, v.in) {
		f := t.Nodes[n].Ev
		fe := &t.Events[f]
		if fe.Kind == checker.Enqueue && fe.Task == e.Task {
			break
		}
		if fe.Kind == checker.Signal && fe.Partner == t.Tasks[e.Task].Name || fe.Kind == checker.Broadcast {
			by = f
		}
	}
	if by >= 0 {
		v.add(t, by)
	}
}

// ClassOfEffect is how an effect uses its object.
func ClassOfEffect(f *checker.Effect) Class {
	switch {
	case f.As == checker.Inc:
		return Adding
	case f.As == checker.Merge && f.Write:
		return Merging
	case f.As == checker.Merge:
		return Peeks
	case f.Write && f.As != checker.Read:
		return Writes
	}
	return Reads
}
