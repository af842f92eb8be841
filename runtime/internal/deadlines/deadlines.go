package deadlines

import (
	"iter"
	"slices"
)

// Waiter is something that waits for a time, in ns since the execution began.
type Waiter interface {
	// Deadline is the time that it waits for, if it does.
	Deadline() (at int64, armed bool)
}

// Set has those of an execution.
type Set struct {
	Awaited bool // there was one
	waiting []Waiter
}

// Reset begins an execution.
func (s *Set) Reset() {
	s.Awaited = false
	clear(s.waiting)
	s.waiting = s.waiting[:0]
}

// Add is to be called each time that w's deadline is set.
func (s *Set) Add(w Waiter) {
	s.Awaited = true
	if !slices.Contains(s.waiting, w) {
		s.waiting = append(s.waiting, w)
	}
}

// Len is how many there are, and a few more that do not wait any more.
func (s *Set) Len() int { return len(s.waiting) }

// Next is the earliest deadline after now. What has none is forgotten.
func (s *Set) Next(now int64) (at int64, ok bool) {
	kept := s.waiting[:0]
	for _, w := range s.waiting {
		d, armed := w.Deadline()
		if !armed || d <= now {
			continue
		}
		kept = append(kept, w)
		if !ok || d < at {
			at, ok = d, true
		}
	}
	clear(s.waiting[len(kept):])
	s.waiting = kept
	return at, ok
}

// After are those whose deadlines come after now.
func (s *Set) After(now int64) iter.Seq2[Waiter, int64] {
	return func(yield func(Waiter, int64) bool) {
		for _, w := range s.waiting {
			if at, armed := w.Deadline(); armed && at > now && !yield(w, at) {
				return
			}
		}
	}
}
