package runtime

import (
	"slices"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/calls"
	"gocheck.dev/runtime/internal/layout"
)

// What plain code accesses of memory that objects of the standard library stand before, like
// the slice that a bytes.Reader reads, is known when it has been accessed: how far the object
// has come says how much. So package access looks at an object before it is used, and again
// before the task's next operation, while nobody else has had a turn. What is announced then
// belongs to the step in which it happened.

// A watch looks at what a task uses.
type watch struct {
	of     unsafe.Pointer
	by     *task
	site   Site
	frames []string // of a record: where it is used
	look   Look
}

// A Look finds what has been accessed since the one before, and passes it on: so many bytes from
// an address on.
type Look func(pass func(p unsafe.Pointer, n int, write bool))

// watches is how many objects are watched at a time: those that one call uses, and the calls
// within it.
const watches = 16

// Watches has look called before the calling task's next operations, as long as nobody else
// uses the object at p.
func Watches(p unsafe.Pointer, s Site, look Look) {
	t := current()
	if t == nil || t.x.alone || t.x.Races == RacesExplore {
		return
	}
	Settles(p)
	w := watch{of: p, by: t, site: s, look: look}
	if t.x.record != nil {
		w.frames, _ = calls.UserFrames()
	}
	if len(t.x.inUse) == watches {
		t.x.inUse = slices.Delete(t.x.inUse, 0, 1)
	}
	t.x.inUse = append(t.x.inUse, w)
}

// Settles ends the watch of an object: it is looked at for the last time.
func Settles(p unsafe.Pointer) {
	t := current()
	if t == nil {
		return
	}
	for i, w := range t.x.inUse {
		if w.of == p {
			t.x.inUse = slices.Delete(t.x.inUse, i, i+1)
			if w.by == t {
				t.looks(&w)
			}
			return
		}
	}
}

// settles looks at everything that the task has used. If others have had a turn meanwhile, what
// they have done to it by ways that are not seen is not the task's.
func (t *task) settles(others bool) {
	for i := range t.x.inUse {
		switch w := &t.x.inUse[i]; {
		case w.by != t || t.x.alone || t.dying:
		case others:
			w.look(func(unsafe.Pointer, int, bool) {})
		default:
			t.looks(w)
		}
	}
}

// looks adds what it finds to the step in which the task is.
func (t *task) looks(w *watch) {
	x := t.x
	if x.alone || t.dying {
		return
	}
	w.look(func(p unsafe.Pointer, n int, write bool) {
		if x.record != nil {
			x.record.usedAt = w.frames
		}
		if x.stretches(n) {
			x.stretch(t, p, n, w.site, write)
			return
		}
		for i := range n {
			at := unsafe.Add(p, i)
			obj, as := x.varAt(at, w.site), checker.NoKind
			if x.values != nil {
				as = x.values.Of(at, layout.Opaque, 0, w.site, write)
			}
			x.effect(t, obj, w.site, write, as)
		}
	})
	if x.record != nil {
		x.record.usedAt = nil
	}
}
