package gocheck_test

import (
	"testing"

	"gocheck.dev"
)

func TestAssert(t *testing.T) {
	gocheck.Assert(true, "balance %d", 3)
	want(t, "gocheck: assertion failed: balance -3", func() { gocheck.Assert(false, "balance %d", -3) })
}

func TestChoose(t *testing.T) {
	// Each of n values comes up at least once in so many draws, but for a
	// chance of less than n·(1-1/n)^draws < 1e-80.
	const n, draws = 5, 1000
	var seen [n]int
	for range draws {
		seen[gocheck.Choose(n)]++
	}
	for v, k := range seen {
		if k == 0 {
			t.Errorf("%d was never chosen", v)
		}
	}
	if got := gocheck.Choose(1); got != 0 {
		t.Errorf("Choose(1) = %d", got)
	}
	want(t, "gocheck: Choose(0): there is no value", func() { gocheck.Choose(0) })
	want(t, "gocheck: Choose(-2): there is no value", func() { gocheck.Choose(-2) })
}

func TestObserveIsFree(t *testing.T) {
	n := int64(1) << 40
	if allocs := testing.AllocsPerRun(100, func() { gocheck.Observe("n", n); n++ }); allocs != 0 {
		t.Errorf("Observe allocates %v times", allocs)
	}
}

// Natively properties of all executions are nobody's business.
func TestPropertiesNatively(t *testing.T) {
	gocheck.Always(false, "always")
	gocheck.AlwaysOrUnreachable(false, "never")
	gocheck.Sometimes(false, "sometimes")
	gocheck.Reachable("here")
	gocheck.Unreachable("here")
}
