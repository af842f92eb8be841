package reversal

import "gocheck.dev/checker/internal/flat"

// This file has the order that saturation builds, as a graph.

// edge is an order that is not in happens-before, derived from the units in
// reason being in the set.
type edge struct {
	from, to int32
	reason   flat.Set
}

func (s *Saturation) row(e int32) flat.Set {
	w := s.t.Words
	return s.rel[int(e)*w : (int(e)+1)*w]
}

// put orders message j before message i of the same handler.
func (s *Saturation) put(j, i int, why flat.Set) bool {
	p, q := &s.box[j], &s.box[i]
	s.precede(j, i, why)
	if q.ord[j] != nil {
		s.blame.Union(why)
		s.blame.Union(q.ord[j])
		return false
	}
	if !p.complete {
		s.blame.Union(why)
		return false
	}
	if q.start >= 0 && !s.link(p.last, q.start, why) {
		return false
	}
	return !queuesOf(&s.t.Handlers[p.handler]) || s.link(p.post, q.post, why)
}

func (s *Saturation) units(a, b, c int32) flat.Set {
	u := s.pool.Zero()
	for _, f := range [...]int32{a, b, c} {
		if f >= 0 {
			u.Add(f)
		}
	}
	return u
}

// link orders event x before event y.
func (s *Saturation) link(x, y int32, why flat.Set) bool {
	if s.row(x).Has(y) {
		s.blame.Union(why)
		s.path(y, x, s.blame)
		return false
	}
	s.edges = append(s.edges, edge{x, y, why})
	if s.row(y).Has(x) {
		return true
	}
	rx := s.row(x)
	for _, f := range s.points {
		if r := s.row(f); r.Has(y) {
			s.trial.change(f, r)
			r.Union(rx)
		}
	}
	return true
}

// path adds to why the reasons of some way from x to y.
func (s *Saturation) path(x, y int32, why flat.Set) {
	t := s.t
	if t.HistOf(y).Has(x) {
		return
	}
	s.chains, s.visited, s.todo = s.chains[:0], s.visited[:0], s.todo[:0]
	for i := range s.edges {
		s.chains = append(s.chains, -1)
		first := t.HistOf(s.edges[i].from).Has(x)
		s.visited = append(s.visited, first)
		if first {
			s.todo = append(s.todo, int32(i))
		}
	}
	for n := 0; n < len(s.todo); n++ {
		i := s.todo[n]
		to := s.edges[i].to
		if t.HistOf(y).Has(to) {
			for ; i >= 0; i = s.chains[i] {
				why.Union(s.edges[i].reason)
			}
			return
		}
		for j := range s.edges {
			if !s.visited[j] && t.HistOf(s.edges[j].from).Has(to) {
				s.visited[j] = true
				s.chains[j] = i
				s.todo = append(s.todo, int32(j))
			}
		}
	}
}
