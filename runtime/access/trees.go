package access

import (
	"reflect"

	rt "gocheck.dev/runtime"
)

// Inspects is the function that ast.Inspect is given: it announces what Inspect reads of a node
// below which it goes on.
func Inspects[N any](f func(N) bool, s rt.Site) func(N) bool {
	return func(n N) bool {
		on := f(n)
		if v := reflect.ValueOf(any(n)); on && !rt.Quiet() && v.Kind() == reflect.Pointer && !v.IsNil() && v.Elem().Kind() == reflect.Struct {
			children(v.Elem(), s)
		}
		return on
	}
}

// children announces reads of the fields of a node that lead to others.
func children(node reflect.Value, s rt.Site) {
	for i := range node.NumField() {
		f, in := node.Field(i), node.Type().Field(i)
		switch t := in.Type; {
		case in.Name == "Obj" || in.Name == "Scope" || in.Name == "Unresolved" || in.Name == "Imports" || in.Name == "Comments":
		case t.Kind() == reflect.Pointer, t.Kind() == reflect.Interface:
			rt.TouchValue(address(f), t, s, false)
		case t.Kind() == reflect.Slice:
			rt.TouchValue(address(f), t, s, false)
			elements(f, s, false)
		}
	}
}
