package gocheck

import (
	"fmt"
	"math/rand/v2"
)

// Assert panics with the formatted message unless cond holds. Under the
// checker this is a failure of kind assert.
func Assert(cond bool, format string, args ...any) {
	if !cond {
		panic("gocheck: assertion failed: " + fmt.Sprintf(format, args...))
	}
}

// Choose returns one of 0, 1, … n-1: at random natively, each of them in turn
// under the checker. It panics when there is nothing to choose from (n < 1).
func Choose(n int) int {
	if n < 1 {
		panic(fmt.Sprintf("gocheck: Choose(%d): there is no value to choose", n))
	}
	return rand.IntN(n)
}

// Observe makes value a part of the execution's outcome, by which executions
// are compared. It does nothing natively.
func Observe(name string, value any) {}
