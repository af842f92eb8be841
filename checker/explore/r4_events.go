package explore

import (
	"slices"

	"gocheck.dev/checker"
)

// This file says which steps of an execution are one event. A message is, as
// the handler of an event is in the paper, if it is atomic: if no other task
// could do anything between two of its steps that would be another trace than
// before or after it. Else each step is an event, and handlers are mutexes
// (serial.go). Of event loops: r4_loops.go.

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
func (s *r4Search) describe() *checker.Sequence {
	q := &s.sequence
	q.Index, q.Parent, q.Depth, q.Reversed = s.order.index, -1, s.now.depth, s.now.reversed
	q.Whole = !s.steps
	q.Events, q.Skipped = q.Events[:0], nil
	if s.now.of != nil {
		q.Parent, q.Skipped = s.now.of.index, s.skipped
	}
	for n := range s.starts {
		first := s.starts[n]
		q.Events = append(q.Events, checker.SequenceEvent{
			EventID: s.order.items[n].EventID, By: s.levels[n].alts[s.levels[n].at].run.Task, Kind: s.t.events[first].kind, Pos: s.places[first],
			First: int(first), Steps: int(s.end(n) - first), New: s.now.of != nil && s.news[n],
		})
	}
	return q
}

// atomic says whether all events of τ are. Let b be a step of an event that
// races with a step f of another task. If there is a step a of the event before
// b that another task can tell from not having been made, then f may be between a
// and b for that reason. Races are between steps
// that depend on each other (dpor_dependence.go) and that nothing but their own
// order, or that of locks, puts one before the other: these could be ordered the
// other way round. Where no event has such a b after such an a, f can be moved
// to before or after it.
func (s *r4Search) atomic() bool {
	if !s.several() {
		return true
	}
	t := &s.t
	shared, tells := s.shared()
	for e := range t.events {
		for _, p := range t.predsOf(int32(e)) {
			if s.foreign(p, t.events[e].task) {
				tells[p] = true
			}
		}
	}
	s.rows = s.rows[:0]
	for n := range s.starts {
		told := false
		for b := s.starts[n]; b < s.end(n); b++ {
			if s.x.late(1) {
				return true
			}
			if told && shared[b] && s.raced(b) {
				s.divide(t.tasks[t.events[b].task].name, t.ops[t.events[b].op].pos)
				if s.steps {
					return false
				}
				told = false
			}
			told = told || tells[b]
		}
	}
	return !s.split
}

// divide says that an event of a task is not atomic, for what its operation at pos
// does: the events of a loop are then cut there; of messages, each step is an event.
func (s *r4Search) divide(name checker.Task, pos checker.Pos) {
	s.split = true
	if messageOf(&s.t, name) {
		s.steps = true
	} else {
		s.cuts[pos] = true
	}
}

// raced says whether step b of an event races with what another task does, or
// would do.
func (s *r4Search) raced(b int32) bool {
	t := &s.t
	if len(s.rows) == 0 {
		s.must()
	}
	var others []dporUse
	uses := dporUses(t, nil, b)
	before, start := s.mustRow(b), s.mustRow(s.starts[s.of[b]])
	for i := range t.events {
		f := int32(i)
		if !s.foreign(b, t.events[f].task) || s.mustRow(f).has(b) || before.has(f) || start.has(f) {
			continue
		}
		if others = dporUses(t, others[:0], f); interfering(t, uses, others) {
			return true
		}
	}
	for i := range t.ops {
		op := &t.ops[i]
		if op.exec >= 0 || !s.foreign(b, op.task) || op.prev >= 0 && s.mustRow(op.prev).has(b) {
			continue
		}
		if others = dporAnnounced(t, others[:0], int32(i)); interfering(t, uses, others) {
			return true
		}
	}
	return false
}

// shared marks the steps that use something that another task uses, or would, as
// long as not all of them read; and of these the ones that another task may tell
// from not having been made.
func (s *r4Search) shared() (shared, tells []bool) {
	t := &s.t
	shared, tells = make([]bool, len(t.events)), make([]bool, len(t.events))
	var uses []dporUse
	by := &s.users
	by.reset()
	add := func(task int32) {
		owner := s.owner(task)
		for _, u := range uses {
			by.add(u, owner)
		}
	}
	for e := range t.events {
		uses = dporUses(t, uses[:0], int32(e))
		add(t.events[e].task)
		if t.events[e].joint {
			add(t.events[e].task2)
		}
	}
	for i := range t.ops {
		if t.ops[i].exec < 0 {
			uses = dporAnnounced(t, uses[:0], int32(i))
			add(t.ops[i].task)
		}
	}
	for e := range t.events {
		owner := s.owner(t.events[e].task)
		if owner < 0 {
			continue
		}
		uses = dporUses(t, uses[:0], int32(e))
		for _, u := range uses {
			seen := dporConflicts[u.class]
			switch u.class {
			case dSend:
				seen |= 1 << dRecv
			case dRecv:
				if by.sends[u.obj] > t.infos[u.obj].Cap { // else nobody waits for room
					seen |= 1 << dSend
				}
			}
			for _, v := range by.of[u.obj] {
				if v.owner != owner {
					shared[e] = shared[e] || u.class != dRead || v.classes&^(1<<dRead) != 0
					tells[e] = tells[e] || v.classes&seen != 0
				}
			}
		}
		// What a message waits for may come about within it, whoever brings it about.
		tells[e] = tells[e] || shared[e] && owner < int32(len(t.handlers))
	}
	return shared, tells
}

