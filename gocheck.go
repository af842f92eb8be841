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

// Properties of all executions, with the names and the meaning of Antithesis' SDK: a property has
// a name, and calls with the same name are about the same property. Natively all of them do
// nothing. Under the checker an exploration to the end says of each whether it holds; a shorter
// one, and one that has tried some values of chance, says what it has not seen. A call within the
// test function counts even if no execution comes to it, another one if some execution does.

// Always says that cond holds whenever this is called, and that it is called in some execution.
// Where it does not hold the execution fails, as by [Assert], but only under the checker.
func Always(cond bool, name string) {}

// AlwaysOrUnreachable is Always, but need not be called in any execution.
func AlwaysOrUnreachable(cond bool, name string) {}

// Sometimes says that cond holds in some execution.
func Sometimes(cond bool, name string) {}

// Reachable says that some execution comes here.
func Reachable(name string) {}

// Unreachable says that no execution comes here: one that does fails.
func Unreachable(name string) {}

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
