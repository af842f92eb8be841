package parts

import (
	"reflect"
	"unsafe"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
)

// An iterator of package reflect goes through a map as a loop does: in an order that is a function
// of the schedule, and explored. So its own iteration does not begin, until it is over. What
// is to panic then, or before, is left to it.

// iteration is what a reflect.MapIter goes through.
type iteration struct {
	m     reflect.Value
	keys  []reflect.Value
	at    int           // 1: the first of them; 0: it has not begun
	value reflect.Value // there, when it came to it
	over  bool
}

// iterationOf is that of an iterator, nil out of executions, or if it has no map.
func iterationOf(it *reflect.MapIter) *iteration {
	if it == nil || !rt.Controlled() {
		return nil
	}
	f := reflect.ValueOf(it).Elem().FieldByName("m")
	if !f.IsValid() || f.Type() != reflect.TypeFor[reflect.Value]() {
		return nil
	}
	m := *(*reflect.Value)(unsafe.Pointer(f.UnsafeAddr()))
	if m.Kind() != reflect.Map || m.IsNil() {
		return nil
	}
	i := rt.Kept(unsafe.Pointer(it), func() any { return new(iteration) }).(*iteration)
	if !i.m.IsValid() || i.m.UnsafePointer() != m.UnsafePointer() {
		*i = iteration{m: m}
	}
	return i
}

// Next is (*reflect.MapIter).Next.
func Next(it *reflect.MapIter, s rt.Site) bool {
	i := iterationOf(it)
	if i == nil {
		return it.Next()
	}
	rt.Touch(i.m.UnsafePointer(), s, false)
	if i.at == 0 && !i.over {
		i.begins(s)
	}
	if i.over {
		return it.Next()
	}
	for i.at++; i.at <= len(i.keys); i.at++ {
		if i.value = i.m.MapIndex(i.key()); i.value.IsValid() {
			return true
		}
	}
	i.over = true
	for it.Next() {
	}
	return false
}

// begins finds the keys. An entry that no lookup finds (NaN) leaves it to the runtime in which
// order they come.
func (i *iteration) begins(s rt.Site) {
	i.keys = access.KeysOf(i.m)
	for _, k := range i.keys {
		if !i.m.MapIndex(k).IsValid() {
			i.over = true
			rt.Depends(s, "the order of a map with NaN among its keys")
		}
	}
}

// within says whether the iterator is at an entry of an iteration that is not its own.
func (i *iteration) within() bool { return i != nil && i.at > 0 && !i.over }

func (i *iteration) key() reflect.Value { return i.keys[i.at-1] }

// present is the value now, or that of an entry that has been deleted since.
func (i *iteration) present() reflect.Value {
	if v := i.m.MapIndex(i.key()); v.IsValid() {
		return v
	}
	return i.value
}

// Key is (*reflect.MapIter).Key.
func Key(it *reflect.MapIter, _ rt.Site) reflect.Value {
	if i := iterationOf(it); i.within() {
		return i.key()
	}
	return it.Key()
}

// Value is (*reflect.MapIter).Value.
func Value(it *reflect.MapIter, _ rt.Site) reflect.Value {
	if i := iterationOf(it); i.within() {
		return i.present()
	}
	return it.Value()
}

// Reset is (*reflect.MapIter).Reset.
func Reset(it *reflect.MapIter, _ rt.Site, v reflect.Value) {
	it.Reset(v)
	if i := iterationOf(it); i != nil {
		*i = iteration{m: v}
	}
}

// MapKeys is reflect.Value.MapKeys, with the keys in the order of a loop.
func MapKeys(v reflect.Value, s rt.Site) []reflect.Value {
	access.ReadsContents(v, s)
	keys := v.MapKeys()
	if rt.Controlled() {
		copy(keys, access.KeysOf(v))
	}
	return keys
}

// sets is v.Set(to). If that cannot be, by panics as natively.
func (i *iteration) sets(v, to reflect.Value, by func(v reflect.Value, it *reflect.MapIter)) {
	if !v.CanSet() || !to.Type().AssignableTo(v.Type()) {
		it := i.m.MapRange()
		it.Next()
		by(v, it)
	}
	v.Set(to)
}

// SetIterKey is reflect.Value.SetIterKey.
func SetIterKey(v reflect.Value, s rt.Site, it *reflect.MapIter) {
	access.WritesValue(v, s)
	if i := iterationOf(it); i.within() {
		i.sets(v, i.key(), reflect.Value.SetIterKey)
		return
	}
	v.SetIterKey(it)
}

// SetIterValue is reflect.Value.SetIterValue.
func SetIterValue(v reflect.Value, s rt.Site, it *reflect.MapIter) {
	access.WritesValue(v, s)
	if i := iterationOf(it); i.within() {
		i.sets(v, i.present(), reflect.Value.SetIterValue)
		return
	}
	v.SetIterValue(it)
}
