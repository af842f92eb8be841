package data

import (
	"testing"
)

// MapClear: clear, and a comma-ok read.
func TestMapClearBad(t *testing.T) {
	m, ok := map[int]int{1: 1}, false
	both(
		func() { clear(m) },
		func() { _, ok = m[1] },
	)
	_ = ok
}

func TestMapClearGood(t *testing.T) {
	m, ok := map[int]int{1: 1}, false
	guarded(
		func() { clear(m) },
		func() { _, ok = m[1] },
	)
	_ = ok
}

// MapOp: an operation and assignment of a map.
func TestMapOpBad(t *testing.T) {
	m := map[int]int{}
	both(
		func() { m[1]++ },
		func() { m[2] |= 3 },
	)
}

func TestMapOpGood(t *testing.T) {
	m := map[int]int{}
	guarded(
		func() { m[1]++ },
		func() { m[2] |= 3 },
	)
}

// MapOfPointers: a field behind a pointer of a map.
func TestMapOfPointersBad(t *testing.T) {
	m, n := map[int]*point{1: {}}, 0
	both(
		func() { m[1].X = 1 },
		func() { n = m[1].X },
	)
	_ = n
}

func TestMapOfPointersGood(t *testing.T) {
	m, n := map[int]*point{1: {}}, 0
	guarded(
		func() { m[1].X = 1 },
		func() { n = m[1].X },
	)
	_ = n
}

// AppendVariable: two appends to one variable.
func TestAppendVariableBad(t *testing.T) {
	var a []int
	both(
		func() { a = append(a, 1) },
		func() { a = append(a, 2) },
	)
}

func TestAppendVariableGood(t *testing.T) {
	var a []int
	guarded(
		func() { a = append(a, 1) },
		func() { a = append(a, 2) },
	)
}

// AppendAlias: two appends into the same room.
func TestAppendAliasBad(t *testing.T) {
	a := make([]int, 0, 2)
	var b, c []int
	both(
		func() { b = append(a, 1) },
		func() { c = append(a, 2) },
	)
	_ = b
	_ = c
}

func TestAppendAliasGood(t *testing.T) {
	a := make([]int, 0, 2)
	var b, c []int
	guarded(
		func() { b = append(a, 1) },
		func() { c = append(a, 2) },
	)
	_ = b
	_ = c
}

// AppendSpread: append of a slice that is written.
func TestAppendSpreadBad(t *testing.T) {
	a, b := []int{1, 2}, []int(nil)
	both(
		func() { b = append(b, a...) },
		func() { a[1] = 3 },
	)
}

func TestAppendSpreadGood(t *testing.T) {
	a, b := []int{1, 2}, []int(nil)
	guarded(
		func() { b = append(b, a...) },
		func() { a[1] = 3 },
	)
}

// AppendInPlace: append into the middle, and a read behind it.
func TestAppendInPlaceBad(t *testing.T) {
	a, n := []int{1, 2, 3}, 0
	both(
		func() { _ = append(a[:1], 9) },
		func() { n = a[1] },
	)
	_ = n
}

func TestAppendInPlaceGood(t *testing.T) {
	a, n := []int{1, 2, 3}, 0
	guarded(
		func() { _ = append(a[:1], 9) },
		func() { n = a[1] },
	)
	_ = n
}

// SubSlices: two sub-slices that overlap.
func TestSubSlicesBad(t *testing.T) {
	a := make([]int, 4)
	both(
		func() { a[:3][2] = 1 },
		func() { a[2:][0] = 2 },
	)
}

func TestSubSlicesGood(t *testing.T) {
	a := make([]int, 4)
	guarded(
		func() { a[:3][2] = 1 },
		func() { a[2:][0] = 2 },
	)
}

// Copy: copy from a slice that is written.
func TestCopyBad(t *testing.T) {
	a, b := []int{1, 2}, make([]int, 2)
	both(
		func() { copy(b, a) },
		func() { a[1] = 3 },
	)
}

