package pools

import "reflect"

// Same says whether a and b are one object: a pointer, map, channel or slice that two
// owners would share.
func Same(a, b any) bool {
	v, w := reflect.ValueOf(a), reflect.ValueOf(b)
	if v.Kind() != w.Kind() || v.Type() != w.Type() {
		return false
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.UnsafePointer:
		return v.UnsafePointer() == w.UnsafePointer()
	case reflect.Slice:
		return v.Cap() > 0 && v.UnsafePointer() == w.UnsafePointer()
	}
	return false
}
