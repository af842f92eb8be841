package alike

import (
	"slices"

	"gocheck.dev/checker/internal/flat"
)

// MaxSteps bounds the search for names in one trace. When it is reached, the fragment is executed:
// that may be a trace that was explored under other names. The tests have another number.
var MaxSteps = 1 << 14

// search looks for a set of events, and for what comes after it, in one trace after the other.
type search struct {
	g     *Graph
	f     *Fragment
	count []uint16 // by task: of its events in the set
	limit []uint16 // by task: count; of those of the next event one more
	order []int32  // tasks to find, creators first
	lead  int      // so many of them are those of the next event, with their creators
	size  int      // events in the set
	exact bool     // the next event has the fragment's label

	to    *Graph
	as    []int32 // by task: what it is in the other trace, or -1
	taken []bool  // by task of that
	last  int32   // the event there that comes next, or -1: not known yet
	steps int
	rows  []uint16
	pairs pairs
}

// row is a row of zeros, for a short time.
func (s *search) row(n int) []uint16 {
	s.rows = zeros(s.rows, n)
	return s.rows
}

// begin prepares the search for a fragment of g. False if no group is created in it, so that it has
// no other names, or g is forgotten.
func (s *search) begin(g *Graph, f *Fragment, in flat.Set, sure bool) bool {
	n := len(g.tasks)
	if n == 0 {
		return false
	}
	s.g, s.f, s.size, s.exact = g, f, 0, sure && f.resolved
	s.count = zeros(s.count, n)
	for e := in.Next(0); e >= 0; e = in.Next(e + 1) {
		ev := &g.events[e]
		s.size++
		s.count[ev.task]++
		if ev.task2 >= 0 {
			s.count[ev.task2]++
		}
	}
	if !slices.ContainsFunc(g.blocks, func(b block) bool { return int32(s.count[b.task]) > b.to }) {
		return false
	}
	s.limit = append(s.limit[:0], s.count...)
	s.as = filled(s.as, n)
	s.order = s.order[:0]
	if !f.nothing {
		s.limit[f.next.task] = max(s.limit[f.next.task], uint16(f.next.at+1))
		s.wants(f.next.task)
		if q := f.next.task2; q >= 0 {
			s.limit[q] = max(s.limit[q], uint16(f.next.at2+1))
			s.wants(q)
		}
		if f.next.partner >= 0 {
			s.wants(f.next.partner)
		}
		for i := range g.blocks { // the next event may begin one
			b := &g.blocks[i]
			s.limit[b.task] = b.whole(s.limit[b.task])
		}
	}
	s.lead = len(s.order)
	for q := range g.tasks {
		if s.count[q] > 0 {
			s.wants(int32(q))
		}
	}
	return true
}

// wants puts a task into the order, after its creator.
func (s *search) wants(q int32) {
	if slices.Contains(s.order, q) {
		return
	}
	if p := s.g.tasks[q].parent; p >= 0 {
		s.wants(p)
	}
	s.order = append(s.order, q)
}

// in says whether the trace has what is looked for.
func (s *search) in(to *Graph) bool {
	switch {
	case s.f.nothing && len(to.events) != s.size, s.f.whole && !to.counted:
		return false
	case s.f.nothing && to.ended != (s.g.ended || !s.f.whole):
		return false
	}
	s.to, s.last, s.steps = to, -1, 0
	s.taken = zeros(s.taken, len(to.tasks))
	found := s.find(0)
	for _, q := range s.order {
		s.as[q] = -1
	}
	return found
}

// find finds the n-th task and all after it.
func (s *search) find(n int) bool {
	if n == len(s.order) {
		return s.f.nothing || s.follows()
	}
	if n == s.lead && !s.enough() {
		return false
	}
	q := s.order[n]
	for i := range int32(len(s.to.tasks)) {
		if p := s.g.tasks[q].parent; s.taken[i] || !s.fits(q, i) || p >= 0 && s.to.tasks[i].parent != s.as[p] {
			continue
		}
		if s.steps++; s.steps > MaxSteps {
			return false
		}
		if s.tries(n, q, i) {
			return true
		}
	}
	return false
}

