package alike

import (
	"slices"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// Store keeps explored traces.
type Store struct {
	// Apart has the classes of groups that have turned out to be none.
	Apart map[flat.Key]bool

	graphs []*Graph
	older  uint32 // so many are forgotten
	// By nth(event.label, i) and Graph.action: the traces with so many such events, oldest first.
	lists  map[flat.Key][]uint32
	chosen [][]uint32 // scratch memory: some of them
	bytes  int64
	search search
}

// Fragment is a set of events of a trace and what is to come after it.
type Fragment struct {
	asked    uint32 // so many traces there were when none had it
	next     event
	nothing  bool // nothing comes after it: messages wait for ever
	whole    bool // nothing, as it is a whole trace
	resolved bool // the label of next is right if steps have no effects
	action   flat.Key
}

// Insert adds the present trace. ended: it ends, and messages wait for ever. If tasks were taken
// for alike that are not, the first of them is named, and everything is to begin anew with this
// Apart.
func (s *Store) Insert(t *trace.Trace, ended bool) (apart string) {
	g := newGraph(t, s.Apart, ended)
	if q := g.tellApart(t, s.Apart); q != "" {
		return q
	}
	s.add(g)
	return ""
}

// add adds what was taken down.
func (s *Store) add(g *Graph) {
	if s.lists == nil {
		s.lists = map[flat.Key][]uint32{}
	}
	n := s.Ever()
	s.graphs = append(s.graphs, g)
	for e := range g.events {
		ev := &g.events[e]
		s.has(g.action(ev), n)
		for i := int32(0); !s.has(nth(ev.label, i), n); i++ {
		}
	}
	s.bytes += g.Bytes()
}

// has notes that the newest trace is in the list of k. False: that was known.
func (s *Store) has(k flat.Key, n uint32) bool {
	l := s.lists[k]
	if len(l) > 0 && l[len(l)-1] == n {
		return false
	}
	s.lists[k] = append(l, n)
	s.bytes += 4
	return true
}

// Graphs are the traces that are not forgotten.
func (s *Store) Graphs() []*Graph { return s.graphs }

// Adopt adds a trace that was decoded.
func (s *Store) Adopt(g *Graph) {
	g.foreign = false
	s.add(g)
}

// Retake takes the last trace down once more, which was decoded.
func (s *Store) Retake(t *trace.Trace, ended bool) {
	g := newGraph(t, s.Apart, ended)
	if len(s.graphs) == 0 {
		s.add(g)
		return
	}
	g.counted = s.Last().counted
	*s.Last() = *g
}

// Roots calls f for the tasks of all traces that nobody has created.
func (s *Store) Roots(f func(*checker.Task)) {
	for _, g := range s.graphs {
		g.Roots(f)
	}
}

// Last is the trace that was added last.
func (s *Store) Last() *Graph { return s.graphs[len(s.graphs)-1] }

// Events is how many it has; 0 if it is forgotten.
func (g *Graph) Events() int { return len(g.events) }

// Foreign is the memory that it takes, if another process has taken it down.
func (g *Graph) Foreign() int64 {
	if g == nil || !g.foreign {
		return 0
	}
	return g.Bytes()
}

// Bytes is the memory that it takes.
func (g *Graph) Bytes() int64 {
	return int64(cap(g.tasks))*int64(unsafe.Sizeof(task{})) + int64(cap(g.events))*int64(unsafe.Sizeof(event{})+8) + int64(2*cap(g.clocks))
}

// Ever is how many traces there have been.
func (s *Store) Ever() uint32 { return s.older + uint32(len(s.graphs)) }

// Bytes is the memory in use.
func (s *Store) Bytes() int64 { return s.bytes }

// Forget forgets the older half of the traces.
func (s *Store) Forget() {
	n := len(s.graphs) / 2
	for _, g := range s.graphs[:n] {
		s.bytes -= g.Bytes()
		*g = Graph{} // fragments may have it
	}
	s.graphs = append([]*Graph(nil), s.graphs[n:]...)
	s.older += uint32(n)
	for k, l := range s.lists {
		i := 0
		for i < len(l) && l[i] < s.older {
			i++
		}
		s.bytes -= int64(4 * i)
		if l = append([]uint32(nil), l[i:]...); len(l) == 0 {
			delete(s.lists, k)
		} else {
			s.lists[k] = l
		}
	}
}

// Fragment is what an action comes to, after events of the present trace of which past are those
// before it: e, if that is resolved.
func (s *Store) Fragment(t *trace.Trace, a *trace.Action, e *trace.Event, past flat.Set, resolved bool) Fragment {
	g := s.Last()
	op := &t.Ops[a.Op]
	f := Fragment{resolved: resolved,
		next: event{task: op.Task, task2: -1, at: int32(op.Index), choice: a.Choice, pchoice: a.PChoice, partner: index(t, a.Partner)}}
	if a.Op2 >= 0 {
		f.next.task2, f.next.at2 = t.Ops[a.Op2].Task, int32(t.Ops[a.Op2].Index)
	}
	if trace.Open(op.Kind) {
		f.next.decided = e.Kind
	}
	f.action = g.action(&f.next)
	if resolved {
		row := s.search.row(len(g.tasks))
		for p := past.Next(0); p >= 0; p = past.Next(p + 1) {
			ev := &g.events[p]
			row[ev.task]++
			if ev.task2 >= 0 {
				row[ev.task2]++
			}
		}
		f.next.label = g.label(row, &f.next, e.Kind)
	}
	return f
}

// End is that nothing comes after some events.
func End() Fragment { return Fragment{nothing: true} }

// Contains says whether a trace has the events of in, which are of g, and what comes after it, but
// for names. sure says that no step has effects.
func (s *Store) Contains(f *Fragment, g *Graph, in flat.Set, sure bool) bool {
	from := max(f.asked, s.older)
	f.asked = s.Ever()
	if from == f.asked || !s.search.begin(g, f, in, sure) || !s.choose(f) {
		return false
	}
	short := s.chosen[0]
	for i := len(short) - 1; i >= 0 && short[i] >= from; i-- {
		if s.haveAll(short[i]) && s.search.in(s.graphs[short[i]-s.older]) {
			return true
		}
	}
	return false
}

// Count says that the trace that was added last is none of another owner.
func (s *Store) Count() { s.Last().counted = true }

// Counted says whether one that was counted is g under other names.
func (s *Store) Counted(g *Graph) bool {
	in := make(flat.Set, (len(g.events)+63)/64)
	in.Fill(len(g.events))
	return s.Contains(&Fragment{nothing: true, whole: true}, g, in, true)
}

// Grouped says whether some tasks of the trace that was added last are taken for alike.
func (s *Store) Grouped() bool { return len(s.Last().blocks) > 0 }

// Partial names a group of which the set, of the present trace, has some of the block only: then
// what is to come next comes before the rest of it. "" if there is none. Its class is noted in
// Apart.
func (s *Store) Partial(t *trace.Trace, in flat.Set) string {
	g := s.Last()
	for i := range g.blocks {
		b := &g.blocks[i]
		events := g.tasks[b.task].events
		if in.Has(events[b.from]) && !in.Has(events[b.to]) {
			return g.isNone(t, b, s.Apart)
		}
	}
	return ""
}

// choose finds lists that have all traces that may contain the fragment, the shortest first. False
// if none does.
func (s *Store) choose(f *Fragment) bool {
	s.chosen = s.chosen[:0]
	g := s.search.g
	for q, c := range s.search.count {
		if c > 0 && !s.chooses(g.events[g.tasks[q].events[c-1]].label) {
			return false
		}
	}
	switch {
	case f.nothing:
		return len(s.chosen) > 0
	case s.search.exact:
		return s.chooses(f.next.label)
	}
	return s.chooses(f.action)
}

func (s *Store) chooses(k flat.Key) bool {
	l := s.lists[k]
	s.chosen = append(s.chosen, l)
	if n := len(s.chosen) - 1; len(l) < len(s.chosen[0]) {
		s.chosen[0], s.chosen[n] = l, s.chosen[0]
	}
	return len(l) > 0
}

// haveAll says whether all chosen lists but the first one have trace n.
func (s *Store) haveAll(n uint32) bool {
	for _, l := range s.chosen[1:] {
		if _, ok := slices.BinarySearch(l, n); !ok {
			return false
		}
	}
	return true
}
