package runtime

import "gocheck.dev/runtime/internal/environ"

// Environment keeps what a test does to the process, to undo it at the end of its execution. It is
// nil, and keeps nothing, where no task calls.
func Environment() *environ.State {
	if t := current(); t != nil {
		return &t.x.env
	}
	return nil
}

// ResetFlags says that the package uses flags.
func ResetFlags() { environ.UseFlags() }

// Alone says that what the caller does behind the standard library matters to no other task.
func Alone() bool {
	t := current()
	return t == nil || t.x.alone
}
