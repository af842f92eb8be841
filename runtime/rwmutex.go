package runtime

import (
	"runtime"
	"sync"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/innards"
)

// rwShadow is a sync.RWMutex. Lock is two steps, Arrive and Lock: a writer that has arrived keeps
// new readers out while it waits for those inside, which is how recursive read locking deadlocks.
// The real one is locked when Lock is performed, not at Arrive.
type rwShadow struct {
	real    *sync.RWMutex // nil: as of a mutexShadow
	writer  *task         // has arrived, or holds the lock
	held    bool          // by writer
	readers []*task
	origin
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
	case checker.TryLock, checker.TryRLock:
		if t.op.Waits && (l.writer != nil || t.op.Kind == checker.TryLock && len(l.readers) > 0) {
			return buf
		}
	}
	return append(buf, t.always())
}

func (l *rwShadow) perform(t *task, ev *checker.Event) {
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
		if !l.settling() {
			t.hold(t.op.Obj, Site(t.op.Pos), false)
		}
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
		if l.real != nil && innards.RWMutexHeld(l.real) {
			l.real.Unlock()
		}
	case checker.RUnlock:
		if len(l.readers) == 0 {
			ev.Kind = checker.BadUnlock
			return
		}
		l.leave(t).letGo(t.op.Obj)
		if l.real != nil && innards.RWMutexHeld(l.real) {
			l.real.RUnlock()
		}
	}
}

func (l *rwShadow) lock(t *task) {
	if !l.settling() && l.real != nil && !l.real.TryLock() {
		t.x.foreign(t, foreignRWMutex)
		return
	}
	l.writer, l.held, t.x.locked = t, true, true
}

func (l *rwShadow) rlock(t *task) {
	l.readers = append(l.readers, t)
	if l.settling() {
		return
	}
	if l.real != nil && !l.real.TryRLock() {
		t.x.foreign(t, foreignRWMutex)
		l.readers = l.readers[:len(l.readers)-1]
		return
	}
	t.x.locked = true
	t.hold(t.op.Obj, Site(t.op.Pos), true)
}

// end releases what tasks still held when the execution was over: the next one
// may use the same variable.
func (l *rwShadow) end() {
	if l.real != nil && (l.held || len(l.readers) > 0) {
		*l.real = sync.RWMutex{}
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

// rwMutex is the object at rw, whose shadow is as the memory at rw says.
func (t *task) rwMutex(rw *sync.RWMutex, s Site) (checker.Object, *rwShadow) {
	if t.dying {
		runtime.Goexit()
	}
	x := t.x
	obj, known := x.shadowAt(unsafe.Pointer(rw), func() shadow { return x.newRWMutex(rw, s) })
	sh := known.(*rwShadow)
	if sh.astray() {
		sh.forget(obj)
		sh = x.newRWMutex(rw, s)
		obj = x.replace(unsafe.Pointer(rw), sh)
	}
	if sh.copied {
		x.nameObject(obj, s)
		t.settle(&sh.origin, func() {
			if !rw.TryRLock() {
				t.do(checker.Op{Kind: checker.TryLock, Obj: obj}, sh)
				return
			}
			rw.RUnlock()
			for range innards.ReadersOf(rw) {
				t.do(checker.Op{Kind: checker.RLock, Obj: obj}, sh)
			}
		})
	}
	return obj, sh
}

func (l *rwShadow) astray() bool {
	return innards.LocksTell && l.real != nil && !l.settling() && (l.held || len(l.readers) > 0) != innards.RWMutexHeld(l.real)
}

func (x *Execution) newRWMutex(rw *sync.RWMutex, s Site) *rwShadow {
	l := &rwShadow{real: rw}
	x.atEnd = append(x.atEnd, l.end)
	if innards.LocksTell && innards.RWMutexHeld(rw) {
		x.foreignLock(s, foreignRWMutex)
		l.origin = x.copyOf()
	}
	return l
}

// forget takes back all that is known of the lock, since something was assigned to it.
func (l *rwShadow) forget(obj checker.Object) {
	l.real = nil
	if l.writer != nil {
		l.writer.letGo(obj)
	}
	for _, r := range l.readers {
		r.letGo(obj)
	}
}

// doRW returns what the operation became.
func doRW(t *task, rw *sync.RWMutex, s Site, kind checker.Kind) checker.Kind {
	obj, sh := t.rwMutex(rw, s)
	try := kind == checker.TryLock || kind == checker.TryRLock
	t.do(checker.Op{Kind: kind, Obj: obj, Pos: s.Pos(), Waits: try && t.narrowed(s.Pos()).waits}, sh)
	return t.resolved
}

// RWMutexLock is rw.Lock().
func RWMutexLock(rw *sync.RWMutex, s Site) {
	if t := current(); t != nil {
		obj, sh := t.rwMutex(rw, s)
		t.use(checker.Arrive, obj, 0, s, sh)
		t.use(checker.Lock, obj, 0, s, sh)
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

// RWMutexRLocker is rw.RLocker(): a real one, which Adapt knows.
func RWMutexRLocker(rw *sync.RWMutex, _ Site) sync.Locker { return rw.RLocker() }
