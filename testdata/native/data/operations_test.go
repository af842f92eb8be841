package data

import (
	"fmt"
	"reflect"
	"testing"
)

// CommaOK: the results of a type assertion.
func TestCommaOKBad(t *testing.T) {
	var i any = 1
	n, ok := 0, false
	both(
		func() { n, ok = i.(int) },
		func() { _ = fmt.Sprint(n, ok) },
	)
}

func TestCommaOKGood(t *testing.T) {
	var i any = 1
	n, ok := 0, false
	guarded(
		func() { n, ok = i.(int) },
		func() { _ = fmt.Sprint(n, ok) },
	)
}

// MultiAssign: a tuple assignment of results.
func TestMultiAssignBad(t *testing.T) {
	n, m := 0, 0
	both(
		func() { n, m = pair() },
		func() { _ = n + m },
	)
}

func TestMultiAssignGood(t *testing.T) {
	n, m := 0, 0
	guarded(
		func() { n, m = pair() },
		func() { _ = n + m },
	)
}

// Defer: a deferred function writes.
func TestDeferBad(t *testing.T) {
	n, m := 0, 0
	both(
		func() { func() { defer func() { n = 1 }() }() },
		func() { m = n },
	)
	_ = m
}

func TestDeferGood(t *testing.T) {
	n, m := 0, 0
	guarded(
		func() { func() { defer func() { n = 1 }() }() },
		func() { m = n },
	)
	_ = m
}

// DeferredArguments: arguments of defer are read at once.
func TestDeferredArgumentsBad(t *testing.T) {
	n, m := 0, 0
	both(
		func() { func() { defer func(int) {}(n) }(); m = 1 },
		func() { n = 2 },
	)
	_ = m
}

func TestDeferredArgumentsGood(t *testing.T) {
	n, m := 0, 0
	guarded(
		func() { func() { defer func(int) {}(n) }(); m = 1 },
		func() { n = 2 },
	)
	_ = m
}

// Recover: a recovered panic writes on its way.
func TestRecoverBad(t *testing.T) {
	n, m := 0, 0
	both(
		func() { func() { defer func() { recover(); n = 1 }(); panic(1) }() },
		func() { m = n },
	)
	_ = m
}

func TestRecoverGood(t *testing.T) {
	n, m := 0, 0
	guarded(
		func() { func() { defer func() { recover(); n = 1 }(); panic(1) }() },
		func() { m = n },
	)
	_ = m
}

// Goto: a loop by goto.
func TestGotoBad(t *testing.T) {
	n, m := 0, 0
	both(
		func() {
			i := 0
		again:
			if i++; i < 3 {
				n = i
				goto again
			}
		},
		func() { m = n },
	)
	_ = m
}

func TestGotoGood(t *testing.T) {
	n, m := 0, 0
	guarded(
		func() {
			i := 0
		again:
			if i++; i < 3 {
				n = i
				goto again
			}
		},
		func() { m = n },
	)
	_ = m
}

// Generic: a generic container.
func TestGenericBad(t *testing.T) {
	b := &box[int]{}
	n := 0
	both(
		func() { b.set(1) },
		func() { n = b.get() },
	)
	_ = n
}

func TestGenericGood(t *testing.T) {
	b := &box[int]{}
	n := 0
	guarded(
		func() { b.set(1) },
		func() { n = b.get() },
	)
	_ = n
}

// GenericMap: a generic function writes a map.
func TestGenericMapBad(t *testing.T) {
	m, n := map[string]int{}, 0
	both(
		func() { put(m, "a", 1) },
		func() { n = len(m) },
	)
	_ = n
}

func TestGenericMapGood(t *testing.T) {
	m, n := map[string]int{}, 0
	guarded(
		func() { put(m, "a", 1) },
		func() { n = len(m) },
	)
	_ = n
}

// GenericPointer: a generic function writes through a pointer.
func TestGenericPointerBad(t *testing.T) {
	n, m := 0, 0
	both(
		func() { assign(&n, 1) },
		func() { m = n },
	)
	_ = m
}

func TestGenericPointerGood(t *testing.T) {
	n, m := 0, 0
	guarded(
		func() { assign(&n, 1) },
		func() { m = n },
	)
	_ = m
}

