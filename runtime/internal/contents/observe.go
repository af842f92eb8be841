package contents

import (
	"fmt"
	"reflect"
	"strings"

	"gocheck.dev/internal/wire"
)

// Observed is what Observe says of a value: as %v prints it, or, where that would
// print addresses, which differ from run to run, as the state of packages is
// printed, a line for each leaf.
func Observed(name string, value any) string {
	if !printsAddress(reflect.ValueOf(value), 0) {
		return wire.Bounded(fmt.Sprintf("%s=%v", name, value), wire.MaxText)
	}
	p := printer{equals: "=", seen: map[reached]string{}, room: maxLines}
	p.value(name, reflect.ValueOf(value), 0)
	return strings.Join(p.lines, "\n")
}

// printsAddress says whether %v prints the address of something.
func printsAddress(v reflect.Value, depth int) bool {
	if v.IsValid() && v.CanInterface() {
		switch v.Interface().(type) {
		case fmt.Formatter, fmt.Stringer, error:
			return false // it says itself what it prints
		}
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return false
		}
		if depth == 0 { // &{…}
			switch v.Elem().Kind() {
			case reflect.Struct, reflect.Map, reflect.Slice, reflect.Array:
				return printsAddress(v.Elem(), 1)
			}
		}
		return true
	case reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return !v.IsZero()
	case reflect.Interface:
		return !v.IsNil() && printsAddress(v.Elem(), depth+1)
	case reflect.Struct:
		for i := range v.NumField() {
			if printsAddress(v.Field(i), depth+1) {
				return true
			}
		}
	case reflect.Array, reflect.Slice:
		for i := range v.Len() {
			if printsAddress(v.Index(i), depth+1) {
				return true
			}
			if plainKind(v.Type().Elem().Kind()) {
				return false // as all the others
			}
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			if printsAddress(it.Key(), depth+1) || printsAddress(it.Value(), depth+1) {
				return true
			}
		}
	}
	return false
}

// plainKind says whether values of a kind have no parts.
func plainKind(k reflect.Kind) bool { return k <= reflect.Complex128 || k == reflect.String }
