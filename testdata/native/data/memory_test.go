package data

import (
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"
)

// DeepEqual: reflect.DeepEqual of a slice that is written.
func TestDeepEqualBad(t *testing.T) {
	a, e := []int{1}, false
	both(
		func() { e = reflect.DeepEqual(a, []int{1}) },
		func() { a[0] = 2 },
	)
	_ = e
}

func TestDeepEqualGood(t *testing.T) {
	a, e := []int{1}, false
	guarded(
		func() { e = reflect.DeepEqual(a, []int{1}) },
		func() { a[0] = 2 },
	)
	_ = e
}

// Unsafe: bytes of a number through package unsafe.
func TestUnsafeBad(t *testing.T) {
	n, b := uint32(0), byte(0)
	both(
		func() { (*[4]byte)(unsafe.Pointer(&n))[0] = 1; (*[4]byte)(unsafe.Pointer(&n))[3] = 1 },
		func() { b = byte(n) },
	)
	_ = b
}

func TestUnsafeGood(t *testing.T) {
	n, b := uint32(0), byte(0)
	guarded(
		func() { (*[4]byte)(unsafe.Pointer(&n))[0] = 1; (*[4]byte)(unsafe.Pointer(&n))[3] = 1 },
		func() { b = byte(n) },
	)
	_ = b
}

// UnsafeSlice: unsafe.Slice of an array.
func TestUnsafeSliceBad(t *testing.T) {
	a, n := [2]int{}, 0
	both(
		func() { unsafe.Slice(&a[0], 2)[1] = 1 },
		func() { n = a[1] },
	)
	_ = n
}

func TestUnsafeSliceGood(t *testing.T) {
	a, n := [2]int{}, 0
	guarded(
		func() { unsafe.Slice(&a[0], 2)[1] = 1 },
		func() { n = a[1] },
	)
	_ = n
}

// UnsafeString: unsafe.String shows bytes that are written.
func TestUnsafeStringBad(t *testing.T) {
	b := []byte("ab")
	s := unsafe.String(&b[0], 2)
	var c []byte
	both(
		func() { c = append(c, s...) },
		func() { b[0] = 1 },
	)
	_ = c
}

func TestUnsafeStringGood(t *testing.T) {
	b := []byte("ab")
	s := unsafe.String(&b[0], 2)
	var c []byte
	guarded(
		func() { c = append(c, s...) },
		func() { b[0] = 1 },
	)
	_ = c
}

// UnsafeAdd: unsafe.Add to a field.
func TestUnsafeAddBad(t *testing.T) {
	p := &point{}
	n := 0
	both(
		func() { *(*int)(unsafe.Add(unsafe.Pointer(p), unsafe.Offsetof(p.Y))) = 1 },
		func() { n = p.Y },
	)
	_ = n
}

func TestUnsafeAddGood(t *testing.T) {
	p := &point{}
	n := 0
	guarded(
		func() { *(*int)(unsafe.Add(unsafe.Pointer(p), unsafe.Offsetof(p.Y))) = 1 },
		func() { n = p.Y },
	)
	_ = n
}

// AtomicAndPlain: an atomic addition and a plain read.
func TestAtomicAndPlainBad(t *testing.T) {
	var n int64
	m := int64(0)
	both(
		func() { atomic.AddInt64(&n, 1) },
		func() { m = n },
	)
	_ = m
}

func TestAtomicAndPlainGood(t *testing.T) {
	var n int64
	m := int64(0)
	guarded(
		func() { atomic.AddInt64(&n, 1) },
		func() { m = n },
	)
	_ = m
}

// AtomicStoreAndPlain: a plain write and an atomic load.
func TestAtomicStoreAndPlainBad(t *testing.T) {
	var n int64
	m := int64(0)
	both(
		func() { n = 1 },
		func() { m = atomic.LoadInt64(&n) },
	)
	_ = m
}

func TestAtomicStoreAndPlainGood(t *testing.T) {
	var n int64
	m := int64(0)
	guarded(
		func() { n = 1 },
		func() { m = atomic.LoadInt64(&n) },
	)
	_ = m
}

// AtomicPointee: an atomic pointer whose target is written after it was stored.
func TestAtomicPointeeBad(t *testing.T) {
	var a atomic.Pointer[point]
	p := &point{}
	n := 0
	both(
		func() { a.Store(p); p.X = 1 },
		func() {
			if q := a.Load(); q != nil {
				n = q.X
			}
		},
	)
	_ = n
}

func TestAtomicPointeeGood(t *testing.T) {
	var a atomic.Pointer[point]
	p := &point{}
	n := 0
	guarded(
		func() { a.Store(p); p.X = 1 },
		func() {
			if q := a.Load(); q != nil {
				n = q.X
			}
		},
	)
	_ = n
}

