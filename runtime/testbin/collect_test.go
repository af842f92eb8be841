package testbin

import (
	"runtime/debug"
	"testing"
)

// TestCollectsBeyond: -memory bounds the heap softly, as long as the tests of a binary run; a
// lower bound of the user's stays.
func TestCollectsBeyond(t *testing.T) {
	limit := func() int64 { return debug.SetMemoryLimit(-1) }
	was := limit()
	defer debug.SetMemoryLimit(was)
	for _, c := range []struct{ users, memory, want int64 }{
		{8 << 30, 0, 8 << 30},
		{8 << 30, 2 << 30, 2 << 30},
		{8 << 30, 1 << 20, leastCollected},
		{512 << 20, 2 << 30, 512 << 20},
	} {
		debug.SetMemoryLimit(c.users)
		end := collectsBeyond(c.memory)
		if got := limit(); got != c.want {
			t.Errorf("-memory of %d bytes, GOMEMLIMIT of %d: %d", c.memory, c.users, got)
		}
		if end(); limit() != c.users {
			t.Errorf("-memory of %d bytes: the bound stays", c.memory)
		}
	}
}