func TestCopyGood(t *testing.T) {
	a, b := []int{1, 2}, make([]int, 2)
	guarded(
		func() { copy(b, a) },
		func() { a[1] = 3 },
	)
}

// CopyString: copy of a string into bytes that another goroutine reads.
func TestCopyStringBad(t *testing.T) {
	a, n := make([]byte, 2), byte(0)
	both(
		func() { copy(a, "xy") },
		func() { n = a[1] },
	)
	_ = n
}

func TestCopyStringGood(t *testing.T) {
	a, n := make([]byte, 2), byte(0)
	guarded(
		func() { copy(a, "xy") },
		func() { n = a[1] },
	)
	_ = n
}

// TornString: a string is assigned and read.
func TestTornStringBad(t *testing.T) {
	s, n := "a", 0
	both(
		func() { s = "bcd" },
		func() { n = len(s) },
	)
	_ = n
}

func TestTornStringGood(t *testing.T) {
	s, n := "a", 0
	guarded(
		func() { s = "bcd" },
		func() { n = len(s) },
	)
	_ = n
}

// TornSlice: a slice is assigned and read.
func TestTornSliceBad(t *testing.T) {
	s, n := []int{1}, 0
	both(
		func() { s = nil },
		func() { n = len(s) },
	)
	_ = n
}

func TestTornSliceGood(t *testing.T) {
	s, n := []int{1}, 0
	guarded(
		func() { s = nil },
		func() { n = len(s) },
	)
	_ = n
}

// TornInterface: an interface is assigned and read.
func TestTornInterfaceBad(t *testing.T) {
	var i any = 1
	ok := false
	both(
		func() { i = "x" },
		func() { _, ok = i.(int) },
	)
	_ = ok
}

func TestTornInterfaceGood(t *testing.T) {
	var i any = 1
	ok := false
	guarded(
		func() { i = "x" },
		func() { _, ok = i.(int) },
	)
	_ = ok
}

// TypeSwitch: a type switch on an interface that is assigned.
func TestTypeSwitchBad(t *testing.T) {
	var i any = 1
	n := 0
	both(
		func() { i = "x" },
		func() {
			switch i.(type) {
			case int:
				n = 1
			}
		},
	)
	_ = n
}

func TestTypeSwitchGood(t *testing.T) {
	var i any = 1
	n := 0
	guarded(
		func() { i = "x" },
		func() {
			switch i.(type) {
			case int:
				n = 1
			}
		},
	)
	_ = n
}

// Closure: a closure writes what it has captured.
func TestClosureBad(t *testing.T) {
	n, f := 0, 0
	both(
		func() { func() { n = 1 }() },
		func() { f = n },
	)
	_ = f
}

func TestClosureGood(t *testing.T) {
	n, f := 0, 0
	guarded(
		func() { func() { n = 1 }() },
		func() { f = n },
	)
	_ = f
}

// Swap: a swap of two elements.
func TestSwapBad(t *testing.T) {
	a, n := []int{1, 2}, 0
	both(
		func() { a[0], a[1] = a[1], a[0] },
		func() { n = a[1] },
	)
	_ = n
}

func TestSwapGood(t *testing.T) {
	a, n := []int{1, 2}, 0
	guarded(
		func() { a[0], a[1] = a[1], a[0] },
		func() { n = a[1] },
	)
	_ = n
}

// OpAssign: an operation and assignment.
func TestOpAssignBad(t *testing.T) {
	n := 0
	both(
		func() { n += 2 },
		func() { n *= 3 },
	)
}

func TestOpAssignGood(t *testing.T) {
	n := 0
	guarded(
		func() { n += 2 },
		func() { n *= 3 },
	)
}

// Shift: a shift and assignment through a pointer.
func TestShiftBad(t *testing.T) {
	n := 1
	p := &n
	both(
		func() { *p <<= 1 },
		func() { n++ },
	)
}

func TestShiftGood(t *testing.T) {
	n := 1
	p := &n
	guarded(
		func() { *p <<= 1 },
		func() { n++ },
	)
}
