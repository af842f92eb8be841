package overlaps

import (
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/layout"
)

// Words are those of an execution, with their sizes.
type Words struct {
	sizes map[unsafe.Pointer]uintptr
	mixed bool // one has two sizes
}

// Note notes an operation on a word, and reports whether it is the first.
func (w *Words) Note(p unsafe.Pointer, size uintptr) bool {
	had, known := w.sizes[p]
	w.mixed = w.mixed || known && had != size
	if w.sizes == nil {
		w.sizes = make(map[unsafe.Pointer]uintptr)
	}
	w.sizes[p] = max(had, size)
	return len(w.sizes) == 1 && !known
}

// Divided says whether one of them has parts. It is told which addresses objects begin at, and
// which are within one.
func (w *Words) Divided(find func(unsafe.Pointer) (checker.Object, bool), within func(unsafe.Pointer) bool) bool {
	if w.mixed {
		return true
	}
	for p, size := range w.sizes {
		for _, d := range layout.Cuts(size) {
			at := unsafe.Add(p, d)
			if _, is := find(at); is || within(at) {
				return true
			}
		}
	}
	return false
}

// Reset begins an execution.
func (w *Words) Reset() {
	clear(w.sizes)
	w.mixed = false
}
