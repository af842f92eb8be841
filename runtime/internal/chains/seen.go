package chains

// Seen are the readings of the clock that a task knows of, the latest one first: its own, and those
// of the tasks that have started it until then. By is who has read.
//
// Tasks that are not ordered may read the same, since virtual time stands still, where natively
// two readings differ. A number that is made of a reading tells by it whose reading it was.
type Seen[Reader comparable] struct {
	At     int64 // in ns
	By     Reader
	Before *Seen[Reader]
}

// Or is by, who has read that time, or who has by what s knows. Done says that there are two, and
// so none is to be named.
func (s *Seen[Reader]) Or(at int64, by Reader) (_ Reader, done bool) {
	var none Reader
	switch r, ok := s.Of(at); {
	case !ok || r == by:
		return by, false
	case by == none:
		return r, false
	}
	return none, true
}

// Of is who has read that time.
func (s *Seen[Reader]) Of(at int64) (by Reader, ok bool) {
	for ; s != nil; s = s.Before {
		if s.At == at {
			return s.By, true
		}
	}
	return by, false
}
