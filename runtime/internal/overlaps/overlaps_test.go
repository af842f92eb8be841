package overlaps

import (
	"reflect"
	"testing"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/layout"
)

func TestParts(t *testing.T) {
	layout.View(reflect.TypeFor[uint64](), reflect.TypeFor[uint32](), 0)
	var memory [4]uint64
	at := func(i uintptr) unsafe.Pointer { return unsafe.Add(unsafe.Pointer(&memory), i) }
	type note struct{ at, size uintptr }
	for _, c := range []struct {
		notes    []note
		accessed uintptr
		want     bool
	}{
		{nil, 4, false},
		{[]note{{0, 8}}, 4, true},
		{[]note{{0, 8}}, 8, false},
		{[]note{{0, 8}}, 0, false},
		{[]note{{0, 4}}, 4, false},
		{[]note{{0, 4}, {8, 8}, {0, 4}}, 12, true},
		{[]note{{0, 4}, {0, 8}}, 30, true},
		{[]note{{0, 8}, {0, 4}}, 4, true},
	} {
		var w Words
		for range 2 { // as in two executions
			for i, n := range c.notes {
				if first := w.Note(at(n.at), n.size); first != (i == 0) {
					t.Errorf("%v: note %d is the first: %t", c.notes, i, first)
				}
			}
			is := func(p unsafe.Pointer) bool { return p == at(c.accessed) }
			find := func(p unsafe.Pointer) (checker.Object, bool) { return 0, is(p) }
			if got := w.Divided(find, func(unsafe.Pointer) bool { return false }); got != c.want {
				t.Errorf("%v and a variable at %d: parts: %t", c.notes, c.accessed, got)
			}
			if got := w.Divided(func(unsafe.Pointer) (checker.Object, bool) { return 0, false }, is); got != c.want {
				t.Errorf("%v and bytes with %d: parts: %t", c.notes, c.accessed, got)
			}
			w.Reset()
		}
	}
}

// What is gone is forgotten: another object at its address is another word.
func TestVacate(t *testing.T) {
	var memory [2]uint64
	var w Words
	w.Note(unsafe.Pointer(&memory[0]), 8)
	w.Note(unsafe.Pointer(&memory[1]), 8)
	slots := w.Slots(nil)
	if len(slots) != 2 {
		t.Fatalf("%d slots of two words", len(slots))
	}
	*slots[0] = nil
	w.Vacate()
	if w.Note(unsafe.Pointer(&memory[0]), 4) {
		t.Error("it is the first again")
	}
	if len(w.Slots(nil)) != 2 || w.mixed {
		t.Errorf("%d slots, mixed: %t", len(w.Slots(nil)), w.mixed)
	}
	w.Note(unsafe.Pointer(&memory[1]), 4)
	if !w.mixed {
		t.Error("a word that is still there has two sizes, and nothing is said")
	}
}
