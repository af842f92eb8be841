package checker

// This file says which events are ordered by happens-before, by kind: the
// immediate predecessors that an event has besides program order. docs/
// semantics.md has the table and docs/design/oracle.md the reasons.

// class is how an event uses an object.
type class uint8

const (
	unrelated   class = iota
	reads             // ordered with everything but reads
	writes            // ordered with everything
	observes          // ordered with everything but observers: failed TryLocks, failed unlocks, default of a timer
	sends             // member of a channel's sequence of sends, closes and failing sends
	receives          // member of its sequence of receives of elements
	sendReceive       // rendezvous: both
	counts            // observes both sequences of a channel: Len, Default
	adds              // WaitGroup: ordered with waits
	waits
	adding // updates of a location: ordered with everything but their like
	masking
	merging
	// an effect that would be merging, and reads: ordered with everything but reads, its
	// like and merging
	peeks
	serves // serial: a message has its handler, which has nothing to do with posts
	seen   // Spin and a lock that it has held: ordered with who has seen that
)

// compete says whether the order of two uses of one object is part of the
// trace. It is symmetric.
func (a class) compete(b class) bool {
	if a == serves || b == serves {
		return a == b
	}
	if b == seen {
		return a == observes
	}
	switch a {
	case reads:
		return b != reads && b != peeks && b != unrelated
	case peeks:
		return b != reads && b != peeks && b != merging && b != unrelated
	case writes:
		return b != unrelated
	case observes:
		return b != observes && b != unrelated
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
	case merging:
		return b != merging && b != peeks && b != unrelated
	case adding, masking:
		return b != a && b != unrelated
	}
	return false
}

// classes by resolved kind, for the event's own object. Default and Spin are not here:
// they use the objects of their cases.
var classes = [NumKinds]class{
	Read: reads, Await: reads, Write: writes, Inc: adding, Mask: masking, Merge: merging,
	Post: reads, PostFront: reads, PostClosed: reads, CloseHandler: writes,
	Lock: writes, Arrive: writes, RLock: reads, LockBusy: observes, BadUnlock: observes,
	Send: sends, Close: sends, SendClosed: sends, Recv: receives, Len: counts,
	Add: adds, AddNegative: adds, Wait: waits,
	Enqueue: reads, Signal: writes, Broadcast: writes,
	TimerSet: writes, TimerStop: writes, TimerFire: writes, TimerRecv: writes,
}

// classOf is how event e uses an object it has a node for.
func (t *trace) classOf(e *event, o Object) class {
	if e.kind == Default || e.kind == Spin {
		return t.defaultClass(o)
	}
	if e.joint {
		return sendReceive
	}
	switch e.kind {
	case Lock:
		if t.arrived(e.op) {
			return unrelated // Arrive was the acquisition
		}
	case Begin, Post, PostFront:
		if t.serial {
			return t.serialClass(e)
		}
	}
	return classes[e.kind]
}

// arrived says whether operation op is the Lock of an RWMutex that comes after
// Arrive.
func (t *trace) arrived(op int32) bool {
	o := &t.ops[op]
	return o.kind == Lock && o.prev >= 0 && t.events[o.prev].kind == Arrive && t.events[o.prev].obj == o.obj
}

// defaultClass is how a Default or a Spin uses the object of a case.
func (t *trace) defaultClass(o Object) class {
	switch i := &t.infos[o]; i.Kind {
	case ChanObject:
		if i.Cap > 0 {
			return counts
		}
		return unrelated // a partner may always be late
	case TimerObject:
		return observes
	case LockObject:
		return seen
	}
	return reads
}

// uses adds the nodes of event n's operation.
func (t *trace) uses(n int32) {
	e := &t.events[n]
	switch e.kind {
	case Spawn, Join, Choose, Yield, Sleep, Tick:
		return
	case Begin:
		if t.classOf(e, e.obj) == unrelated {
			return
		}
	case Default, Spin:
		cases := t.casesOf(e.op)
		for i := range cases {
			if distinct(cases, i) {
				t.use(n, cases[i].Obj, t.classOf(e, cases[i].Obj))
			}
		}
		return
	}
	t.use(n, e.obj, t.classOf(e, e.obj))
}

func (t *trace) casesOf(op int32) []Case {
	o := &t.ops[op]
	return t.cases[o.caseOff : o.caseOff+o.caseLen]
}

// distinct says whether case i has an object, and no earlier case has it.
func distinct(cases []Case, i int) bool {
	if cases[i].Kind == NoKind || cases[i].Kind == Tick {
		return false
	}
	for j := range i {
		if cases[j].Kind != NoKind && cases[j].Kind != Tick && cases[j].Obj == cases[i].Obj {
			return false
		}
	}
	return true
}

// view collects the immediate predecessors of an event that comes next after
// the events of a set.
type view struct {
	in    set // nil: all events so far
	preds []int32
	past  set // the preds and all before them
	buf   []uint64
}

