package layout

import (
	"reflect"
	"unsafe"
)

// A Layout is a type as the memory sees it. Strings, slices and interfaces are one leaf
// each, at the address of their first word: half of one must never be read, or gocheck
// would corrupt memory where Go would have reported a race.
type Layout struct {
	typ    reflect.Type
	Leaves []Leaf
}

// A Leaf is one of the parts of a value, at an offset in it.
type Leaf struct {
	Offset uintptr
	Kind   Kind
}

// Kind says how to copy a leaf so that the garbage collector knows of it.
type Kind uint8

// The kinds of leaves that others name.
const (
	Opaque Kind = iota // not copied
	word1
	word2
	Word4
	Word8
	word16
	Pointer
	text
	slice
	dynamic
	Contents // of a map, which is accessed as a whole: not copied
)

// layouts is a direct-mapped cache before reflection, by the address of the type. Only
// tasks come there, one at a time.
var layouts [512]struct {
	typ unsafe.Pointer
	l   *Layout
}

// Of is the layout of a type that is asked for often: of what a pointer is to.
func Of(pointer any) *Layout {
	typ := *(*unsafe.Pointer)(unsafe.Pointer(&pointer)) // an interface begins with its dynamic type
	e := &layouts[uintptr(typ)>>5%uintptr(len(layouts))]
	if e.typ != typ {
		e.typ, e.l = typ, New(reflect.TypeOf(pointer).Elem())
	}
	return e.l
}

// Held is the pointer that an interface holds.
func Held(pointer any) unsafe.Pointer { return (*[2]unsafe.Pointer)(unsafe.Pointer(&pointer))[1] }

// New is the layout of a type.
func New(t reflect.Type) *Layout {
	l := &Layout{typ: t}
	l.add(t, 0)
	return l
}

func (l *Layout) add(t reflect.Type, offset uintptr) {
	kind := Opaque
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			l.add(f.Type, offset+f.Offset)
		}
		return
	case reflect.Array:
		if t.Elem().Size() > 0 {
			for i := range t.Len() {
				l.add(t.Elem(), offset+uintptr(i)*t.Elem().Size())
			}
		}
		return
	case reflect.String:
		kind = text
	case reflect.Slice:
		kind = slice
	case reflect.Interface:
		kind = dynamic
	case reflect.Pointer, reflect.UnsafePointer, reflect.Map, reflect.Chan, reflect.Func:
		kind = Pointer
	default:
		switch t.Size() {
		case 1:
			kind = word1
		case 2:
			kind = word2
		case 4:
			kind = Word4
		case 8:
			kind = Word8
		case 16:
			kind = word16
		}
	}
	l.Leaves = append(l.Leaves, Leaf{offset, kind})
	for _, c := range cuts[t] {
		l.Leaves = append(l.Leaves, Leaf{offset + c, Opaque})
	}
}

// Size is that of a value of the type.
func (l *Layout) Size() uintptr { return l.typ.Size() }

// Alloc makes a new value of the type.
func (l *Layout) Alloc() unsafe.Pointer { return reflect.New(l.typ).UnsafePointer() }

// Copy copies the leaf from one value of the layout to another.
func (f Leaf) Copy(to, from unsafe.Pointer) {
	to, from = unsafe.Add(to, f.Offset), unsafe.Add(from, f.Offset)
	switch f.Kind {
	case word1:
		*(*uint8)(to) = *(*uint8)(from)
	case word2:
		*(*uint16)(to) = *(*uint16)(from)
	case Word4:
		*(*uint32)(to) = *(*uint32)(from)
	case Word8:
		*(*uint64)(to) = *(*uint64)(from)
	case word16:
		*(*[2]uint64)(to) = *(*[2]uint64)(from)
	case Pointer:
		*(*unsafe.Pointer)(to) = *(*unsafe.Pointer)(from)
	case text:
		*(*string)(to) = *(*string)(from)
	case slice:
		*(*[]byte)(to) = *(*[]byte)(from)
	case dynamic:
		*(*[2]unsafe.Pointer)(to) = *(*[2]unsafe.Pointer)(from)
	}
}

// Comparable says whether Bits gives the value of such a leaf.
func (k Kind) Comparable() bool { return word1 <= k && k <= Word8 || k == Pointer }

// Bits is the value of a leaf at p as far as a CAS could compare it.
func (k Kind) Bits(p unsafe.Pointer) uint64 {
	switch k {
	case word1:
		return uint64(*(*uint8)(p))
	case word2:
		return uint64(*(*uint16)(p))
	case Word4:
		return uint64(*(*uint32)(p))
	case Word8:
		return *(*uint64)(p)
	case Pointer:
		return uint64(*(*uintptr)(p))
	}
	return 0
}
