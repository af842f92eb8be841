package access

import (
	"reflect"
	"slices"
	"strings"
)

// halves announces the use of the halves of a bufio.ReadWriter.
func (u *use) halves(v reflect.Value) {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return
		}
		v = v.Elem()
	}
	half := u.half
	if u.holder != nil {
		if its, ok := halfBelow(u.holder); ok {
			half = its
		}
	}
	for _, name := range []string{"Reader", "Writer"} {
		if half == "" || half == name {
			u.object(v.FieldByName(name))
		}
	}
}

// halfBelow is the half of a duplex that an object of the type uses which has it as its reader or
// writer; false: the type does not say.
func halfBelow(t reflect.Type) (half string, ok bool) {
	name := strings.ToLower(t.String())
	is := func(parts ...string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(name, part) })
	}
	switch {
	case is("tee"): // it reads, and writes elsewhere
		return "", true
	case is("read", "decod", "scan", "decompress"):
		return "Reader", true
	case is("writ", "encod", "dumper"):
		return "Writer", true
	}
	return "", false
}
