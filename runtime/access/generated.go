package access

import (
	"bytes"
	"reflect"
	"unsafe"

	rt "gocheck.dev/runtime"
)

// What calls access that are in the generated table of the standard library's functions.

// ReadsPart announces reads of the elements from low to high.
func ReadsPart[S ~[]E, E any](a S, s rt.Site, low, high int) S {
	if !rt.Quiet() && high <= len(a) {
		rt.SliceR(a[low:high], s)
	}
	return a
}

// WritesPart announces writes of the elements from low to high.
func WritesPart[S ~[]E, E any](a S, s rt.Site, low, high int) S {
	if !rt.Quiet() && high <= len(a) {
		rt.SliceW(a[low:high], s)
	}
	return a
}

// ReadsNested announces reads of the elements of a slice and of the slices in it.
func ReadsNested[S ~[]T, T ~[]E, E any](a S, s rt.Site) S {
	if !rt.Quiet() {
		for _, b := range rt.SliceR(a, s) {
			rt.SliceR(b, s)
		}
	}
	return a
}

// Grown announces what a call has accessed that has appended to a and returned the result:
// writes behind the end where there was room, else reads of everything.
func Grown[S ~[]E, E any](a, result S, s rt.Site) {
	switch {
	case rt.Quiet() || cap(a) == 0 || len(result) < len(a):
	case unsafe.SliceData(a) == unsafe.SliceData(result):
		rt.SliceW(result[len(a):], s)
	default:
		rt.SliceR(a, s)
	}
}

// Put announces writes of the first n elements.
func Put[S ~[]E, E any](a S, n int, s rt.Site) {
	if !rt.Quiet() && n <= len(a) {
		rt.SliceW(a[:max(n, 0)], s)
	}
}

// Looks announces a read of the variable that p points to.
func Looks[T any](p *T, s rt.Site) *T {
	if p != nil {
		rt.R(p, s)
	}
	return p
}

// Bits of the numbers that name fields; the rest is the number of the field.
const (
	fieldRead    = iota
	fieldWritten // always
	fieldChanged // if the data say so
	fieldBeside  // the field before stands for this one
	fieldMode    = 3
	fieldBits    = 2
)

// Fields announces accesses of fields of *p.
func Fields[T any](p *T, s rt.Site, fields ...int) *T {
	if rt.Quiet() || p == nil {
		return p
	}
	t := reflect.TypeFor[T]()
	for _, n := range fields {
		field(unsafe.Pointer(p), t, n, s, n&fieldMode == fieldWritten)
	}
	return p
}

// field announces the access of one field. One that is not exported is accessed as a whole.
func field(p unsafe.Pointer, t reflect.Type, n int, s rt.Site, write bool) {
	if n&fieldMode == fieldBeside {
		return
	}
	f := t.Field(n >> fieldBits)
	if at := unsafe.Add(p, f.Offset); f.IsExported() {
		rt.TouchValue(at, f.Type, s, write)
	} else {
		rt.Touch(at, s, write)
	}
}

// Changes announces accesses of fields of *p, as Fields does. The function that it
// returns is called afterwards and announces writes of those that have changed meanwhile.
func Changes[T any](p *T, s rt.Site, fields ...int) func() {
	if rt.Quiet() || p == nil {
		return func() {}
	}
	Fields(p, s, fields...)
	t := reflect.TypeFor[T]()
	now := unsafe.Slice((*byte)(unsafe.Pointer(p)), t.Size())
	before := bytes.Clone(now)
	return func() {
		first, done := 0, false
		for _, n := range fields {
			if mode := n & fieldMode; mode != fieldBeside {
				first, done = n, mode != fieldChanged
			}
			f := t.Field(n >> fieldBits)
			if end := f.Offset + f.Type.Size(); !done && !bytes.Equal(before[f.Offset:end], now[f.Offset:end]) {
				done = true
				field(unsafe.Pointer(p), t, first, s, true)
			}
		}
	}
}
