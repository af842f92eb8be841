// Package promoted finds the embedded field that a method is promoted from, where the
// rewriter cannot: the types are local to functions, or have no name.
package promoted

import (
	"reflect"
	"strings"
	"sync"
	"unsafe"
)

var localTypes sync.Map // struct types that functions declare, and names of generic ones

// Note notes that a struct type is declared in a function.
func Note(t reflect.Type) { localTypes.Store(t, true) }

// NoteGeneric is the same for a generic type, by its name as reflect writes it without type
// arguments.
func NoteGeneric(name string) { localTypes.Store(name, true) }

// local reports whether a struct type is declared in a function, with promoted methods.
func local(t reflect.Type) bool {
	_, known := localTypes.Load(t)
	if name, _, generic := strings.Cut(t.String(), "["); generic && !known {
		_, known = localTypes.Load(name)
	}
	return known
}

// From is the embedded field of x that the method of I is promoted
// from, if x is (a pointer to) a struct of an unnamed or local type.
func From[I any](x any) (method I, ok bool) {
	v := reflect.ValueOf(x)
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return method, false
	}
	if v.Type().Name() != "" && !local(v.Type()) {
		return method, false
	}
	if !v.CanAddr() {
		p := reflect.New(v.Type()).Elem()
		p.Set(v)
		v = p
	}
	wanted := reflect.TypeFor[I]()
	for level := []reflect.Value{v}; len(level) > 0; {
		var next []reflect.Value
		for _, v := range level {
			for i := range v.NumField() {
				if !v.Type().Field(i).Anonymous {
					continue
				}
				f := reflect.NewAt(v.Field(i).Type(), unsafe.Pointer(v.Field(i).UnsafeAddr())) // it may be unexported
				if k := f.Elem().Kind(); k == reflect.Pointer || k == reflect.Interface {
					f = f.Elem()
				}
				switch {
				case f.Type().Implements(wanted): // two equally deep ones do not compile
					method, ok = f.Interface().(I)
					return method, ok
				case f.Kind() == reflect.Pointer && f.Elem().Kind() == reflect.Struct:
					next = append(next, f.Elem())
				}
			}
		}
		level = next
	}
	return method, false
}
