package access

import (
	"reflect"
	"strings"
	"unsafe"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access/drivers"
)

// Get announces a read of *p and loads it. R alone would leave the load to the
// compiler, which is free to do it after later calls of the same statement,
// when other tasks have run.
func Get[T any](p *T, s rt.Site) T {
	if rt.Quiet() {
		return *p
	}
	return *rt.R(p, s)
}

// Leave is deferred by a function, before all else that it defers: it announces
// that the result at p is read for the caller, by the return at *s.
func Leave[T any](p *T, s *rt.Site) {
	if rt.Returning() {
		Get(p, *s)
	}
}

// Outside announces that f, a function outside of gocheck's control, is about
// to be called.
func Outside[F any](s rt.Site, what string, f F) F {
	rt.Unsupported(s, what)
	return f
}

// OutsideOf announces that a method of v is about to be called which is outside
// of gocheck's control if v is of the standard library. A type of the program's
// own is rewritten; an http.Client is what its Transport is.
func OutsideOf[T any](v T, s rt.Site, what string) T {
	if outside(reflect.ValueOf(&v).Elem()) {
		rt.Unsupported(s, what)
	}
	return v
}

func outside(v reflect.Value) bool {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return false // the call panics
		}
		v = v.Elem()
	}
	switch t := v.Type(); t.PkgPath() {
	case "net/http":
		if t.Name() == "Client" {
			transport := v.FieldByName("Transport")
			return transport.IsNil() || outside(transport)
		}
		return true
	case "net", "crypto/tls", "net/http/internal/http2":
		return true
	}
	return false
}

// HasNetwork says that sockets of executions are under control in this binary.
var HasNetwork bool

// OnNetwork is Outside where sockets are outside of control.
func OnNetwork[F any](s rt.Site, what string, f F) F {
	if !HasNetwork {
		rt.Unsupported(s, what)
	}
	return f
}

// OnNetworkOf is OutsideOf where sockets are outside of control.
func OnNetworkOf[T any](v T, s rt.Site, what string) T {
	if HasNetwork {
		return v
	}
	return OutsideOf(v, s, what)
}

// ReadDescriptor stands for syscall.Read; package nets knows descriptors that are under control.
var ReadDescriptor = Outside[func(int, []byte) (int, error)]

// Registers stands for f, a function that can be called only once in a process
// with the same arguments: it enters something into a table of the standard
// library. What the initialisation of the process has entered is still there
// when packages are initialised again; but where sockets are under control, package net/rpc is
// rewritten, and its table is empty then.
func Registers[F any](s rt.Site, what string, f F) F {
	if HasNetwork && strings.HasPrefix(what, "net/rpc.") {
		return f
	}
	if what == "database/sql.Register" {
		return reflect.MakeFunc(reflect.TypeFor[F](), func(args []reflect.Value) []reflect.Value {
			return drivers.Register(reflect.ValueOf(f), args)
		}).Interface().(F)
	}
	if rt.Resetting() {
		typ := reflect.TypeFor[F]()
		return reflect.MakeFunc(typ, func([]reflect.Value) (zeros []reflect.Value) {
			for i := range typ.NumOut() {
				zeros = append(zeros, reflect.Zero(typ.Out(i)))
			}
			return zeros
		}).Interface().(F)
	}
	rt.Unsupported(s, what+", which cannot be undone between two executions,")
	return f
}

// Deleting is a map that a key is about to be deleted from. Its key is passed
// to a method so that it is converted as the language converts it.
type Deleting[K comparable, V any] struct {
	m map[K]V
	s rt.Site
}

// Delete is delete's map.
func Delete[K comparable, V any](m map[K]V, s rt.Site) Deleting[K, V] { return Deleting[K, V]{m, s} }

// Key deletes.
func (d Deleting[K, V]) Key(k K) { delete(rt.MapW(d.m, d.s), k) }

// ClearMap is clear(m).
func ClearMap[K comparable, V any](m map[K]V, s rt.Site) { clear(rt.MapW(m, s)) }

// ClearSlice is clear(a).
func ClearSlice[E any](a []E, s rt.Site) {
	if rt.Stepwise() {
		sets(a, make([]E, len(a)), s)
		return
	}
	clear(rt.SliceW(a, s))
}

