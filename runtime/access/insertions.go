package access

import (
	"unsafe"

	rt "gocheck.dev/runtime"
)

// insertions are the order in which the keys of a map were inserted during the
// execution. What has been deleted stays: it gets another number when it is
// inserted again.
type insertions[K comparable] struct {
	nth  map[K]int    // from 1
	by   map[K]uint32 // in a sync.Map: the task that did it
	last int
}

// insertionsOf are those of the map at p, nil outside of executions and, unless
// they are to be made, where none were noted.
func insertionsOf[K comparable](p unsafe.Pointer, made bool) *insertions[K] {
	var make func() any
	if made {
		make = func() any { return &insertions[K]{nth: map[K]int{}} }
	}
	o, _ := rt.Kept(p, make).(*insertions[K])
	return o
}

func (o *insertions[K]) insert(k K) {
	if o != nil {
		o.last++
		o.nth[k] = o.last
	}
}

// number is when a key was inserted, 0 if that was not noted.
func (o *insertions[K]) number(key any) int {
	k, _ := key.(K)
	return o.nth[k]
}

// mapPointer is the pointer that a map is.
func mapPointer[K comparable, V any](m map[K]V) unsafe.Pointer {
	return *(*unsafe.Pointer)(unsafe.Pointer(&m))
}

// Inserting is a map that is about to be assigned to, whose keys cannot be
// sorted. Key and value are passed to a method so that they are converted as
// the language converts them.
type Inserting[K comparable, V any] struct{ m map[K]V }

// Into is the map of such an assignment.
func Into[K comparable, V any](m map[K]V) Inserting[K, V] { return Inserting[K, V]{m} }

// Set assigns m[k] = v.
func (i Inserting[K, V]) Set(k K, v V) {
	n := len(i.m)
	i.m[k] = v // first, for it panics where a lookup panics otherwise: a key without a hash
	if len(i.m) > n {
		insertionsOf[K](mapPointer(i.m), true).insert(k)
	}
}

// Get is m[k] in m[k] op= v. A map without entries is not asked: what it would say of a key
// without a hash is for the assignment to say.
func (i Inserting[K, V]) Get(k K) (v V) {
	if len(i.m) == 0 {
		return v
	}
	return i.m[k]
}
