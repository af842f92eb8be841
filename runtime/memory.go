package runtime

import (
	"runtime"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/layout"
	"gocheck.dev/runtime/internal/values"
)

// Plain accesses of shared variables. With -races=explore each of them is
// announced; else they become effects of the step that they happen in. What
// happens before anything was spawned is ordered before everything, and is
// left out.

// Quiet says whether a read may be made without R. It is small enough to be inlined:
// tests that compute alone are ten times as fast.
func Quiet() bool { return quiet.Load() }

// Stepwise says whether each access is a step of its own (-races=explore): between those of a call
// others may have their turn, so what it reads or writes it has to read or write step by step.
func Stepwise() bool {
	t := current()
	return t != nil && t.x.Races == RacesExplore
}

// R announces a read of *p and returns where to read it.
func R[T any](p *T, s Site) *T { return (*T)(readOf(p, s)) }

// readOf is R. A rewritten package compiles its own copy of generic and of inlined functions, with
// the methods of all instances of generic types that a type they name leads to: 258 functions, if
// it is a task. So they name none, and what is small and names one is not inlined (TestCompiled).
func readOf(pointer any, s Site) unsafe.Pointer {
	p := layout.Held(pointer)
	if t := current(); t != nil && p != nil {
		return t.read(p, layout.Of(pointer), s)
	}
	return p
}

// At is the variable of an assignment.
func At[T any](p *T, s Site) Location[T] { return Location[T]{p, s} }

// Location is a variable that is about to be assigned to.
type Location[T any] struct {
	p *T
	s Site
}

// Set announces the write and assigns.
func (l Location[T]) Set(v T) {
	if quiet.Load() {
		*l.p = v
		return
	}
	l.set(v)
}

//go:noinline
func (l Location[T]) set(v T) {
	if !writeOf(l.p, unsafe.Pointer(&v), l.s) {
		*l.p = v
	}
}

// writeOf announces the write of what is at v to the variable, and reports whether it was done.
func writeOf(pointer any, v unsafe.Pointer, s Site) bool {
	t, p := current(), layout.Held(pointer)
	return t != nil && p != nil && !t.write(p, v, layout.Of(pointer), s)
}

// MapR announces a read of the map as a whole and returns it. That M is a map
// is not said, because before Go 1.20 no type parameter for its keys would take
// interfaces.
func MapR[M any](m M, s Site) M {
	if !quiet.Load() {
		mapAccess(*(*unsafe.Pointer)(unsafe.Pointer(&m)), s, false)
	}
	return m
}

// MapW announces a write of the map as a whole and returns it.
func MapW[M any](m M, s Site) M {
	if !quiet.Load() {
		mapAccess(*(*unsafe.Pointer)(unsafe.Pointer(&m)), s, true)
	}
	return m
}

// mapAccess accesses a map by the pointer that it is.
func mapAccess(m unsafe.Pointer, s Site, write bool) {
	if t := current(); t != nil && m != nil {
		t.access(m, layout.Contents, 0, s, write)
	}
}

// SliceR announces reads of all elements of a slice and returns it.
func SliceR[S ~[]E, E any](a S, s Site) S {
	if !quiet.Load() {
		sliceAccess((*E)(nil), unsafe.Pointer(unsafe.SliceData(a)), len(a), s, false)
	}
	return a
}

// SliceW announces writes of all elements of a slice and returns it.
func SliceW[S ~[]E, E any](a S, s Site) S {
	if !quiet.Load() {
		sliceAccess((*E)(nil), unsafe.Pointer(unsafe.SliceData(a)), len(a), s, true)
	}
	return a
}

// sliceAccess announces accesses of n elements at p, of the type that a pointer is to.
func sliceAccess(pointer any, p unsafe.Pointer, n int, s Site, write bool) {
	t := current()
	if t == nil || n == 0 {
		return
	}
	l := layout.Of(pointer)
	size := l.Size()
	if size == 1 && t.stretched(p, n, s, write) {
		return
	}
	for i := range n {
		p := unsafe.Add(p, uintptr(i)*size)
		for _, leaf := range l.Leaves {
			// The value written is not known here, and nobody compares it: a
			// slice's elements are not written in bulk and by CAS as well.
			t.access(unsafe.Add(p, leaf.Offset), layout.Opaque, 0, s, write)
		}
	}
}

