package access

import (
	"io"
	"reflect"
	"slices"
	"sort"
	"sync/atomic"
	"unsafe"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access/faults"
)

// A method with a value receiver that is called on a pointer by way of an interface is
// called by a method that the compiler makes, and that copies what the pointer points to:
// a read of a variable, which no expression of the source makes. So it is with the value
// or the pointer that a struct embeds.

// Called announces what such a method reads of x, whose method is about to be called. One
// is the interface that has this method only; x is of an interface type or of that of a
// type parameter.
func Called[One, I any](x I, s rt.Site) I {
	if rt.Quiet() {
		return x
	}
	t := typeOf(x)
	if t == nil {
		return x // the call panics
	}
	if reflect.TypeFor[One]() == says {
		faults.Reads(reflect.ValueOf(x), s)
	}
	if w := carrierOf(t, s, func() reflect.Type { return reflect.TypeFor[One]() }); w != nil {
		w.reads(reflect.ValueOf(x), s)
	}
	return x
}

// used are interfaces of the standard library by which its functions use what they are given,
// with the method that is called in any case.
var used = []struct{ all, one reflect.Type }{
	{reflect.TypeFor[sort.Interface](), reflect.TypeFor[interface{ Len() int }]()},
	{reflect.TypeFor[io.Reader](), reflect.TypeFor[io.Reader]()},
	{reflect.TypeFor[io.Writer](), reflect.TypeFor[io.Writer]()},
}

// instead are those with a method that is called in place of these. (To look for methods by
// name would link all methods of all types into a binary.)
var instead = []reflect.Type{reflect.TypeFor[io.WriterTo](), reflect.TypeFor[io.ReaderFrom](), reflect.TypeFor[io.StringWriter]()}

// carried announces what a function of the standard library reads when it calls such a method
// of what it is given, directly. A value that has several of these methods, or one by which
// another is not called, is left alone.
func carried(v reflect.Value, s rt.Site) {
	t := v.Type()
	if w := carrierOf(t, s, func() reflect.Type { return usedBy(t) }); w != nil {
		w.reads(v, s)
	}
}

func usedBy(t reflect.Type) (one reflect.Type) {
	for _, i := range used {
		if t.Implements(i.all) {
			if one != nil {
				return nil
			}
			one = i.one
		}
	}
	if slices.ContainsFunc(instead, t.Implements) {
		return nil
	}
	return one
}

// typeOf is the type of x, of what x holds if it is of an interface type; nil: it holds nothing.
func typeOf[I any](x I) reflect.Type {
	if t := reflect.TypeFor[I](); t.Kind() != reflect.Interface {
		return t
	}
	return reflect.TypeOf(x)
}

// CalledAfter is Called behind the last argument that runs other code, which it returns.
func CalledAfter[One, A, I any](arg A, x I, s rt.Site) A {
	Called[One](x, s)
	return arg
}

// CalledLater is the method of x as a value, which is the one that announces what it reads
// if there is something to read.
func CalledLater[One, I, F any](x I, s rt.Site, method, announced F) F {
	one := reflect.TypeFor[One]()
	if one != says && carrierOf(typeOf(x), s, func() reflect.Type { return one }) == nil {
		return method
	}
	return announced
}

// says is the interface of the method of errors.
var says = reflect.TypeFor[interface{ Error() string }]()

// carrier is how the receiver is reached from a value.
type carrier struct {
	way []step
}

// step follows a pointer or goes to a field, after what is there was read or not.
type step struct {
	reads bool
	field int // followsPointer: a pointer
}

const followsPointer, ends = -1, -2

// reads announces them.
func (w *carrier) reads(v reflect.Value, s rt.Site) {
	for _, to := range w.way {
		if to.reads {
			rt.TouchValue(address(v), v.Type(), s, false)
		}
		switch to.field {
		case ends:
		case followsPointer:
			if v.IsNil() {
				return // the call panics
			}
			v = v.Elem()
		default:
			v = v.Field(to.field)
		}
	}
}

// newCarrier finds the way from a value of a type to the receiver of a method, or is nil where
// nothing is read on it. has says which types have the method.
func newCarrier(t reflect.Type, has func(reflect.Type) bool) *carrier {
	w := &carrier{}
	variable, reads := false, false // what is reached is one that others may reach, too
	for {
		switch t.Kind() {
		case reflect.Pointer:
			if t = t.Elem(); !has(t) {
				return w.unless(!reads) // the receiver is the pointer
			}
			w.way = append(w.way, step{variable, followsPointer})
			reads, variable = reads || variable, true
			continue
		case reflect.Struct:
			if i := promoting(t, has); i >= 0 {
				w.way = append(w.way, step{false, i})
				t = t.Field(i).Type
				continue
			}
		}
		w.way = append(w.way, step{variable, ends})
		return w.unless(!reads && !variable)
	}
}

func (w *carrier) unless(nothing bool) *carrier {
	if nothing {
		return nil
	}
	return w
}

// promoting is the embedded field that a struct has the method from, -1 if it has it by
// itself. Where it has one of its own in place of an embedded one's, it is told from that
// by nothing here: less is announced than is read.
func promoting(t reflect.Type, has func(reflect.Type) bool) int {
	found := -1
	for i := range t.NumField() {
		if f := t.Field(i); f.Anonymous && has(f.Type) {
			if found >= 0 {
				return -1 // its own, or the one that is less deep
			}
			found = i
		}
	}
	return found
}

// called are the wrappers by type and site, as far as they are remembered.
var called [1 << 10]atomic.Pointer[calledAs]

type calledAs struct {
	t    reflect.Type
	site rt.Site
	w    *carrier
}

func carrierOf(t reflect.Type, s rt.Site, one func() reflect.Type) *carrier {
	at := &called[(uintptr((*[2]unsafe.Pointer)(unsafe.Pointer(&t))[1])>>5^uintptr(s)*37)%uintptr(len(called))]
	if c := at.Load(); c != nil && c.t == t && c.site == s {
		return c.w
	}
	c := &calledAs{t: t, site: s}
	if method := one(); method != nil {
		c.w = newCarrier(t, func(t reflect.Type) bool { return t.Implements(method) })
	}
	at.Store(c)
	return c.w
}
