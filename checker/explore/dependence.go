package explore

import "gocheck.dev/checker"

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
var classes = [checker.NumKinds]class{
	checker.Read: reads, checker.Await: reads, checker.Write: writes, checker.Inc: adding, checker.Mask: masking, checker.Merge: merging,
	checker.Post: reads, checker.PostFront: reads, checker.PostClosed: reads, checker.CloseHandler: writes,
	checker.Lock: writes, checker.Arrive: writes, checker.RLock: reads, checker.LockBusy: observes, checker.BadUnlock: observes,
	checker.Send: sends, checker.Close: sends, checker.SendClosed: sends, checker.Recv: receives, checker.Len: counts,
	checker.Add: adds, checker.AddNegative: adds, checker.Wait: waits,
	checker.Enqueue: reads, checker.Signal: writes, checker.Broadcast: writes,
	checker.TimerSet: writes, checker.TimerStop: writes, checker.TimerFire: writes, checker.TimerRecv: writes,
}

// classOf is how event e uses an object it has a node for.
func (t *trace) classOf(e *event, o checker.Object) class {
	if e.kind == checker.Default || e.kind == checker.Spin {
		return t.defaultClass(o)
	}
	if e.joint {
		return sendReceive
	}
	switch e.kind {
	case checker.Lock:
		if t.arrived(e.op) {
			return unrelated // Arrive was the acquisition
		}
	case checker.Begin, checker.Post, checker.PostFront:
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
	return o.kind == checker.Lock && o.prev >= 0 && t.events[o.prev].kind == checker.Arrive && t.events[o.prev].obj == o.obj
}

// defaultClass is how a Default or a Spin uses the object of a case.
func (t *trace) defaultClass(o checker.Object) class {
	switch i := &t.infos[o]; i.Kind {
	case checker.ChanObject:
		if i.Cap > 0 {
			return counts
		}
		return unrelated // a partner may always be late
	case checker.TimerObject:
		return observes
	case checker.LockObject:
		return seen
	}
	return reads
}

// uses adds the nodes of event n's operation.
func (t *trace) uses(n int32) {
	e := &t.events[n]
	switch e.kind {
	case checker.Spawn, checker.Join, checker.Choose, checker.Yield, checker.Sleep, checker.Tick:
		return
	case checker.Begin:
		if t.classOf(e, e.obj) == unrelated {
			return
		}
	case checker.Default, checker.Spin:
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

func (t *trace) casesOf(op int32) []checker.Case {
	o := &t.ops[op]
	return t.cases[o.caseOff : o.caseOff+o.caseLen]
}

// distinct says whether case i has an object, and no earlier case has it.
func distinct(cases []checker.Case, i int) bool {
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
func (v *view) access(t *trace, o checker.Object, c class, self int32) {
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
	if e.kind == checker.Tick {
		for f := int32(len(t.events)) - 1; f >= 0; f-- {
			if &t.events[f] != e && v.has(f) {
				v.add(t, f)
			}
		}
		return
	}
	switch e.kind {
	case checker.Spawn, checker.Choose, checker.Yield, checker.Sleep:
	case checker.Begin:
		if t.classOf(e, e.obj) == serves {
			t.dependServed(v, e.obj)
		}
	case checker.Join:
		if end := t.tasks[t.byTask[t.ops[e.op].partner]].end; end >= 0 {
			v.add(t, end)
		}
	case checker.Read, checker.Await, checker.Write, checker.Inc, checker.Mask, checker.Merge:
		v.access(t, e.obj, classes[e.kind], -1)
	case checker.Send, checker.Recv, checker.Close, checker.SendClosed, checker.RecvClosed, checker.Len:
		t.dependChannel(v, e, e.obj, classes[e.kind])
	case checker.Default, checker.Spin:
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
	case checker.RUnlock, checker.OnceFirst, checker.OnceEnd:
	default:
		t.dependOn(v, e, e.obj, t.classOf(e, e.obj))
	}
	if tick := v.tick(t); tick >= 0 {
		v.add(t, tick)
	}
}

// dependSeen adds the failed TryLocks of a lock.
func (t *trace) dependSeen(v *view, o checker.Object) {
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
func (t *trace) dependOn(v *view, e *event, o checker.Object, c class) {
	if o >= checker.Object(len(t.heads)) {
		return
	}
	holder := e.kind == checker.Unlock || e.kind == checker.Wake // still to be found
	like := c == unrelated || c.compete(c)                       // what is unrelated, too, may be looked for below
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
		case checker.Lock:
			// What has to be released before: not Arrive, which does not wait for readers.
			dep = dep || fe.kind == checker.Unlock || fe.kind == checker.RUnlock
		case checker.Arrive, checker.RLock, checker.BadUnlock:
			dep = dep || fe.kind == checker.Unlock
		case checker.Unlock:
			// Of a lock that another task took.
			dep = holder && fe.kind == checker.Lock
			holder = holder && !dep
		case checker.Wake:
			// The Signal or Broadcast that chose the waiter. An Enqueue of the same task
			// is older than what chose it.
			if fe.kind == checker.Enqueue && fe.task == e.task {
				holder = false
			}
			dep = false
			if holder && (fe.kind == checker.Signal && fe.partner == t.tasks[e.task].name || fe.kind == checker.Broadcast) {
				// The oldest that is younger than the Enqueue: go on to look for it.
				v.chosen(t, e, n)
				holder = false
			}
		case checker.OnceDone:
			dep = fe.kind == checker.OnceEnd
		}
		if dep {
			v.add(t, f)
		}
		if (e.kind == checker.Unlock || e.kind == checker.Wake) && !holder {
			return
		}
		if e.kind == checker.Lock && c == unrelated && fe.kind == checker.Lock && v.past.has(f) {
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
		if fe.kind == checker.Enqueue && fe.task == e.task {
			break
		}
		if fe.kind == checker.Signal && fe.partner == t.tasks[e.task].name || fe.kind == checker.Broadcast {
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

func (t *trace) channel(v set, o checker.Object) channelState {
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
func (t *trace) dependChannel(v *view, e *event, o checker.Object, c class) {
	if e.joint {
		c = sendReceive
	}
	s := t.channel(v.in, o)
	size := int32(t.infos[o].Cap)
	sendAt, recvAt := int32(-1), int32(-1) // numbers of the elements it needs to be sent, received
	switch e.kind {
	case checker.Send:
		if e.joint {
			e.recvs = s.recvs + 1
		} else {
			recvAt = s.sends - size
		}
		e.sends = s.sends + 1
	case checker.Close:
		e.sends = s.sends
		e.closed = int32(len(t.events)) - 1
	case checker.SendClosed:
		e.sends, e.closed = s.sends, s.closed
	case checker.Recv:
		sendAt = s.recvs
		e.recvs = s.recvs + 1
	case checker.RecvClosed:
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
		if fe.kind == checker.Send && fe.sends-1 == sendAt {
			v.add(t, f)
			sendAt = -1
		}
		if fe.kind == checker.Recv && fe.recvs-1 == recvAt {
			v.add(t, f)
			recvAt = -1
		}
		sendSeen = sendSeen || fc == sends || fc == sendReceive
		recvSeen = recvSeen || fc == receives || fc == sendReceive
	}
}

// classOfEffect is how an effect uses its object.
func classOfEffect(f *checker.Effect) class {
	switch {
	case f.As == checker.Inc:
		return adding
	case f.As == checker.Merge && f.Write:
		return merging
	case f.As == checker.Merge:
		return peeks
	case f.Write && f.As != checker.Read:
		return writes
	}
	return reads
}

// Clash says whether the order of two accesses of one object may matter.
func Clash(f *checker.Effect, g *checker.Effect) bool {
	return classOfEffect(f).compete(classOfEffect(g))
}
