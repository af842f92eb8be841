package runtime

import (
	"reflect"
	"sync"
	"unsafe"

	"gocheck.dev/checker"
)

// onceShadow is a sync.Once. Whether it is done is in the real one, where
// plain code and an assignment of a new Once find and change it; who is inside
// is in the shadow. The mutex in the real one is held meanwhile: an assignment
// opens it, and then Go ends the program when the function has returned.
type onceShadow struct {
	real     *sync.Once
	busy     bool
	assigned bool // something was assigned to it while it was busy
}

// onceMutex is the offset of the mutex in a Once's memory, or negative if there
// is none: then such an assignment is no failure.
var onceMutex = func() int {
	m, ok := reflect.TypeFor[sync.Once]().FieldByName("m")
	if !ok || m.Type != reflect.TypeFor[sync.Mutex]() || !locksTell {
		return -1
	}
	return int(m.Offset)
}()

// mutex is the mutex in the real Once.
func (o *onceShadow) mutex() *sync.Mutex {
	return (*sync.Mutex)(unsafe.Add(unsafe.Pointer(o.real), onceMutex))
}

// enter and leave note that a task is inside.
func (o *onceShadow) enter() {
	o.busy = true
	if onceMutex >= 0 {
		o.mutex().TryLock()
	}
}

func (o *onceShadow) leave() {
	o.busy = false
	if onceMutex >= 0 {
		if o.assigned = !mutexHeld(o.mutex()); !o.assigned {
			o.mutex().Unlock()
		}
	}
	o.real.Do(func() {})
}

func (o *onceShadow) info() checker.ObjectInfo { return checker.ObjectInfo{Kind: checker.OnceObject} }

// isDone compares the Once with a fresh one, for it does not tell. It is asked
// of one that nobody is inside of; a copy that was made while somebody was is
// not done.
func (o *onceShadow) isDone() bool {
	const size = unsafe.Sizeof(sync.Once{})
	memory := *(*[size]byte)(unsafe.Pointer(o.real))
	if onceMutex >= 0 {
		clear(memory[onceMutex:][:unsafe.Sizeof(sync.Mutex{})])
	}
	return memory != [size]byte{}
}

func (o *onceShadow) decisions(t *task, buf []checker.Decision) []checker.Decision {
	if t.op.Kind == checker.Once && o.busy {
		return buf
	}
	return append(buf, t.always())
}

func (o *onceShadow) perform(t *task, ev *checker.Event) {
	switch {
	case t.op.Kind == checker.OnceEnd:
		t.letGo(t.op.Obj)
		o.leave()
	case o.isDone():
		ev.Kind = checker.OnceDone
	default:
		ev.Kind = checker.OnceFirst
		o.enter()
		t.hold(t.op.Obj, Site(t.op.Pos), false)
	}
}

// OnceDo is o.Do(f).
func OnceDo(o *sync.Once, s Site, f func()) {
	t := current()
	if t == nil {
		o.Do(f)
		return
	}
	obj, sh := t.x.shadowAt(unsafe.Pointer(o), func() shadow { return &onceShadow{real: o} })
	op := checker.Op{Kind: checker.Once, Obj: obj, Pos: s.pos()}
	t.do(op, sh)
	if t.resolved == checker.OnceDone {
		return
	}
	defer func() {
		op.Kind = checker.OnceEnd
		t := current() // another task, if f calls t.Parallel
		t.do(op, sh)
		if sh.(*onceShadow).assigned {
			t.badUnlock(s, "sync: unlock of unlocked mutex")
		}
	}()
	f()
}

// onceCall calls a function once and remembers how it ended. It is what
// OnceFunc, OnceValue and OnceValues have in common.
type onceCall struct {
	once     sync.Once
	returned bool
	thrown   any
}

func (c *onceCall) do(s Site, f func()) {
	OnceDo(&c.once, s, func() {
		defer func() {
			if t := current(); !c.returned && (t == nil || !t.dying) {
				c.thrown = recover()
				panic(c.thrown) // here and not below, so that the stack shows f
			}
		}()
		f()
		c.returned = true
	})
	if !c.returned {
		panic(c.thrown)
	}
}

// OnceFunc is sync.OnceFunc(f).
func OnceFunc(s Site, f func()) func() {
	c := new(onceCall)
	return func() { c.do(s, f) }
}

// OnceValue is sync.OnceValue(f).
func OnceValue[T any](s Site, f func() T) func() T {
	c := new(onceCall)
	var v T
	return func() T {
		c.do(s, func() { v = f() })
		return v
	}
}

// OnceValues is sync.OnceValues(f).
func OnceValues[T, U any](s Site, f func() (T, U)) func() (T, U) {
	c := new(onceCall)
	var (
		v T
		w U
	)
	return func() (T, U) {
		c.do(s, func() { v, w = f() })
		return v, w
	}
}
