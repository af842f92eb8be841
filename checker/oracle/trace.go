package oracle

import (
	"encoding/binary"
	"maps"
	"slices"

	"gocheck.dev/checker"
)

// Interner gives ids to events. Executions are comparable when their traces
// were built with the same Interner.
type Interner struct {
	ids map[string]uint32
	buf []byte
}

// NewInterner returns an empty Interner.
func NewInterner() *Interner { return &Interner{ids: map[string]uint32{}} }

// class is how an event uses an object; see conflict.
type class uint8

const (
	read        class = iota // commutes with reads
	write                    // commutes with nothing
	observe                  // commutes with observers
	sendSeq                  // member of a channel's sequence of sends
	recvSeq                  // member of its sequence of receives
	observeBoth              // observes both sequences
	add                      // WaitGroup
	wait
	plus // an update: commutes with its like
	ands
	ors
	held // a lock that a loop's round has held: ordered with observers
)

// conflict says whether two uses of one object are ordered.
func conflict(a, b class) bool {
	if a == held || b == held {
		return a == observe || b == observe
	}
	switch a {
	case read:
		return b != read
	case write:
		return true
	case observe:
		return b != observe
	case sendSeq, recvSeq:
		return b == a || b == observeBoth
	case observeBoth:
		return b != observeBoth
	}
	return b != a // add, wait; plus, ands, ors
}

type use struct {
	obj   checker.Object
	class class
}

// Trace is the partial trace of an execution, built event by event. It is
// immutable: Extend returns a longer one.
type Trace struct {
	in     *Interner
	parent *Trace
	last   []uint32 // by task: id of its last event; 0: none

	serial bool
	apart  bool
	on     map[checker.Task]checker.Object // serial, apart: messages posted so far: their handlers

	// The last event.
	id      uint32
	task    checker.Task
	partner checker.Task // of a rendezvous, or the waiter of a Signal
	child   checker.Task
	kind    checker.Kind
	obj     checker.Object
	uses    []use
}

// NewTrace returns the empty trace.
func NewTrace(in *Interner) *Trace { return &Trace{in: in} }

// NewSerialTrace returns the empty serial trace.
func NewSerialTrace(in *Interner) *Trace { return &Trace{in: in, serial: true} }

// NewApartTrace returns the empty trace apart.
func NewApartTrace(in *Interner) *Trace { return &Trace{in: in, apart: true} }

// Extend appends an event, as Scheduler.Did reports it.
func (t *Trace) Extend(st checker.State, ev *checker.Event) *Trace {
	e := &Trace{in: t.in, parent: t, task: ev.Task, partner: ev.Partner, child: ev.Child, kind: ev.Kind, obj: ev.Obj, serial: t.serial, apart: t.apart, on: t.on}
	e.uses = uses(st, ev, joint(ev))
	if posts := ev.Kind == checker.Post || ev.Kind == checker.PostFront; posts && (t.serial || t.apart) {
		e.on = maps.Clone(t.on)
		if e.on == nil {
			e.on = map[checker.Task]checker.Object{}
		}
		e.on[ev.Child] = ev.Obj
		if t.serial && st.Object(ev.Obj).FIFO {
			e.uses[0].class = write
		}
	}
	if ev.Kind == checker.Lock && t.arrived(ev.Task, ev.Obj) {
		e.uses = e.uses[1:]
	}
	e.id = t.in.intern(ev, t.before(st, ev, e.uses))
	e.last = t.lastWith(ev, e.id)
	return e
}

// joint says whether ev is one event of two tasks.
func joint(ev *checker.Event) bool {
	return ev.Kind == checker.Send && ev.Partner != checker.NoTask
}

// lastWith is last after ev, whose id it is.
func (t *Trace) lastWith(ev *checker.Event, id uint32) []uint32 {
	n := max(len(t.last), int(ev.Task)+1)
	if joint(ev) {
		n = max(n, int(ev.Partner)+1)
	}
	last := make([]uint32, n)
	copy(last, t.last)
	last[ev.Task] = id
	if joint(ev) {
		last[ev.Partner] = id
	}
	return last
}

