package checker

import "slices"

// This file says which steps of an execution are one event. A message is, as
// the handler of an event is in the paper, if it is atomic: if no other task
// could do anything between two of its steps that would be another trace than
// before or after it. Else each step is an event, and handlers are mutexes
// (serial.go).

// delimit finds the event of each step.
func (s *r4Search) delimit() {
	s.of = s.of[:0]
	for n := range s.starts {
		for range s.end(n) - s.starts[n] {
			s.of = append(s.of, int32(n))
		}
	}
}

// end is the step after the last one of event n.
func (s *r4Search) end(n int) int32 {
	if n+1 < len(s.starts) {
		return s.starts[n+1]
	}
	return int32(len(s.t.events))
}

// items are the events of τ.
func (s *r4Search) items() []r4Item {
	items := make([]r4Item, len(s.starts))
	for n := range items {
		l := &s.levels[n]
		items[n] = l.alts[l.at].r4Item
	}
	return items
}

// describe says what τ is.
func (s *r4Search) describe() *Sequence {
	q := &s.sequence
	q.Index, q.Parent, q.Depth, q.Reversed = s.order.index, -1, s.now.depth, s.now.reversed
	q.Whole = !s.steps
	q.Events, q.Skipped = q.Events[:0], nil
	if s.now.of != nil {
		q.Parent, q.Skipped = s.now.of.index, s.skipped
	}
	for n := range s.starts {
		first := s.starts[n]
		q.Events = append(q.Events, SequenceEvent{
			EventID: s.order.items[n].EventID, By: s.levels[n].alts[s.levels[n].at].run.Task, Kind: s.t.events[first].kind, Pos: s.places[first],
			First: int(first), Steps: int(s.end(n) - first), New: s.now.of != nil && s.news[n],
		})
	}
	return q
}

// atomic says whether all messages of τ are. Let b be a step of a message that
// races with a step f of another task. If there is a step a of the message before
// b that another task can tell from not having been made, then f may be between a
// and b for that reason. Races are between steps
// that depend on each other (dpor_dependence.go) and that nothing but their own
// order, or that of locks, puts one before the other: these could be ordered the
// other way round. Where no message has such a b after such an a, f can be moved
// to before or after it.
func (s *r4Search) atomic() bool {
	if !s.several() {
		return true
	}
	t := &s.t
	shared := s.shared()
	tells := slices.Clone(shared)
	for e := range t.events {
		for _, p := range t.predsOf(int32(e)) {
			if t.foreign(p, t.events[e].task) {
				tells[p] = true
			}
		}
	}
	s.rows = s.rows[:0]
	for n := range s.starts {
		if !t.message(t.tasks[t.events[s.starts[n]].task].name) {
			continue
		}
		told := false
		for b := s.starts[n]; b < s.end(n); b++ {
			if told && shared[b] && s.raced(b) || s.x.late(1) {
				return s.x.stopped != ""
			}
			told = told || tells[b]
		}
	}
	return true
}

// raced says whether step b of a message races with what another task does, or
// would do.
func (s *r4Search) raced(b int32) bool {
	t := &s.t
	if len(s.rows) == 0 {
		s.must()
	}
	var others []dporUse
	uses := t.dporUses(nil, b)
	before, start := s.mustRow(b), s.mustRow(t.tasks[t.events[b].task].start)
	for i := range t.events {
		f := int32(i)
		if !t.foreign(b, t.events[f].task) || s.mustRow(f).has(b) || before.has(f) || start.has(f) {
			continue
		}
		if others = t.dporUses(others[:0], f); conflicting(uses, others) {
			return true
		}
	}
	for i := range t.ops {
		op := &t.ops[i]
		if op.exec >= 0 || !t.foreign(b, op.task) || op.prev >= 0 && s.mustRow(op.prev).has(b) {
			continue
		}
		if others = t.dporAnnounced(others[:0], int32(i)); conflicting(uses, others) {
			return true
		}
	}
	return false
}

