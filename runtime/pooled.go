package runtime

import (
	"slices"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
)

// What lies in a sync.Pool belongs to nobody. A task that gets back only what it has
// put there itself (PoolsOwn) meets no other user of its objects, and orders nothing,
// which most tests want. But if some task uses what lies in a pool that other tasks get
// objects from, one of these might have got that very object. The first execution that
// shows this is given up, and from then on pools are shared (PoolsShared) in all of
// them. An execution in which another task gets the object is up to there one in which
// it gets something new; so none is missed for want of such a use.

// pooling is what lies in pools, in the present execution.
type pooling struct {
	pooled      []pooled // by address
	poolUses    map[unsafe.Pointer]*poolUse
	poolMatters bool // somebody uses what another task might have got from a pool
}

func (p *pooling) reset() {
	p.pooled, p.poolMatters = p.pooled[:0], false
	clear(p.poolUses)
}

// pooled is memory that lies in a pool.
type pooled struct {
	lo, hi uintptr
	pool   unsafe.Pointer
}

// poolUse are the tasks that use a pool.
type poolUse struct {
	getters []checker.Task // have got something
	putters []checker.Task // have put something there
	users   []checker.Task // have used what lay there
}

// shared says whether what one has put there another one might get.
func (u *poolUse) shared() bool {
	return len(u.putters) > 0 && len(u.getters) > 0 && (len(u.putters) > 1 || len(u.getters) > 1 || u.putters[0] != u.getters[0])
}

// meet says whether one who uses what lies in the pool is not the only one who gets
// something from there.
func (u *poolUse) meet() bool {
	return len(u.users) > 0 && len(u.getters) > 0 && (len(u.users) > 1 || len(u.getters) > 1 || u.users[0] != u.getters[0])
}

// PoolPuts notes that memory is put into a pool by the calling task.
func PoolPuts(pool, p unsafe.Pointer, size uintptr) {
	if t := current(); t != nil && size > 0 {
		x := t.x
		at, _ := x.findPooled(p)
		x.pooled = slices.Insert(x.pooled, at, pooled{uintptr(p), uintptr(p) + size, pool})
	}
}

// PoolGives notes that the calling task gets memory from a pool.
func PoolGives(p unsafe.Pointer, size uintptr) {
	if t := current(); t != nil && size > 0 {
		if at, in := t.x.findPooled(p); in {
			t.x.pooled = slices.Delete(t.x.pooled, at-1, at)
		}
	}
}

// PoolAsked notes that the calling task asks a pool for an object.
func PoolAsked(pool unsafe.Pointer) {
	if t := current(); t != nil {
		u := t.x.poolUse(pool)
		u.getters = with(u.getters, t.id)
		t.x.poolMatters = t.x.poolMatters || u.meet()
		t.x.meetsPool(u)
	}
}

// PoolGiven notes that the calling task puts something into a pool.
func PoolGiven(pool unsafe.Pointer) {
	if t := current(); t != nil {
		u := t.x.poolUse(pool)
		u.putters = with(u.putters, t.id)
		t.x.meetsPool(u)
	}
}

func (x *Execution) meetsPool(u *poolUse) {
	if u.shared() {
		x.meets(wire.Pools)
	}
}

// usePooled notes that t uses what may lie in a pool.
func (x *Execution) usePooled(t *task, p unsafe.Pointer) {
	if at, in := x.findPooled(p); in {
		u := x.poolUse(x.pooled[at-1].pool)
		u.users = with(u.users, t.id)
		x.poolMatters = x.poolMatters || u.meet()
	}
}

// findPooled is where memory at p is to be inserted, and whether the memory before that
// has p.
func (x *Execution) findPooled(p unsafe.Pointer) (at int, in bool) {
	at, _ = slices.BinarySearchFunc(x.pooled, uintptr(p)+1, func(m pooled, end uintptr) int {
		if m.lo < end {
			return -1
		}
		return 1
	})
	return at, at > 0 && uintptr(p) < x.pooled[at-1].hi
}

func (x *Execution) poolUse(pool unsafe.Pointer) *poolUse {
	u := x.poolUses[pool]
	if u == nil {
		if x.poolUses == nil {
			x.poolUses = map[unsafe.Pointer]*poolUse{}
		}
		u = new(poolUse)
		x.poolUses[pool] = u
	}
	return u
}

// with is list with t in it.
func with(list []checker.Task, t checker.Task) []checker.Task {
	if slices.Contains(list, t) {
		return list
	}
	return append(list, t)
}

// SharePools says, after an execution, whether pools are to be shared, which they were
// not in that one. From now on they are.
func (x *Execution) SharePools() bool {
	if !x.poolMatters || x.Known.Pools {
		return false
	}
	x.Known.Pools = true
	return true
}
