package r4

import (
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/papers/dependence"
)

// r4Dependence is transitive dependence of the events of τ (Definition 2): of
// events by their steps, two of which are dependent as for dpor
// (dependence/dependence.go) or by happens-before of the trace. Where messages are
// events, those of one handler need not be ordered, unless it is a queue.
type r4Dependence struct {
	of      []int32                 // by step: its event
	rows    []uint64                // by step: see must
	crowds  map[checker.Object]bool // channels: see crowded
	past    []uint64                // by event, of words: the event and all before it
	words   int
	uses    []dependence.Use
	nodes   []node
	heads   []int32 // by Object: its newest node, -1
	found   []r4Rival
	asks    []r4Ask
	ordered [3]flat.Set // of races
	inputs  [inputClasses][]int32
}

// r4Ask is an operation, or event, whose races are to be reversed.
type r4Ask struct {
	item     r4Item
	event    int32 // what it is, or comes in place of; the number of events: it comes after all
	op       int32 // the operation, whatever would come of it; -1: the event
	from, to int32 // rivals: found[from:to]
}

// node is a use of an object by a step.
type node struct {
	dependence.Use
	step   int32
	prev   int32 // older node of the same object, -1
	access bool  // else of an alternative that the step might have been
}

// r4Rival is an earlier event that an event conflicts with, by a use of each.
type r4Rival struct {
	event    int32
	together bool // what the two do may be enabled together
	later    bool // by another step of a loop's event than its first one
	effect   bool // by an access beyond the operation
	access   bool // by what the earlier one did, not by what it might have done
	depends  bool // by what both did
}

func (s *search) pastOf(n int32) flat.Set { return s.past[int(n)*s.words : (int(n)+1)*s.words] }

// depend computes past, and adds to T the reversals of the races of events that
// are new, and of operations that were not executed.
func (s *search) depend() {
	t := &s.t
	count := int32(len(s.starts))
	s.words = int(count)>>6 + 1
	s.past = append(s.past[:0], make([]uint64, s.words*int(count+1))...)
	for i := range s.ordered {
		s.ordered[i] = make(flat.Set, s.words)
	}
	s.inputs = [inputClasses][]int32{}
	s.nodes, s.found, s.asks = s.nodes[:0], s.found[:0], s.asks[:0]
	for o := range s.heads {
		s.heads[o] = -1
	}
	for n := range count {
		s.event(n)
		if s.x.Late(int(n)) {
			return
		}
	}
	for i := range t.Ops {
		if op := &t.Ops[i]; op.Exec < 0 {
			s.announced(int32(i), count)
		}
	}
	for i := range s.asks {
		if s.races(&s.asks[i]); s.x.Late(int(count)) {
			return
		}
	}
}

// event computes the past of event n.
func (s *search) event(n int32) {
	t := &s.t
	from := int32(len(s.found))
	row := s.pastOf(n)
	for e := s.starts[n]; e < s.end(int(n)); e++ {
		s.rivals(e)
		for _, p := range t.PredsOf(e) {
			row.Union(s.pastOf(s.of[p]))
		}
	}
	for _, r := range s.found[from:] {
		if r.depends {
			row.Union(s.pastOf(r.event))
		}
	}
	s.keep(n, row)
	row.Add(n)
	if n < int32(s.fresh) && !s.waits(n) {
		s.found = s.found[:from] // looked at before
	} else {
		s.asks = append(s.asks, r4Ask{item: s.order.items[n], event: n, op: -1, from: from, to: int32(len(s.found))})
		if e := &t.Events[s.starts[n]]; e.Joint {
			s.announced(e.Op, n) // with another partner
			s.announced(e.Op2, n)
		}
	}
	for e := s.starts[n]; e < s.end(int(n)); e++ {
		s.note(e)
	}
}

// waits says whether event n is not always possible: what it might have been
// before another one depends on what comes after it, too (reverse).
func (s *search) waits(n int32) bool {
	t := &s.t
	op := &t.Ops[t.Events[s.starts[n]].Op]
	switch op.Kind {
	case checker.Send, checker.Recv, checker.Select, checker.Await, checker.Lock, checker.RLock, checker.Arrive, checker.Wait, checker.Wake, checker.Once, checker.TimerRecv, checker.TimerFire:
		return true
	case checker.Begin:
		return s.steps && t.Tasks[op.Task].Handler >= 0
	}
	return false
}

// announced asks for the races that operation i would have as event n, whatever
// would come of it.
func (s *search) announced(i, n int32) {
	op := &s.t.Ops[i]
	ask := r4Ask{event: n, op: i, from: int32(len(s.found)), item: r4Item{EventID: checker.EventID{Task: s.names.name(s.t.Tasks[op.Task].Name), Index: op.Index}, how: r4Any}}
	s.uses = dependence.Announced(&s.t, s.uses[:0], i)
	for _, u := range s.uses {
		s.rival(u, i, -1, r4Rival{depends: true})
	}
	if ask.to = int32(len(s.found)); ask.to > ask.from {
		s.asks = append(s.asks, ask)
	}
}

