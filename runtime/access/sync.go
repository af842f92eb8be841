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

func reads(m *sync.Map, s rt.Site)  { rt.LoadWord(s, word(m)) }
func writes(m *sync.Map, s rt.Site) { rt.AddWord(s, word(m), 0) }

// stored notes when a key comes into the map.
func stored(m *sync.Map, key any, had bool) {
	if o := insertionsOf[any](unsafe.Pointer(m), true); !had && o != nil {
		o.insert(key)
		if o.by == nil {
			o.by = make(map[any]uint32)
		}
		o.by[key], _ = rt.PoolsOf()
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

// MapRange is (*sync.Map).Range. It goes through the keys that are there when it
// begins, in the order of Keys, and looks each up when its turn comes; then
// through those that other tasks have stored since. Of these it may have missed
// any, whatever their order: "Range may reflect any mapping for that key from any
// point during the Range call". What f stores itself is left out, as a loop over
// a map leaves it out: else it might never end.
func MapRange(m *sync.Map, s rt.Site, f func(key, value any) bool) {
	if !rt.Controlled() {
		m.Range(f)
		return
	}
	visited := make(map[any]bool)
	for late := false; ; late = true {
		reads(m, s)
		keys := unvisited(m, visited, late)
		if late && len(keys) == 0 {
			return
		}
		if !late {
			keys = ordered(keys)
		}
		for _, k := range keys {
			visited[k] = true
			if late && rt.Choose(s, 2) == 0 {
				continue
			}
			reads(m, s)
			if v, ok := m.Load(k); ok && !f(k, v) {
				return
			}
		}
	}
}

// unvisited are the keys of a map that are still to be visited; late: of those
// that others have stored.
func unvisited(m *sync.Map, visited map[any]bool, late bool) []any {
	o := insertionsOf[any](unsafe.Pointer(m), false)
	self, _ := rt.PoolsOf()
	var keys []any
	m.Range(func(k, _ any) bool {
		if !visited[k] && !(late && (o == nil || o.by[k] == self)) {
			keys = append(keys, k)
		}
		return true
	})
	sortKeys(keys, o)
	return keys
}
