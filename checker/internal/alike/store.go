package alike

import (
	"slices"
	"unsafe"

	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// Store keeps explored traces.
type Store struct {
	// Apart has the classes of groups that have turned out to be none.
	Apart map[flat.Key]bool

	graphs []*graph
	older  uint32                // so many are forgotten
	lists  map[flat.Key][]uint32 // by event.label and graph.action: the traces with such an event, oldest first
	chosen [][]uint32            // scratch memory: some of them
	bytes  int64
	search search
}

// Fragment is a set of events of a trace and what is to come after it.
type Fragment struct {
	of       uint32 // the trace
	asked    uint32 // so many traces there were when none had it
	next     event
	nothing  bool // nothing comes after it: messages wait for ever
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
	if s.lists == nil {
		s.lists = map[flat.Key][]uint32{}
	}
	n := s.Ever()
	s.graphs = append(s.graphs, g)
	for e := range g.events {
		for _, k := range [2]flat.Key{g.events[e].label, g.action(&g.events[e])} {
			if l := s.lists[k]; len(l) == 0 || l[len(l)-1] != n {
				s.lists[k] = append(l, n)
				s.bytes += 4
			}
		}
	}
	s.bytes += g.bytes()
	return ""
}

func (g *graph) bytes() int64 {
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
		s.bytes -= g.bytes()
	}
	s.graphs = append([]*graph(nil), s.graphs[n:]...)
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
	g := s.graphs[len(s.graphs)-1]
	op := &t.Ops[a.Op]
	f := Fragment{of: s.Ever() - 1, resolved: resolved,
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

// End is that nothing comes after some events of the present trace.
func (s *Store) End() Fragment { return Fragment{of: s.Ever() - 1, nothing: true} }

// Contains says whether a trace has the events of in and what comes after it, but for names. sure
// says that no step has effects.
func (s *Store) Contains(f *Fragment, in flat.Set, sure bool) bool {
	if f.of < s.older {
		return false
	}
	from := max(f.asked, s.older)
	f.asked = s.Ever()
	if from == f.asked || !s.search.begin(s.graphs[f.of-s.older], f, in, sure) || !s.choose(f) {
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

// Grouped says whether some tasks of the trace that was added last are taken for alike.
func (s *Store) Grouped() bool { return len(s.graphs[len(s.graphs)-1].blocks) > 0 }

// Partial names a group of which the set, of the present trace, has some of the block only: then
// what is to come next comes before the rest of it. "" if there is none. Its class is noted in
// Apart.
func (s *Store) Partial(t *trace.Trace, in flat.Set) string {
	g := s.graphs[len(s.graphs)-1]
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
