package runtime

import (
	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/calls"
)

// waitsInside is the stack that t would have in the standard library, where it waits.
func (t *task) waitsInside() []calls.Call {
	lock := []string{"internal/sync.runtime_SemacquireMutex", "internal/sync.(*Mutex).lockSlow", "internal/sync.(*Mutex).Lock", "sync.(*Mutex).Lock"}
	_, rw := t.sh.(*rwShadow)
	switch t.op.Kind {
	case checker.Sleep:
		return calls.InStd("time.Sleep")
	case checker.Lock, checker.Arrive:
		if rw {
			lock = append(lock, "sync.(*RWMutex).Lock")
		}
		return calls.InStd(lock...)
	case checker.RLock:
		return calls.InStd("sync.runtime_SemacquireRWMutexR", "sync.(*RWMutex).RLock")
	case checker.Wait:
		return calls.InStd("sync.runtime_SemacquireWaitGroup", "sync.(*WaitGroup).Wait")
	case checker.Wake:
		return calls.InStd("sync.runtime_notifyListWait", "sync.(*Cond).Wait")
	case checker.Once:
		return calls.InStd(append(lock, "sync.(*Once).doSlow", "sync.(*Once).Do")...)
	case checker.Join:
		return calls.InStd("testing.(*T).Run")
	}
	return nil
}

// goroutineState is what the runtime says of a goroutine that waits to perform such an
// operation.
func goroutineState(op *checker.Op) string {
	switch op.Kind {
	case checker.Send:
		return "chan send"
	case checker.Recv, checker.TimerRecv, checker.Await, checker.Join:
		return "chan receive"
	case checker.Select:
		switch {
		case len(op.Cases) == 0:
			return "select (no cases)"
		case len(op.Cases) == 1 && op.Cases[0].Kind == checker.NoKind && !op.HasDefault:
			return "chan receive (nil chan)"
		}
		return "select"
	case checker.Lock, checker.Arrive, checker.Once:
		return "sync.Mutex.Lock"
	case checker.RLock:
		return "sync.RWMutex.RLock"
	case checker.Wait:
		return "sync.WaitGroup.Wait"
	case checker.Wake:
		return "sync.Cond.Wait"
	case checker.Sleep:
		return "sleep"
	}
	return "runnable"
}
