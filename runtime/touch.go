package runtime

import (
	"reflect"
	"unsafe"

	"gocheck.dev/runtime/internal/layout"
)

// Touch announces an access of the object at p as one location: plain code of
// the standard library is about to read or change it, and nobody knows its
// parts. The location is that of the object's first word, so that a copy of the
// whole object, or of a struct that holds it, is an access of the same.
func Touch(p unsafe.Pointer, s Site, write bool) {
	if t := current(); t != nil && p != nil {
		t.access(p, layout.Opaque, 0, s, write)
	}
}

// TouchValue announces an access, leaf by leaf, of the variable of the given
// type at p.
func TouchValue(p unsafe.Pointer, typ reflect.Type, s Site, write bool) {
	t := current()
	if t == nil || p == nil {
		return
	}
	l := process.touched[typ]
	if l == nil {
		l = layout.New(typ)
		process.touched[typ] = l
	}
	for _, leaf := range l.Leaves {
		t.access(unsafe.Add(p, leaf.Offset), layout.Opaque, 0, s, write)
	}
}
