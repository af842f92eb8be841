package wording

import (
	"fmt"

	"gocheck.dev/checker"
)

// Object is what an object without a name is called.
func Object(kind checker.ObjectKind) string { return objectKinds[kind] }

var objectKinds = [...]string{
	checker.VarObject:       "a variable",
	checker.LockObject:      "a lock",
	checker.ChanObject:      "a channel",
	checker.HandlerObject:   "a handler",
	checker.CondObject:      "a condition",
	checker.WaitGroupObject: "a WaitGroup",
	checker.OnceObject:      "a Once",
	checker.TimerObject:     "a timer",
}

// Ahead says of an event that waits how many others are in the queue of its handler, and where the
// first of them was posted: none begins before it has ended.
func Ahead(n int, first string) string {
	if n == 1 {
		return fmt.Sprintf(", ahead of an event posted at %s", first)
	}
	return fmt.Sprintf(", ahead of %d events, the first posted at %s", n, first)
}

// CalledAt stands before the place where the user's code calls the library that something is in.
const CalledAt = ", called at "