// fits says whether task q may be i there, as far as its own history says.
func (s *search) fits(q, i int32) bool {
	t, u := &s.g.tasks[q], &s.to.tasks[i]
	if u.class != t.class || u.first != t.first || (u.parent < 0) != (t.parent < 0) || t.parent < 0 && u.name != t.name {
		return false
	}
	c := int(s.count[q])
	return c <= len(u.events) && (c == 0 || s.g.events[t.events[c-1]].label == s.to.events[u.events[c-1]].label) &&
		(s.last < 0 || s.to.row(s.last)[i] <= s.limit[q])
}

// tries says whether the n-th task, q, may be i there.
func (s *search) tries(n int, q, i int32) bool {
	last := s.last
	if !s.f.nothing && q == s.f.next.task {
		if s.last = s.comes(i); s.last < 0 {
			s.last = last
			return false
		}
	}
	s.as[q], s.taken[i] = i, true
	if s.agrees(n, q, i) && s.find(n+1) {
		return true
	}
	s.as[q], s.taken[i], s.last = -1, false, last
	return false
}

// comes is the event of task i there that could be what comes next, or -1.
func (s *search) comes(i int32) int32 {
	next := &s.f.next
	events := s.to.tasks[i].events
	if len(events) <= int(next.at) {
		return -1
	}
	e := events[next.at]
	ev := &s.to.events[e]
	if ev.task != i || ev.choice != next.choice || ev.pchoice != next.pchoice || ev.decided != next.decided ||
		(ev.task2 >= 0) != (next.task2 >= 0) || (ev.partner >= 0) != (next.partner >= 0) || s.exact && ev.label != next.label {
		return -1
	}
	return e
}

// agrees says whether the events of q, which is i there, have the same past there, as far as tasks
// are known.
func (s *search) agrees(n int, q, i int32) bool {
	for _, e := range s.g.tasks[q].events[:s.count[q]] {
		x, ok := s.image(e)
		if !ok || x >= 0 && s.g.sums[e] != s.to.sums[x] {
			return false
		}
		if x < 0 {
			continue
		}
		ours, its := s.g.row(e), s.to.row(x)
		for _, p := range s.order[:n+1] {
			if ours[p] != its[s.as[p]] {
				return false
			}
		}
	}
	for _, p := range s.order[:n] {
		for _, e := range s.g.tasks[p].events[:s.count[p]] {
			if x, ok := s.image(e); !ok || x >= 0 && s.g.row(e)[q] != s.to.row(x)[i] {
				return false
			}
		}
	}
	return true
}

// image is what event e is there, or -1 if its task is not known; false: it has another partner
// there.
func (s *search) image(e int32) (int32, bool) {
	ev := &s.g.events[e]
	i := s.as[ev.task]
	if i < 0 {
		return -1, true
	}
	x := s.to.tasks[i].events[ev.at]
	return x, s.meets(ev, &s.to.events[x])
}

// meets says whether event x there is of the tasks that ev is of, as far as these are known.
func (s *search) meets(ev, x *event) bool {
	if x.task != s.as[ev.task] || (ev.task2 >= 0) != (x.task2 >= 0) || (ev.partner >= 0) != (x.partner >= 0) {
		return false
	}
	if ev.task2 >= 0 && s.as[ev.task2] >= 0 && (x.task2 != s.as[ev.task2] || x.at2 != ev.at2) {
		return false
	}
	return ev.partner < 0 || s.as[ev.partner] < 0 || x.partner == s.as[ev.partner]
}

// follows says whether what comes next comes next there, after nothing else.
func (s *search) follows() bool {
	if !s.meets(&s.f.next, &s.to.events[s.last]) {
		return false
	}
	sum := uint32(0)
	row := s.to.row(s.last)
	for _, q := range s.order {
		c := row[s.as[q]]
		if c > s.limit[q] {
			return false
		}
		sum += uint32(c)
	}
	return sum == s.to.sums[s.last]
}
