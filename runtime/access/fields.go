package access

import (
	"bytes"
	"reflect"
	"strings"
	"unsafe"

	rt "gocheck.dev/runtime"
)

// Fields of structs of the standard library, as the generated table names them
// (instrument/internal/std/generated.go): "rA,~b+c,wd". They are looked up in the library that the
// binary is linked with. It may be another one than the table was made from: where it has no
// field of that name, all of the struct's fields stand for it.

// A fieldAccess is how a call accesses one place of a struct: a field, and others that are
// part of the same place.
type fieldAccess struct {
	// r: read, w: written, ~: written if the data say so; s, f: elements as well, or the first;
	// k, K: a map, which is read, or written
	mode   byte
	fields []reflect.StructField
	key    string // of the map's entry that is read
}

// fieldLists are the parsed lists, by type and text: only tasks come there, one at a time.
var fieldLists = make(map[fieldList][]fieldAccess)

type fieldList struct {
	typ  reflect.Type
	text string
}

// accessesOf parses a list of fields of the struct type t.
func accessesOf(t reflect.Type, text string) []fieldAccess {
	key := fieldList{t, text}
	all, ok := fieldLists[key]
	if ok {
		return all
	}
	for item := range strings.SplitSeq(text, ",") {
		names, key, _ := strings.Cut(item[1:], ":")
		a := fieldAccess{mode: item[0], key: key}
		known := true
		for name := range strings.SplitSeq(names, "+") {
			f, ok := t.FieldByName(name)
			known = known && ok && len(f.Index) == 1
			a.fields = append(a.fields, f)
		}
		if known {
			all = append(all, a)
			continue
		}
		for i := range t.NumField() {
			all = append(all, fieldAccess{mode: a.mode, fields: []reflect.StructField{t.Field(i)}})
		}
	}
	fieldLists[key] = all
	return all
}

// announce announces an access of the place in the struct at p. A field that is not exported
// is accessed as a whole.
func (a *fieldAccess) announce(p unsafe.Pointer, s rt.Site, write bool) {
	f := &a.fields[0]
	at := unsafe.Add(p, f.Offset)
	if f.IsExported() {
		rt.TouchValue(at, f.Type, s, write)
	} else {
		rt.Touch(at, s, write)
	}
	switch v := reflect.NewAt(f.Type, at).Elem(); {
	case v.Kind() == reflect.Slice && (a.mode == 's' || a.mode == 'f'):
		n := v.Len()
		if a.mode == 'f' {
			n = min(n, 1)
		}
		elements(v.Slice(0, n), s, write)
	case v.Kind() == reflect.Map && (a.mode == 'k' || a.mode == 'K'):
		rt.Touch(v.UnsafePointer(), s, a.mode == 'K')
		if a.key == "" {
			return
		}
		if e := v.MapIndex(reflect.ValueOf(a.key)); e.IsValid() {
			elements(e, s, false)
		}
	}
}

// changed reports whether the place differs in two copies of the struct's memory.
func (a *fieldAccess) changed(before, now []byte) bool {
	for _, f := range a.fields {
		if end := f.Offset + f.Type.Size(); !bytes.Equal(before[f.Offset:end], now[f.Offset:end]) {
			return true
		}
	}
	return false
}

// Fields announces accesses of fields of *p.
func Fields[T any](p *T, s rt.Site, list string) *T {
	if rt.Quiet() || p == nil {
		return p
	}
	for _, a := range accessesOf(reflect.TypeFor[T](), list) {
		a.announce(unsafe.Pointer(p), s, a.mode == 'w')
	}
	return p
}

// Changes announces accesses of fields of *p, as Fields does. The function that it
// returns is called afterwards and announces writes of those that have changed meanwhile.
func Changes[T any](p *T, s rt.Site, list string) func() {
	if rt.Quiet() || p == nil {
		return func() {}
	}
	Fields(p, s, list)
	now := unsafe.Slice((*byte)(unsafe.Pointer(p)), unsafe.Sizeof(*p))
	before := bytes.Clone(now)
	return func() {
		for _, a := range accessesOf(reflect.TypeFor[T](), list) {
			if a.mode == '~' && a.changed(before, now) {
				a.announce(unsafe.Pointer(p), s, true)
			}
		}
	}
}
