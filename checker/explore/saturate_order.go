package explore

// The order that saturation comes to.

// spread computes the rows of all events.
func (s *saturation) spread() {
	copy(s.rel, s.t.hist)
	for _, e := range s.edges {
		x := s.row(e.from)
		for f := s.in.next(0); f >= 0; f = s.in.next(f + 1) {
			if r := s.row(f); r.has(e.to) {
				r.union(x)
			}
		}
	}
}

// linear returns the events of the set in an order that run has found,
// as near to the execution's as possible. It may be used until the next run.
func (s *saturation) linear() []int32 {
	if len(s.order) > 0 {
		return s.order // searched for
	}
	t := s.t
	// The derived orders by the event that they hold back: into[f] is the first
	// edge to f, next[i] the one after edge i.
	s.into, s.next = s.into[:0], s.next[:0]
	for range t.events {
		s.into = append(s.into, -1)
	}
	for i, e := range s.edges {
		s.next = append(s.next, s.into[e.to])
		s.into[e.to] = int32(i)
	}
	done, behind, ready := s.pool.zero(), s.pool.zero(), s.pool.zero() // behind: passed, for something has to come before it
	next := int32(0)
	for {
		f := ready.next(0)
		if f >= 0 {
			ready.remove(f)
		} else {
			if f = s.in.next(next); f < 0 {
				return s.order
			}
			next = f + 1
			if !s.free(f, done) {
				behind.add(f)
				continue
			}
		}
		s.order = append(s.order, f)
		done.add(f)
		s.after(f, behind, func(g int32) {
			if s.free(g, done) {
				behind.remove(g)
				ready.add(g)
			}
		})
	}
}

// after calls what with the events of among that may come right after f.
func (s *saturation) after(f int32, among set, what func(int32)) {
	up := s.t.afterOf(f)
	for w, v := range among {
		for v &= up[w]; v != 0; v &= v - 1 {
			what(int32(w<<6 + trailing(v)))
		}
	}
	for _, e := range s.edges {
		if e.from == f && among.has(e.to) {
			what(e.to)
		}
	}
}

// free says whether everything that has to come right before f is done.
func (s *saturation) free(f int32, done set) bool {
	for _, p := range s.t.predsOf(f) {
		if !done.has(p) {
			return false
		}
	}
	for i := s.into[f]; i >= 0; i = s.next[i] {
		if !done.has(s.edges[i].from) {
			return false
		}
	}
	return true
}
