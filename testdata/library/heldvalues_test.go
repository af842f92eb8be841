package library

import (
	"reflect"
	"testing"
)

// A reflect.Value that is embedded, or behind a pointer, gives keys in the order of a loop, too.

type heldValue struct{ reflect.Value }

type heldPointer struct{ *reflect.Value }

// latestHeld counts as latest does the maps of which the key that was put in last comes first.
func latestHeld(keys func(reflect.Value) []reflect.Value) (n int) {
	for range 5 {
		m, first, last := map[*int]bool{}, new(int), new(int)
		m[first], m[last] = true, true
		if keys(reflect.ValueOf(m))[0].Interface() == last {
			n++
		}
	}
	return n
}

func TestBugHeldValue(t *testing.T) {
	if latestHeld(func(v reflect.Value) []reflect.Value { return heldValue{v}.MapKeys() }) == 0 {
		t.Error("all as they were put in")
	}
}
func TestBugHeldPointer(t *testing.T) {
	if latestHeld(func(v reflect.Value) []reflect.Value { h := heldPointer{&v}; return h.MapKeys() }) == 5 {
		t.Error("all the other way round")
	}
}
func TestBugHeldVariable(t *testing.T) {
	if latestHeld(func(v reflect.Value) []reflect.Value { p := &v; return p.MapKeys() }) == 0 {
		t.Error("all as they were put in")
	}
}
func TestOKHeldChannel(t *testing.T) {
	v := reflect.ValueOf(make(chan int, 1))
	h := heldPointer{&v}
	h.Send(reflect.ValueOf(3))
	if x, _ := h.Recv(); h.Len() != 0 || x.Int() != 3 {
		t.Error(x)
	}
}

// Nor does it matter how the method is named.

func TestBugMethodOfValues(t *testing.T) {
	if latestHeld(reflect.Value.MapKeys) == 0 {
		t.Error("all as they were put in")
	}
}
func TestBugMethodOfPointers(t *testing.T) {
	if latestHeld(func(v reflect.Value) []reflect.Value { return (*reflect.Value).MapKeys(&v) }) == 5 {
		t.Error("all the other way round")
	}
}
func TestBugMethodOfHeldValues(t *testing.T) {
	keys := heldValue.MapKeys
	if latestHeld(func(v reflect.Value) []reflect.Value { return keys(heldValue{v}) }) == 0 {
		t.Error("all as they were put in")
	}
}
func TestBugHeldBehindInterface(t *testing.T) {
	if latestHeld(func(v reflect.Value) []reflect.Value {
		var h interface{ MapKeys() []reflect.Value } = heldValue{v}
		return h.MapKeys()
	}) == 0 {
		t.Error("all as they were put in")
	}
}
