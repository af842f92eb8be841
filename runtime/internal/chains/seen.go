package chains

import "iter"

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

// Of is who has read that time.
func (s *Seen[Reader]) Of(at int64) (by Reader, ok bool) {
	for ; s != nil; s = s.Before {
		if s.At == at {
			return s.By, true
		}
	}
	return by, false
}

// Who is who has read a time that a task has got: by what it knows itself, else by what all know,
// if that is only one.
func Who[Reader comparable](at int64, known *Seen[Reader], all iter.Seq[*Seen[Reader]]) (by Reader, ok bool) {
	if by, ok = known.Of(at); ok {
		return by, true
	}
	for s := range all {
		switch r, has := s.Of(at); {
		case has && ok && r != by:
			var none Reader
			return none, false
		case has:
			by, ok = r, true
		}
	}
	return by, ok
}
