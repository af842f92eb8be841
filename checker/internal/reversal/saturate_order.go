package reversal

import "gocheck.dev/checker/internal/flat"

// The order that saturation comes to.

// spread computes the rows of all events.
func (s *Saturation) spread() {
	copy(s.rel, s.t.Hist)
	for _, e := range s.edges {
		x := s.row(e.from)
		for f := s.in.Next(0); f >= 0; f = s.in.Next(f + 1) {
			if r := s.row(f); r.Has(e.to) {
				r.Union(x)
			}
		}
	}
}

// Linear returns the events of the set in an order that run has found,
// as near to the execution's as possible. It may be used until the next run.
func (s *Saturation) Linear() []int32 {
	if len(s.order) > 0 {
		return s.order // searched for
	}
	t := s.t
	// The derived orders by the event that they hold back: into[f] is the first
	// edge to f, next[i] the one after edge i.
	s.into, s.next = s.into[:0], s.next[:0]
	for range t.Events {
		s.into = append(s.into, -1)
	}
	for i, e := range s.edges {
		s.next = append(s.next, s.into[e.to])
		s.into[e.to] = int32(i)
	}
	done, behind, ready := s.pool.Zero(), s.pool.Zero(), s.pool.Zero() // behind: passed, for something has to come before it
	next := int32(0)
	for {
		f := ready.Next(0)
		if f >= 0 {
			ready.Remove(f)
		} else {
			if f = s.in.Next(next); f < 0 {
				return s.order
			}
			next = f + 1
			if !s.free(f, done) {
				behind.Add(f)
				continue
			}
		}
		s.order = append(s.order, f)
		done.Add(f)
		s.after(f, behind, func(g int32) {
			if s.free(g, done) {
				behind.Remove(g)
				ready.Add(g)
			}
		})
	}
}

// after calls what with the events of among that may come right after f.
func (s *Saturation) after(f int32, among flat.Set, what func(int32)) {
	up := s.t.AfterOf(f)
	for w, v := range among {
		for v &= up[w]; v != 0; v &= v - 1 {
			what(int32(w<<6 + flat.Trailing(v)))
		}
	}
	for _, e := range s.edges {
		if e.from == f && among.Has(e.to) {
			what(e.to)
		}
	}
}

// free says whether everything that has to come right before f is done.
func (s *Saturation) free(f int32, done flat.Set) bool {
	for _, p := range s.t.PredsOf(f) {
		if !done.Has(p) {
			return false
		}
	}
	for i := s.into[f]; i >= 0; i = s.next[i] {
		if !done.Has(s.edges[i].from) {
			return false
		}
	}
	return true
}
