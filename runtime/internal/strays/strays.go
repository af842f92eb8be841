package strays

import (
	"sync"
	"sync/atomic"

	"gocheck.dev/runtime/internal/innards"
)

// Strays are those that there are.
type Strays struct {
	known   sync.Map // address of the goroutine's descriptor → nothing
	n       atomic.Int32
	holding atomic.Pointer[chan struct{}] // closed when they may go on; nil: they may
}

// Any says whether there are any.
func (s *Strays) Any() bool { return s.n.Load() > 0 }

// Of is f, to be started as a goroutine of the process's own.
func (s *Strays) Of(f func()) func() {
	if s.holding.Load() != nil {
		return f
	}
	return func() {
		g := innards.G()
		s.known.Store(g, nil)
		s.n.Add(1)
		defer func() {
			s.known.Delete(g)
			s.n.Add(-1)
		}()
		f()
	}
}

// Hold holds the strays until release is called.
func (s *Strays) Hold() (release func()) {
	c := make(chan struct{})
	s.holding.Store(&c)
	return func() {
		s.holding.Store(nil)
		close(c)
	}
}

// Stay is where a goroutine that is not a task passes by at an entry point.
func (s *Strays) Stay(g uintptr) {
	if c := s.holding.Load(); c != nil {
		if _, stray := s.known.Load(g); stray {
			<-*c
		}
	}
}