func (v *view) start(t *trace, prev, op2 int32, in set) {
	if cap(v.buf) < t.words {
		v.buf = make([]uint64, t.words)
	}
	past := v.buf[:t.words]
	clear(past)
	v.startIn(past, t, prev, op2, in)
}

// startIn is start with memory for past, an empty set.
func (v *view) startIn(past set, t *trace, prev, op2 int32, in set) {
	v.in, v.past, v.preds = in, past, v.preds[:0]
	if prev >= 0 {
		v.preds = append(v.preds, prev)
		v.past.union(t.histOf(prev))
	}
	if op2 >= 0 {
		if p := t.ops[op2].prev; p >= 0 && p != prev {
			v.preds = append(v.preds, p)
			v.past.union(t.histOf(p))
		}
	}
}

// add makes f a predecessor, unless it is before one already.
func (v *view) add(t *trace, f int32) {
	if !v.past.has(f) {
		v.preds = append(v.preds, f)
		v.past.union(t.histOf(f))
	}
}

func (v *view) has(f int32) bool { return v.in == nil || v.in.has(f) }

// access adds the predecessors of a plain access or a memory operation of class c.
func (v *view) access(t *trace, o Object, c class, self int32) {
	like := c.compete(c) // else events of that class are passed over
	for n := t.heads[o]; n >= 0; {
		nd := &t.nodes[n]
		if nd.class == c && !like {
			n = nd.other
			continue
		}
		n = nd.prev
		if nd.ev == self || !v.has(nd.ev) {
			continue
		}
		if c.compete(nd.class) {
			v.add(t, nd.ev)
		}
		if nd.class == writes {
			return // what is older is before it
		}
	}
}

// depend adds the predecessors that e's operation has besides program order.
func (t *trace) depend(v *view, e *event) {
	if e.kind == Tick {
		for f := int32(len(t.events)) - 1; f >= 0; f-- {
			if &t.events[f] != e && v.has(f) {
				v.add(t, f)
			}
		}
		return
	}
	switch e.kind {
	case Spawn, Choose, Yield, Sleep:
	case Begin:
		if t.classOf(e, e.obj) == serves {
			t.dependServed(v, e.obj)
		}
	case Join:
		if end := t.tasks[t.byTask[t.ops[e.op].partner]].end; end >= 0 {
			v.add(t, end)
		}
	case Read, Await, Write, Inc, Mask, Merge:
		v.access(t, e.obj, classes[e.kind], -1)
	case Send, Recv, Close, SendClosed, RecvClosed, Len:
		t.dependChannel(v, e, e.obj, classes[e.kind])
	case Default, Spin:
		cases := t.casesOf(e.op)
		for i, c := range cases {
			if !distinct(cases, i) {
				continue
			}
			switch t.defaultClass(c.Obj) {
			case counts:
				t.dependChannel(v, e, c.Obj, counts)
			case reads:
				v.access(t, c.Obj, reads, -1)
			case observes:
				t.dependOn(v, e, c.Obj, observes)
			case seen:
				t.dependSeen(v, c.Obj)
			}
		}
	case RUnlock, OnceFirst, OnceEnd:
	default:
		t.dependOn(v, e, e.obj, t.classOf(e, e.obj))
	}
	if tick := v.tick(t); tick >= 0 {
		v.add(t, tick)
	}
}

// dependSeen adds the failed TryLocks of a lock.
func (t *trace) dependSeen(v *view, o Object) {
	for n := t.heads[o]; n >= 0; n = t.nodes[n].prev {
		if f := t.nodes[n].ev; v.has(f) && t.nodes[n].class == observes {
			v.add(t, f)
		}
	}
}

// tick is the last Tick in view.
func (v *view) tick(t *trace) int32 {
	if t.lastTick < 0 || v.in == nil {
		return t.lastTick
	}
	return t.tickIn(v.in)
}

// dependOn adds the predecessors on an object that is no channel and no
// variable.
func (t *trace) dependOn(v *view, e *event, o Object, c class) {
	if o >= Object(len(t.heads)) {
		return
	}
	holder := e.kind == Unlock || e.kind == Wake // still to be found
	like := c == unrelated || c.compete(c)       // what is unrelated, too, may be looked for below
	for n, next := t.heads[o], int32(0); n >= 0; n = next {
		nd := &t.nodes[n]
		f, fc := nd.ev, nd.class
		if fc == c && !like {
			next = nd.other
			continue
		}
		next = nd.prev
		if !v.has(f) {
			continue
		}
		fe := &t.events[f]
		dep := c.compete(fc)
		switch e.kind {
		case Lock:
			// What has to be released before: not Arrive, which does not wait for readers.
			dep = dep || fe.kind == Unlock || fe.kind == RUnlock
		case Arrive, RLock, BadUnlock:
			dep = dep || fe.kind == Unlock
		case Unlock:
			// Of a lock that another task took.
			dep = holder && fe.kind == Lock
			holder = holder && !dep
		case Wake:
			// The Signal or Broadcast that chose the waiter. An Enqueue of the same task
			// is older than what chose it.
			if fe.kind == Enqueue && fe.task == e.task {
				holder = false
			}
			dep = false
			if holder && (fe.kind == Signal && fe.partner == t.tasks[e.task].name || fe.kind == Broadcast) {
				// The oldest that is younger than the Enqueue: go on to look for it.
				v.chosen(t, e, n)
				holder = false
			}
		case OnceDone:
			dep = fe.kind == OnceEnd
		}
		if dep {
			v.add(t, f)
		}
		if (e.kind == Unlock || e.kind == Wake) && !holder {
			return
		}
		if e.kind == Lock && c == unrelated && fe.kind == Lock && v.past.has(f) {
			// of an RWMutex: what was released before that is in its past, but not who has failed
			// to get it since Arrive
			return
		}
		if fc == writes && c != unrelated && c != observes {
			// everything older that matters is before it; but who has failed to get a lock comes
			// after older Spins, too
			return
		}
	}
}

