package promoted

import (
	"reflect"
	"sync"
	"testing"
	"unsafe"
)

var testers sync.Map // struct types

// NoteTester notes that a struct type has all methods of a testing.T from what it embeds.
func NoteTester(t reflect.Type) { testers.Store(t, true) }

// T is x, or the T that x has all methods of a T from, by way of what it embeds; nil if there is
// none.
func T(x any) *testing.T {
	if t, ok := x.(*testing.T); ok {
		return t
	}
	v := reflect.ValueOf(x)
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct || v.Type().Name() != "" && !local(v.Type()) && !tester(v.Type()) {
		return nil
	}
	if !v.CanAddr() {
		p := reflect.New(v.Type()).Elem()
		p.Set(v)
		v = p
	}
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.Anonymous {
			field := reflect.NewAt(f.Type, unsafe.Pointer(v.Field(i).UnsafeAddr())) // it may be unexported
			if k := f.Type.Kind(); k == reflect.Pointer || k == reflect.Interface {
				field = field.Elem()
			}
			if t := T(field.Interface()); t != nil {
				return t
			}
		}
	}
	return nil
}

func tester(t reflect.Type) bool {
	_, known := testers.Load(t)
	return known
}
