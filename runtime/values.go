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
	if p := *(*unsafe.Pointer)(unsafe.Pointer(&m)); putsAt(p, s) {
		putOf(m, p, key, s)
	}
	return m
}

// putsAt announces the write of the map at p, and reports whether entries are told apart.
func putsAt(p unsafe.Pointer, s Site) bool {
	t := current()
	if t == nil || p == nil {
		return false
	}
	t.access(p, layout.Contents, 0, s, true)
	return t.x.values != nil && !t.x.alone && t.x.Races != RacesExplore
}

func putOf(m any, p unsafe.Pointer, key any, s Site) {
	current().x.put(current(), values.KeyOf(p, reflect.TypeOf(m).Key(), reflect.ValueOf(key)), s)
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
