package reach

import "testing"

func TestRangedBlank(t *testing.T) {
	r := &ranged{p: new([4]int)}
	together(func() { r.p = new([4]int) }, func() {
		for i, _ := range r.p {
			_ = i
		}
	})
}

func TestRangedArrayBlank(t *testing.T) {
	r := &ranged{}
	together(func() { r.a[1][1] = 1 }, func() {
		for i, _ := range r.a {
			_ = i
		}
	})
}

func TestRangedCall(t *testing.T) {
	r := &ranged{p: new([4]int)}
	f := func() *[4]int { return r.p }
	together(func() { r.p = new([4]int) }, func() {
		for range f() {
		}
	})
}
