package r4

import (
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/papers/dependence"
	"gocheck.dev/checker/internal/trace"
)

// This file says which steps of an execution are one event. A message is, as
// the handler of an event is in the paper, if it is atomic: if no other task
// could do anything between two of its steps that would be another trace than
// before or after it. Else each step is an event, and handlers are mutexes
// (trace/serial.go). Of event loops: loops.go.

// delimit finds the event of each step.
func (s *search) delimit() {
	s.of = s.of[:0]
	for n := range s.starts {
		for range s.end(n) - s.starts[n] {
			s.of = append(s.of, int32(n))
		}
	}
}

// end is the step after the last one of event n.
func (s *search) end(n int) int32 {
	if n+1 < len(s.starts) {
		return s.starts[n+1]
	}
	return int32(len(s.t.Events))
}

// items are the events of τ.
func (s *search) items() []r4Item {
	items := make([]r4Item, len(s.starts))
	for n := range items {
		l := &s.levels[n]
		items[n] = l.alts[l.at].r4Item
	}
	return items
}

// describe says what τ is.
func (s *search) describe() *checker.Sequence {
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
			EventID: s.order.items[n].EventID, By: s.levels[n].alts[s.levels[n].at].run.Task, Kind: s.t.Events[first].Kind, Pos: s.places[first],
			First: int(first), Steps: int(s.end(n) - first), New: s.now.of != nil && s.news[n],
		})
	}
	return q
}

