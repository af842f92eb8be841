package worker

import (
	"testing"
	"time"

	"gocheck.dev/internal/wire"
)

// TestInterruptedAtTheEnd: who interrupts when all pieces of a test have been explored
// interrupts nothing. A result that says otherwise could not be gone on with, as nothing is left.
func TestInterruptedAtTheEnd(t *testing.T) {
	for _, c := range []struct {
		name  string
		over  bool // of the second piece
		bound string
		left  int
	}{
		{"all explored", true, "", 0},
		{"one left", false, "interrupted", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := &pool{ending: true}
			s := &sharing{test: "TestX"}
			s.pieces = []*piece{
				{of: s, over: true, now: wire.Sum{Executions: 3}},
				{of: s, over: c.over, now: wire.Sum{Executions: 4}},
			}
			p.advance(s, time.Now())
			if s.phase != reporting || s.sum.Executions != 7 || s.sum.Bound != c.bound || len(s.left) != c.left {
				t.Errorf("phase %v, %d pieces left, %+v; want %d left, bound %q", s.phase, len(s.left), s.sum, c.left, c.bound)
			}
		})
	}
}

// TestDivergedBesideOthers: a prefix that did not repeat beside other processes may have met
// them. The test is explored again by itself before that is its verdict.
func TestDivergedBesideOthers(t *testing.T) {
	for _, c := range []struct {
		crowded, alone bool
		want           phase
	}{
		{false, false, over},
		{true, false, inDoubt},
		{true, true, over},
	} {
		p := &pool{}
		s := &sharing{test: "TestX", crowded: c.crowded, alone: c.alone}
		p.finish(s, &wire.Result{Verdict: "unsupported", Bound: "divergence"})
		if s.phase != c.want {
			t.Errorf("crowded %t, alone %t: phase %v, want %v", c.crowded, c.alone, s.phase, c.want)
		}
	}
}
