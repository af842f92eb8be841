package engine

import (
	"slices"

	"gocheck.dev/checker"
)

// BegunFrom is how many steps a beginning has that is worth to be left out of what is told of a
// failure: from there on traces cost more than the executions. The tests take less.
var BegunFrom = 1 << 10

// Begun is a program without what its first task does alone and leaves to nobody (fold_begin.go).
// Its executions have the steps that are left. A nil Begun leaves nothing out.
type Begun struct {
	checker.Program
	drv   Driver
	begin []checker.Decision
	kept  []int // of these
}

// LeaveOut makes the program of x, which has not begun, one without its beginning, if that is
// long and most of it can be left out. An execution has so many steps.
func (x *Exploration) LeaveOut(steps int) *Begun {
	if steps < BegunFrom {
		return nil
	}
	b := x.looksAtBeginning(beginsMost)
	n := len(b.steps)
	if n < BegunFrom || n == beginsMost || b.drv.void {
		return nil
	}
	out := b.leftOut()
	if 2*count(out) < n {
		return nil
	}
	short := &Begun{Program: x.Program, begin: slices.Clone(b.drv.Decisions)}
	for i, left := range out {
		if !left {
			short.kept = append(short.kept, i)
		}
	}
	short.drv.fold = newFolder(&short.drv, &folding{begin: out, effects: true}, false)
	x.Program = short
	return short
}

// Run implements checker.Program.
func (b *Begun) Run(s checker.Scheduler) checker.Outcome {
	out := b.drv.run(b.Program, relay{s})
	for _, f := range []**checker.Failure{&out.Failure, &out.Second} {
		if *f != nil && (*f).At > 0 {
			short := **f
			short.At = b.shortened((*f).At)
			*f = &short
		}
	}
	return out
}

// relay is the strategy that asks another scheduler.
type relay struct{ checker.Scheduler }

// Next implements Strategy.
func (r relay) Next(_ *Driver, st checker.State) (checker.Decision, bool) {
	return r.Scheduler.Next(st)
}

// Did implements Strategy.
func (r relay) Did(_ *Driver, st checker.State, ev *checker.Event) { r.Scheduler.Did(st, ev) }

// shortened is the number of a step, or of the one that it is folded into.
func (b *Begun) shortened(step int) int {
	if step >= len(b.begin) {
		return step - len(b.begin) + len(b.kept)
	}
	i, found := slices.BinarySearch(b.kept, step)
	if !found {
		i--
	}
	return i
}

// Step is the number that a step has in the whole program.
func (b *Begun) Step(step int) int {
	switch {
	case b == nil:
		return step
	case step >= len(b.kept):
		return step - len(b.kept) + len(b.begin)
	}
	return b.kept[step]
}

// Short is a schedule of the whole program without what is left out.
func (b *Begun) Short(whole []checker.Decision) []checker.Decision {
	if b == nil {
		return whole
	}
	var short []checker.Decision
	for _, i := range b.kept {
		if i < len(whole) {
			short = append(short, whole[i])
		}
	}
	return append(short, whole[min(len(b.begin), len(whole)):]...)
}

// Whole is a schedule with what was left out.
func (b *Begun) Whole(short []checker.Decision) []checker.Decision {
	switch {
	case b == nil:
		return short
	case len(short) <= len(b.kept):
		return slices.Clone(b.begin[:b.Step(len(short))])
	}
	return slices.Concat(b.begin, short[len(b.kept):])
}
