package findings

import (
	"runtime"
	"testing"
)

// The panic of a key that cannot be hashed is the runtime's.
type unhashable struct{ c []int }

func recovered(f func()) (r any) {
	defer func() { r = recover() }()
	f()
	return nil
}

func hashes(t *testing.T, r any) {
	if _, ok := r.(runtime.Error); !ok {
		t.Errorf("not a runtime.Error: %T %v", r, r)
	} else if s := r.(error).Error(); s != "runtime error: hash of unhashable type findings.unhashable" && s != "runtime error: hash of unhashable type gocheck.dev/testdata/findings.unhashable" {
		t.Error(s)
	}
}

func TestUnhashableStore(t *testing.T) {
	hashes(t, recovered(func() { m := map[any]int{}; m[unhashable{}] = 1 }))
}
func TestUnhashableLoad(t *testing.T) {
	hashes(t, recovered(func() { m := map[any]int{1: 1}; _ = m[unhashable{}] }))
}
func TestUnhashableDelete(t *testing.T) {
	hashes(t, recovered(func() { m := map[any]int{1: 1}; delete(m, any(unhashable{})) }))
}
func TestUnhashableInc(t *testing.T) {
	hashes(t, recovered(func() { m := map[any]int{1: 1}; m[unhashable{}]++ }))
}
func TestUnhashableLit(t *testing.T) {
	hashes(t, recovered(func() { var k any = unhashable{}; _ = map[any]int{k: 1} }))
}

var sharedKeys = map[any]int{1: 1}

func TestUnhashableSharedLoad(t *testing.T) {
	hashes(t, recovered(func() { _ = sharedKeys[unhashable{}] }))
}
