package wire

import "slices"

// Timing is the Kind of warnings of failures that need a pause.
const Timing = "timing"

// LeftDeadlock is the Kind of warnings of goroutines that are left behind and wait for each other.
const LeftDeadlock = "deadlock"

// Timed reports whether some execution of the test fails that needs a pause.
func (r *Result) Timed() bool {
	return slices.ContainsFunc(r.Warnings, func(w Warning) bool { return w.Kind == Timing })
}

// Paused reports whether tasks are held up in the schedule: it needs pauses.
func (s *Schedule) Paused() bool {
	if s == nil {
		return false
	}
	for i := range s.Steps {
		if len(s.Steps[i].Held) > 0 {
			return true
		}
	}
	return false
}