// sets announces the writes of all elements, and makes them: each in its turn.
func sets[E any](a, values []E, s rt.Site) {
	if !rt.Stepwise() {
		copy(rt.SliceW(a, s), values)
		return
	}
	for i := range a {
		rt.At(&a[i], s).Set(values[i])
	}
}

// loads announces the reads of all elements, and returns them as they are read.
func loads[S ~[]E, E any](a S, s rt.Site) S {
	if rt.Stepwise() {
		return Elements(a, s)
	}
	return rt.SliceR(a, s)
}

// Copy is copy(dst, src): only the elements that are copied are accessed.
func Copy[E any](dst, src []E, d, s rt.Site) int {
	n := min(len(dst), len(src))
	sets(dst[:n], loads(src[:n], s), d)
	return n
}

// CopyString is copy(dst, src) from a string, or from a value of which a type
// parameter leaves open whether it is one.
func CopyString[E ~byte, S ~string | ~[]byte](dst []E, src S, d rt.Site) int {
	n := min(len(dst), len(src))
	sets(dst[:n], bytesOf[E](src, n, d), d)
	return n
}

// bytesOf announces the reads of n bytes, unless they are of a string, and copies them: with
// elements of a type of their own, append and copy do not take a string.
func bytesOf[E ~byte, S ~string | ~[]byte](src S, n int, s rt.Site) []E {
	from := src[:n]
	if reflect.TypeFor[S]().Kind() == reflect.Slice {
		from = S(loads([]byte(from), s))
	}
	bytes := make([]E, n)
	for i := range n {
		bytes[i] = E(from[i])
	}
	return bytes
}

// Appending is a slice that values are about to be appended to.
type Appending[S ~[]E, E any] struct {
	a S
	s rt.Site
}

// Append is append's slice.
func Append[S ~[]E, E any](a S, s rt.Site) Appending[S, E] { return Appending[S, E]{a, s} }

// Values appends. That writes behind the end where there is room, and reads
// everything where there is none.
func (p Appending[S, E]) Values(v ...E) S {
	n := len(p.a)
	if len(v) <= cap(p.a)-n {
		sets(p.a[n:n+len(v)], v, p.s)
		return p.a[:n+len(v)]
	}
	was := loads(p.a, p.s)
	all := append(p.a, v...)
	if rt.Stepwise() { // others may have written since
		copy(all, was)
	}
	return all
}

// Slice is append(a, v...).
func (p Appending[S, E]) Slice(v []E) S { return p.Values(loads(v, p.s)...) }

// AppendString is append(a, v...) of a string, or of a value of which a type
// parameter leaves open whether it is one.
func AppendString[S ~[]E, E ~byte, T ~string | ~[]byte](a S, v T, s rt.Site) S {
	return Append[S, E](a, s).Values(bytesOf[E](v, len(v), s)...)
}

// Elements reads all elements of a slice, for a conversion to a string or array:
// each is loaded when its read has been announced.
func Elements[S ~[]E, E any](a S, s rt.Site) S {
	if rt.Quiet() {
		return a
	}
	c := make(S, len(a))
	for i := range a {
		c[i] = Get(&a[i], s)
	}
	return c
}

// FirstElements is Elements for a conversion to an array of n, which panics where
// the slice is shorter.
func FirstElements[S ~[]E, E any](a S, n int, s rt.Site) S {
	if len(a) < n {
		return a
	}
	return Elements(a[:n], s)
}

// Through announces reads of the embedded pointers on the way from *p, by the
// indices of embedded fields, where rewritten code cannot name these.
func Through[T any](p *T, s rt.Site, path ...int) *T {
	if rt.Quiet() {
		return p
	}
	at, t := unsafe.Pointer(p), reflect.TypeFor[T]()
	for _, i := range path {
		if t.Kind() == reflect.Pointer {
			rt.Touch(at, s, false)
			at, t = *(*unsafe.Pointer)(at), t.Elem()
		}
		if at == nil {
			return p // whoever goes on panics
		}
		at, t = unsafe.Add(at, t.Field(i).Offset), t.Field(i).Type
	}
	if t.Kind() == reflect.Pointer {
		rt.Touch(at, s, false)
	}
	return p
}
