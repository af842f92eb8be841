package em

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
)

// backtrackEager is BacktrackEager of Algorithm 4: when nothing is known of
// how r' could come before r = w[i], it simulates what persistent sets would
// do, for which posts to one handler are dependent.
func (s *search) backtrackEager(i int32, to emTarget) {
	w := &s.w
	e := s.extended()
	for k := int32(1); k < i; k++ { // lines 2–11
		j := e.nearestPost(k)
		if j < 0 {
			continue
		}
		if s.x.Late(len(w.transitions) * len(w.transitions)) {
			return
		}
		s.eager(j, func(l int32) bool { return l < k && e.before(l, k) }, w.transitions[k].thread)
		s.states[j].remember(pair{w.transitions[j].child, w.transitions[k].child})
		e.add(j, k)
		if e.reaches(i, to) {
			return
		}
	}
	s.eager(i, func(l int32) bool { return e.reaches(l, to) }, w.thread(s.targetTask(to))) // lines 12–19
	s.reorderPosts(i, to)                                                                  // line 20
}

// eager adds to backtrack(pre(w, i)) some enabled thread that is t, or has a
// transition after i that happens before the one to come first, or else all
// that are enabled.
func (s *search) eager(i int32, happens func(int32) bool, t emThread) {
	state := s.states[i]
	var found *emNext
	add := func(t emThread) {
		if n := state.of(t); n != nil && n.enabled && (found == nil || n.backtrack && !found.backtrack) {
			found = n
		}
	}
	add(t)
	for l := i + 1; l < int32(len(s.w.transitions)); l++ {
		if happens(l) {
			add(s.w.transitions[l].thread)
		}
	}
	if found != nil {
		found.backtrack = true
		return
	}
	for k := range state.next {
		state.next[k].backtrack = state.next[k].enabled
	}
}

// emExtended is ⇝: the happens-before relation of w and edges between posts.
type emExtended struct {
	s     *search
	rows  []flat.Set
	edges map[int32][]int32 // by later post
}

func (s *search) extended() *emExtended {
	e := &emExtended{s: s, edges: map[int32][]int32{}}
	for i := range s.w.transitions {
		e.rows = append(e.rows, append(flat.Set(nil), s.w.transitions[i].past...))
	}
	return e
}

func (e *emExtended) before(i, k int32) bool { return i <= k && e.rows[k].Has(i) }

// reaches is search.reaches by this relation.
func (e *emExtended) reaches(k int32, to emTarget) bool {
	if to.next == nil {
		return e.before(k, to.index)
	}
	last := e.s.w.tasks[to.next.task].last
	return last >= 0 && e.before(k, last) || e.s.assume >= 0 && e.before(k, e.s.assume)
}

// nearestPost is the newest post before k to the handler that k posts to and
// that does not happen before k, or -1. It is -1 if k does not post.
func (e *emExtended) nearestPost(k int32) int32 {
	ts := e.s.w.transitions
	if ts[k].kind != checker.Post {
		return -1
	}
	for j := k - 1; j >= 0; j-- {
		if ts[j].kind == checker.Post && ts[j].obj == ts[k].obj && !e.before(j, k) {
			return j
		}
	}
	return -1
}

// add orders j before k and closes the relation (line 8).
func (e *emExtended) add(j, k int32) {
	e.edges[k] = append(e.edges[k], j)
	for n := k; n < int32(len(e.rows)); n++ {
		for _, p := range e.edges[n] {
			e.rows[n][:len(e.rows[p])].Union(e.rows[p])
		}
		e.s.w.order(n, e.rows[n], func(i int32) flat.Set { return e.rows[i] })
	}
}