// RangeFunc: the body of a range over a function.
func TestRangeFuncBad(t *testing.T) {
	n, m := 0, 0
	both(
		func() {
			for v := range count(2) {
				n = v
			}
		},
		func() { m = n },
	)
	_ = m
}

func TestRangeFuncGood(t *testing.T) {
	n, m := 0, 0
	guarded(
		func() {
			for v := range count(2) {
				n = v
			}
		},
		func() { m = n },
	)
	_ = m
}

// RangeFuncState: an iterator writes what it has captured.
func TestRangeFuncStateBad(t *testing.T) {
	n, m := 0, 0
	both(
		func() {
			for range func(yield func() bool) { n++; yield() } {
			}
		},
		func() { m = n },
	)
	_ = m
}

func TestRangeFuncStateGood(t *testing.T) {
	n, m := 0, 0
	guarded(
		func() {
			for range func(yield func() bool) { n++; yield() } {
			}
		},
		func() { m = n },
	)
	_ = m
}

// RangeInt: a range over an integer that is assigned.
func TestRangeIntBad(t *testing.T) {
	n, k := 3, 0
	both(
		func() {
			for range n {
				k++
			}
		},
		func() { n = 1 },
	)
}

func TestRangeIntGood(t *testing.T) {
	n, k := 3, 0
	guarded(
		func() {
			for range n {
				k++
			}
		},
		func() { n = 1 },
	)
}

// RangeString: a range over a string that is assigned.
func TestRangeStringBad(t *testing.T) {
	s, k := "abc", 0
	both(
		func() {
			for range s {
				k++
			}
		},
		func() { s = "x" },
	)
}

func TestRangeStringGood(t *testing.T) {
	s, k := "abc", 0
	guarded(
		func() {
			for range s {
				k++
			}
		},
		func() { s = "x" },
	)
}

// Reflect: a write by reflection.
func TestReflectBad(t *testing.T) {
	n, m := 0, 0
	both(
		func() { reflect.ValueOf(&n).Elem().SetInt(1) },
		func() { m = n },
	)
	_ = m
}

func TestReflectGood(t *testing.T) {
	n, m := 0, 0
	guarded(
		func() { reflect.ValueOf(&n).Elem().SetInt(1) },
		func() { m = n },
	)
	_ = m
}

// ReflectField: a field is set by reflection.
func TestReflectFieldBad(t *testing.T) {
	p := &point{}
	n := 0
	both(
		func() { reflect.ValueOf(p).Elem().Field(0).SetInt(1) },
		func() { n = p.X },
	)
	_ = n
}

func TestReflectFieldGood(t *testing.T) {
	p := &point{}
	n := 0
	guarded(
		func() { reflect.ValueOf(p).Elem().Field(0).SetInt(1) },
		func() { n = p.X },
	)
	_ = n
}

// ReflectRead: a struct is read by reflection.
func TestReflectReadBad(t *testing.T) {
	p := &point{}
	var i any
	both(
		func() { i = reflect.ValueOf(p).Elem().Interface() },
		func() { p.Y = 1 },
	)
	_ = i
}

func TestReflectReadGood(t *testing.T) {
	p := &point{}
	var i any
	guarded(
		func() { i = reflect.ValueOf(p).Elem().Interface() },
		func() { p.Y = 1 },
	)
	_ = i
}

// ReflectMap: a map is written by reflection.
func TestReflectMapBad(t *testing.T) {
	m, n := map[int]int{}, 0
	both(
		func() { reflect.ValueOf(m).SetMapIndex(reflect.ValueOf(1), reflect.ValueOf(2)) },
		func() { n = len(m) },
	)
	_ = n
}

func TestReflectMapGood(t *testing.T) {
	m, n := map[int]int{}, 0
	guarded(
		func() { reflect.ValueOf(m).SetMapIndex(reflect.ValueOf(1), reflect.ValueOf(2)) },
		func() { n = len(m) },
	)
	_ = n
}

// ReflectCall: a function that is called by reflection writes.
func TestReflectCallBad(t *testing.T) {
	n, m := 0, 0
	both(
		func() { reflect.ValueOf(func() { n = 1 }).Call(nil) },
		func() { m = n },
	)
	_ = m
}

func TestReflectCallGood(t *testing.T) {
	n, m := 0, 0
	guarded(
		func() { reflect.ValueOf(func() { n = 1 }).Call(nil) },
		func() { m = n },
	)
	_ = m
}
