package access

import (
	"reflect"
	"unsafe"

	rt "gocheck.dev/runtime"
)

// ReflectDeepEqual is reflect.DeepEqual, which reads two values until it finds a
// difference.
func ReflectDeepEqual(s rt.Site, x, y any) bool {
	if !rt.Quiet() && x != nil && y != nil {
		c := comparison{s: s, seen: make(map[[2]unsafe.Pointer]bool)}
		c.equal(reflect.ValueOf(x), reflect.ValueOf(y))
	}
	return reflect.DeepEqual(x, y)
}

// A comparison goes through two values as DeepEqual does.
type comparison struct {
	s    rt.Site
	seen map[[2]unsafe.Pointer]bool // pointers that are being compared count as equal
}

// read announces that both are read, if they are variables.
func (c *comparison) read(x, y reflect.Value) {
	for _, v := range [2]reflect.Value{x, y} {
		if p := address(v); p != nil {
			rt.TouchValue(p, v.Type(), c.s, false)
		}
	}
}

func (c *comparison) equal(x, y reflect.Value) bool {
	if !x.IsValid() || !y.IsValid() || x.Type() != y.Type() {
		return x.IsValid() == y.IsValid()
	}
	switch x.Kind() {
	case reflect.Struct:
		for i := range x.NumField() {
			if !c.equal(x.Field(i), y.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Array:
		return c.each(x, y)
	}
	c.read(x, y)
	switch x.Kind() {
	case reflect.Pointer:
		if x.UnsafePointer() == y.UnsafePointer() || x.IsNil() || y.IsNil() {
			return x.UnsafePointer() == y.UnsafePointer()
		}
		return c.again(x.UnsafePointer(), y.UnsafePointer()) || c.equal(x.Elem(), y.Elem())
	case reflect.Interface:
		if x.IsNil() || y.IsNil() {
			return x.IsNil() == y.IsNil()
		}
		return c.equal(x.Elem(), y.Elem())
	case reflect.Slice:
		if x.IsNil() != y.IsNil() || x.Len() != y.Len() {
			return false
		}
		return x.UnsafePointer() == y.UnsafePointer() || c.again(x.UnsafePointer(), y.UnsafePointer()) || c.each(x, y)
	case reflect.Map:
		return c.maps(x, y)
	case reflect.Func:
		return x.IsNil() && y.IsNil()
	case reflect.Chan:
		return x.UnsafePointer() == y.UnsafePointer()
	}
	return x.Equal(y)
}

func (c *comparison) each(x, y reflect.Value) bool {
	for i := range x.Len() {
		if !c.equal(x.Index(i), y.Index(i)) {
			return false
		}
	}
	return true
}

func (c *comparison) maps(x, y reflect.Value) bool {
	for _, v := range [2]reflect.Value{x, y} {
		rt.Touch(v.UnsafePointer(), c.s, false)
	}
	if x.IsNil() != y.IsNil() || x.Len() != y.Len() {
		return false
	}
	if x.UnsafePointer() == y.UnsafePointer() || c.again(x.UnsafePointer(), y.UnsafePointer()) {
		return true
	}
	for _, e := range entriesOf(x) {
		other := y.MapIndex(e.key)
		if !other.IsValid() || !c.equal(e.value, other) {
			return false
		}
	}
	return true
}

// again reports whether two pointers have met before.
func (c *comparison) again(x, y unsafe.Pointer) bool {
	pair := [2]unsafe.Pointer{x, y}
	known := c.seen[pair]
	c.seen[pair] = true
	return known
}