// chosen adds the event that chose the waiter of e: the oldest Signal of it,
// or Broadcast, after its last Enqueue; n is the newest candidate.
func (v *view) chosen(t *trace, e *event, n int32) {
	by := int32(-1)
	for ; n >= 0; n = t.nodes[n].prev {
		f := t.nodes[n].ev
		if !v.has(f) {
			continue
		}
		fe := &t.events[f]
		if fe.kind == Enqueue && fe.task == e.task {
			break
		}
		if fe.kind == Signal && fe.partner == t.tasks[e.task].name || fe.kind == Broadcast {
			by = f
		}
	}
	if by >= 0 {
		v.add(t, by)
	}
}

// channelState is a channel after the events of a view.
type channelState struct {
	lastSend, lastRecv int32 // newest of either sequence, -1
	sends, recvs       int32 // elements sent and received so far
	closed             int32 // the close, or -1
}

func (t *trace) channel(v set, o Object) channelState {
	s := channelState{lastSend: -1, lastRecv: -1, closed: -1}
	for n := t.heads[o]; n >= 0 && (s.lastSend < 0 || s.lastRecv < 0); n = t.nodes[n].prev {
		f := t.nodes[n].ev
		if v != nil && !v.has(f) {
			continue
		}
		e, c := &t.events[f], t.nodes[n].class
		if s.lastSend < 0 && (c == sends || c == sendReceive) {
			s.lastSend, s.sends, s.closed = f, e.sends, e.closed
		}
		if s.lastRecv < 0 && (c == receives || c == sendReceive) {
			s.lastRecv, s.recvs = f, e.recvs
		}
	}
	return s
}

// dependChannel adds the predecessors on channel o of an event that uses it as
// c, and numbers the event in the sequences of the channel.
func (t *trace) dependChannel(v *view, e *event, o Object, c class) {
	if e.joint {
		c = sendReceive
	}
	s := t.channel(v.in, o)
	size := int32(t.infos[o].Cap)
	sendAt, recvAt := int32(-1), int32(-1) // numbers of the elements it needs to be sent, received
	switch e.kind {
	case Send:
		if e.joint {
			e.recvs = s.recvs + 1
		} else {
			recvAt = s.sends - size
		}
		e.sends = s.sends + 1
	case Close:
		e.sends = s.sends
		e.closed = int32(len(t.events)) - 1
	case SendClosed:
		e.sends, e.closed = s.sends, s.closed
	case Recv:
		sendAt = s.recvs
		e.recvs = s.recvs + 1
	case RecvClosed:
		if s.closed >= 0 {
			v.add(t, s.closed)
		}
		if s.lastRecv >= 0 {
			v.add(t, s.lastRecv)
		}
		return
	}
	sendSeen := c == receives
	recvSeen := c == sends
	for n := t.heads[o]; n >= 0; n = t.nodes[n].prev {
		if sendSeen && recvSeen && sendAt < 0 && recvAt < 0 {
			return
		}
		f := t.nodes[n].ev
		if !v.has(f) {
			continue
		}
		fe := &t.events[f]
		fc := t.nodes[n].class
		if c.compete(fc) {
			v.add(t, f)
		}
		if fe.kind == Send && fe.sends-1 == sendAt {
			v.add(t, f)
			sendAt = -1
		}
		if fe.kind == Recv && fe.recvs-1 == recvAt {
			v.add(t, f)
			recvAt = -1
		}
		sendSeen = sendSeen || fc == sends || fc == sendReceive
		recvSeen = recvSeen || fc == receives || fc == sendReceive
	}
}

// classOfEffect is how an effect uses its object.
func classOfEffect(f *Effect) class {
	switch {
	case f.As == Inc:
		return adding
	case f.As == Merge && f.Write:
		return merging
	case f.As == Merge:
		return peeks
	case f.Write && f.As != Read:
		return writes
	}
	return reads
}

// Clash says whether the order of two accesses of one object may matter.
func Clash(f *Effect, g *Effect) bool { return classOfEffect(f).compete(classOfEffect(g)) }
