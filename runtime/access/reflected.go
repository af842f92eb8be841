package access

import (
	"reflect"

	rt "gocheck.dev/runtime"
)

// Variables that are read and set through reflect.Values.

// ReadsValue announces a read of the variable that v stands for.
func ReadsValue(v reflect.Value, s rt.Site) reflect.Value { return touches(v, s, false) }

// WritesValue announces a write of the variable that v stands for.
func WritesValue(v reflect.Value, s rt.Site) reflect.Value { return touches(v, s, true) }

func touches(v reflect.Value, s rt.Site, write bool) reflect.Value {
	if v.CanAddr() && !rt.Quiet() {
		rt.TouchValue(address(v), v.Type(), s, write)
	}
	return v
}

// ReadsContents announces a read of the map or the bytes that v holds.
func ReadsContents(v reflect.Value, s rt.Site) reflect.Value { return contents(v, s, false) }

// WritesContents announces a write of the map that v holds.
func WritesContents(v reflect.Value, s rt.Site) reflect.Value { return contents(v, s, true) }

func contents(v reflect.Value, s rt.Site, write bool) reflect.Value {
	touches(v, s, false)
	if v.Kind() == reflect.Map && !v.IsNil() {
		rt.Touch(v.UnsafePointer(), s, write)
	}
	return v
}
