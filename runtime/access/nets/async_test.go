package nets

import (
	"net"
	"testing"
)

// TestRoom: what is on its way counts, until it was read, and nobody waits for who has left.
func TestRoom(t *testing.T) {
	e, _ := newConnection(&net.TCPAddr{Port: 7}, &net.TCPAddr{Port: 80})
	d, taken := e.out, 0
	d.air = true
	room := func(n, want int, waits, again bool) {
		t.Helper()
		k, wait, looks := e.room(atWrite, n, &taken)
		if k != want || (wait != nil) != waits || looks != again {
			t.Errorf("room for %d of %d, waits %v, again %v; want %d, %v, %v", k, n, wait != nil, looks, want, waits, again)
		}
	}
	room(3*capacity, capacity, false, false)
	room(1, 0, true, false)
	d.taken = 10
	room(1, 0, false, true)
	room(10, 10, false, false)
	room(1, 0, true, false)
	d.left = true
	room(1, 0, false, true)
}

// TestParts: what a read may return, and whose writes are left.
func TestParts(t *testing.T) {
	d := &direction{data: []byte("abcdef"), writes: []int{1, 3, 2}}
	for _, part := range []struct{ of, want int }{{whole, 6}, {one, 1}, {written, 1}} {
		if got := d.part(part.of); got != part.want {
			t.Errorf("part %d is %d, want %d", part.of, got, part.want)
		}
	}
	d.cut(2)
	if got := d.part(written); got != 2 {
		t.Errorf("%d left of the second write, want 2", got)
	}
	d.cut(4)
	if len(d.writes) != 0 {
		t.Errorf("writes %v are left", d.writes)
	}
}
