package addresses

import (
	"math/rand"
	"testing"
	"unsafe"

	"gocheck.dev/checker"
)

// An execution after the other, of few and of many objects, finds in the table what
// it has put there, and nothing else.
func TestAddresses(t *testing.T) {
	var a Table
	memory := make([]byte, 5000)
	r := rand.New(rand.NewSource(1))
	for round := range 200 {
		a.Reset()
		want := map[unsafe.Pointer]checker.Object{}
		for range []int{3, 40, 5000}[round%3] {
			p := unsafe.Pointer(&memory[r.Intn(len(memory))])
			id, known := a.Find(p)
			if w, ok := want[p]; ok != known || id != w {
				t.Fatalf("round %d: found %d, %v, want %d, %v", round, id, known, w, ok)
			}
			if !known || r.Intn(10) == 0 {
				id = checker.Object(r.Intn(1 << 20))
				a.Set(p, id)
				want[p] = id
			}
		}
		for p, w := range want {
			if id, ok := a.Find(p); !ok || id != w {
				t.Fatalf("round %d: found %d, %v, want %d", round, id, ok, w)
			}
		}
	}
	if _, ok := a.Find(nil); ok {
		t.Error("something was found at nil")
	}
	for range 10 {
		a.Reset()
	}
	if n := len(a.slots); n != 1<<leastAddresses {
		t.Errorf("%d slots are left after executions that use none", n)
	}
}

// An address that has become nil is no address of its object any more; the others are found.
func TestVacate(t *testing.T) {
	var a Table
	a.Reset()
	memory := make([]byte, 100)
	for i := range memory {
		a.Set(unsafe.Pointer(&memory[i]), checker.Object(i))
	}
	for i, s := range a.Slots(nil) {
		if int(uintptr(*s)-uintptr(unsafe.Pointer(&memory[0])))%3 == 0 {
			*s = nil
		}
		if i >= len(memory) {
			t.Fatalf("%d slots", i)
		}
	}
	gone := 0
	a.Vacate(func(o checker.Object) {
		if gone++; o%3 != 0 {
			t.Errorf("object %d is gone", o)
		}
	})
	if gone != 34 {
		t.Errorf("%d objects are gone", gone)
	}
	for i := range memory {
		if id, ok := a.Find(unsafe.Pointer(&memory[i])); ok != (i%3 != 0) || ok && int(id) != i {
			t.Errorf("at %d is %d, %t", i, id, ok)
		}
	}
}