// r4Users is who uses each object in an execution, and how.
type r4Users struct {
	of    [][]r4User // by Object
	sends []int      // by Object
	used  []checker.Object
}

type r4User struct {
	owner   int32
	classes uint64
}

func (n *r4Users) reset() {
	for _, o := range n.used {
		n.of[o], n.sends[o] = n.of[o][:0], 0
	}
	n.used = n.used[:0]
}

func (n *r4Users) add(u dporUse, owner int32) {
	if more := int(u.obj) + 1 - len(n.of); more > 0 {
		n.of, n.sends = append(n.of, make([][]r4User, more)...), append(n.sends, make([]int, more)...)
	}
	of := n.of[u.obj]
	if len(of) == 0 {
		n.used = append(n.used, u.obj)
	}
	i := slices.IndexFunc(of, func(v r4User) bool { return v.owner == owner })
	if i < 0 {
		i, of = len(of), append(of, r4User{owner: owner})
		n.of[u.obj] = of
	}
	of[i].classes |= 1 << u.class
	if u.class == dSend {
		n.sends[u.obj]++
	}
}

// several says whether some event has several steps.
func (s *r4Search) several() bool {
	for n := range s.starts {
		if s.end(n)-s.starts[n] > 1 {
			return true
		}
	}
	return false
}

// owner is whose events the steps of a task are parts of: a handler's, or a loop's;
// -1: each of them is an event.
func (s *r4Search) owner(task int32) int32 {
	r := &s.t.tasks[task]
	if r.handler >= 0 {
		return r.handler
	}
	if _, ok := s.loops[r.name]; ok {
		return int32(len(s.t.handlers)) + task
	}
	return -1
}

// foreign says whether the event that step a is part of may have steps of the task
// within it: not those of the same owner.
func (s *r4Search) foreign(a, task int32) bool {
	owner := s.owner(s.t.events[a].task)
	return owner >= 0 && task != s.t.events[a].task && s.owner(task) != owner
}

// dporUses appends all that may matter of how a step uses objects: what it did,
// and what else it might have done.
func dporUses(t *trace, uses []dporUse, e int32) []dporUse {
	return dporOthers(t, dporPerformed(t, uses, e), e)
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

// interfering is conflicting, of uses by a step b and by another task between it and
// an earlier step of its event: there nobody takes the lock that b gives back, or
// gives it back.
func interfering(t *trace, b, others []dporUse) bool {
	for _, u := range b {
		for _, v := range others {
			if u.obj == v.obj && u.class.conflicts(v.class) && (t.misused || u.class != dUnlock || 1<<v.class&owning == 0) {
				return true
			}
		}
	}
	return false
}

// owning has the classes of operations by which somebody comes to hold a lock, or did.
const owning = 1<<dLock | 1<<dEnter | 1<<dRLock | 1<<dUnlock | 1<<dRUnlock

// must computes, for each step of τ, the steps that had to come before: in its
// task, by what created or enabled it. It is happens-before without the order of
// steps that race, and without locks and what is done once.
func (s *r4Search) must() {
	t := &s.t
	s.rows, s.crowds = s.rows[:0], map[checker.Object]bool{}
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
			case k >= int(e.opPreds), s.swaps(p, int32(n)):
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
func (s *r4Search) swaps(f, n int32) bool {
	t := &s.t
	e, g := &t.events[f], &t.events[n]
	switch g.kind {
	case checker.Tick:
		return false
	case checker.Lock, checker.RLock, checker.Arrive, checker.Unlock, checker.RUnlock, checker.LockBusy, checker.BadUnlock, checker.OnceFirst, checker.OnceDone:
		return true
	case checker.Send, checker.Recv, checker.RecvClosed:
		// An element, or room for one, may be due to another step.
		if e.kind != checker.Tick && e.obj == g.obj && s.crowded(g.obj) {
			return true
		}
	}
	if e.kind == checker.Tick {
		return false
	}
	if !conflicting(dporPerformed(t, nil, f), dporPerformed(t, nil, n)) {
		return false
	}
	return coEnabled(t, e, g.op) || g.op2 >= 0 && coEnabled(t, e, g.op2)
}

// crowded says whether several tasks send to a channel, or receive from it.
func (s *r4Search) crowded(o checker.Object) bool {
	t := &s.t
	crowd, known := s.crowds[o]
	if known {
		return crowd
	}
	sender, receiver := int32(-1), int32(-1)
	meets := func(task *int32, op *operation) {
		crowd = crowd || *task >= 0 && *task != op.task
		*task = op.task
	}
	uses := func(k checker.Kind, op *operation) {
		if k == checker.Send {
			meets(&sender, op)
		} else if k == checker.Recv {
			meets(&receiver, op)
		}
	}
	for i := range t.ops {
		op := &t.ops[i]
		if op.kind == checker.Select {
			for _, c := range t.cases[op.caseOff : op.caseOff+op.caseLen] {
				if c.Kind != checker.NoKind && c.Obj == o {
					uses(c.Kind, op)
				}
			}
		} else if op.obj == o {
			uses(op.kind, op)
		}
	}
	s.crowds[o] = crowd
	return crowd
}
