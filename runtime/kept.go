package runtime

import "unsafe"

// Kept is what package access keeps about the value at p until the end of the
// execution; make makes it when it is first asked for, unless it is nil. Out of
// executions nothing is kept.
func Kept(p unsafe.Pointer, make func() any) any {
	t := current()
	if t == nil || p == nil {
		return nil
	}
	x := t.x
	k, ok := x.kept[p]
	if !ok && make != nil {
		if x.kept == nil {
			x.kept = map[unsafe.Pointer]any{}
		}
		k = make()
		x.kept[p] = k
	}
	return k
}

// PoolsMode says what a sync.Pool holds under check (-pools).
type PoolsMode uint8

// The modes of -pools; PoolsNative is what a pool is out of executions.
const (
	PoolsNative PoolsMode = iota
	PoolsOwn
	PoolsShared
	PoolsEmpty
	PoolsLossy
	PoolsAny
)

// PoolsOf is the calling task's number and what pools hold in its execution.
func PoolsOf() (task uint32, mode PoolsMode) {
	t := current()
	if t == nil {
		return 0, PoolsNative
	}
	if t.x.Known.Pools && t.x.Pools == PoolsOwn {
		return uint32(t.id), PoolsShared
	}
	return uint32(t.id), t.x.Pools
}
