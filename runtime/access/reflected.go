package access

import (
	"reflect"

	rt "gocheck.dev/runtime"
)

// Variables that are read and set through reflect.Values.

// ReadsValue announces a read of the variable that v stands for.
func ReadsValue(v reflect.Value, s rt.Site) reflect.Value { return touches(v, s, false) }

// ReadsHeader announces a read of the variable that v stands for, unless it is an array, whose
// elements are elsewhere.
func ReadsHeader(v reflect.Value, s rt.Site) reflect.Value {
	if v.Kind() == reflect.Array {
		return v
	}
	return touches(v, s, false)
}

// ReflectValueLen is reflect.Value.Len.
func ReflectValueLen(v reflect.Value, s rt.Site) int {
	switch v.Kind() {
	case reflect.Chan:
		return rt.Len(touches(v, s, false).UnsafePointer(), s)
	case reflect.Map:
		ReadsContents(v, s)
	case reflect.Slice, reflect.String:
		touches(v, s, false)
	}
	return v.Len()
}

// WritesValue announces a write of the variable that v stands for.
func WritesValue(v reflect.Value, s rt.Site) reflect.Value { return touches(v, s, true) }

func touches(v reflect.Value, s rt.Site, write bool) reflect.Value {
	if v.CanAddr() && !rt.Quiet() {
		rt.TouchValue(address(v), v.Type(), s, write)
	}
	return v
}

// Calls announces what the method Call of a function reads of the variables that its arguments
// stand for: all of them are copied.
func Calls(f reflect.Value, s rt.Site, args []reflect.Value) reflect.Value {
	touches(f, s, false)
	for _, v := range args {
		touches(v, s, false)
	}
	if len(args) > 0 {
		receives(f, s, args[0])
	}
	return f
}

// Converts announces what the method Convert of v reads: the variable, and elements that
// become a string or an array.
func Converts(v reflect.Value, s rt.Site, to reflect.Type) reflect.Value {
	if touches(v, s, false); v.Kind() == reflect.Slice && !rt.Quiet() {
		switch to.Kind() {
		case reflect.String:
			elements(v, s, false)
		case reflect.Array:
			leading(v, min(v.Len(), to.Len()), s, false)
		}
	}
	return v
}

// Grows announces what the method Grow of v does to the variable.
func Grows(v reflect.Value, s rt.Site, n int) reflect.Value {
	return touches(v, s, v.Kind() == reflect.Slice && v.Len()+n > v.Cap())
}

// ReadsPlain announces a read of the variable that v stands for, unless it has parts: those
// are looked at up to the first that decides.
func ReadsPlain(v reflect.Value, s rt.Site) reflect.Value {
	if v.Kind() == reflect.Array || v.Kind() == reflect.Struct {
		return v
	}
	return touches(v, s, false)
}

// Equals announces what the method Equal of v reads.
func Equals(v reflect.Value, s rt.Site, u reflect.Value) reflect.Value {
	ReadsPlain(u, s)
	return ReadsPlain(v, s)
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

// ReflectSwapper is reflect.Swapper.
func ReflectSwapper(s rt.Site, slice any) func(i, j int) {
	swap, v := reflect.Swapper(slice), reflect.ValueOf(slice)
	return func(i, j int) {
		if n := v.Len(); uint(i) < uint(n) && uint(j) < uint(n) {
			for _, k := range [...]int{i, j} {
				rt.TouchValue(address(v.Index(k)), v.Type().Elem(), s, true)
			}
		}
		swap(i, j)
	}
}

// ReflectCopy is reflect.Copy.
func ReflectCopy(s rt.Site, dst, src reflect.Value) int {
	n := reflect.Copy(dst, src)
	if !rt.Quiet() {
		leading(dst, n, s, true)
		leading(src, n, s, false)
	}
	return n
}

// leading announces an access of the first elements of a slice, array or string.
func leading(v reflect.Value, n int, s rt.Site, write bool) {
	if v.Kind() == reflect.Slice || v.Kind() == reflect.Array && v.CanAddr() {
		elements(v.Slice(0, n), s, write)
	}
}

// ReflectAppend is reflect.Append.
func ReflectAppend(s rt.Site, v reflect.Value, x ...reflect.Value) reflect.Value {
	return appended(v, reflect.Append(v, x...), s)
}

// ReflectAppendSlice is reflect.AppendSlice.
func ReflectAppendSlice(s rt.Site, v, x reflect.Value) reflect.Value {
	result := reflect.AppendSlice(v, x)
	if !rt.Quiet() {
		leading(x, x.Len(), s, false)
	}
	return appended(v, result, s)
}

// appended announces what has been accessed to append to v.
func appended(v, result reflect.Value, s rt.Site) reflect.Value {
	switch {
	case rt.Quiet():
	case v.Cap() > 0 && v.UnsafePointer() == result.UnsafePointer():
		elements(result.Slice(v.Len(), result.Len()), s, true)
	default:
		elements(v, s, false)
	}
	return result
}
