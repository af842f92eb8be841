package pools

import "reflect"

// Same says whether a and b are one object: a pointer, map, channel or slice that two
// owners would share.
func Same(a, b any) bool {
	v, w := reflect.ValueOf(a), reflect.ValueOf(b)
	if v.Kind() != w.Kind() || v.Type() != w.Type() {
		return false
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.UnsafePointer:
		return v.UnsafePointer() == w.UnsafePointer()
	case reflect.Slice:
		return v.Cap() > 0 && v.UnsafePointer() == w.UnsafePointer()
	}
	return false
}

// Lent are the objects that lie in pools, each with the number of its Put.
type Lent struct {
	puts   int
	number []int
	object []any
}

// Number is the number of the Put of an object that is put into a pool, or comes from there; 0 of
// a new one.
func (l *Lent) Number(put bool, object any) int {
	if put {
		l.puts++
		l.number, l.object = append(l.number, l.puts), append(l.object, object)
		return l.puts
	}
	for i := range l.object { // of one that was put twice the first
		if l.object[i] != nil && Same(l.object[i], object) {
			l.object[i] = nil
			return l.number[i]
		}
	}
	return 0
}