// before are the events of t, by id and from the last one backwards, that ev comes after by the
// definition itself. An event may be there more than once: by several rules.
func (t *Trace) before(st checker.State, ev *checker.Event, uses []use) []uint32 {
	var preds []uint32
	after := func(f *Trace) { preds = append(preds, f.id) }
	if ev.Kind == checker.Wake {
		after(t.chooser(ev.Task, ev.Obj))
	}
	places := t.placesOf(st, ev)
	holderSeen := false
	for f := t; f.parent != nil; f = f.parent {
		if t.unordered(st, f, ev) {
			continue
		}
		if t.ordered(f, ev, uses) {
			after(f)
		}
		if places.match(f, ev) {
			after(f)
		}
		switch same := f.obj == ev.Obj; {
		case ev.Kind == checker.Unlock: // its own lock: the last one
			if f.kind == checker.Lock && same && !holderSeen {
				holderSeen = true
				after(f)
			}
		case same && enables(f.kind, ev.Kind), ev.Kind == checker.Join && f.involves(ev.Op.Partner):
			after(f)
		}
	}
	return preds
}

// unordered says whether no rule orders f before ev: in a trace apart, what other messages of its
// handler have done with a lock.
func (t *Trace) unordered(st checker.State, f *Trace, ev *checker.Event) bool {
	handler, message := t.on[ev.Task]
	return t.apart && message && f.obj == ev.Obj && t.serves(f, handler) && st.Object(ev.Obj).Kind == checker.LockObject && f.task != ev.Task
}

// ordered says whether f comes before ev by the tasks that they are of, by time, by a serial
// handler, or by a conflict.
func (t *Trace) ordered(f *Trace, ev *checker.Event, uses []use) bool {
	if f.involves(ev.Task) || joint(ev) && f.involves(ev.Partner) { // program order, all of it
		return true
	}
	if f.child == ev.Task || joint(ev) && f.child == ev.Partner {
		return true
	}
	if ev.Kind == checker.Tick || f.kind == checker.Tick {
		return true
	}
	if handler, message := t.on[ev.Task]; ev.Kind == checker.Begin && t.serial && message && t.serves(f, handler) {
		return true
	}
	return conflicting(uses, f.uses)
}

// enables says whether an event of kind f on an object comes before each later one of kind ev.
func enables(f, ev checker.Kind) bool {
	switch ev {
	case checker.RecvClosed:
		return f == checker.Close
	case checker.Lock:
		return f == checker.Unlock || f == checker.RUnlock
	case checker.Arrive, checker.RLock, checker.BadUnlock:
		return f == checker.Unlock
	case checker.OnceDone:
		return f == checker.OnceEnd
	}
	return false
}

// places are positions in the sequences of a channel, for what comes after what: a receive after
// the send of its value, a send after the receive that made room for it, and a receive from the
// closed channel after all receives.
type places struct {
	sends, recvs, capacity int
	nthSend, nthRecv       int // walking backwards: of the event that match gets next, plus one
}

// placesOf counts what t has done on the channel of ev.
func (t *Trace) placesOf(st checker.State, ev *checker.Event) places {
	var p places
	for f := t; f.parent != nil; f = f.parent {
		if f.obj == ev.Obj {
			switch f.kind {
			case checker.Send:
				p.sends++
			case checker.Recv:
				p.recvs++
			}
		}
	}
	if ev.Kind == checker.Send || ev.Kind == checker.Recv {
		p.capacity = st.Object(ev.Obj).Cap
	}
	p.nthSend, p.nthRecv = p.sends, p.recvs
	return p
}

// match says whether f comes before ev by its place. It gets all events, from the last backwards.
func (p *places) match(f *Trace, ev *checker.Event) bool {
	if f.obj != ev.Obj {
		return false
	}
	switch f.kind {
	case checker.Send:
		p.nthSend--
		return ev.Kind == checker.Recv && p.nthSend == p.recvs
	case checker.Recv:
		p.nthRecv--
		return ev.Kind == checker.Send && p.nthRecv == p.sends-p.capacity || ev.Kind == checker.RecvClosed
	}
	return false
}

// serves says whether event f belongs to a message of the handler.
func (t *Trace) serves(f *Trace, handler checker.Object) bool {
	h, ok := t.on[f.task]
	if ok && h == handler {
		return true
	}
	h, ok = t.on[f.partner]
	return ok && h == handler && f.kind == checker.Send
}

// involves says whether the event is one of the task's.
func (t *Trace) involves(u checker.Task) bool {
	return t.task == u || t.kind == checker.Send && t.partner == u
}

// chooser is the event that chose the waiter u of a Cond for the Wake that
// follows t: the first Broadcast, or Signal with that choice, since its Enqueue.
func (t *Trace) chooser(u checker.Task, cond checker.Object) *Trace {
	var found *Trace
	for f := t; f.parent != nil; f = f.parent {
		if f.obj != cond {
			continue
		}
		switch {
		case f.kind == checker.Enqueue && f.task == u:
			return found
		case f.kind == checker.Broadcast, f.kind == checker.Signal && f.partner == u:
			found = f
		}
	}
	return found
}

