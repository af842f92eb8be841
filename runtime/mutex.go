package runtime

import (
	"runtime"
	"sync"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/innards"
	"gocheck.dev/runtime/internal/lockorder"
)

// mutexShadow is a sync.Mutex. The real mutex is locked and unlocked too, so
// that plain code that uses it, and a copy of it, find it as it is.
type mutexShadow struct {
	real   *sync.Mutex // nil: another object is at its address by now
	locked bool
	holder *task
	origin
}

// mutex is the object at m, whose shadow is as the memory at m says.
func (t *task) mutex(m *sync.Mutex, s Site) (checker.Object, *mutexShadow) {
	if t.dying {
		runtime.Goexit()
	}
	x := t.x
	obj, known := x.shadowAt(unsafe.Pointer(m), func() shadow { return x.newMutex(m, s) })
	sh := known.(*mutexShadow)
	if sh.astray() {
		sh.letGo(obj)
		sh.real = nil
		sh = x.newMutex(m, s)
		obj = x.replace(unsafe.Pointer(m), sh)
	}
	if sh.copied {
		x.nameObject(obj, s)
		t.settle(&sh.origin, func() { t.do(checker.Op{Kind: checker.Lock, Obj: obj}, sh) })
	}
	return obj, sh
}

func (m *mutexShadow) astray() bool {
	return innards.LocksTell && m.real != nil && !m.settling() && m.locked != innards.MutexHeld(m.real)
}

func (x *Execution) newMutex(m *sync.Mutex, s Site) *mutexShadow {
	sh := x.mutexes.Get()
	*sh = mutexShadow{real: m}
	if innards.LocksTell && innards.MutexHeld(m) {
		x.foreignLock(s, foreignMutex)
		sh.origin = x.copyOf()
	}
	return sh
}

func (m *mutexShadow) info() checker.ObjectInfo {
	return checker.ObjectInfo{Kind: checker.LockObject}
}

func (m *mutexShadow) decisions(t *task, buf []checker.Decision) []checker.Decision {
	if m.locked && (t.op.Kind == checker.Lock || t.op.Waits) {
		return buf
	}
	return append(buf, t.always())
}

func (m *mutexShadow) perform(t *task, ev *checker.Event) {
	switch t.op.Kind {
	case checker.TryLock:
		if m.locked {
			ev.Kind = checker.LockBusy
			return
		}
		ev.Kind = checker.Lock
		m.lock(t)
	case checker.Lock:
		m.lock(t)
	case checker.Unlock:
		if !m.locked {
			ev.Kind = checker.BadUnlock
			return
		}
		m.letGo(t.op.Obj)
		m.locked = false
		if m.real != nil && innards.MutexHeld(m.real) {
			m.real.Unlock()
		}
	}
}

func (m *mutexShadow) lock(t *task) {
	m.locked = true
	if m.settling() {
		return // nobody holds it who could let go of it
	}
	m.holder, t.x.locked = t, true
	t.hold(t.op.Obj, Site(t.op.Pos), false)
	if m.real != nil && !m.real.TryLock() {
		t.x.foreign(t, foreignMutex)
	}
}

// letGo notes that nobody holds it any longer.
func (m *mutexShadow) letGo(obj checker.Object) {
	if m.holder != nil {
		m.holder.letGo(obj)
		m.holder = nil
	}
}

// end releases what a task still held when the execution was over: the next
// one may use the same variable.
func (m *mutexShadow) end() {
	if m.locked && m.real != nil {
		m.real.TryLock() // in case that it was not ours
		m.real.Unlock()
	}
	m.real, m.holder = nil, nil
}

// MutexLock is Mutex.Lock.
func MutexLock(m *sync.Mutex, s Site) {
	t := current()
	if t == nil {
		m.Lock()
		return
	}
	obj, sh := t.mutex(m, s)
	t.use(checker.Lock, obj, 0, s, sh)
}

// MutexTryLock is Mutex.TryLock.
func MutexTryLock(m *sync.Mutex, s Site) bool {
	t := current()
	if t == nil {
		return m.TryLock()
	}
	obj, sh := t.mutex(m, s)
	t.do(checker.Op{Kind: checker.TryLock, Obj: obj, Pos: s.Pos(), Waits: t.narrowed(s.Pos()).waits}, sh)
	return t.resolved == checker.Lock
}

// MutexUnlock is Mutex.Unlock.
func MutexUnlock(m *sync.Mutex, s Site) {
	t := current()
	if t == nil {
		m.Unlock()
		return
	}
	obj, sh := t.mutex(m, s)
	t.use(checker.Unlock, obj, 0, s, sh)
	if t.resolved == checker.BadUnlock {
		t.badUnlock(s, "sync: unlock of unlocked mutex")
	}
}

// badUnlock is the misuse of a lock. Go ends the program, without running deferred functions.
func (t *task) badUnlock(s Site, message string) {
	t.x.fail("unlock", "fatal error: "+message, s)
	t.die()
}

// hold notes that t has got a lock.
func (t *task) hold(obj checker.Object, s Site, read bool) {
	h := lockorder.Hold{Obj: obj, Site: s.Pos(), Read: read, Part: t.part()}
	if len(t.held) > 0 && t.op.Kind != checker.TryLock && t.op.Kind != checker.TryRLock {
		t.x.order.Nests(t.id, t.held, h)
	}
	t.held = append(t.held, h)
}

// letGo notes that t holds a lock once less.
func (t *task) letGo(obj checker.Object) {
	for i := len(t.held) - 1; i >= 0; i-- {
		if t.held[i].Obj == obj {
			t.held = append(t.held[:i], t.held[i+1:]...)
			return
		}
	}
}
