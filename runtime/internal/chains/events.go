package chains

import "gocheck.dev/checker"

// Event lets what t is the past of come after what an event of this kind on the object comes
// after, and notes the event. It is for objects that are no channels. arrived says of a Lock that
// the Arrive before it was the acquisition.
func (r *Table) Event(t *Past, kind checker.Kind, o checker.Object, arrived bool) {
	m := r.Of(o)
	switch kind {
	case checker.Read, checker.Await, checker.Post, checker.PostFront, checker.PostClosed, checker.Enqueue:
		m.Read(t)
	case checker.Write, checker.CloseHandler, checker.TimerSet, checker.TimerStop, checker.TimerFire, checker.TimerRecv,
		checker.Signal, checker.Broadcast:
		m.Write(t)
	case checker.OnceEnd:
		m.writes = *t
	case checker.OnceDone:
		t.Follow(m.writes)
	default:
		r.rest(m).event(t, m, kind, arrived)
	}
}

// event is Event for kinds that neither only read nor only write.
func (r *others) event(t *Past, m *Marks, kind checker.Kind, arrived bool) {
	switch kind {
	case checker.RLock:
		t.Follow(r.unlocked)
		m.Read(t)
	case checker.Inc:
		t.Follow(m.reads, m.writes, r.masks, r.merges)
		r.incs = r.incs.Join(*t)
	case checker.Mask:
		t.Follow(m.reads, m.writes, r.incs, r.merges)
		r.masks = r.masks.Join(*t)
	case checker.Merge:
		t.Follow(m.reads, m.writes, r.incs, r.masks)
		r.merges = r.merges.Join(*t)
	case checker.Arrive:
		t.Follow(r.unlocked)
		m.Write(t)
	case checker.Lock:
		t.Follow(r.unlocked, r.runlocked)
		if !arrived {
			m.Write(t)
		}
		r.locked = *t
	case checker.LockBusy:
		r.observe(t, m)
	case checker.BadUnlock:
		t.Follow(r.unlocked)
		r.observe(t, m)
	case checker.Unlock:
		t.Follow(r.locked) // perhaps another task's
		r.unlocked = r.unlocked.Join(*t)
	case checker.RUnlock:
		r.runlocked = r.runlocked.Join(*t)
	case checker.Add, checker.AddNegative:
		t.Follow(r.waits)
		r.adds = r.adds.Join(*t)
	case checker.Wait:
		t.Follow(r.adds)
		r.waits = r.waits.Join(*t)
	}
}

// Read is a read of the object.
func (m *Marks) Read(t *Past) {
	t.Follow(m.writes)
	m.beside(t)
	m.reads = m.reads.Join(*t)
}

// Write is a write of it.
func (m *Marks) Write(t *Past) {
	t.Follow(m.reads, m.writes)
	m.beside(t)
	m.writes = *t
}

// beside lets t come after what is neither a plain read nor a write.
func (m *Marks) beside(t *Past) {
	if r := m.others; r != nil {
		t.Follow(r.observed, r.incs, r.masks, r.merges)
	}
}

func (r *others) observe(t *Past, m *Marks) {
	t.Follow(m.reads, m.writes)
	r.observed = r.observed.Join(*t)
}

// Default is one case of a select that takes default: it observes the objects of its cases, but
// for channels without buffer. capacity is the object's.
func (r *Table) Default(t *Past, kind checker.Kind, o checker.Object, capacity int) {
	m := r.Of(o)
	switch kind {
	case checker.Await, checker.Read:
		m.Read(t)
	case checker.TimerRecv:
		r.rest(m).observe(t, m)
	case checker.Send, checker.Recv, checker.Len:
		if capacity > 0 {
			r.rest(m).count(t)
		}
	}
}

// count lets t come after what its channel's elements came of.
func (r *others) count(t *Past) {
	t.Follow(r.sends, r.recvs)
	r.counted = r.counted.Join(*t)
}

// Channel is Event for a channel. Sends and the close are a sequence, receives are another. The
// i-th receive comes after the i-th send, the i-th send after the receive i-capacity. held is how
// many elements there are before the event: what was sent before the first reading counts as
// sent, and its chain has no length. partner, if not nil, is the past of who takes the element
// without a buffer.
func (r *Table) Channel(t *Past, kind checker.Kind, o checker.Object, capacity int, held func() int, partner *Past) {
	m := r.rest(r.Of(o))
	if !m.begun {
		m.begun = true
		m.elements, m.rooms = make([]Past, capacity), make([]Past, capacity)
		m.sent = held()
	}
	switch kind {
	case checker.Send:
		if partner != nil {
			t.Follow(*partner, m.sends, m.recvs, m.counted)
			partner.Follow(*t)
			m.sends, m.recvs = *t, *t
			return
		}
		i := m.sent % capacity
		m.sent++
		t.Follow(m.sends, m.counted, m.rooms[i])
		m.sends, m.elements[i] = *t, *t
	case checker.Recv:
		i := m.received % capacity
		m.received++
		t.Follow(m.recvs, m.counted, m.elements[i])
		m.recvs, m.rooms[i] = *t, *t
	case checker.Close:
		t.Follow(m.sends, m.counted)
		m.sends, m.closed = *t, *t
	case checker.SendClosed:
		t.Follow(m.sends, m.counted)
		m.sends = *t
	case checker.RecvClosed:
		t.Follow(m.closed, m.recvs)
	case checker.Len:
		m.count(t)
	}
}
