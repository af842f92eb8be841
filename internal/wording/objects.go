package wording

import (
	"fmt"
	"strings"

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

// InSelect is what a task waits for that is in a select of these cases, whose objects have names.
func InSelect(cases []checker.Case, name func(checker.Object) string) string {
	if len(cases) == 0 {
		return "blocks in select {}"
	}
	names := make([]string, len(cases))
	for i, c := range cases {
		if names[i] = "a nil channel"; c.Kind != checker.NoKind {
			names[i] = name(c.Obj)
		} else if len(cases) == 1 {
			return "waits on a nil channel"
		}
	}
	return "waits in select for " + strings.Join(names, ", ")
}
