package wards

import "reflect"

// tiny says whether a variable of the type may share its memory with others, which keep it alive:
// the Go runtime puts small objects without pointers together.
func tiny(t reflect.Type) bool { return t.Size() < 16 && !refers(t) }

// refers says whether there are pointers in values of the type.
func refers(t reflect.Type) bool {
	switch k := t.Kind(); k {
	case reflect.Array:
		return t.Len() > 0 && refers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if refers(t.Field(i).Type) {
				return true
			}
		}
		return false
	default:
		return k > reflect.Complex128
	}
}
