package wards

import (
	"reflect"
	"runtime"
	"testing"
	"unsafe"
)

type object struct {
	next *object
	room [8]int
}

var global object

//go:noinline
func made() unsafe.Pointer { return unsafe.Pointer(new(object)) }

// What only slots hold is gone afterwards, what others hold or cannot be collected stays; a
// finalizer brings its object back.
func TestCollect(t *testing.T) {
	kept := new(object)
	kept.next = new(object)
	kept.next.room[3] = 7
	all := []unsafe.Pointer{
		made(), unsafe.Pointer(kept.next), unsafe.Pointer(&kept.next.room[3]), unsafe.Pointer(&global.room[2]),
		unsafe.Pointer(unsafe.StringData("constant")), nil, made(),
	}
	all = append(all, unsafe.Add(all[6], 16))
	var slots []*unsafe.Pointer
	for i := range all {
		slots = append(slots, &all[i])
	}
	if !Collect(slots) {
		t.Error("nothing is gone")
	}
	for i, gone := range []bool{true, false, false, false, false, true, true, true} {
		if (all[i] == nil) != gone {
			t.Errorf("slot %d: %v, want gone %t", i, all[i], gone)
		}
	}
	if v := *(*int)(all[2]); v != 7 {
		t.Errorf("what has stayed is %d", v)
	}
	if Collect(slots) {
		t.Error("something is gone that others hold")
	}
	kept.room[0]++
}

// Who has a finalizer gets the object back, and its cleanups come only when it is gone again. What
// was taken back, or is of an execution before, does not come.
func TestWards(t *testing.T) {
	var d Wards
	called := ""
	func() {
		d.Finalize(Ward{}, new(object), func(*object) { called += "old " })
		d.Reset()
		o := new(object)
		o.room[1] = 5
		part := unsafe.Pointer(&o.room[2])
		d.Cleanup(Ward{By: 1, Runs: func(any) { called += "cleanup " }}, part, reflect.TypeFor[object](), runtime.Cleanup{})
		d.Finalize(Ward{By: 2}, o, func(o *object) { called += string(rune('0'+o.room[1])) + " " })
		d.Weak(Ward{}, part, reflect.TypeFor[object]())
		other := new(object)
		d.Finalize(Ward{}, other, func(*object) { called += "other " })
		d.Finalize(Ward{}, other, nil)
	}()
	for range 2 {
		if !Collect(d.Slots(nil)) {
			t.Error("nothing is gone")
		}
		gone := d.Gone()
		for i := range gone {
			gone[i].Run()
		}
	}
	if called != "5 cleanup " || d.Any() {
		t.Errorf("%q was called, some are there: %t", called, d.Any())
	}
}

func TestTiny(t *testing.T) {
	for _, c := range []struct {
		v    any
		tiny bool
	}{
		{1, true}, {struct{}{}, true}, {[3]int32{}, true}, {struct{ a, b int32 }{}, true}, {complex64(0), true},
		{"", false}, {[2]int64{}, false}, {struct{ p *int }{}, false}, {[1]*int{}, false}, {[0]*int{}, true}, {func() {}, false},
	} {
		if got := tiny(reflect.TypeOf(c.v)); got != c.tiny {
			t.Errorf("%T: %t", c.v, got)
		}
	}
}
