package runtime

import (
	"runtime"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/stretches"
)

// A slice of bytes that is accessed as a whole is one object (internal/stretches). Races are as
// exact as with bytes: a part that is accessed by itself becomes an object with the past of the
// whole. For the trace it is the whole. That is coarser, and only matters to loops that wait for a
// part: all else that conflicts is a race, or ordered by something else. Messages of one handler
// are ordered by nothing else, so bytes stay bytes where there are handlers; and where garbage is
// collected, for a stretch would hold on to its bytes.

// leastStretch is from how many bytes on a slice is a stretch.
const leastStretch = 16

// stretches says whether so many bytes are accessed as a whole.
func (x *Execution) stretches(n int) bool {
	return n >= leastStretch && x.Races == RacesReport && !x.bytewise && len(x.handlers.Used()) == 0 && x.values == nil && x.Known.Ends&wire.Collects == 0
}

// stretched announces such an access, or returns false.
func (t *task) stretched(p unsafe.Pointer, n int, s Site, write bool) bool {
	x := t.x
	if !x.stretches(n) {
		return false
	}
	if t.dying {
		runtime.Goexit()
	}
	if x.alone {
		if write {
			t.rounds.change()
		}
		return true
	}
	if t.accesses++; t.accesses > spinning {
		t.do(checker.Op{Kind: checker.Yield, Pos: s.Pos()}, nil)
	}
	if !x.pools.Empty() {
		x.pools.UseAll(t.id, p, uintptr(n))
	}
	x.stretch(t, p, n, s, write)
	return true
}

// stretch adds such an access to the step's effects.
func (x *Execution) stretch(t *task, p unsafe.Pointer, n int, s Site, write bool) {
	if !x.bytes.Any() {
		x.vars.Each(x.bytes.Noted)
	}
	x.bytes.Access(p, n, x.vars.Find, func(st *stretches.Stretch) { st.Obj = x.numbered(st.Of, s) },
		func(obj checker.Object) { x.effect(t, obj, s, write, checker.NoKind) })
}

// numbered numbers a variable, or stretch, that is met at a site: a part of another one from now
// on, if that is not nil. What the present step does to the rest later it has not done to the part.
func (o *objects) numbered(of *stretches.Stretch, s Site) checker.Object {
	if of != nil {
		o.list[of.Obj].step = 0
		return o.add(&partShadow{of: of.Obj, whole: of.Whole.Obj})
	}
	id := o.add(nil)
	o.list[id].site = s
	return id
}

// partShadow is a variable that was a part of a stretch.
type partShadow struct {
	accessShadow
	of, whole checker.Object
}

func (p *partShadow) info() checker.ObjectInfo {
	return checker.ObjectInfo{Kind: checker.VarObject, Of: p.of + 1, Whole: p.whole + 1}
}
