package testbin

import (
	"maps"
	"runtime"
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
)

// accounts are what the executions of a test have come to so far.
type accounts struct {
	told int // failures of the exploration that the command knows of

	// With -leaks=schedule a leak is a failure if other executions have none.
	leaking *checker.Found
	under   rt.Chance // what it was found under
	leaks   int64
	clean   int64
	// leaksSaid is how many leaks are among the failing executions.
	leaksSaid int64

	skips    skips
	subtests subtests
	tally    tally
	inverted inversions
	longest  rt.Site // last operation of an execution that was cut
}

// copied shares nothing that changes.
func (a *accounts) copied() accounts {
	c := *a
	c.tally.counts = maps.Clone(a.tally.counts)
	c.inverted = inversions{maps.Clone(a.inverted.tries), maps.Clone(a.inverted.warnings), slices.Clone(a.inverted.order)}
	return c
}

// cost is what the test has cost so far.
func (r *testRun) cost() wire.Cost {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	tasks, switches := r.x.Cost()
	return wire.Cost{
		Mallocs: m.Mallocs - r.begun.Mallocs, Allocated: m.TotalAlloc - r.begun.TotalAlloc,
		Tasks: tasks, Switches: switches,
	}
}

// newLeaks is how many leaks are to be counted as failures that were not so far.
func (a *accounts) newLeaks() int64 {
	n := a.leaks - a.leaksSaid
	a.leaksSaid = a.leaks
	return n
}

// knows says whether a failure was reported.
func (r *testRun) knows(f *checker.Failure) bool {
	return slices.ContainsFunc(r.said, func(g checker.Failure) bool { return g.Same(f) })
}
