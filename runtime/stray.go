package runtime

import (
	"sync"
	"sync/atomic"

	"gocheck.dev/runtime/internal/innards"
)

// Strays: goroutines that the initialisation of the process has started, or a
// TestMain before it calls Run. Each execution starts its own, as tasks. Those
// of the process use the same package variables, and so must not run while
// executions do: they are held at their next entry point until the exploration
// is over.

// strays are those that there are.
type strays struct {
	known   sync.Map // address of the goroutine's descriptor → nothing
	n       atomic.Int32
	holding atomic.Pointer[chan struct{}] // closed when they may go on; nil: they may
}

// natively is f, to be started as a goroutine that is not a task.
func natively(f func()) func() {
	if !process.commanded || process.strays.holding.Load() != nil {
		return f
	}
	return func() {
		g := innards.G()
		process.strays.known.Store(g, nil)
		process.strays.n.Add(1)
		defer func() {
			process.strays.known.Delete(g)
			process.strays.n.Add(-1)
		}()
		f()
	}
}

// holdStrays holds the strays until release is called.
func holdStrays() (release func()) {
	c := make(chan struct{})
	process.strays.holding.Store(&c)
	return func() {
		process.strays.holding.Store(nil)
		close(c)
	}
}

// stay is where a goroutine that is not a task passes by at an entry point.
func stay(g uintptr) {
	if c := process.strays.holding.Load(); c != nil {
		if _, stray := process.strays.known.Load(g); stray {
			<-*c
		}
	}
}
