package gocmd

import (
	"slices"
	"sync"
)

// A gocheck that ends at once, by a second Ctrl-C, does not come to its deferred calls.
// Behind would be the go commands that run, and the folders that are being filled: each
// has a function that ends it. What was noted last goes first, so a command before the
// folder that it writes to.
var behind struct {
	mu   sync.Mutex
	ends []*func()
}

// Leaves notes what would be left behind, until the function that it returns is called.
func Leaves(end func()) (ended func()) {
	behind.mu.Lock()
	defer behind.mu.Unlock()
	at := &end
	behind.ends = append(behind.ends, at)
	return func() {
		behind.mu.Lock()
		defer behind.mu.Unlock()
		behind.ends = slices.DeleteFunc(behind.ends, func(e *func()) bool { return e == at })
	}
}

// Abandon ends the go commands that run and removes what is half made, for a process
// that ends at once.
func Abandon() {
	behind.mu.Lock()
	defer behind.mu.Unlock()
	for i := len(behind.ends) - 1; i >= 0; i-- {
		(*behind.ends[i])()
	}
}
