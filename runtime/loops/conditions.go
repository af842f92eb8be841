package loops

import (
	"sync"
	"unsafe"

	"gocheck.dev/runtime"
)

// The rewriter says of which function literals calls leave nothing behind
// (instrument/internal/sharing/conditions.go). A call of any other function is a change.

// clean has the code of such literals. It belongs to the process: in each execution they are the
// same. Its keys are pointers, since to look for one allocates nothing: literals may be made often.
var clean sync.Map

// Clean says that calls of f leave nothing behind. It returns f.
func Clean[F any](f F) F {
	cleans(unsafe.Pointer(&f))
	return f
}

func cleans(f unsafe.Pointer) { clean.LoadOrStore(codeOf(f), true) }

// codeOf is where the code of the function in a variable at p begins, or nil.
func codeOf(p unsafe.Pointer) unsafe.Pointer {
	if f := *(**unsafe.Pointer)(p); f != nil {
		return *f
	}
	return nil
}

// Ask calls f in a loop that may wait.
func Ask[R any](f func() R) R {
	asks(unsafe.Pointer(&f))
	return f()
}

func asks(f unsafe.Pointer) {
	if _, ok := clean.Load(codeOf(f)); !ok {
		runtime.RoundChanges()
	}
}
