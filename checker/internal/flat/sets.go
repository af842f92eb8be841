package flat

import (
	"math/bits"
	"slices"
)

// Set is a set of events of one trace, by position. All sets of a trace have
// the same number of words, unless it is said that they have fewer.
type Set []uint64

// Has says whether event i is in s.
func (s Set) Has(i int32) bool { return s[i>>6]&(1<<(i&63)) != 0 }

// Add adds event i.
func (s Set) Add(i int32) { s[i>>6] |= 1 << (i & 63) }

// Remove takes event i out.
func (s Set) Remove(i int32) { s[i>>6] &^= 1 << (i & 63) }

// Empty is the empty set of so many words, in the memory of s.
func (s Set) Empty(words int) Set {
	s = slices.Grow(s[:0], words)[:words]
	clear(s)
	return s
}

// Fill makes s the set of the first n events.
func (s Set) Fill(n int) {
	full := min(n>>6, len(s))
	for w := range s[:full] {
		s[w] = ^uint64(0)
	}
	clear(s[full:])
	if full < len(s) {
		s[full] = 1<<(n&63) - 1
	}
}

// Union adds the events of o, which may have fewer words.
func (s Set) Union(o Set) {
	s = s[:len(o)]
	for i, w := range o {
		s[i] |= w
	}
}

// Minus takes the events of o out.
func (s Set) Minus(o Set) {
	for i := range s {
		s[i] &^= o[i]
	}
}

// Equal says whether both have the same events.
func (s Set) Equal(o Set) bool {
	for i := range s {
		if s[i] != o[i] {
			return false
		}
	}
	return true
}

// Meets says whether they have an element in common.
func (s Set) Meets(o Set) bool {
	for i := range s {
		if s[i]&o[i] != 0 {
			return true
		}
	}
	return false
}

// Within says whether s is a subset of o.
func (s Set) Within(o Set) bool {
	for i := range s {
		if s[i]&^o[i] != 0 {
			return false
		}
	}
	return true
}

// Below says whether all elements are less than n.
func (s Set) Below(n int) bool {
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

// Size is the number of elements.
func (s Set) Size() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// Next is the first element >= i, or -1.
func (s Set) Next(i int32) int32 {
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

// Before is the last element < i, or -1.
func (s Set) Before(i int32) int32 {
	w := int(i >> 6)
	if v := s[w] & (1<<(i&63) - 1); v != 0 {
		return int32(w<<6 + Leading(v))
	}
	for w--; w >= 0; w-- {
		if s[w] != 0 {
			return int32(w<<6 + Leading(s[w]))
		}
	}
	return -1
}

// First is the largest n of which the first n events are elements.
func (s Set) First() int {
	for w, v := range s {
		if v != ^uint64(0) {
			return w<<6 + Trailing(^v)
		}
	}
	return len(s) << 6
}

// List appends the elements from n on.
func (s Set) List(to []int32, n int) []int32 {
	for w := n >> 6; w < len(s); w++ {
		v := s[w]
		if w == n>>6 {
			v &^= 1<<(n&63) - 1
		}
		for ; v != 0; v &= v - 1 {
			to = append(to, int32(w<<6+Trailing(v)))
		}
	}
	return to
}

// Trailing is the number of the lowest bit of a word of a set; there must be one.
func Trailing(x uint64) int { return bits.TrailingZeros64(x) }

// Leading is the number of the highest bit of a word of a set; there must be one.
func Leading(x uint64) int { return 63 - bits.LeadingZeros64(x) }

// SetPool hands out sets of one trace's width, to be taken back all at once
// down to a mark, as a stack.
type SetPool struct {
	words int
	buf   [][]uint64
	N     int
}

// Reset takes all sets back. Those to come have so many words.
func (p *SetPool) Reset(words int) { p.words, p.N = words, 0 }

// Get returns a set with undefined content.
func (p *SetPool) Get() Set {
	if p.N == len(p.buf) {
		p.buf = append(p.buf, make([]uint64, p.words))
	}
	if cap(p.buf[p.N]) < p.words {
		p.buf[p.N] = make([]uint64, p.words)
	}
	p.N++
	return p.buf[p.N-1][:p.words]
}

// Copy is a set with the events of s.
func (p *SetPool) Copy(s Set) Set {
	c := p.Get()
	copy(c, s)
	return c
}

// Zero is a set without events.
func (p *SetPool) Zero() Set {
	c := p.Get()
	clear(c)
	return c
}
