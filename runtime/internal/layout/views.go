package layout

import (
	"reflect"
	"slices"
)

// cuts are the offsets within leaves of a type at which leaves of other types
// begin that the program sees the same memory as, by package unsafe. Such a leaf
// has an object at each of them. They are known before anything is accessed.
var cuts = make(map[reflect.Type][]uintptr)

// View says that the program sees variables of type a as ones of type b, from an offset
// on. The smaller of the two may be an element of a row, so it is repeated as far as the
// other goes.
func View(a, b reflect.Type, offset uintptr) {
	const most = 1 << 10 // bytes: (*[1 << 30]byte)(p) stands for any number
	size := min(max(a.Size(), offset+b.Size()), most)
	x, y := row(a, 0, size), row(b, offset, size)
	cut(x, y)
	cut(y, x)
}

// Any says whether there are any cuts.
func Any() bool { return len(within) > 0 }

// Cuts are the offsets at which leaves of any sort begin within words of a size.
func Cuts(size uintptr) []uintptr { return within[size] }

// within are the cuts by the sizes of words.
var within = make(map[uintptr][]uintptr)

// A part is a leaf of a type that is looked at, with its place.
type part struct {
	typ reflect.Type
	at  uintptr
}

// row are the leaves of variables of a type side by side, up to a size.
func row(t reflect.Type, from, size uintptr) (parts []part) {
	if t.Size() == 0 {
		return nil
	}
	for ; from < size; from += t.Size() {
		parts = appendParts(parts, t, from, size)
	}
	return parts
}

func appendParts(parts []part, t reflect.Type, at, size uintptr) []part {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			parts = appendParts(parts, t.Field(i).Type, at+t.Field(i).Offset, size)
		}
	case reflect.Array:
		for i := uintptr(0); i < uintptr(t.Len()) && at+i*t.Elem().Size() < size && t.Elem().Size() > 0; i++ {
			parts = appendParts(parts, t.Elem(), at+i*t.Elem().Size(), size)
		}
	default:
		parts = append(parts, part{t, at})
	}
	return parts
}

// cut notes where leaves of b begin within leaves of a.
func cut(a, b []part) {
	for _, p := range a {
		for _, q := range b {
			if d := q.at - p.at; q.at > p.at && d < p.typ.Size() && !slices.Contains(cuts[p.typ], d) {
				cuts[p.typ] = append(cuts[p.typ], d)
				if size := p.typ.Size(); !slices.Contains(within[size], d) {
					within[size] = append(within[size], d)
				}
			}
		}
	}
}
