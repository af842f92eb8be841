package runtime

import (
	"reflect"
	"unsafe"
)

// layout is a type as the memory sees it: a value of several words is accessed
// leaf by leaf. Strings, slices and interfaces are one leaf each, at the
// address of their first word: half of one must never be read, or gocheck
// would corrupt memory where Go would have reported a race.
type layout struct {
	typ    reflect.Type
	leaves []leaf
}

type leaf struct {
	offset uintptr
	kind   leafKind
}

// leafKind says how to copy a leaf so that the garbage collector knows of it.
type leafKind uint8

const (
	leafOpaque leafKind = iota // not copied
	leaf1
	leaf2
	leaf4
	leaf8
	leaf16
	leafPointer
	leafString
	leafSlice
	leafInterface
)

func layoutOf[T any]() *layout {
	var v any = (*T)(nil)
	typ := *(*unsafe.Pointer)(unsafe.Pointer(&v)) // an interface begins with its dynamic type
	e := &process.layouts[uintptr(typ)>>5%uintptr(len(process.layouts))]
	if e.typ != typ {
		e.typ, e.l = typ, newLayout(reflect.TypeFor[T]())
	}
	return e.l
}

func newLayout(t reflect.Type) *layout {
	l := &layout{typ: t}
	l.add(t, 0)
	return l
}

func (l *layout) add(t reflect.Type, offset uintptr) {
	kind := leafOpaque
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
		kind = leafString
	case reflect.Slice:
		kind = leafSlice
	case reflect.Interface:
		kind = leafInterface
	case reflect.Pointer, reflect.UnsafePointer, reflect.Map, reflect.Chan, reflect.Func:
		kind = leafPointer
	default:
		switch t.Size() {
		case 1:
			kind = leaf1
		case 2:
			kind = leaf2
		case 4:
			kind = leaf4
		case 8:
			kind = leaf8
		case 16:
			kind = leaf16
		}
	}
	l.leaves = append(l.leaves, leaf{offset, kind})
	for _, c := range process.cuts[t] {
		l.leaves = append(l.leaves, leaf{offset + c, leafOpaque})
	}
}

// alloc makes a new value of the type.
func (l *layout) alloc() unsafe.Pointer { return reflect.New(l.typ).UnsafePointer() }

// copy copies the leaf from one value of the layout to another.
func (f leaf) copy(to, from unsafe.Pointer) {
	to, from = unsafe.Add(to, f.offset), unsafe.Add(from, f.offset)
	switch f.kind {
	case leaf1:
		*(*uint8)(to) = *(*uint8)(from)
	case leaf2:
		*(*uint16)(to) = *(*uint16)(from)
	case leaf4:
		*(*uint32)(to) = *(*uint32)(from)
	case leaf8:
		*(*uint64)(to) = *(*uint64)(from)
	case leaf16:
		*(*[2]uint64)(to) = *(*[2]uint64)(from)
	case leafPointer:
		*(*unsafe.Pointer)(to) = *(*unsafe.Pointer)(from)
	case leafString:
		*(*string)(to) = *(*string)(from)
	case leafSlice:
		*(*[]byte)(to) = *(*[]byte)(from)
	case leafInterface:
		*(*[2]unsafe.Pointer)(to) = *(*[2]unsafe.Pointer)(from)
	}
}

// comparable says whether bits gives the value of such a leaf.
func (k leafKind) comparable() bool { return leaf1 <= k && k <= leaf8 || k == leafPointer }

// bits is the value of a leaf at p as far as a CAS could compare it.
func (k leafKind) bits(p unsafe.Pointer) uint64 {
	switch k {
	case leaf1:
		return uint64(*(*uint8)(p))
	case leaf2:
		return uint64(*(*uint16)(p))
	case leaf4:
		return uint64(*(*uint32)(p))
	case leaf8:
		return *(*uint64)(p)
	case leafPointer:
		return uint64(*(*uintptr)(p))
	}
	return 0
}
