package loops

import (
	"sync"
	"unsafe"

	"gocheck.dev/runtime"
)

// The rewriter says of which function literals calls leave nothing behind
// (instrument/internal/sharing/conditions.go). A call of any other function is a change.

// clean has the code of such literals, as program counters. It belongs to the process: in each
// execution they are the same.
var clean sync.Map

// Clean says that calls of f leave nothing behind. It returns f.
func Clean[F any](f F) F {
	clean.LoadOrStore(codeOf(unsafe.Pointer(&f)), true)
	return f
}

// codeOf is the program counter of the function in a variable at p, or 0.
func codeOf(p unsafe.Pointer) uintptr {
	if f := *(**uintptr)(p); f != nil {
		return *f
	}
	return 0
}

// Ask calls f in a loop that may wait.
func Ask[R any](f func() R) R {
	if _, ok := clean.Load(codeOf(unsafe.Pointer(&f))); !ok {
		runtime.RoundChanges()
	}
	return f()
}
