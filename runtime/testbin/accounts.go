package testbin

import (
	"maps"
	"slices"

	"gocheck.dev/checker"
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

	skips    skips
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
