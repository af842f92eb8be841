package em

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
)

// known has the operations that EM-DPOR is defined for (section 2.1), and
// those that amount to one of them: a CAS is a write, an Await a read that has
// to be enabled, a TryLock an access to the lock that never waits.
var known = [checker.NumKinds]bool{
	checker.Begin: true, checker.Spawn: true, checker.Post: true, checker.Join: true, checker.Yield: true,
	checker.Read: true, checker.Write: true, checker.CAS: true, checker.Await: true,
	checker.Lock: true, checker.Unlock: true, checker.TryLock: true, checker.LockBusy: true,
}

// unknown names the others.
var unknown = [checker.NumKinds]string{
	checker.PostFront: "posts to the front of a queue", checker.CloseHandler: "closing of handlers", checker.PostClosed: "closing of handlers",
	checker.Arrive: "readers and writers of a lock", checker.RLock: "readers and writers of a lock", checker.RUnlock: "readers and writers of a lock",
	checker.TryRLock: "readers and writers of a lock", checker.BadUnlock: "unlocking of what is not locked",
	checker.Send: "channels", checker.Recv: "channels", checker.RecvClosed: "channels", checker.Close: "channels", checker.SendClosed: "channels",
	checker.Select: "select", checker.Default: "select", checker.Len: "channels",
	checker.Add: "wait groups", checker.AddNegative: "wait groups", checker.Wait: "wait groups",
	checker.Enqueue: "conditions", checker.Wake: "conditions", checker.Signal: "conditions", checker.Broadcast: "conditions",
	checker.Once: "sync.Once", checker.OnceFirst: "sync.Once", checker.OnceEnd: "sync.Once", checker.OnceDone: "sync.Once",
	checker.Tick: "time", checker.Sleep: "time", checker.TimerSet: "time", checker.TimerStop: "time", checker.TimerFire: "time", checker.TimerRecv: "time",
	checker.Choose: "choices", checker.Spin: engine.WaitingLoops,
	checker.Store: engine.Commuting, checker.Inc: engine.Commuting, checker.Mask: engine.Commuting, checker.Merge: engine.Commuting,
}

// refusedOp refuses an announced operation that EM-DPOR is not defined for.
func (s *search) refusedOp(op *checker.Op) bool {
	if op.Waits {
		s.x.Refuse(engine.WaitingLoops, op.Pos)
		return true
	}
	if known[op.Kind] {
		return false
	}
	s.x.Refuse(unknown[op.Kind], op.Pos)
	return true
}

// refused refuses an event that comes next, for what shows only when it has
// been executed.
func (s *search) refused(ev *checker.Event) bool {
	what := ""
	switch {
	case !known[ev.Kind]:
		what = unknown[ev.Kind]
	case ev.Kind == checker.Unlock && !s.w.holds(ev.Task, ev.Obj):
		what = "unlocking of what another task has locked"
	}
	if what == "" {
		return false
	}
	s.x.Refuse(what, ev.Pos)
	return true
}

// refusedPost refuses a second message in a mailbox that is no queue.
func (s *search) refusedPost(st checker.State, ev *checker.Event) bool {
	if ev.Kind != checker.Post || st.Object(ev.Obj).FIFO || len(s.w.queue(emHandler(ev.Obj)).messages) == 0 {
		return false
	}
	s.x.Refuse("mailboxes that are no queues", ev.Pos)
	return true
}
