package races

import "testing"

// Small structs and arrays of plain words are compared up to the first difference.

type twoInts struct{ a, b int }

type bools bool

func TestComparedToTheFirstDifference(t *testing.T) {
	v, w := &twoInts{1, 2}, &twoInts{3, 4}
	p, q := &[3]int{1, 2, 3}, &[3]int{2, 2, 3}
	together(func() {
		if *v == *w || *p == *q || *v == (twoInts{7, 0}) || (twoInts{7, 1}) == *w || !(*v != *w) {
			t.Error("equal")
		}
	}, func() {
		v.b, w.b, p[2], q[1] = 5, 6, 7, 8
	})
}

func TestComparedBeforeADifference(t *testing.T) {
	v, w := &twoInts{1, 2}, &twoInts{1, 4}
	together(func() {
		_ = *v == *w // race
	}, func() {
		v.b = 5 // race
	})
}

func TestComparedFirst(t *testing.T) {
	v := &twoInts{1, 2}
	together(func() {
		_ = *v != twoInts{} // race
	}, func() {
		v.a = 5 // race
	})
}

func TestComparedArray(t *testing.T) {
	var v [3]int
	together(func() {
		_ = [3]int{0, 0, 1} == v // race
	}, func() {
		v[2] = 5 // race
	})
}

func TestComparedNamed(t *testing.T) {
	v := &twoInts{1, 2}
	together(func() {
		var b bools = *v == twoInts{1, 3} // race
		_ = b
	}, func() {
		v.b = 5 // race
	})
}
