package runtime

import (
	"reflect"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/layout"
	"gocheck.dev/runtime/internal/values"
)

// MapPut announces that an entry of the map is about to be assigned to: a write of
// the map as a whole. That M is a map is not said, for the reason that MapR has.
func MapPut[M, K any](m M, key K, s Site) M {
	p := *(*unsafe.Pointer)(unsafe.Pointer(&m))
	t := current()
	if t == nil || p == nil {
		return m
	}
	t.access(p, layout.Opaque, 0, s, true)
	if x := t.x; x.values != nil && !x.alone && x.Races != RacesExplore {
		x.put(t, values.KeyOf(p, reflect.TypeFor[M]().Key(), reflect.ValueOf(key)), s)
	}
	return m
}

// put is a write of an entry. Other entries of the map may be put into it before or
// after; a reader of the map may read any of them.
func (x *Execution) put(t *task, k values.Key, s Site) {
	entry, ok := x.values.Keys[k]
	if !ok {
		entry = x.add(nil)
		x.values.Keys[k] = entry
	}
	x.nameObject(entry, s)
	x.effect(t, entry, s, true, checker.NoKind)
}
