package access

import (
	"sync"
	"sync/atomic"
	"unsafe"

	rt "gocheck.dev/runtime"
)

// Operations on a sync.Map are announced as atomic operations on one location,
// the map: coarser than by key, so that some orders are explored that no one
// can tell apart, and none is missed. The location is the struct's first word,
// which an addition of zero leaves as it is.

func word(m *sync.Map) *uint32 { return (*uint32)(unsafe.Pointer(m)) }

func reads(m *sync.Map, s rt.Site)  { rt.AtomicLoadUint32(s, word(m)) }
func writes(m *sync.Map, s rt.Site) { rt.AtomicAddUint32(s, word(m), 0) }

// stored notes when a key comes into the map.
func stored(m *sync.Map, key any, had bool) {
	if !had {
		insertionsOf[any](unsafe.Pointer(m), true).insert(key)
	}
}

// The map has a word there.
var _ [unsafe.Sizeof(sync.Map{}) - unsafe.Sizeof(atomic.Uint32{})]byte

// MapLoad is (*sync.Map).Load.
func MapLoad(m *sync.Map, s rt.Site, key any) (any, bool) {
	reads(m, s)
	return m.Load(key)
}

// MapStore is (*sync.Map).Store.
func MapStore(m *sync.Map, s rt.Site, key, value any) {
	writes(m, s)
	_, had := m.Load(key)
	stored(m, key, had)
	m.Store(key, value)
}

// MapLoadOrStore is (*sync.Map).LoadOrStore.
func MapLoadOrStore(m *sync.Map, s rt.Site, key, value any) (any, bool) {
	writes(m, s)
	v, had := m.LoadOrStore(key, value)
	stored(m, key, had)
	return v, had
}

// MapLoadAndDelete is (*sync.Map).LoadAndDelete.
func MapLoadAndDelete(m *sync.Map, s rt.Site, key any) (any, bool) {
	writes(m, s)
	return m.LoadAndDelete(key)
}

// MapDelete is (*sync.Map).Delete.
func MapDelete(m *sync.Map, s rt.Site, key any) {
	writes(m, s)
	m.Delete(key)
}

// MapSwap is (*sync.Map).Swap.
func MapSwap(m *sync.Map, s rt.Site, key, value any) (any, bool) {
	writes(m, s)
	v, had := m.Swap(key, value)
	stored(m, key, had)
	return v, had
}

// MapCompareAndSwap is (*sync.Map).CompareAndSwap.
func MapCompareAndSwap(m *sync.Map, s rt.Site, key, old, value any) bool {
	writes(m, s)
	return m.CompareAndSwap(key, old, value)
}

// MapCompareAndDelete is (*sync.Map).CompareAndDelete.
func MapCompareAndDelete(m *sync.Map, s rt.Site, key, old any) bool {
	writes(m, s)
	return m.CompareAndDelete(key, old)
}

// MapClear is (*sync.Map).Clear.
func MapClear(m *sync.Map, s rt.Site) {
	writes(m, s)
	m.Clear()
}

// MapRange is (*sync.Map).Range, in the order of Keys. Each key is looked up
// when its turn comes, as the documentation allows.
func MapRange(m *sync.Map, s rt.Site, f func(key, value any) bool) {
	reads(m, s)
	var keys []any
	m.Range(func(k, _ any) bool { keys = append(keys, k); return true })
	sortKeys(keys, insertionsOf[any](unsafe.Pointer(m), false))
	for _, k := range keys {
		reads(m, s)
		if v, ok := m.Load(k); ok && !f(k, v) {
			return
		}
	}
}
