package em

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/trace"
)

// dependent says whether an executed transition f is dependent with a later
// one r of another task, or enables it: rule 1 of Definition 3.1.
//
// Two reads are not (appendix C.1). With apart neither are operations on one
// lock by two handlers of one thread, which cannot contend (C.2).
func (f *transition) dependent(r *transition, apart bool) bool {
	if f.task == r.task {
		return false
	}
	switch r.kind {
	case checker.Read, checker.Await:
		return f.conflicts(r.obj, false)
	case checker.Write:
		return f.conflicts(r.obj, true)
	}
	if f.obj != r.obj {
		return false
	}
	switch r.kind {
	case checker.Lock:
		return (f.kind == checker.Lock || f.kind == checker.Unlock || f.kind == checker.LockBusy) && !(apart && f.thread == r.thread)
	case checker.LockBusy:
		return (f.kind == checker.Lock || f.kind == checker.Unlock) && !(apart && f.thread == r.thread)
	case checker.Unlock:
		return f.kind == checker.LockBusy
	}
	return false
}

// access is how a transition accesses a location: unrelated, reads or writes.
func (f *transition) access(o checker.Object) trace.Class {
	c := trace.Unrelated
	if f.obj == o {
		switch f.kind {
		case checker.Read, checker.Await:
			c = trace.Reads
		case checker.Write:
			return trace.Writes
		}
	}
	for i := range f.effects {
		if e := &f.effects[i]; e.Obj == o {
			if e.Write {
				return trace.Writes
			}
			c = trace.Reads
		}
	}
	return c
}

// conflicts says whether it is dependent with an access to the location.
func (f *transition) conflicts(o checker.Object, write bool) bool {
	c := f.access(o)
	return c == trace.Writes || write && c == trace.Reads
}

// reorderable says whether transition i of w and the next transition n are
// dependent and may be co-enabled or, on one thread, reordered, so far as
// their kinds say.
func (s *search) reorderable(i int32, n *emNext) bool {
	f := &s.w.transitions[i]
	if f.task == n.task {
		return false
	}
	switch n.kind {
	case checker.Read:
		return f.conflicts(n.obj, false)
	case checker.Await:
		return f.conflicts(n.obj, false) && !s.enables(i, n)
	case checker.Write, checker.CAS:
		return f.conflicts(n.obj, true)
	}
	if f.obj != n.obj {
		return false
	}
	if s.apart && f.thread == n.thread && lockKind(n.kind) {
		return false
	}
	switch n.kind {
	case checker.Lock:
		return f.kind == checker.Lock // an Unlock enables it; and what found the lock taken comes with a Lock
	case checker.TryLock:
		return f.kind == checker.Lock || f.kind == checker.Unlock
	case checker.Unlock:
		return f.kind == checker.LockBusy
	}
	return false
}

func lockKind(k checker.Kind) bool {
	return k == checker.Lock || k == checker.TryLock || k == checker.Unlock
}

// enables says whether transition i of w, a write, enables the Await n: whether
// the value before it is 0, as the latest access shows it. (Flags are 0 at
// first.)
func (s *search) enables(i int32, n *emNext) bool {
	for i--; i >= 0; i-- {
		if f := &s.w.transitions[i]; f.access(n.obj) != trace.Unrelated {
			return f.obj == n.obj && len(f.effects) == 0 && f.val == 0
		}
	}
	return true
}

// precedes is i →w task(n) for a next transition n: whether i is of its task,
// or happens before some transition of its task. While an edge to n is assumed
// (Algorithm 5, line 6), so does what happens before that.
func (s *search) precedes(i int32, n *emNext) bool {
	last := s.w.tasks[n.task].last
	return last >= 0 && s.w.before(i, last) || s.assume >= 0 && s.w.before(i, s.assume)
}

// races is lines 2 to 14 of Algorithm 5: for each thread the transitions that
// its next one is to be reordered with.
func (s *search) races(state *emState) {
	for k := range state.next {
		s.race(&state.next[k])
	}
}

// race is lines 3 to 13, for one next transition.
func (s *search) race(n *emNext) {
	i := s.nearest(int32(len(s.w.transitions)), n)
	if i < 0 {
		return
	}
	target := emTarget{next: n, index: -1}
	s.findTarget(i, target)
	s.assume = i
	switch n.kind {
	case checker.Write, checker.CAS:
		// C.1: all reads since the latest write are to be reordered with this one.
		for j := s.nearest(i, n); j >= 0 && j >= s.latestWrite(n); j = s.nearest(j, n) {
			s.findTarget(j, target)
		}
	case checker.Lock, checker.TryLock, checker.Unlock:
		// C.2: likewise all operations of other handlers on the thread of i.
		th := s.w.transitions[i].thread
		for j := s.nearest(i, n); j >= 0 && s.w.transitions[j].thread == th; j = s.nearest(j, n) {
			s.findTarget(j, target)
		}
	}
	s.assume = -1
}

// effects looks for races of the plain accesses that the newest transition
// makes after its operation. What they are is not known before it is executed;
// then each is like a next transition of its task, but that nothing can come
// between. Afterwards they count as the transition's.
func (s *search) effects(ev *checker.Event) {
	w := &s.w
	for _, f := range ev.Effects {
		n := emNext{thread: w.thread(ev.Task), task: ev.Task, kind: checker.Read, obj: f.Obj}
		if f.Write {
			n.kind = checker.Write
		}
		s.race(&n)
	}
	w.affect(ev.Effects)
}

// stuck looks, at the end of a maximal execution, for handlers that are blocked
// for ever. What they keep from running is to be explored, too: the messages
// behind in the queue. This is not in the paper, which takes for granted that
// handlers run to completion: Definition 2.2 asks the event-parallel
// transition system, where nothing is behind anything.
func (s *search) stuck() {
	for _, n := range s.states[len(s.states)-1].next {
		if n.enabled || !s.w.handler(n.task) {
			continue
		}
		q := s.w.queue(n.thread)
		for _, m := range q.messages[q.ended+1:] {
			s.findTarget(s.w.getPost(n.task), emTarget{index: s.w.getPost(m)})
		}
	}
}

// nearest is the newest transition of w before i that is to be reordered with
// n and does not happen before it, or -1.
func (s *search) nearest(i int32, n *emNext) int32 {
	for i--; i >= 0; i-- {
		if s.reorderable(i, n) && !s.precedes(i, n) {
			return i
		}
	}
	return -1
}

// latestWrite is the newest write to the variable of n, or -1.
func (s *search) latestWrite(n *emNext) int32 {
	i := int32(len(s.w.transitions)) - 1
	for ; i >= 0; i-- {
		if s.w.transitions[i].access(n.obj) == trace.Writes {
			break
		}
	}
	return i
}