// atomic says whether all events of τ are. Let b be a step of an event that
// races with a step f of another task. If there is a step a of the event before
// b that another task can tell from not having been made, then f may be between a
// and b for that reason. Races are between steps
// that depend on each other (dependence/dependence.go) and that nothing but their own
// order, or that of locks, puts one before the other: these could be ordered the
// other way round. Where no event has such a b after such an a, f can be moved
// to before or after it.
func (s *search) atomic() bool {
	if !s.several() {
		return true
	}
	t := &s.t
	shared, tells := s.shared()
	for e := range t.Events {
		for _, p := range t.PredsOf(int32(e)) {
			if s.foreign(p, t.Events[e].Task) {
				tells[p] = true
			}
		}
	}
	s.rows = s.rows[:0]
	for n := range s.starts {
		told := false
		for b := s.starts[n]; b < s.end(n); b++ {
			if s.x.Late(1) {
				return true
			}
			if told && shared[b] && s.raced(b) {
				s.divide(t.Tasks[t.Events[b].Task].Name, t.Ops[t.Events[b].Op].Pos)
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
func (s *search) divide(name checker.Task, pos checker.Pos) {
	s.split = true
	if messageOf(&s.t, name) {
		s.steps = true
	} else {
		s.cuts[pos] = true
	}
}

// raced says whether step b of an event races with what another task does, or
// would do.
func (s *search) raced(b int32) bool {
	t := &s.t
	if len(s.rows) == 0 {
		s.must()
	}
	var others []dependence.Use
	uses := dporUses(t, nil, b)
	before, start := s.mustRow(b), s.mustRow(s.starts[s.of[b]])
	for i := range t.Events {
		f := int32(i)
		if !s.foreign(b, t.Events[f].Task) || s.mustRow(f).Has(b) || before.Has(f) || start.Has(f) {
			continue
		}
		if others = dporUses(t, others[:0], f); interfering(t, uses, others) {
			return true
		}
	}
	for i := range t.Ops {
		op := &t.Ops[i]
		if op.Exec >= 0 || !s.foreign(b, op.Task) || op.Prev >= 0 && s.mustRow(op.Prev).Has(b) {
			continue
		}
		if others = dependence.Announced(t, others[:0], int32(i)); interfering(t, uses, others) {
			return true
		}
	}
	return false
}

// shared marks the steps that use something that another task uses, or would, as
// long as not all of them read; and of these the ones that another task may tell
// from not having been made.
func (s *search) shared() (shared, tells []bool) {
	t := &s.t
	shared, tells = make([]bool, len(t.Events)), make([]bool, len(t.Events))
	var uses []dependence.Use
	by := &s.users
	by.reset()
	add := func(task int32) {
		owner := s.owner(task)
		for _, u := range uses {
			by.add(u, owner)
		}
	}
	for e := range t.Events {
		uses = dporUses(t, uses[:0], int32(e))
		add(t.Events[e].Task)
		if t.Events[e].Joint {
			add(t.Events[e].Task2)
		}
	}
	for i := range t.Ops {
		if t.Ops[i].Exec < 0 {
			uses = dependence.Announced(t, uses[:0], int32(i))
			add(t.Ops[i].Task)
		}
	}
	for e := range t.Events {
		owner := s.owner(t.Events[e].Task)
		if owner < 0 {
			continue
		}
		uses = dporUses(t, uses[:0], int32(e))
		for _, u := range uses {
			seen := dependence.Conflicting[u.Class]
			switch u.Class {
			case dependence.Send:
				seen |= 1 << dependence.Recv
			case dependence.Recv:
				if by.sends[u.Obj] > t.Infos[u.Obj].Cap { // else nobody waits for room
					seen |= 1 << dependence.Send
				}
			}
			for _, v := range by.of[u.Obj] {
				if v.owner != owner {
					shared[e] = shared[e] || u.Class != dependence.Read || v.classes&^(1<<dependence.Read) != 0
					tells[e] = tells[e] || v.classes&seen != 0
				}
			}
		}
		// What a message waits for may come about within it, whoever brings it about.
		tells[e] = tells[e] || shared[e] && owner < int32(len(t.Handlers))
	}
	return shared, tells
}

// r4Users says which tasks use each object in an execution, and how.
type r4Users struct {
	of    [][]user // by Object
	sends []int    // by Object
	used  []checker.Object
}

type user struct {
	owner   int32
	classes uint64
}

func (n *r4Users) reset() {
	for _, o := range n.used {
		n.of[o], n.sends[o] = n.of[o][:0], 0
	}
	n.used = n.used[:0]
}

func (n *r4Users) add(u dependence.Use, owner int32) {
	if more := int(u.Obj) + 1 - len(n.of); more > 0 {
		n.of, n.sends = append(n.of, make([][]user, more)...), append(n.sends, make([]int, more)...)
	}
	of := n.of[u.Obj]
	if len(of) == 0 {
		n.used = append(n.used, u.Obj)
	}
	i := slices.IndexFunc(of, func(v user) bool { return v.owner == owner })
	if i < 0 {
		i, of = len(of), append(of, user{owner: owner})
		n.of[u.Obj] = of
	}
	of[i].classes |= 1 << u.Class
	if u.Class == dependence.Send {
		n.sends[u.Obj]++
	}
}

// several says whether some event has several steps.
func (s *search) several() bool {
	for n := range s.starts {
		if s.end(n)-s.starts[n] > 1 {
			return true
		}
	}
	return false
}

// owner is whose events the steps of a task are parts of: a handler's, or a loop's;
// -1: each of them is an event.
func (s *search) owner(task int32) int32 {
	r := &s.t.Tasks[task]
	if r.Handler >= 0 {
		return r.Handler
	}
	if _, ok := s.loops[r.Name]; ok {
		return int32(len(s.t.Handlers)) + task
	}
	return -1
}

// foreign says whether the event that step a is part of may have steps of the task
// within it: not those of the same owner.
func (s *search) foreign(a, task int32) bool {
	owner := s.owner(s.t.Events[a].Task)
	return owner >= 0 && task != s.t.Events[a].Task && s.owner(task) != owner
}

// dporUses appends all that may matter of how a step uses objects: what it did,
// and what else it might have done.
func dporUses(t *trace.Trace, uses []dependence.Use, e int32) []dependence.Use {
	return dependence.Others(t, dependence.Performed(t, uses, e), e)
}

// conflicting says whether some uses of one and the same object conflict.
func conflicting(a, b []dependence.Use) bool {
	for _, u := range a {
		for _, v := range b {
			if u.Obj == v.Obj && u.Class.Conflicts(v.Class) {
				return true
			}
		}
	}
	return false
}

// interfering is conflicting, of uses by a step b and by another task between it and
// an earlier step of its event: there nobody takes the lock that b gives back, or
// gives it back.
func interfering(t *trace.Trace, b, others []dependence.Use) bool {
	for _, u := range b {
		for _, v := range others {
			if u.Obj == v.Obj && u.Class.Conflicts(v.Class) && (t.Misused || u.Class != dependence.Unlock || 1<<v.Class&owning == 0) {
				return true
			}
		}
	}
	return false
}

// owning has the classes of operations by which somebody comes to hold a lock, or did.
const owning = 1<<dependence.Lock | 1<<dependence.Enter | 1<<dependence.RLock | 1<<dependence.Unlock | 1<<dependence.RUnlock

// must computes, for each step of τ, the steps that had to come before: in its
// task, by what created or enabled it. It is happens-before without the order of
// steps that race, and without locks and what is done once.
func (s *search) must() {
	t := &s.t
	s.rows, s.crowds = s.rows[:0], map[checker.Object]bool{}
	for n := range t.Events {
		for range t.Words {
			s.rows = append(s.rows, 0)
		}
		e := &t.Events[n]
		row := s.mustRow(int32(n))
		row.Add(int32(n))
		for k, p := range t.PredsOf(int32(n)) {
			switch {
			case p == t.Ops[e.Op].Prev, e.Op2 >= 0 && p == t.Ops[e.Op2].Prev:
			case k >= int(e.OpPreds), s.swaps(p, int32(n)):
				continue
			}
			row.Union(s.mustRow(p))
		}
	}
}

func (s *search) mustRow(e int32) flat.Set {
	return s.rows[int(e)*s.t.Words : (int(e)+1)*s.t.Words]
}

// swaps says whether two steps, one of which is an immediate predecessor of the
// other, might have come in the other order.
func (s *search) swaps(f, n int32) bool {
	t := &s.t
	e, g := &t.Events[f], &t.Events[n]
	switch g.Kind {
	case checker.Tick:
		return false
	case checker.Lock, checker.RLock, checker.Arrive, checker.Unlock, checker.RUnlock, checker.LockBusy, checker.BadUnlock, checker.OnceFirst, checker.OnceDone:
		return true
	case checker.Send, checker.Recv, checker.RecvClosed:
		// An element, or room for one, may be due to another step.
		if e.Kind != checker.Tick && e.Obj == g.Obj && s.crowded(g.Obj) {
			return true
		}
	}
	if e.Kind == checker.Tick {
		return false
	}
	if !conflicting(dependence.Performed(t, nil, f), dependence.Performed(t, nil, n)) {
		return false
	}
	return dependence.CoEnabled(t, e, g.Op) || g.Op2 >= 0 && dependence.CoEnabled(t, e, g.Op2)
}

// crowded says whether several tasks send to a channel, or receive from it.
func (s *search) crowded(o checker.Object) bool {
	t := &s.t
	crowd, known := s.crowds[o]
	if known {
		return crowd
	}
	sender, receiver := int32(-1), int32(-1)
	meets := func(task *int32, op *trace.Operation) {
		crowd = crowd || *task >= 0 && *task != op.Task
		*task = op.Task
	}
	uses := func(k checker.Kind, op *trace.Operation) {
		if k == checker.Send {
			meets(&sender, op)
		} else if k == checker.Recv {
			meets(&receiver, op)
		}
	}
	for i := range t.Ops {
		op := &t.Ops[i]
		if op.Kind == checker.Select {
			for _, c := range t.Cases[op.CaseOff : op.CaseOff+op.CaseLen] {
				if c.Kind != checker.NoKind && c.Obj == o {
					uses(c.Kind, op)
				}
			}
		} else if op.Obj == o {
			uses(op.Kind, op)
		}
	}
	s.crowds[o] = crowd
	return crowd
}