// rivals finds what step e conflicts with.
func (s *search) rivals(e int32) {
	t := &s.t
	ev := &t.Events[e]
	s.uses = dependence.Performed(t, s.uses[:0], e)
	effects := len(s.uses) - int(ev.EffEnd-ev.EffNode)
	inner, message := e > s.starts[s.of[e]], messageOf(t, t.Tasks[ev.Task].Name)
	later := inner && !message
	for i, u := range s.uses {
		if !s.idle(u, e) {
			s.rival(u, ev.Op, ev.Op2, r4Rival{depends: true, effect: i >= effects, later: later})
		}
	}
	if inner && message {
		// Before what enables it the message would wait, and its handler with it.
		for _, p := range t.PredsOf(e)[:ev.OpPreds] {
			if s.of[p] != s.of[e] {
				s.found = append(s.found, r4Rival{event: s.of[p], together: true, access: true, depends: true})
			}
		}
	}
	// What else might have come of it earlier. (A CAS or a Store comes to what it
	// does by writes, which even a Read is dependent with.)
	s.uses = s.uses[:0]
	for _, op := range [2]int32{ev.Op, ev.Op2} {
		if op >= 0 && t.Ops[op].Kind != ev.Kind && t.Ops[op].Kind != checker.CAS && t.Ops[op].Kind != checker.Store {
			s.uses = dependence.Announced(t, s.uses, op)
		}
	}
	for _, u := range s.uses {
		s.rival(u, ev.Op, ev.Op2, r4Rival{later: later})
	}
}

// idle says whether a use is that of a handler by a message that is an event: it
// waits for no other one, unless there is a queue.
func (s *search) idle(u dependence.Use, e int32) bool {
	return !s.steps && u.Class == dependence.Serve && s.t.Events[e].Kind == checker.Begin && !s.t.Infos[u.Obj].FIFO
}

// rival finds the earlier events that a use conflicts with, by operation op (with
// op2, a rendezvous) or by an effect of it.
func (s *search) rival(u dependence.Use, op, op2 int32, r r4Rival) {
	t := &s.t
	if int(u.Obj) >= len(s.heads) {
		return
	}
	both := r.depends
	for k := s.heads[u.Obj]; k >= 0; k = s.nodes[k].prev {
		nd := &s.nodes[k]
		if !u.Class.Conflicts(nd.Class) {
			continue
		}
		f := &t.Events[nd.step]
		r.event, r.access, r.depends = s.of[nd.step], nd.access, both && nd.access
		r.together = r.effect || dependence.CoEnabled(t, f, op) || op2 >= 0 && dependence.CoEnabled(t, f, op2)
		s.found = append(s.found, r)
	}
}

// note makes the uses of step e findable.
func (s *search) note(e int32) {
	s.uses = dependence.Performed(&s.t, s.uses[:0], e)
	did := len(s.uses)
	s.uses = dependence.Others(&s.t, s.uses, e)
	for i, u := range s.uses {
		if s.idle(u, e) {
			continue
		}
		for int(u.Obj) >= len(s.heads) {
			s.heads = append(s.heads, -1)
		}
		s.nodes = append(s.nodes, node{Use: u, step: e, prev: s.heads[u.Obj], access: i < did})
		s.heads[u.Obj] = int32(len(s.nodes) - 1)
	}
}

// before sets what comes before an event or operation in any case: before its
// operations, for reasons of their tasks; and before what it accesses beyond its
// operation, for reasons of that. A message is one access; of a loop's event what
// comes after its receive has the send before it. The row is what
// comes before it with all that it depends on.
func (s *search) before(ask *r4Ask) (row flat.Set) {
	t := &s.t
	op, effect, later := s.ordered[0], s.ordered[1], s.ordered[2]
	clear(op)
	clear(later)
	if ask.op >= 0 {
		if p := t.Ops[ask.op].Prev; p >= 0 {
			op.Union(s.pastOf(s.of[p]))
		}
		s.behind(ask, op)
		copy(effect, op)
		row = s.pastOf(int32(len(s.starts))) // beyond those of events
		copy(row, op)
		for _, r := range s.found[ask.from:ask.to] {
			if r.depends {
				row.Union(s.pastOf(r.event))
			}
		}
		return row
	}
	first := s.starts[ask.event]
	for e := first; e < s.end(int(ask.event)); e++ {
		for _, i := range [2]int32{t.Events[e].Op, t.Events[e].Op2} {
			if i < 0 {
				continue
			}
			if p := t.Ops[i].Prev; p >= 0 && p < first {
				op.Union(s.pastOf(s.of[p]))
			}
		}
	}
	s.behind(ask, op)
	copy(effect, op)
	switch {
	case !s.steps && messageOf(t, t.Tasks[t.Events[first].Task].Name):
	case s.end(int(ask.event))-first == 1:
		for _, p := range t.PredsOf(first)[:t.Events[first].OpPreds] {
			effect.Union(s.pastOf(s.of[p]))
		}
	default:
		copy(later, op)
		s.received(first, later)
		copy(effect, later)
	}
	return s.pastOf(ask.event)
}

// races adds to T the reversals of the uncovered races of an event or operation:
// with events that it conflicts with, that might have come after it, and after
// which there is no other such event that comes after them. What an operation
// that was not executed would come to before one of them is not known, and may
// be that it waits: there none covers another one.
func (s *search) races(ask *r4Ask) {
	row := s.before(ask)
	before, after, later := s.ordered[0], s.ordered[1], s.ordered[2]
	found := s.found[ask.from:ask.to]
	slices.SortFunc(found, func(a, b r4Rival) int { return int(b.event - a.event) })
	for k := 0; k < len(found); {
		i := found[k].event
		race, access, enables := false, false, false
		for ; k < len(found) && found[k].event == i; k++ {
			r := &found[k]
			switch {
			case r.effect:
				race = race || !after.Has(i)
			case r.together && r.later:
				race = race || !later.Has(i)
			case r.together:
				race = race || !before.Has(i)
			default:
				enables = enables || r.access
			}
			access = access || r.access
		}
		race = race && s.reverse(i, ask.event, ask.item, row) && access && ask.op < 0
		if race {
			before.Union(s.pastOf(i))
			later.Union(s.pastOf(i))
		}
		if race || enables {
			after.Union(s.pastOf(i))
		}
	}
}
