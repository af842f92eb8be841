package promoted

import (
	"reflect"
	"strings"
	"sync"
	"testing"
	"unsafe"
)

var testers sync.Map // struct types, names of generic ones; the methods of a T that they have themselves

// NoteTester notes that a struct type, or a generic one of this name, has methods of a testing.T
// from what it embeds, but not these.
func NoteTester(t any, own string) { testers.Store(t, " "+own+" ") }

// T is x, or the T that x has this method from, by way of what it embeds; nil if there is none.
// What is embedded less deeply counts, as in Go.
func T(x any, method string) *testing.T {
	if t, ok := x.(*testing.T); ok {
		return t
	}
	seen := make(map[reflect.Type]bool)
	for level := []any{x}; len(level) > 0; {
		var next []any
		for _, x := range level {
			if t, ok := x.(*testing.T); ok {
				return t
			}
			v := reflect.ValueOf(x)
			if v.Kind() == reflect.Pointer {
				v = v.Elem()
			}
			if v.Kind() != reflect.Struct || seen[v.Type()] {
				continue
			}
			seen[v.Type()] = true
			own, known := tester(v.Type())
			if strings.Contains(own, " "+method+" ") {
				return nil
			}
			if known || v.Type().Name() == "" || local(v.Type()) {
				next = append(next, embedded(v)...)
			}
		}
		level = next
	}
	return nil
}

// embedded are the values that a struct embeds.
func embedded(v reflect.Value) (all []any) {
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
			all = append(all, field.Interface())
		}
	}
	return all
}

// tester says which methods of a T a type has itself that has others from a T.
func tester(t reflect.Type) (own string, known bool) {
	n, known := testers.Load(t)
	if name, _, generic := strings.Cut(t.String(), "["); generic && !known {
		n, known = testers.Load(name)
	}
	own, _ = n.(string)
	return own, known
}
