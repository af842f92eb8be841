package parts

import (
	"iter"
	"reflect"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
	"gocheck.dev/runtime/reflected"
)

// What a reflect.Value leads to is accessed when somebody ranges over it, step by step.

// Seq is reflect.Value.Seq.
func Seq(v reflect.Value, s rt.Site) iter.Seq[reflect.Value] {
	seq := reflected.ReflectValueSeq(v, s)
	switch v.Kind() {
	case reflect.Map:
		return func(yield func(reflect.Value) bool) { entries(v, s, func(k, _ reflect.Value) bool { return yield(k) }) }
	case reflect.Slice, reflect.String:
		return func(yield func(reflect.Value) bool) {
			access.ReadsValue(v, s)
			seq(yield)
		}
	}
	return seq
}

// Seq2 is reflect.Value.Seq2.
func Seq2(v reflect.Value, s rt.Site) iter.Seq2[reflect.Value, reflect.Value] {
	seq := v.Seq2()
	switch v.Kind() {
	case reflect.Map:
		return func(yield func(k, x reflect.Value) bool) { entries(v, s, yield) }
	case reflect.Slice, reflect.String:
		return func(yield func(reflect.Value, reflect.Value) bool) {
			access.ReadsValue(v, s)
			seq(yield)
		}
	}
	return seq
}

// entries goes through those of a map.
func entries(m reflect.Value, s rt.Site, yield func(k, x reflect.Value) bool) {
	it := m.MapRange()
	for Next(it, s) {
		if !yield(Key(it, s), Value(it, s)) {
			return
		}
	}
}
