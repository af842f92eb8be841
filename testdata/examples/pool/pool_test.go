package pool

import (
	"slices"
	"sync/atomic"
	"testing"
)

func TestMap(t *testing.T) {
	got := Map(2, []int{1, 2, 3}, func(n int) int { return n * n })
	if want := []int{1, 4, 9}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestBound(t *testing.T) {
	var running atomic.Int32
	Map(1, []int{1, 2, 3}, func(int) bool {
		if running.Add(1) > 1 {
			t.Error("two jobs at the same time")
		}
		running.Add(-1)
		return true
	})
}

func TestNoInputs(t *testing.T) {
	if got := Map(2, nil, func(n int) int { return n }); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}
