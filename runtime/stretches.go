package runtime

import (
	"runtime"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/stretches"
)

// A slice of bytes that is accessed as a whole is one object, not one for each byte
// (internal/stretches). What conflicts is as exact as with bytes: a part that is accessed by
// itself becomes an object with the past of the whole. For the trace, parts are the whole
// (checker.ObjectInfo.Whole). That is coarser, and only matters to loops that wait for a part:
// all else that conflicts there is a race, or ordered by something else. Messages of one handler
// are ordered by nothing else, so bytes stay bytes where there are handlers.

// leastStretch is from how many bytes on a slice is a stretch.
const leastStretch = 16

// stretches says whether so many bytes are accessed as a whole.
func (x *Execution) stretches(n int) bool {
	return n >= leastStretch && x.Races == RacesReport && !x.bytewise && x.handlers.used == 0 && x.values == nil
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
	x.bytes.Access(p, n, stretchedAt{x, s}, func(obj checker.Object) { x.effect(t, obj, s, write, checker.NoKind) })
}

// stretchedAt numbers stretches that are met at a site.
type stretchedAt struct {
	x *Execution
	s Site
}

// Single implements stretches.Objects.
func (m stretchedAt) Single(p unsafe.Pointer) (checker.Object, bool) { return m.x.vars.Find(p) }

// Number implements stretches.Objects.
func (m stretchedAt) Number(st *stretches.Stretch) {
	if st.Of == nil {
		st.Obj = m.x.add(nil)
		m.x.list[st.Obj].site = m.s
		return
	}
	st.Obj = m.x.part(st.Of)
}

// part numbers what is a part of a stretch from now on. What the present step does to the rest
// after this it has not done to the part.
func (o *objects) part(of *stretches.Stretch) checker.Object {
	o.list[of.Obj].step = 0
	return o.add(&partShadow{of: of.Obj, whole: of.Whole.Obj})
}

// partShadow is a variable that was a part of a stretch.
type partShadow struct {
	accessShadow
	of, whole checker.Object
}

func (p *partShadow) info() checker.ObjectInfo {
	return checker.ObjectInfo{Kind: checker.VarObject, Of: p.of + 1, Whole: p.whole + 1}
}