// read accesses a variable leaf by leaf and returns where to find the value.
func (t *task) read(p unsafe.Pointer, l *layout.Layout, s Site) unsafe.Pointer {
	if t.x.Races != RacesExplore || len(l.Leaves) <= 1 {
		for _, leaf := range l.Leaves {
			t.access(unsafe.Add(p, leaf.Offset), leaf.Kind, 0, s, false)
		}
		return p
	}
	if t.x.alone {
		return p
	}
	// Others may write between the reads of two leaves: each has to be read
	// in its turn.
	v := l.Alloc()
	for _, leaf := range l.Leaves {
		t.access(unsafe.Add(p, leaf.Offset), leaf.Kind, 0, s, false)
		leaf.Copy(v, p)
	}
	return v
}

// write accesses a variable leaf by leaf, for a value at v. It says whether
// the assignment is still to be made.
func (t *task) write(p, v unsafe.Pointer, l *layout.Layout, s Site) bool {
	if t.x.Races != RacesExplore || t.x.alone || len(l.Leaves) <= 1 {
		for _, leaf := range l.Leaves {
			t.access(unsafe.Add(p, leaf.Offset), leaf.Kind, leaf.Kind.Bits(unsafe.Add(v, leaf.Offset)), s, true)
		}
		return true
	}
	for _, leaf := range l.Leaves {
		t.access(unsafe.Add(p, leaf.Offset), leaf.Kind, leaf.Kind.Bits(unsafe.Add(v, leaf.Offset)), s, true)
		leaf.Copy(p, v)
	}
	return false
}

// access announces the access of the leaf at p, or adds it to the step's
// effects. A write comes with the value to be written, as far as it is known.
func (t *task) access(p unsafe.Pointer, kind layout.Kind, val uint64, s Site, write bool) {
	if t.dying {
		runtime.Goexit()
	}
	x := t.x
	if x.alone {
		if write {
			t.rounds.change()
		}
		return
	}
	if t.accesses++; t.accesses > spinning {
		t.do(checker.Op{Kind: checker.Yield, Pos: s.Pos()}, nil)
	}
	if !x.pools.Empty() {
		x.pools.Use(t.id, p)
	}
	obj := x.varAt(p, s)
	if kind == layout.Contents && x.list[obj].sh == nil {
		x.list[obj].sh = contentsShadow{}
	}
	if x.Races != RacesExplore {
		as := checker.NoKind
		if x.values != nil {
			as = x.values.Of(p, kind, val, s, write)
		}
		x.effect(t, obj, s, write, as)
		if !write {
			t.rounds.saw(obj, p, kind)
		}
		return
	}
	op := checker.Read
	t.leaf, t.leafKind = p, kind
	if write {
		op, t.leafVal = checker.Write, val
	}
	t.announce(op, obj, 0, s, accessShadow{})
	t.turn()
	if !write {
		t.rounds.saw(obj, p, kind)
	}
}

// spinning is how many plain accesses a task makes in one step before the others
// get a chance: it may be in a loop that waits for one of them. It is large, since
// the number of accesses becomes visible to the schedule here.
const spinning = 100_000

// effect adds a plain access to the current step, once.
func (x *Execution) effect(t *task, obj checker.Object, s Site, write bool, as checker.Kind) {
	if x.record != nil {
		x.record.accessed(checker.Effect{Task: t.id, Obj: obj, Write: write, Pos: s.Pos()})
	}
	if x.chains.On {
		x.orderAccess(t, obj, write)
	}
	o := &x.list[obj]
	if o.site == 0 {
		x.nameObject(obj, s)
	}
	seen := obj
	if p, ok := o.sh.(*partShadow); ok {
		seen = p.whole
	}
	if write {
		x.list[seen].changes++
		t.rounds.change()
	} else if r := &t.rounds; r.on {
		r.plain++
		t.look(seen, checker.Read)
	}
	if o.step == x.steps {
		if e := &x.effects[o.effect]; e.Task == t.id {
			e.As = values.Both(e, write, as)
			if write && !e.Write {
				e.Write, e.Pos = true, s.Pos()
			}
			return
		}
	}
	o.step, o.effect = x.steps, int32(len(x.effects))
	x.effects = append(x.effects, checker.Effect{Task: t.id, Obj: obj, Write: write, As: as, Pos: s.Pos()})
}

// contentsShadow is what a map holds: it has the name of the variable that holds the map.
type contentsShadow struct{ accessShadow }

// accessShadow performs plain accesses: it only notes the value.
type accessShadow struct{}

func (accessShadow) info() checker.ObjectInfo { return checker.ObjectInfo{Kind: checker.VarObject} }

func (accessShadow) decisions(t *task, buf []checker.Decision) []checker.Decision {
	return append(buf, t.always())
}

func (accessShadow) perform(t *task, ev *checker.Event) {
	if t.op.Kind == checker.Write {
		ev.Val = t.leafVal
		return
	}
	ev.Val = t.leafKind.Bits(t.leaf)
}
