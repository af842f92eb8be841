package runtime

import (
	"sync"
	"unsafe"

	"gocheck.dev/checker"
)

// rwShadow is a sync.RWMutex. Lock is two steps, Arrive and Lock: a writer
// that has arrived keeps new readers out while it waits for those inside, which
// is how recursive read locking deadlocks. The real one is locked when Lock is
// performed, not at Arrive.
type rwShadow struct {
	real    *sync.RWMutex
	writer  *task // has arrived, or holds the lock
	held    bool  // by writer
	readers []*task
}

func (l *rwShadow) info() checker.ObjectInfo { return checker.ObjectInfo{Kind: checker.LockObject} }

func (l *rwShadow) decisions(t *task, buf []checker.Decision) []checker.Decision {
	switch t.op.Kind {
	case checker.Arrive, checker.RLock:
		if l.writer != nil {
			return buf
		}
	case checker.Lock:
		if len(l.readers) > 0 {
			return buf
		}
	}
	return append(buf, t.always())
}

func (l *rwShadow) perform(t *task, _ checker.Decision, ev *checker.Event) {
	switch t.op.Kind {
	case checker.Arrive:
		l.writer = t
		// From now on others wait for it, whatever it waits for itself.
		t.hold(t.op.Obj, Site(t.op.Pos), false)
	case checker.Lock:
		l.lock(t)
	case checker.RLock:
		l.rlock(t)
	case checker.TryLock:
		if l.writer != nil || len(l.readers) > 0 {
			ev.Kind = checker.LockBusy
			return
		}
		ev.Kind = checker.Lock
		t.hold(t.op.Obj, Site(t.op.Pos), false)
		l.lock(t)
	case checker.TryRLock:
		if l.writer != nil {
			ev.Kind = checker.LockBusy
			return
		}
		ev.Kind = checker.RLock
		l.rlock(t)
	case checker.Unlock:
		if !l.held {
			ev.Kind = checker.BadUnlock
			return
		}
		l.writer.letGo(t.op.Obj)
		l.writer, l.held = nil, false
		l.real.Unlock()
	case checker.RUnlock:
		if len(l.readers) == 0 {
			ev.Kind = checker.BadUnlock
			return
		}
		l.leave(t).letGo(t.op.Obj)
		l.real.RUnlock()
	}
}

func (l *rwShadow) lock(t *task) {
	if !l.real.TryLock() {
		t.x.foreign(t, "an RWMutex that code outside of gocheck's control holds")
		return
	}
	l.writer, l.held = t, true
}

func (l *rwShadow) rlock(t *task) {
	if !l.real.TryRLock() {
		t.x.foreign(t, "an RWMutex that code outside of gocheck's control holds")
		return
	}
	l.readers = append(l.readers, t)
	t.hold(t.op.Obj, Site(t.op.Pos), true)
}

// end releases what tasks still held when the execution was over: the next one
// may use the same variable.
func (l *rwShadow) end() {
	for range l.readers {
		l.real.RUnlock()
	}
	if l.held {
		l.real.Unlock()
	}
}

// leave takes out the reader that RUnlock by t stands for: t itself, or, since
// read locks have no owner, the first.
func (l *rwShadow) leave(t *task) *task {
	at := 0
	for i, r := range l.readers {
		if r == t {
			at = i
		}
	}
	r := l.readers[at]
	l.readers = append(l.readers[:at], l.readers[at+1:]...)
	return r
}

// doRW returns what the operation became.
func doRW(t *task, rw *sync.RWMutex, s Site, kind checker.Kind) checker.Kind {
	obj, sh := t.x.shadowAt(unsafe.Pointer(rw), func() shadow {
		l := &rwShadow{real: rw}
		t.x.atEnd = append(t.x.atEnd, l.end)
		return l
	})
	t.do(checker.Op{Kind: kind, Obj: obj, Pos: s.pos()}, sh)
	return t.resolved
}

// RWMutexLock is rw.Lock().
func RWMutexLock(rw *sync.RWMutex, s Site) {
	if t := current(); t != nil {
		doRW(t, rw, s, checker.Arrive)
		doRW(t, rw, s, checker.Lock)
		return
	}
	rw.Lock()
}

// RWMutexUnlock is rw.Unlock().
func RWMutexUnlock(rw *sync.RWMutex, s Site) {
	t := current()
	if t == nil {
		rw.Unlock()
		return
	}
	if doRW(t, rw, s, checker.Unlock) == checker.BadUnlock {
		t.badUnlock(s, "sync: Unlock of unlocked RWMutex")
	}
}

// RWMutexRLock is rw.RLock().
func RWMutexRLock(rw *sync.RWMutex, s Site) {
	if t := current(); t != nil {
		doRW(t, rw, s, checker.RLock)
		return
	}
	rw.RLock()
}

// RWMutexRUnlock is rw.RUnlock().
func RWMutexRUnlock(rw *sync.RWMutex, s Site) {
	t := current()
	if t == nil {
		rw.RUnlock()
		return
	}
	if doRW(t, rw, s, checker.RUnlock) == checker.BadUnlock {
		t.badUnlock(s, "sync: RUnlock of unlocked RWMutex")
	}
}

// RWMutexTryLock is rw.TryLock().
func RWMutexTryLock(rw *sync.RWMutex, s Site) bool {
	if t := current(); t != nil {
		return doRW(t, rw, s, checker.TryLock) == checker.Lock
	}
	return rw.TryLock()
}

// RWMutexTryRLock is rw.TryRLock().
func RWMutexTryRLock(rw *sync.RWMutex, s Site) bool {
	if t := current(); t != nil {
		return doRW(t, rw, s, checker.TryRLock) == checker.RLock
	}
	return rw.TryRLock()
}

// RWMutexRLocker is rw.RLocker(): a real one, which LockerLock and
// LockerUnlock know.
func RWMutexRLocker(rw *sync.RWMutex, _ Site) sync.Locker { return rw.RLocker() }
