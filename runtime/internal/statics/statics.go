package statics

import (
	"reflect"
	"unsafe"
)

// laid is such memory by the variables whose initialisers have made it. It holds on to it: so an
// address means the same as long as it stands here, and nobody finds it to be collected.
var laid = make(map[string][]memory)

type memory struct {
	at   unsafe.Pointer
	size uintptr
}

// Lay says where the memory is that a run of a variable's initialiser has made: pointers to it, and
// slices. What an earlier run has made is forgotten.
func Lay(variable string, all ...any) {
	list := laid[variable][:0]
	for _, p := range all {
		switch v := reflect.ValueOf(p); v.Kind() {
		case reflect.Pointer:
			list = append(list, memory{v.UnsafePointer(), v.Type().Elem().Size()})
		case reflect.Slice:
			list = append(list, memory{v.UnsafePointer(), uintptr(v.Cap()) * v.Type().Elem().Size()})
		}
	}
	laid[variable] = list
}

// Has says whether p points into such memory.
func Has(p unsafe.Pointer) bool {
	for _, list := range laid {
		for _, m := range list {
			if uintptr(p)-uintptr(m.at) < m.size {
				return true
			}
		}
	}
	return false
}
