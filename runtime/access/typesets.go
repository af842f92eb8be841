package access

import (
	"reflect"

	rt "gocheck.dev/runtime"
)

// Operations on values of a type parameter whose type set has more than one kind
// of types: what they are is known when they run.

// ElementsOf is Elements for the conversion of a to T, where one of the two is a
// type parameter: it may be none that reads elements.
func ElementsOf[T, S any](a S, s rt.Site) S {
	v := reflect.ValueOf(&a).Elem()
	n := -1
	switch to := reflect.TypeFor[T](); to.Kind() {
	case reflect.String:
	case reflect.Array:
		n = to.Len()
	default:
		return a
	}
	if rt.Quiet() || v.Kind() != reflect.Slice || v.Len() < n {
		return a
	}
	c := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
	for i := range v.Len() {
		if n < 0 || i < n {
			rt.TouchValue(v.Index(i).Addr().UnsafePointer(), v.Type().Elem(), s, false)
		}
		c.Index(i).Set(v.Index(i))
	}
	return c.Interface().(S)
}

// LenOf is len.
func LenOf[T any](x T, s rt.Site) int {
	v := reflect.ValueOf(&x).Elem()
	switch v.Kind() {
	case reflect.Chan:
		return rt.Len(x, s)
	case reflect.Map:
		rt.MapR(x, s)
	case reflect.Pointer: // to an array
		return v.Type().Elem().Len()
	}
	return v.Len()
}

// Indexed announces that *p is read to be indexed, unless it is an array.
func Indexed[T any](p *T, s rt.Site) *T {
	if reflect.TypeFor[T]().Kind() != reflect.Array {
		rt.R(p, s)
	}
	return p
}

// ClearOf is clear.
func ClearOf[T any](x T, s rt.Site) {
	v := reflect.ValueOf(&x).Elem()
	if v.Kind() == reflect.Map {
		rt.MapW(x, s)
	} else if !rt.Quiet() {
		for i := range v.Len() {
			rt.TouchValue(v.Index(i).Addr().UnsafePointer(), v.Type().Elem(), s, true)
		}
	}
	v.Clear()
}

// integer is what an index can be.
type integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// ByteAt is x[i].
func ByteAt[S ~string | ~[]byte, I integer](x S, i I, s rt.Site) byte {
	if !rt.Quiet() && reflect.TypeFor[S]().Kind() == reflect.Slice {
		return Get(&[]byte(x)[i], s)
	}
	return x[i]
}
