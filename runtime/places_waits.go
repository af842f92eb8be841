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
