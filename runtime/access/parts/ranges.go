package parts

import (
	"iter"
	"reflect"
	"unsafe"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
	"gocheck.dev/runtime/reflected"
)

// What a reflect.Value leads to is accessed when somebody ranges over it, step by step.

// Seq is reflect.Value.Seq.
func Seq(v reflect.Value, s rt.Site) iter.Seq[reflect.Value] {
	seq := reflected.ReflectValueSeq(v, s)
	switch v.Kind() {
	case reflect.Slice, reflect.String, reflect.Map:
		return func(yield func(reflect.Value) bool) {
			begins(v, s, "reflect.Value.Seq")
			for x := range seq {
				if !yield(x) {
					return
				}
				goesOn(v, s)
			}
		}
	}
	return seq
}

// Seq2 is reflect.Value.Seq2.
func Seq2(v reflect.Value, s rt.Site) iter.Seq2[reflect.Value, reflect.Value] {
	seq := v.Seq2()
	switch v.Kind() {
	case reflect.Slice, reflect.String, reflect.Map:
		return func(yield func(reflect.Value, reflect.Value) bool) {
			begins(v, s, "reflect.Value.Seq2")
			for x, y := range seq {
				if !yield(x, y) {
					return
				}
				goesOn(v, s)
			}
		}
	}
	return seq
}

func begins(v reflect.Value, s rt.Site, name string) {
	if v.Kind() != reflect.Map {
		access.ReadsValue(v, s)
		return
	}
	if access.ReadsContents(v, s); v.Len() > 1 {
		rt.Depends(s, "the order of a map by "+name)
	}
}

// goesOn announces that a map is read for the next entry.
func goesOn(v reflect.Value, s rt.Site) {
	if v.Kind() == reflect.Map && !v.IsNil() {
		rt.Touch(v.UnsafePointer(), s, false)
	}
}

// Nexts announces that the method Next of an iterator reads its map.
func Nexts(it *reflect.MapIter, s rt.Site) *reflect.MapIter {
	if rt.Quiet() || it == nil {
		return it
	}
	if f := reflect.ValueOf(it).Elem().FieldByName("m"); f.IsValid() && f.Type() == reflect.TypeFor[reflect.Value]() {
		if m := *(*reflect.Value)(unsafe.Pointer(f.UnsafeAddr())); m.Kind() == reflect.Map {
			goesOn(m, s)
		}
	}
	return it
}
