package reach

import "testing"

// Nothing of what is ranged over is evaluated if its length is in its type, and values are not
// asked for.

type ranged struct {
	p *[4]int
	a [2][3]int
}

func TestRangedPointer(t *testing.T) {
	r := &ranged{}
	together(func() { r.p = new([4]int) }, func() {
		for range r.p {
		}
		for i := range r.p {
			_ = i
		}
	})
}

func TestRangedIndex(t *testing.T) {
	r, i, n := &ranged{}, 7, 0
	together(func() { i = 8 }, func() {
		for range r.a[i] {
			n++
		}
	})
	if n != 3 {
		t.Error(n)
	}
}
