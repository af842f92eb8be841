package alike

import "slices"

// This file says whether there are enough tasks of each kind there, before they are tried one by
// one. Otherwise all ways to name ten tasks would be tried, where only nine can be found.

// pairs are tasks that were found for each other.
type pairs struct {
	its []int32 // by task there: the number in search.order of the one that it was found for, or -1
	met []bool  // by task there: the present look has come to it
}

// enough says whether each task that is not found yet may be another one there, and whether each
// task there that the next event comes after may be one of ours.
func (s *search) enough() bool {
	p := &s.pairs
	p.its = filled(p.its, len(s.to.tasks))
	for n, q := range s.order[:s.lead] {
		p.its[s.as[q]] = int32(n)
	}
	for n := s.lead; n < len(s.order); n++ {
		p.met = zeros(p.met, len(p.its))
		if !s.finds(int32(n)) {
			return false
		}
	}
	if s.last < 0 {
		return true
	}
	for i, c := range s.to.row(s.last) {
		if c > 0 && p.its[i] < 0 && !s.isOne(int32(i)) {
			return false
		}
	}
	return true
}

// finds finds a task there for the n-th one, for which others may have to change theirs.
func (s *search) finds(n int32) bool {
	p := &s.pairs
	for i := range p.its {
		if p.met[i] || p.its[i] >= 0 && int(p.its[i]) < s.lead || !s.fits(s.order[n], int32(i)) {
			continue
		}
		p.met[i] = true
		if p.its[i] < 0 || s.finds(p.its[i]) {
			p.its[i] = n
			return true
		}
	}
	return false
}

// isOne says whether task i there, which is nobody's yet, can take the place of one that the next
// event does not come after.
func (s *search) isOne(i int32) bool {
	for n := s.lead; n < len(s.order); n++ {
		if s.fits(s.order[n], i) {
			return true
		}
	}
	return false
}

// zeros is a slice of n zeros, in the memory of another one.
func zeros[E any](s []E, n int) []E {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

// filled is a slice of n times -1, in the memory of another one.
func filled(s []int32, n int) []int32 {
	s = slices.Grow(s[:0], n)[:n]
	for i := range s {
		s[i] = -1
	}
	return s
}
