package explore

import (
	"math/bits"
	"slices"
)

// set is a set of events of one trace, by position. All sets of a trace have
// the same number of words.
type set []uint64

func (s set) has(i int32) bool { return s[i>>6]&(1<<(i&63)) != 0 }
func (s set) add(i int32)      { s[i>>6] |= 1 << (i & 63) }
func (s set) remove(i int32)   { s[i>>6] &^= 1 << (i & 63) }

// empty is the empty set of so many words, in the memory of s.
func (s set) empty(words int) set {
	s = slices.Grow(s[:0], words)[:words]
	clear(s)
	return s
}

// fill makes s the set of the first n events.
func (s set) fill(n int) {
	for w := range s {
		switch extra := n - w<<6; {
		case extra >= 64:
			s[w] = ^uint64(0)
		case extra > 0:
			s[w] = 1<<extra - 1
		default:
			s[w] = 0
		}
	}
}

func (s set) union(o set) {
	for i := range s {
		s[i] |= o[i]
	}
}

func (s set) minus(o set) {
	for i := range s {
		s[i] &^= o[i]
	}
}

func (s set) equal(o set) bool {
	for i := range s {
		if s[i] != o[i] {
			return false
		}
	}
	return true
}

// meets says whether they have an element in common.
func (s set) meets(o set) bool {
	for i := range s {
		if s[i]&o[i] != 0 {
			return true
		}
	}
	return false
}

// within says whether s is a subset of o.
func (s set) within(o set) bool {
	for i := range s {
		if s[i]&^o[i] != 0 {
			return false
		}
	}
	return true
}

// below says whether all elements are less than n.
func (s set) below(n int) bool {
	w := n >> 6
	if w >= len(s) {
		return true
	}
	if s[w]>>(n&63) != 0 {
		return false
	}
	for _, v := range s[w+1:] {
		if v != 0 {
			return false
		}
	}
	return true
}

// size is the number of elements.
func (s set) size() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// next is the first element >= i, or -1.
func (s set) next(i int32) int32 {
	w := int(i >> 6)
	if w >= len(s) {
		return -1
	}
	if v := s[w] &^ (1<<(i&63) - 1); v != 0 {
		return int32(w<<6 + bits.TrailingZeros64(v))
	}
	for w++; w < len(s); w++ {
		if s[w] != 0 {
			return int32(w<<6 + bits.TrailingZeros64(s[w]))
		}
	}
	return -1
}

// first is the largest n of which the first n events are elements.
func (s set) first() int {
	for w, v := range s {
		if v != ^uint64(0) {
			return w<<6 + trailing(^v)
		}
	}
	return len(s) << 6
}

// list appends the elements from n on.
func (s set) list(to []int32, n int) []int32 {
	for w := n >> 6; w < len(s); w++ {
		v := s[w]
		if w == n>>6 {
			v &^= 1<<(n&63) - 1
		}
		for ; v != 0; v &= v - 1 {
			to = append(to, int32(w<<6+trailing(v)))
		}
	}
	return to
}

// trailing is the number of the lowest bit of a word of a set; there must be one.
func trailing(x uint64) int { return bits.TrailingZeros64(x) }

// leading is the number of the highest bit of a word of a set; there must be one.
func leading(x uint64) int { return 63 - bits.LeadingZeros64(x) }

// setPool hands out sets of one trace's width, to be taken back all at once
// down to a mark, as a stack.
type setPool struct {
	words int
	buf   [][]uint64
	n     int
}

func (p *setPool) reset(words int) { p.words, p.n = words, 0 }

// get returns a set with undefined content.
func (p *setPool) get() set {
	if p.n == len(p.buf) {
		p.buf = append(p.buf, make([]uint64, p.words))
	}
	if cap(p.buf[p.n]) < p.words {
		p.buf[p.n] = make([]uint64, p.words)
	}
	p.n++
	return p.buf[p.n-1][:p.words]
}

func (p *setPool) copy(s set) set {
	c := p.get()
	copy(c, s)
	return c
}

func (p *setPool) zero() set {
	c := p.get()
	clear(c)
	return c
}
