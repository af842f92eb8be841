package findings

import (
	"math"
	"testing"
)

// A key that is not equal to itself is an entry, too.
func TestNaN(t *testing.T) {
	m := map[float64]int{math.NaN(): 1, 2: 2}
	n := 0
	for range m {
		n++
	}
	if n != 2 {
		t.Fatal("entries:", len(m), "rounds:", n)
	}
}

func TestNaNInterface(t *testing.T) {
	m := map[any]int{math.NaN(): 1, "x": 2}
	n := 0
	for k, v := range m {
		_, _ = k, v
		n++
	}
	if n != 2 {
		t.Fatal("entries:", len(m), "rounds:", n)
	}
}

func TestNaNInside(t *testing.T) {
	type p struct{ x, y float64 }
	m := map[p]int{{1, math.NaN()}: 1, {}: 2}
	n := 0
	for range m {
		n++
	}
	if n != 2 {
		t.Fatal("entries:", len(m), "rounds:", n)
	}
}
