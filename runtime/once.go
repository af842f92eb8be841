package runtime

import (
	"sync"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/innards"
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

// mutex is the mutex in the real Once, nil if there is none: then such an assignment is no failure.
func (o *onceShadow) mutex() *sync.Mutex { return innards.MutexOf(o.real) }

// enter and leave note that a task is inside.
func (o *onceShadow) enter() {
	o.busy = true
	if m := o.mutex(); m != nil {
		m.TryLock()
	}
}

func (o *onceShadow) leave() {
	o.busy = false
	if m := o.mutex(); m != nil {
		if o.assigned = !innards.MutexHeld(m); !o.assigned {
			m.Unlock()
		}
	}
	o.real.Do(func() {})
}

func (o *onceShadow) info() checker.ObjectInfo { return checker.ObjectInfo{Kind: checker.OnceObject} }

// isDone is asked of a Once that nobody is inside of. A copy that was made while somebody was is
// not done.
func (o *onceShadow) isDone() bool { return innards.OnceDone(o.real) }

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
	op := checker.Op{Kind: checker.Once, Obj: obj, Pos: s.Pos()}
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