// AtomicValue: what lies in an atomic.Value is written.
func TestAtomicValueBad(t *testing.T) {
	var a atomic.Value
	p := &point{}
	a.Store(p)
	n := 0
	both(
		func() { p.X = 1 },
		func() { n = a.Load().(*point).X },
	)
	_ = n
}

func TestAtomicValueGood(t *testing.T) {
	var a atomic.Value
	p := &point{}
	a.Store(p)
	n := 0
	guarded(
		func() { p.X = 1 },
		func() { n = a.Load().(*point).X },
	)
	_ = n
}

// SyncMap: what lies in a sync.Map is written.
func TestSyncMapBad(t *testing.T) {
	var m sync.Map
	m.Store(1, &point{})
	n := 0
	both(
		func() { v, _ := m.Load(1); v.(*point).X = 1 },
		func() { v, _ := m.Load(1); n = v.(*point).X },
	)
	_ = n
}

func TestSyncMapGood(t *testing.T) {
	var m sync.Map
	m.Store(1, &point{})
	n := 0
	guarded(
		func() { v, _ := m.Load(1); v.(*point).X = 1 },
		func() { v, _ := m.Load(1); n = v.(*point).X },
	)
	_ = n
}

// PackageVariable: a package variable.
func TestPackageVariableBad(t *testing.T) {
	n := 0
	both(
		func() { counter++ },
		func() { n = counter },
	)
	_ = n
}

func TestPackageVariableGood(t *testing.T) {
	n := 0
	guarded(
		func() { counter++ },
		func() { n = counter },
	)
	_ = n
}

// NestedStruct: a field of a struct in an array in a struct.
func TestNestedStructBad(t *testing.T) {
	var s struct{ a [2]point }
	n := 0
	both(
		func() { s.a[1].Y = 1 },
		func() { n = s.a[1].Y },
	)
	_ = n
}

func TestNestedStructGood(t *testing.T) {
	var s struct{ a [2]point }
	n := 0
	guarded(
		func() { s.a[1].Y = 1 },
		func() { n = s.a[1].Y },
	)
	_ = n
}

// ArrayAssign: an array is assigned while an element is read.
func TestArrayAssignBad(t *testing.T) {
	a, n := [2]int{}, 0
	both(
		func() { a = [2]int{1, 2} },
		func() { n = a[1] },
	)
	_ = n
}

func TestArrayAssignGood(t *testing.T) {
	a, n := [2]int{}, 0
	guarded(
		func() { a = [2]int{1, 2} },
		func() { n = a[1] },
	)
	_ = n
}

// FuncVariable: a variable of function type is assigned and called.
func TestFuncVariableBad(t *testing.T) {
	f := func() {}
	both(
		func() { f = func() {} },
		func() { f() },
	)
}

func TestFuncVariableGood(t *testing.T) {
	f := func() {}
	guarded(
		func() { f = func() {} },
		func() { f() },
	)
}

// ChanVariable: a variable of channel type is assigned and used.
func TestChanVariableBad(t *testing.T) {
	c := make(chan int, 2)
	both(
		func() { c = make(chan int, 2) },
		func() { c <- 1 },
	)
}

func TestChanVariableGood(t *testing.T) {
	c := make(chan int, 2)
	guarded(
		func() { c = make(chan int, 2) },
		func() { c <- 1 },
	)
}

// StringConcat: a concatenation, and an assignment.
func TestStringConcatBad(t *testing.T) {
	s, u := "a", ""
	both(
		func() { s += "b" },
		func() { u = s + "c" },
	)
	_ = u
}

func TestStringConcatGood(t *testing.T) {
	s, u := "a", ""
	guarded(
		func() { s += "b" },
		func() { u = s + "c" },
	)
	_ = u
}

// MinMax: min of variables that are assigned.
func TestMinMaxBad(t *testing.T) {
	a, b, n := 1, 2, 0
	both(
		func() { n = min(a, b) },
		func() { b = 0 },
	)
	_ = n
}

func TestMinMaxGood(t *testing.T) {
	a, b, n := 1, 2, 0
	guarded(
		func() { n = min(a, b) },
		func() { b = 0 },
	)
	_ = n
}

// Complex: parts of a complex number.
func TestComplexBad(t *testing.T) {
	c, f := complex(1, 2), 0.0
	both(
		func() { f = imag(c) },
		func() { c = 0 },
	)
	_ = f
}

func TestComplexGood(t *testing.T) {
	c, f := complex(1, 2), 0.0
	guarded(
		func() { f = imag(c) },
		func() { c = 0 },
	)
	_ = f
}
