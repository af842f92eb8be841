package runtime

import (
	"sync"
	"unsafe"

	"gocheck.dev/checker"
)

// onceShadow is a sync.Once. Whether it is done is in the real one, where
// plain code and an assignment of a new Once find and change it; who is inside
// is in the shadow.
type onceShadow struct {
	real *sync.Once
	busy bool
}

func (o *onceShadow) info() checker.ObjectInfo { return checker.ObjectInfo{Kind: checker.OnceObject} }

// isDone compares the Once with a fresh one, for it does not tell.
func (o *onceShadow) isDone() bool {
	memory := *(*[unsafe.Sizeof(sync.Once{})]byte)(unsafe.Pointer(o.real))
	return memory != [unsafe.Sizeof(sync.Once{})]byte{}
}

func (o *onceShadow) decisions(t *task, buf []checker.Decision) []checker.Decision {
	if t.op.Kind == checker.Once && o.busy {
		return buf
	}
	return append(buf, t.always())
}

func (o *onceShadow) perform(t *task, _ checker.Decision, ev *checker.Event) {
	switch {
	case t.op.Kind == checker.OnceEnd:
		o.busy = false
		t.letGo(t.op.Obj)
		o.real.Do(func() {})
	case o.isDone():
		ev.Kind = checker.OnceDone
	default:
		ev.Kind = checker.OnceFirst
		o.busy = true
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
		current().do(op, sh) // another task, if f calls t.Parallel
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
