package pools

import (
	"slices"
	"unsafe"

	"gocheck.dev/checker"
)

// What lies in a sync.Pool belongs to nobody. A task that gets back only what it has
// put there itself (PoolsOwn) meets no other user of its objects, and orders nothing,
// which most tests want. But if some task uses what lies in a pool that other tasks get
// objects from, one of these might have got that very object. The first execution that
// shows this is given up, and from then on pools are shared (PoolsShared) in all of
// them. An execution in which another task gets the object is up to there one in which
// it gets something new; so none is missed for want of such a use.

// Pools are those of an execution, with what lies in them.
type Pools struct {
	lying   []lying // by address
	uses    map[uintptr]*use
	matters bool // somebody uses what another task might have got from a pool
}

// Reset begins an execution.
func (p *Pools) Reset() {
	p.lying, p.matters = p.lying[:0], false
	clear(p.uses)
}

// Empty says that nothing lies in any pool.
func (p *Pools) Empty() bool { return len(p.lying) == 0 }

// Matters says whether somebody has used what another task might have got from a pool.
func (p *Pools) Matters() bool { return p.matters }

// lying is memory that lies in a pool.
type lying struct {
	lo, hi uintptr
	pool   uintptr
}

// use are the tasks that use a pool.
type use struct {
	getters []checker.Task // have got something
	putters []checker.Task // have put something there
	users   []checker.Task // have used what lay there
}

// shared says whether what one has put there another one might get.
func (u *use) shared() bool {
	return len(u.putters) > 0 && len(u.getters) > 0 && (len(u.putters) > 1 || len(u.getters) > 1 || u.putters[0] != u.getters[0])
}

// meet says whether one who uses what lies in the pool is not the only one who gets
// something from there.
func (u *use) meet() bool {
	return len(u.users) > 0 && len(u.getters) > 0 && (len(u.users) > 1 || len(u.getters) > 1 || u.users[0] != u.getters[0])
}

// Put notes that memory is put into a pool.
func (p *Pools) Put(pool, memory unsafe.Pointer, size uintptr) {
	at, _ := p.find(memory)
	p.lying = slices.Insert(p.lying, at, lying{uintptr(memory), uintptr(memory) + size, uintptr(pool)})
}

// Take notes that memory is got from a pool, if it lies there.
func (p *Pools) Take(memory unsafe.Pointer) {
	if at, in := p.find(memory); in {
		p.lying = slices.Delete(p.lying, at-1, at)
	}
}

// Asked notes that a task asks a pool for an object, and says whether others get what
// one puts there.
func (p *Pools) Asked(pool unsafe.Pointer, t checker.Task) (shared bool) {
	u := p.use(uintptr(pool))
	u.getters = with(u.getters, t)
	p.matters = p.matters || u.meet()
	return u.shared()
}

// Given notes that a task puts an object into a pool, and says the same.
func (p *Pools) Given(pool unsafe.Pointer, t checker.Task) (shared bool) {
	u := p.use(uintptr(pool))
	u.putters = with(u.putters, t)
	return u.shared()
}

// Use notes that a task uses memory that may lie in a pool.
func (p *Pools) Use(t checker.Task, memory unsafe.Pointer) {
	p.UseAll(t, memory, 1)
}

// UseAll is Use of n bytes of memory, of which several things may lie in pools.
func (p *Pools) UseAll(t checker.Task, memory unsafe.Pointer, n uintptr) {
	at, _ := p.find(unsafe.Add(memory, n-1))
	for ; at > 0 && p.lying[at-1].hi > uintptr(memory); at-- {
		u := p.use(p.lying[at-1].pool)
		u.users = with(u.users, t)
		p.matters = p.matters || u.meet()
	}
}

// find is where memory is to be inserted, and whether what lies before that has it.
func (p *Pools) find(memory unsafe.Pointer) (at int, in bool) {
	at, _ = slices.BinarySearchFunc(p.lying, uintptr(memory)+1, func(m lying, end uintptr) int {
		if m.lo < end {
			return -1
		}
		return 1
	})
	return at, at > 0 && uintptr(memory) < p.lying[at-1].hi
}

func (p *Pools) use(pool uintptr) *use {
	u := p.uses[pool]
	if u == nil {
		if p.uses == nil {
			p.uses = map[uintptr]*use{}
		}
		u = new(use)
		p.uses[pool] = u
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
