package checker

// emKnown has the operations that EM-DPOR is defined for (section 2.1), and
// those that amount to one of them: a CAS is a write, an Await a read that has
// to be enabled, a TryLock an access to the lock that never waits.
var emKnown = [NumKinds]bool{
	Begin: true, Spawn: true, Post: true, Join: true, Yield: true,
	Read: true, Write: true, CAS: true, Await: true,
	Lock: true, Unlock: true, TryLock: true, LockBusy: true,
}

// emUnknown names the others.
var emUnknown = [NumKinds]string{
	PostFront: "posts to the front of a queue", CloseHandler: "closing of handlers", PostClosed: "closing of handlers",
	Arrive: "readers and writers of a lock", RLock: "readers and writers of a lock", RUnlock: "readers and writers of a lock",
	TryRLock: "readers and writers of a lock", BadUnlock: "unlocking of what is not locked",
	Send: "channels", Recv: "channels", RecvClosed: "channels", Close: "channels", SendClosed: "channels",
	Select: "select", Default: "select", Len: "channels",
	Add: "wait groups", AddNegative: "wait groups", Wait: "wait groups",
	Enqueue: "conditions", Wake: "conditions", Signal: "conditions", Broadcast: "conditions",
	Once: "sync.Once", OnceFirst: "sync.Once", OnceEnd: "sync.Once", OnceDone: "sync.Once",
	Tick: "time", Sleep: "time", TimerSet: "time", TimerStop: "time", TimerFire: "time", TimerRecv: "time",
	Choose: "choices", Spin: waitingLoops,
	Store: commuting, Inc: commuting, Mask: commuting, Merge: commuting,
}

// refusedOp refuses an announced operation that EM-DPOR is not defined for.
func (s *emSearch) refusedOp(op *Op) bool {
	if op.Waits {
		s.x.refuse(waitingLoops, op.Pos)
		return true
	}
	if emKnown[op.Kind] {
		return false
	}
	s.x.refuse(emUnknown[op.Kind], op.Pos)
	return true
}

// refused refuses an event that comes next, for what shows only when it has
// been executed.
func (s *emSearch) refused(ev *Event) bool {
	what := ""
	switch {
	case !emKnown[ev.Kind]:
		what = emUnknown[ev.Kind]
	case ev.Kind == Unlock && !s.w.holds(ev.Task, ev.Obj):
		what = "unlocking of what another task has locked"
	}
	if what == "" {
		return false
	}
	s.x.refuse(what, ev.Pos)
	return true
}

// refusedPost refuses a second message in a mailbox that is no queue.
func (s *emSearch) refusedPost(st State, ev *Event) bool {
	if ev.Kind != Post || st.Object(ev.Obj).FIFO || len(s.w.queue(emHandler(ev.Obj)).messages) == 0 {
		return false
	}
	s.x.refuse("mailboxes that are no queues", ev.Pos)
	return true
}