// shared marks the steps of messages that use something that another task uses,
// or would, as long as not all of them read.
func (s *r4Search) shared() []bool {
	shared := make([]bool, len(s.t.events))
	t := &s.t
	type user struct {
		obj     Object
		handler int32
	}
	var uses []dporUse
	users := map[user][2]bool{} // whether it reads, whether it does something else
	add := func(task int32) {
		for _, u := range uses {
			k := user{u.obj, t.tasks[task].handler}
			v := users[k]
			v[min(u.class, 1)] = true
			users[k] = v
		}
	}
	for e := range t.events {
		uses = t.dporUses(uses[:0], int32(e))
		add(t.events[e].task)
		if t.events[e].joint {
			add(t.events[e].task2)
		}
	}
	for i := range t.ops {
		if t.ops[i].exec < 0 {
			uses = t.dporAnnounced(uses[:0], int32(i))
			add(t.ops[i].task)
		}
	}
	for e := range t.events {
		h := t.tasks[t.events[e].task].handler
		if h < 0 {
			continue
		}
		uses = t.dporUses(uses[:0], int32(e))
		for other := int32(-1); other < int32(len(t.handlers)); other++ {
			if other == h {
				continue
			}
			for _, u := range uses {
				v := users[user{u.obj, other}]
				shared[e] = shared[e] || v[1] || v[0] && u.class != dRead
			}
		}
	}
	return shared
}

// several says whether some message has several steps.
func (s *r4Search) several() bool {
	for n := range s.starts {
		if s.end(n)-s.starts[n] > 1 {
			return true
		}
	}
	return false
}

// foreign says whether event a of a message may have steps of the task within
// its message: not those of the same handler's.
func (t *trace) foreign(a, task int32) bool {
	h := t.tasks[t.events[a].task].handler
	return h >= 0 && task != t.events[a].task && t.tasks[task].handler != h
}

// dporUses appends all that may matter of how a step uses objects: what it did,
// and what else it might have done.
func (t *trace) dporUses(uses []dporUse, e int32) []dporUse {
	return t.dporOthers(t.dporPerformed(uses, e), e)
}

// conflicting says whether some uses of one and the same object conflict.
func conflicting(a, b []dporUse) bool {
	for _, u := range a {
		for _, v := range b {
			if u.obj == v.obj && u.class.conflicts(v.class) {
				return true
			}
		}
	}
	return false
}

// must computes, for each step of τ, the steps that had to come before: in its
// task, by what created or enabled it. It is happens-before without the order of
// steps that race, and without locks and what is done once.
func (s *r4Search) must() {
	t := &s.t
	s.rows = s.rows[:0]
	for n := range t.events {
		for range t.words {
			s.rows = append(s.rows, 0)
		}
		e := &t.events[n]
		row := s.mustRow(int32(n))
		row.add(int32(n))
		for k, p := range t.predsOf(int32(n)) {
			switch {
			case p == t.ops[e.op].prev, e.op2 >= 0 && p == t.ops[e.op2].prev:
			case k >= int(e.opPreds), t.swaps(p, int32(n)):
				continue
			}
			row.union(s.mustRow(p))
		}
	}
}

func (s *r4Search) mustRow(e int32) set {
	return s.rows[int(e)*s.t.words : (int(e)+1)*s.t.words]
}

// swaps says whether two steps, one of which is an immediate predecessor of the
// other, might have come in the other order.
func (t *trace) swaps(f, n int32) bool {
	e, g := &t.events[f], &t.events[n]
	switch g.kind {
	case Tick:
		return false
	case Lock, RLock, Arrive, Unlock, RUnlock, LockBusy, BadUnlock, OnceFirst, OnceDone:
		return true
	}
	if e.kind == Tick {
		return false
	}
	if !conflicting(t.dporPerformed(nil, f), t.dporPerformed(nil, n)) {
		return false
	}
	return t.coEnabled(e, g.op) || g.op2 >= 0 && t.coEnabled(e, g.op2)
}
