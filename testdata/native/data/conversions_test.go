package data

import (
	"iter"
	"testing"
)

type point struct{ X, Y int }

func (p point) sum() int { return p.X + p.Y }
func (p *point) shift()  { p.X++ }

type shifter interface{ shift() }

type outer struct{ point }

type outerPointer struct{ *point }

type box[T any] struct{ v T }

func (b *box[T]) set(v T) { b.v = v }
func (b *box[T]) get() T  { return b.v }

func put[M ~map[K]V, K comparable, V any](m M, k K, v V) { m[k] = v }

func assign[T any](p *T, v T) { *p = v }

func pair() (int, int) { return 1, 2 }

func count(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

var counter int

// StringOfBytes: a conversion to string reads bytes that are written.
func TestStringOfBytesBad(t *testing.T) {
	b := []byte("ab")
	s := ""
	both(
		func() { s = string(b) },
		func() { b[0] = 1 },
	)
	_ = s
}

func TestStringOfBytesGood(t *testing.T) {
	b := []byte("ab")
	s := ""
	guarded(
		func() { s = string(b) },
		func() { b[0] = 1 },
	)
	_ = s
}

// BytesOfString: a conversion of a string that is assigned.
func TestBytesOfStringBad(t *testing.T) {
	s := "ab"
	var b []byte
	both(
		func() { b = []byte(s) },
		func() { s = "cde" },
	)
	_ = b
}

func TestBytesOfStringGood(t *testing.T) {
	s := "ab"
	var b []byte
	guarded(
		func() { b = []byte(s) },
		func() { s = "cde" },
	)
	_ = b
}

// StringOfRunes: a conversion of runes that are written.
func TestStringOfRunesBad(t *testing.T) {
	r := []rune("ab")
	s := ""
	both(
		func() { s = string(r) },
		func() { r[0] = 1 },
	)
	_ = s
}

func TestStringOfRunesGood(t *testing.T) {
	r := []rune("ab")
	s := ""
	guarded(
		func() { s = string(r) },
		func() { r[0] = 1 },
	)
	_ = s
}

// SliceToArray: a conversion of a slice to an array.
func TestSliceToArrayBad(t *testing.T) {
	b := []int{1, 2}
	var a [2]int
	both(
		func() { a = [2]int(b) },
		func() { b[1] = 3 },
	)
	_ = a
}

func TestSliceToArrayGood(t *testing.T) {
	b := []int{1, 2}
	var a [2]int
	guarded(
		func() { a = [2]int(b) },
		func() { b[1] = 3 },
	)
	_ = a
}

// Boxing: a struct becomes an interface while its field is written.
func TestBoxingBad(t *testing.T) {
	p := point{}
	var i any
	both(
		func() { i = p },
		func() { p.X = 1 },
	)
	_ = i
}

func TestBoxingGood(t *testing.T) {
	p := point{}
	var i any
	guarded(
		func() { i = p },
		func() { p.X = 1 },
	)
	_ = i
}

// MethodValue: a method value copies its receiver while it is written.
func TestMethodValueBad(t *testing.T) {
	p := point{}
	var f func() int
	both(
		func() { f = p.sum },
		func() { p.Y = 1 },
	)
	_ = f
}

func TestMethodValueGood(t *testing.T) {
	p := point{}
	var f func() int
	guarded(
		func() { f = p.sum },
		func() { p.Y = 1 },
	)
	_ = f
}

// MethodExpression: a method expression is called on a value that is written.
func TestMethodExpressionBad(t *testing.T) {
	p := point{}
	n := 0
	both(
		func() { n = point.sum(p) },
		func() { p.Y = 1 },
	)
	_ = n
}

func TestMethodExpressionGood(t *testing.T) {
	p := point{}
	n := 0
	guarded(
		func() { n = point.sum(p) },
		func() { p.Y = 1 },
	)
	_ = n
}

// InterfaceMethodValue: a method value of an interface, and the field that the method writes.
func TestInterfaceMethodValueBad(t *testing.T) {
	p := &point{}
	var i shifter = p
	f := i.shift
	n := 0
	both(
		func() { f() },
		func() { n = p.X },
	)
	_ = n
}

func TestInterfaceMethodValueGood(t *testing.T) {
	p := &point{}
	var i shifter = p
	f := i.shift
	n := 0
	guarded(
		func() { f() },
		func() { n = p.X },
	)
	_ = n
}

// Embedded: a promoted field.
func TestEmbeddedBad(t *testing.T) {
	var o outer
	n := 0
	both(
		func() { o.X = 1 },
		func() { n = o.point.X },
	)
	_ = n
}

func TestEmbeddedGood(t *testing.T) {
	var o outer
	n := 0
	guarded(
		func() { o.X = 1 },
		func() { n = o.point.X },
	)
	_ = n
}

// EmbeddedPointer: a promoted field behind a pointer.
func TestEmbeddedPointerBad(t *testing.T) {
	o := &outerPointer{point: &point{}}
	n := 0
	both(
		func() { o.X = 1 },
		func() { n = o.point.X },
	)
	_ = n
}

func TestEmbeddedPointerGood(t *testing.T) {
	o := &outerPointer{point: &point{}}
	n := 0
	guarded(
		func() { o.X = 1 },
		func() { n = o.point.X },
	)
	_ = n
}

// PromotedMethod: a promoted method writes.
func TestPromotedMethodBad(t *testing.T) {
	o := &outer{}
	n := 0
	both(
		func() { o.shift() },
		func() { n = o.X },
	)
	_ = n
}

func TestPromotedMethodGood(t *testing.T) {
	o := &outer{}
	n := 0
	guarded(
		func() { o.shift() },
		func() { n = o.X },
	)
	_ = n
}

// StructCopy: a struct is copied while a field is written.
func TestStructCopyBad(t *testing.T) {
	p, q := point{}, point{}
	both(
		func() { q = p },
		func() { p.X = 1 },
	)
	_ = q
}

func TestStructCopyGood(t *testing.T) {
	p, q := point{}, point{}
	guarded(
		func() { q = p },
		func() { p.X = 1 },
	)
	_ = q
}

// StructCompare: structs are compared while a field is written.
func TestStructCompareBad(t *testing.T) {
	p, q, e := point{}, point{}, false
	both(
		func() { e = p == q },
		func() { p.X = 1 },
	)
	_ = e
}

func TestStructCompareGood(t *testing.T) {
	p, q, e := point{}, point{}, false
	guarded(
		func() { e = p == q },
		func() { p.X = 1 },
	)
	_ = e
}

// ArrayRange: a range over an array copies it while it is written.
func TestArrayRangeBad(t *testing.T) {
	a, n := [3]int{}, 0
	both(
		func() {
			for _, v := range a {
				n += v
			}
		},
		func() { a[2] = 1 },
	)
}

func TestArrayRangeGood(t *testing.T) {
	a, n := [3]int{}, 0
	guarded(
		func() {
			for _, v := range a {
				n += v
			}
		},
		func() { a[2] = 1 },
	)
}

// SliceRange: a range over a slice whose last element is written.
func TestSliceRangeBad(t *testing.T) {
	a, n := []int{1, 2, 3}, 0
	both(
		func() {
			for _, v := range a {
				n += v
			}
		},
		func() { a[2] = 7 },
	)
}

func TestSliceRangeGood(t *testing.T) {
	a, n := []int{1, 2, 3}, 0
	guarded(
		func() {
			for _, v := range a {
				n += v
			}
		},
		func() { a[2] = 7 },
	)
}

// MapRange: a range over a map that is written.
func TestMapRangeBad(t *testing.T) {
	m, n := map[int]int{1: 1}, 0
	both(
		func() {
			for k := range m {
				n += k
			}
		},
		func() { m[2] = 2 },
	)
}

func TestMapRangeGood(t *testing.T) {
	m, n := map[int]int{1: 1}, 0
	guarded(
		func() {
			for k := range m {
				n += k
			}
		},
		func() { m[2] = 2 },
	)
}

// MapWrites: two writes to one map.
func TestMapWritesBad(t *testing.T) {
	m := map[int]int{}
	both(
		func() { m[1] = 1 },
		func() { m[2] = 2 },
	)
}

func TestMapWritesGood(t *testing.T) {
	m := map[int]int{}
	guarded(
		func() { m[1] = 1 },
		func() { m[2] = 2 },
	)
}

// MapReadWrite: a read and a write of one map.
func TestMapReadWriteBad(t *testing.T) {
	m, n := map[int]int{}, 0
	both(
		func() { m[1] = 1 },
		func() { n = m[2] },
	)
	_ = n
}

func TestMapReadWriteGood(t *testing.T) {
	m, n := map[int]int{}, 0
	guarded(
		func() { m[1] = 1 },
		func() { n = m[2] },
	)
	_ = n
}

// MapDelete: delete, and len.
func TestMapDeleteBad(t *testing.T) {
	m, n := map[int]int{1: 1}, 0
	both(
		func() { delete(m, 1) },
		func() { n = len(m) },
	)
	_ = n
}

func TestMapDeleteGood(t *testing.T) {
	m, n := map[int]int{1: 1}, 0
	guarded(
		func() { delete(m, 1) },
		func() { n = len(m) },
	)
	_ = n
}
