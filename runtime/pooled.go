package runtime

import (
	"unsafe"

	"gocheck.dev/internal/wire"
)

// What lies in a sync.Pool, as package pools has it. The first execution that shows that
// some task uses what another one might have got is given up, and from then on pools are
// shared.

// PoolPuts notes that memory is put into a pool by the calling task.
func PoolPuts(pool, p unsafe.Pointer, size uintptr) {
	if t := current(); t != nil && size > 0 {
		t.x.pools.Put(pool, p, size)
	}
}

// PoolGives notes that the calling task gets memory from a pool.
func PoolGives(p unsafe.Pointer, size uintptr) {
	if t := current(); t != nil && size > 0 {
		t.x.pools.Take(p)
	}
}

// PoolAsked notes that the calling task asks a pool for an object, and whether it has one there.
func PoolAsked(pool unsafe.Pointer, kept bool) {
	t := current()
	if t != nil && t.x.pools.Asked(pool, t.id) {
		t.x.meets(wire.Pools)
	}
	if t != nil && kept {
		t.x.meets(wire.PoolsKept)
	}
}

// PoolGiven notes that the calling task puts something into a pool.
func PoolGiven(pool unsafe.Pointer) {
	if t := current(); t != nil && t.x.pools.Given(pool, t.id) {
		t.x.meets(wire.Pools)
	}
}

// SharePools says, after an execution, whether pools are to be shared, which they were
// not in that one. From now on they are.
func (x *Execution) SharePools() bool {
	if !x.pools.Matters() || x.Known.Pools {
		return false
	}
	x.Known.Pools = true
	return true
}
