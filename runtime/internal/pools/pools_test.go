package pools

import (
	"testing"
	"unsafe"

	"gocheck.dev/checker"
)

// still is memory that does not move, as what lies on a stack may.
var still [64]byte

// TestPooled: memory in pools is found by every address in it, until it is taken out.
func TestPooled(t *testing.T) {
	memory := &still
	x := &Pools{}
	put := func(lo, hi int) {
		x.Put(nil, unsafe.Pointer(&memory[lo]), uintptr(hi-lo))
	}
	for _, m := range [][2]int{{40, 48}, {8, 16}, {16, 24}, {8, 16}} {
		put(m[0], m[1])
	}
	for i := range memory {
		want := i >= 8 && i < 24 || i >= 40 && i < 48
		if _, in := x.find(unsafe.Pointer(&memory[i])); in != want {
			t.Errorf("byte %d: %t, want %t", i, in, want)
		}
	}
}

// TestPoolUse: somebody who uses what lies in a pool matters to others who get something.
func TestPoolUse(t *testing.T) {
	for _, c := range []struct {
		getters, users []checker.Task
		want           bool
	}{
		{nil, nil, false},
		{[]checker.Task{1}, nil, false},
		{nil, []checker.Task{1}, false},
		{[]checker.Task{1}, []checker.Task{1}, false},
		{[]checker.Task{1}, []checker.Task{2}, true},
		{[]checker.Task{1, 2}, []checker.Task{2}, true},
		{[]checker.Task{1}, []checker.Task{1, 2}, true},
	} {
		u := &use{}
		for range 2 {
			for _, task := range c.getters {
				u.getters = with(u.getters, task)
			}
			for _, task := range c.users {
				u.users = with(u.users, task)
			}
		}
		if got := u.meet(); got != c.want {
			t.Errorf("%v get, %v use: %t", c.getters, c.users, got)
		}
	}
}
