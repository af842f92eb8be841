package sample

import (
	"math/rand/v2"

	"gocheck.dev/checker"
)

// faults are where things fail in an execution (checker.Op.Most). A sampler that took each way of
// a choice with the same probability would spend all faults on the first places. So the steps from
// which on the next place fails are drawn from those of an execution, as pct draws its points.
type faults struct {
	r       *rand.Rand
	longest int
	drawn   bool
	from    []int // steps, of faults that are still to come
}

func (f *faults) begin(longest int) { f.longest, f.drawn, f.from = longest, false, f.from[:0] }

// draw draws where up to most things fail. One execution of four has no fault.
func (f *faults) draw(most int) {
	f.drawn = true
	if f.r.IntN(4) == 0 {
		return
	}
	for range 1 + f.r.IntN(most) {
		length := f.longest
		if length == 0 { // nothing is known of executions
			length = 8 << f.r.IntN(9)
		}
		f.from = append(f.from, f.r.IntN(length))
	}
}

// choose is what an operation that may fail comes to after so many steps.
func (f *faults) choose(op *checker.Op, steps int) int32 {
	if !f.drawn {
		f.draw(int(op.Most))
	}
	for i, from := range f.from {
		if from <= steps {
			f.from = append(f.from[:i], f.from[i+1:]...)
			return int32(1 + f.r.Int64N(op.Arg-1))
		}
	}
	return 0
}
