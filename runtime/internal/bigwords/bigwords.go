package bigwords

import (
	"reflect"
	"unsafe"
)

// Of appends those of the numbers in a struct.
func Of(v reflect.Value, all [][]uint) [][]uint {
	for i := range v.NumField() {
		switch f := v.Field(i); {
		case f.Kind() == reflect.Struct:
			all = Of(f, all)
		case f.Kind() == reflect.Slice && f.Type().Elem().Kind() == reflect.Uint && f.Len() > 0:
			all = append(all, unsafe.Slice((*uint)(f.UnsafePointer()), f.Len()))
		}
	}
	return all
}
