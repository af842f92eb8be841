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
	_, known := noted(&localTypes, t)
	return known
}

// noted is what was noted of a type, or of the generic one that it is an instance of.
func noted(types *sync.Map, t reflect.Type) (what any, known bool) {
	what, known = types.Load(t)
	if name, _, generic := strings.Cut(t.String(), "["); generic && !known {
		what, known = types.Load(name)
	}
	return what, known
}

// structOf is the struct that x is or points to, false if it is none.
func structOf(x any) (v reflect.Value, ok bool) {
	if v = reflect.ValueOf(x); v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	return v, v.Kind() == reflect.Struct
}

// embedded are the fields that a struct embeds: pointers to them, or themselves where they are
// pointers or interfaces.
func embedded(v reflect.Value) (all []reflect.Value) {
	if !v.CanAddr() {
		p := reflect.New(v.Type()).Elem()
		p.Set(v)
		v = p
	}
	for i := range v.NumField() {
		if !v.Type().Field(i).Anonymous {
			continue
		}
		f := reflect.NewAt(v.Field(i).Type(), unsafe.Pointer(v.Field(i).UnsafeAddr())) // it may be unexported
		if k := f.Elem().Kind(); k == reflect.Pointer || k == reflect.Interface {
			f = f.Elem()
		}
		all = append(all, f)
	}
	return all
}

// From is the embedded field of x that the method of I is promoted
// from, if x is (a pointer to) a struct of an unnamed or local type.
func From[I any](x any) (method I, ok bool) {
	v, ok := structOf(x)
	if !ok || v.Type().Name() != "" && !local(v.Type()) {
		return method, false
	}
	wanted := reflect.TypeFor[I]()
	for level := []reflect.Value{v}; len(level) > 0; {
		var next []reflect.Value
		for _, v := range level {
			for _, f := range embedded(v) {
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
