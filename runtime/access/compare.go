package access

import (
	"reflect"

	rt "gocheck.dev/runtime"
)

// Small structs and arrays are compared part by part, up to the first difference. What
// comes after it is not read.

// EqualParts is *x == *y, of variables.
func EqualParts[T comparable](x, y *T, s, t rt.Site) bool {
	if rt.Quiet() || x == nil || y == nil {
		return *x == *y
	}
	return equalParts(reflect.ValueOf(x).Elem(), reflect.ValueOf(y).Elem(), s, t)
}

// EqualTo is *x == y, of a variable and a value.
func EqualTo[T comparable](x *T, s rt.Site, y T) bool {
	if rt.Quiet() || x == nil {
		return *x == y
	}
	return equalParts(reflect.ValueOf(x).Elem(), reflect.ValueOf(y), s, s)
}

func equalParts(x, y reflect.Value, s, t rt.Site) bool {
	switch x.Kind() {
	case reflect.Struct:
		for i := range x.NumField() {
			if x.Type().Field(i).Name != "_" && !equalParts(x.Field(i), y.Field(i), s, t) {
				return false
			}
		}
		return true
	case reflect.Array:
		for i := range x.Len() {
			if !equalParts(x.Index(i), y.Index(i), s, t) {
				return false
			}
		}
		return true
	}
	rt.TouchValue(address(x), x.Type(), s, false)
	rt.TouchValue(address(y), y.Type(), t, false)
	return x.Equal(y)
}
