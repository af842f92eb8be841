package explore

import "gocheck.dev/checker"

// The state of locks after a set of events, and what it lets happen.

// resolveLock: acquisitions wait for holders; a TryLock is one alternative if
// it succeeds and another if it does not.
func (t *trace) resolveLock(a *action, op *operation, in set, e *event) verdict {
	writer, release := t.lockState(e.obj, in)
	switch e.kind {
	case checker.Unlock, checker.RUnlock:
		held := writer >= 0 && t.holding(writer) >= 0 && in.has(t.holding(writer))
		if e.kind == checker.RUnlock {
			held = len(t.readers) > 0
		}
		switch {
		case a.as == checker.NoKind || held == (a.as != checker.BadUnlock):
			if !held {
				e.kind = checker.BadUnlock
			}
			return ready
		case !held && release >= 0:
			return t.dropNewest(e.obj, in)
		case !held:
			return never
		case e.kind == checker.Unlock:
			return t.drop(writer)
		}
		t.drops = append(t.drops, t.readers...)
		return dropAll
	case checker.Lock:
		if t.arrived(a.op) {
			// The readers inside came before Arrive: they have to leave.
			if len(t.readers) > 0 {
				return never
			}
			return ready
		}
		if writer >= 0 {
			return t.drop(writer)
		}
		return ready
	case checker.Arrive, checker.RLock:
		if writer >= 0 {
			return t.drop(writer)
		}
		return ready
	}
	shared := e.kind == checker.TryRLock
	busy := writer >= 0 || !shared && len(t.readers) > 0
	if a.as == checker.LockBusy {
		e.kind = checker.LockBusy
		if busy {
			return ready
		}
		if release < 0 {
			return never
		}
		return t.dropNewest(e.obj, in)
	}
	e.kind = a.as
	if !busy {
		return ready
	}
	if writer >= 0 {
		t.drops = append(t.drops, writer)
	}
	if !shared {
		t.drops = append(t.drops, t.readers...)
	}
	return dropAll
}

// holding is the event by which a writer whose acquisition began with event f
// holds the lock: the Lock after an Arrive.
func (t *trace) holding(f int32) int32 {
	if e := &t.events[f]; e.kind == checker.Arrive {
		for i := range t.ops {
			if op := &t.ops[i]; op.prev == f && op.kind == checker.Lock && op.exec >= 0 {
				return op.exec
			}
		}
		return -1
	}
	return f
}

// lockState finds who holds a lock after in: the acquisition of the writer
// (Arrive, if it was by that), and in t.readers those of the readers; release
// is the newest release.
func (t *trace) lockState(o checker.Object, in set) (writer, release int32) {
	writer, release = -1, -1
	t.readers = t.readers[:0]
	t.left = t.left[:0]
	open := true // the writer is still to be found
nodes:
	for n := t.heads[o]; n >= 0; n = t.nodes[n].prev {
		f := t.nodes[n].ev
		if !in.has(f) {
			continue
		}
		e := &t.events[f]
		switch e.kind {
		case checker.Unlock, checker.RUnlock:
			if release < 0 {
				release = f
			}
			if e.kind == checker.Unlock {
				open = false
			} else {
				t.left = append(t.left, e.task)
			}
		case checker.Lock:
			if open {
				writer = f
				if t.arrived(e.op) {
					writer = t.ops[e.op].prev
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
			if !t.takeLeft(e.task) {
				t.readers = append(t.readers, f)
			}
		}
	}
	// A reader may have been let go by another task.
	for len(t.left) > 0 && len(t.readers) > 0 {
		t.left = t.left[1:]
		t.readers = t.readers[1:]
	}
	return writer, release
}

// badInSection is what the algorithms for threads do not know.
const badInSection = "RUnlock of what is not read-locked while a writer has it"

// badInSection reports whether the newest event is the Unlock of a section in which an RUnlock
// was bad. That would have been bad after it, too, and is not before it: so there is no race
// that would lead from here to there.
func (t *trace) badInSection() bool {
	last := &t.events[len(t.events)-1]
	if last.kind != checker.Unlock || !t.misused {
		return false
	}
	bad := false
	for i := len(t.events) - 2; i >= 0; i-- {
		e := &t.events[i]
		switch {
		case e.obj != last.obj:
		case e.kind == checker.BadUnlock:
			bad = bad || t.ops[e.op].kind == checker.RUnlock
		case e.kind == checker.Arrive || e.kind == checker.Lock && !t.arrived(e.op):
			return bad
		case e.kind == checker.Unlock:
			return false
		}
	}
	return false
}
