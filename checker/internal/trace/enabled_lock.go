package trace

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
)

// The state of locks after a set of events, and what it lets happen.

// resolveLock: acquisitions wait for holders; a TryLock is one alternative if
// it succeeds and another if it does not.
func (t *Trace) resolveLock(a *Action, op *Operation, in flat.Set, e *Event) Verdict {
	writer, release := t.LockState(e.Obj, in)
	switch e.Kind {
	case checker.Unlock, checker.RUnlock:
		held := writer >= 0 && t.holding(writer) >= 0 && in.Has(t.holding(writer))
		if e.Kind == checker.RUnlock {
			held = len(t.Readers) > 0
		}
		switch {
		case a.As == checker.NoKind || held == (a.As != checker.BadUnlock):
			if !held {
				e.Kind = checker.BadUnlock
			}
			return Ready
		case !held && release >= 0:
			return t.dropNewest(e.Obj, in)
		case !held:
			return Never
		case e.Kind == checker.Unlock:
			return t.drop(writer)
		}
		t.Drops = append(t.Drops, t.Readers...)
		return DropAll
	case checker.Lock:
		if t.Arrived(a.Op) {
			// The readers inside came before Arrive: they have to leave.
			if len(t.Readers) > 0 {
				return Never
			}
			return Ready
		}
		if writer >= 0 {
			return t.drop(writer)
		}
		return Ready
	case checker.Arrive, checker.RLock:
		if writer >= 0 {
			return t.drop(writer)
		}
		return Ready
	}
	shared := e.Kind == checker.TryRLock
	busy := writer >= 0 || !shared && len(t.Readers) > 0
	if a.As == checker.LockBusy {
		e.Kind = checker.LockBusy
		if busy {
			return Ready
		}
		if release < 0 {
			return Never
		}
		return t.dropNewest(e.Obj, in)
	}
	e.Kind = a.As
	if !busy {
		return Ready
	}
	if writer >= 0 {
		t.Drops = append(t.Drops, writer)
	}
	if !shared {
		t.Drops = append(t.Drops, t.Readers...)
	}
	return DropAll
}

// holding is the event by which a writer whose acquisition began with event f
// holds the lock: the Lock after an Arrive.
func (t *Trace) holding(f int32) int32 {
	if e := &t.Events[f]; e.Kind == checker.Arrive {
		for i := range t.Ops {
			if op := &t.Ops[i]; op.Prev == f && op.Kind == checker.Lock && op.Exec >= 0 {
				return op.Exec
			}
		}
		return -1
	}
	return f
}

// LockState finds the holders of a lock after in: the acquisition of the writer
// (Arrive, if it was by that), and in t.Readers those of the readers; release
// is the newest release.
func (t *Trace) LockState(o checker.Object, in flat.Set) (writer, release int32) {
	writer, release = -1, -1
	t.Readers = t.Readers[:0]
	t.left = t.left[:0]
	open := true // the writer is still to be found
nodes:
	for n := t.Newest(o, in); n >= 0; n = t.Older(n, in) {
		f := t.Nodes[n].Ev
		e := &t.Events[f]
		switch e.Kind {
		case checker.Unlock, checker.RUnlock:
			if release < 0 {
				release = f
			}
			if e.Kind == checker.Unlock {
				open = false
			} else {
				t.left = append(t.left, e.Task)
			}
		case checker.Lock:
			if open {
				writer = f
				if t.Arrived(e.Op) {
					writer = t.Ops[e.Op].Prev
				}
				// Between Arrive and Unlock nobody comes in, and this one is in: no readers.
				return writer, release
			}
			// Nobody read during that section, and all readers before it had left.
			break nodes
		case checker.Arrive:
			if open && writer < 0 {
				writer = f
			}
		case checker.RLock:
			if !t.takeLeft(e.Task) {
				t.Readers = append(t.Readers, f)
			}
		}
	}
	// A reader may have been let go by another task.
	for len(t.left) > 0 && len(t.Readers) > 0 {
		t.left = t.left[1:]
		t.Readers = t.Readers[1:]
	}
	return writer, release
}

// BadInSection is what the algorithms for threads do not know.
const BadInSection = "RUnlock of what is not read-locked while a writer has it"

// BadInSection reports whether the newest event is the Unlock of a section in which an RUnlock
// was bad. That would have been bad after it, too, and is not before it: so there is no race
// that would lead from here to there.
func (t *Trace) BadInSection() bool {
	last := &t.Events[len(t.Events)-1]
	if last.Kind != checker.Unlock || !t.Misused {
		return false
	}
	bad := false
	for i := len(t.Events) - 2; i >= 0; i-- {
		e := &t.Events[i]
		switch {
		case e.Obj != last.Obj:
		case e.Kind == checker.BadUnlock:
			bad = bad || t.Ops[e.Op].Kind == checker.RUnlock
		case e.Kind == checker.Arrive || e.Kind == checker.Lock && !t.Arrived(e.Op):
			return bad
		case e.Kind == checker.Unlock:
			return false
		}
	}
	return false
}