// arrived says whether the last event of task u in t is its Arrive at the
// lock: then the Lock that follows is no acquisition of its own. (It cannot be
// told apart by anybody else: from Arrive on nobody else gets in.)
func (t *Trace) arrived(u checker.Task, lock checker.Object) bool {
	for f := t; f.parent != nil; f = f.parent {
		if f.involves(u) {
			return f.kind == checker.Arrive && f.obj == lock
		}
	}
	return false
}

func conflicting(a, b []use) bool {
	for _, x := range a {
		for _, y := range b {
			if x.obj == y.obj && conflict(x.class, y.class) {
				return true
			}
		}
	}
	return false
}

// uses lists which objects an event uses in which way.
func uses(st checker.State, ev *checker.Event, joint bool) []use {
	var u []use
	one := func(c class) { u = append(u, use{ev.Obj, c}) }
	switch ev.Kind {
	case checker.Read, checker.Await, checker.Post, checker.PostFront, checker.PostClosed, checker.RLock, checker.Enqueue:
		one(read)
	case checker.Write, checker.CloseHandler, checker.Lock, checker.Arrive, checker.Signal, checker.Broadcast,
		checker.TimerSet, checker.TimerStop, checker.TimerFire, checker.TimerRecv:
		one(write)
	case checker.Inc:
		one(plus)
	case checker.Mask:
		one(ands)
	case checker.Merge:
		one(ors)
	case checker.LockBusy, checker.BadUnlock:
		one(observe)
	case checker.Send:
		one(sendSeq)
		if joint {
			one(recvSeq)
		}
	case checker.Close, checker.SendClosed:
		one(sendSeq)
	case checker.Recv:
		one(recvSeq)
	case checker.Len:
		one(observeBoth)
	case checker.Add, checker.AddNegative:
		one(add)
	case checker.Wait:
		one(wait)
	case checker.Spin:
		of := map[checker.Kind]class{checker.Read: read, checker.Lock: held, checker.Len: observeBoth, checker.TimerRecv: observe}
		for _, c := range ev.Op.Cases {
			if c.Kind != checker.Tick {
				u = append(u, use{c.Obj, of[c.Kind]})
			}
		}
	case checker.Default:
		for _, c := range ev.Op.Cases {
			switch c.Kind {
			case checker.Send, checker.Recv:
				if st.Object(c.Obj).Cap > 0 {
					u = append(u, use{c.Obj, observeBoth})
				}
			case checker.Await:
				u = append(u, use{c.Obj, read})
			case checker.TimerRecv:
				u = append(u, use{c.Obj, observe})
			}
		}
	}
	for _, f := range ev.Effects {
		c := read
		if f.Write {
			c = write
		}
		u = append(u, use{f.Obj, c})
	}
	return u
}

// intern returns the id of an event.
func (in *Interner) intern(ev *checker.Event, preds []uint32) uint32 {
	b := in.buf[:0]
	b = binary.AppendUvarint(b, uint64(ev.Task))
	b = binary.AppendUvarint(b, uint64(ev.Index))
	b = append(b, byte(ev.Kind))
	b = binary.AppendVarint(b, int64(ev.Choice))
	b = binary.AppendUvarint(b, uint64(ev.Partner))
	b = binary.AppendUvarint(b, uint64(ev.PartnerIndex))
	b = binary.AppendVarint(b, int64(ev.PartnerChoice))
	slices.Sort(preds)
	for _, p := range slices.Compact(preds) {
		b = binary.AppendUvarint(b, uint64(p))
	}
	in.buf = b
	id, ok := in.ids[string(b)]
	if !ok {
		id = uint32(len(in.ids) + 1)
		in.ids[string(b)] = id
	}
	return id
}

// has says whether an event is in the trace.
func (t *Trace) has(id uint32) bool {
	for f := t; f.parent != nil; f = f.parent {
		if f.id == id {
			return true
		}
	}
	return false
}

// Key identifies the trace: equal keys mean equal traces, under one Interner.
func (t *Trace) Key() string {
	b := make([]byte, 0, 3*len(t.last))
	for _, id := range t.last {
		b = binary.AppendUvarint(b, uint64(id))
	}
	for len(b) > 0 && b[len(b)-1] == 0 {
		b = b[:len(b)-1] // tasks that this execution does not have
	}
	return string(b)
}
