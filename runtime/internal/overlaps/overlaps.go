package overlaps

import (
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/layout"
)

// Words are those of an execution, with their sizes.
type Words struct {
	list  []word
	index map[uintptr]int // by address, in list
	mixed bool            // one has two sizes
}

// word is one of them. As long as it is kept its address is that of no other object.
type word struct {
	at   unsafe.Pointer // nil: its object is gone (Vacate)
	size uintptr
}

// Note notes an operation on a word, and reports whether it is the first.
func (w *Words) Note(p unsafe.Pointer, size uintptr) bool {
	if i, known := w.index[uintptr(p)]; known {
		k := &w.list[i]
		w.mixed = w.mixed || k.size != size
		k.size = max(k.size, size)
		return false
	}
	if w.index == nil {
		w.index = make(map[uintptr]int)
	}
	w.index[uintptr(p)] = len(w.list)
	w.list = append(w.list, word{p, size})
	return len(w.list) == 1
}

// Divided says whether one of them has parts. It is told which addresses objects begin at, and
// which are within one.
func (w *Words) Divided(find func(unsafe.Pointer) (checker.Object, bool), within func(unsafe.Pointer) bool) bool {
	if w.mixed {
		return true
	}
	for _, k := range w.list {
		if k.at == nil {
			continue
		}
		for _, d := range layout.Cuts(k.size) {
			at := unsafe.Add(k.at, d)
			if _, is := find(at); is || within(at) {
				return true
			}
		}
	}
	return false
}

// Slots appends where it holds on to objects of the program.
func (w *Words) Slots(all []*unsafe.Pointer) []*unsafe.Pointer {
	for i := range w.list {
		if k := &w.list[i]; k.at != nil {
			all = append(all, &k.at)
		}
	}
	return all
}

// Vacate forgets the words whose objects are gone: their slots are nil.
func (w *Words) Vacate() {
	for at, i := range w.index {
		if w.list[i].at == nil {
			delete(w.index, at)
		}
	}
}

// Reset begins an execution.
func (w *Words) Reset() {
	clear(w.list)
	clear(w.index)
	w.list, w.mixed = w.list[:0], false
}
