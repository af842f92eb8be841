package calls

// Unwinding is what a task does, in a replay, that its deferred functions do
// during a panic. A reader who sees it end with the panic wants to know where it began.
type Unwinding struct {
	from  string // the frame that panicked, "" if it does not panic
	Since int    // the step in which it did
}

// Note is called at each operation.
func (u *Unwinding) Note(panicking bool, frames []string, step int) {
	switch {
	case !panicking || len(frames) == 0:
		u.from = ""
	case u.from != frames[0]:
		u.from, u.Since = frames[0], step
	}
}

// Of says whether the panic with these frames is the one that was noted.
func (u *Unwinding) Of(frames []string) bool {
	return u.from != "" && len(frames) > 0 && frames[0] == u.from
}
