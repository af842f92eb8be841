package checker

import (
	"math/bits"
	"unsafe"
)

// store is S of exploration/closure.md: the explored traces, for one question
// only: is there one that has all of these events? So it keeps, for every event
// id, the numbers of the traces that contain it. As the exploration goes depth
// first, most events of a trace are those of the one before it: what is kept are
// the runs of such numbers, and what goes on from one trace to the next costs
// nothing.
type store struct {
	lists  []posting // by id
	arena  []run
	free   [32][]uint32 // abandoned blocks of arena by binary order of size
	traces uint32
	newest []uint32 // the ids of the newest trace
	hashes keyTable // of whole traces
	order  []cursor // of contains
}

// run is the traces from, …, to-1.
type run struct{ from, to uint32 }

// goesOn is the end of a run that the newest trace belongs to.
const goesOn = ^uint32(0)

// posting is the list of one id, as runs in ascending order: arena[off:off+n] and
// the last one, which is all that most ids have. A block of the arena has room for
// a power of two.
type posting struct {
	last   run // {}: the list is empty
	off, n uint32
}

// cursor is a place in a list: the run of that index, that of the last one being n.
type cursor struct {
	*posting
	at int
}

// known says whether a trace with exactly these events was explored, and notes
// that it is now. This is not forgotten.
func (s *store) known(k key) bool {
	_, fresh := s.hashes.number(k)
	return !fresh
}

// forget forgets the events of all traces.
func (s *store) forget() {
	hashes := s.hashes
	*s = store{hashes: hashes}
}

// insert adds a trace.
func (s *store) insert(ids []uint32) {
	n := s.traces
	s.traces++
	same := 0 // that go on without being looked at
	for same < len(ids) && same < len(s.newest) && ids[same] == s.newest[same] {
		same++
	}
	for _, id := range s.newest[same:] {
		s.lists[id].last.to = n
	}
	for _, id := range ids[same:] {
		for int(id) >= len(s.lists) {
			s.lists = append(s.lists, posting{})
		}
		p := &s.lists[id]
		switch {
		case p.last == run{}:
			p.last.from = n
		case p.last.to != n:
			s.append(p, p.last)
			p.last.from = n
		}
		p.last.to = goesOn
	}
	s.newest = append(s.newest[:same], ids[same:]...)
}

// append adds a run to those before the last one.
func (s *store) append(p *posting, r run) {
	if p.n&(p.n-1) == 0 { // the block is full, or there is none
		off := s.block(bits.Len32(p.n))
		if p.n > 0 {
			copy(s.arena[off:], s.arena[p.off:p.off+p.n])
			order := bits.Len32(p.n) - 1
			s.free[order] = append(s.free[order], p.off)
		}
		p.off = off
	}
	s.arena[p.off+p.n] = r
	p.n++
}

func (s *store) block(order int) uint32 {
	if f := s.free[order]; len(f) > 0 {
		s.free[order] = f[:len(f)-1]
		return f[len(f)-1]
	}
	off := len(s.arena)
	for range 1 << order {
		s.arena = append(s.arena, run{})
	}
	return uint32(off)
}

// contains says whether some trace has all the ids. It goes from the newest trace
// backwards, to the newest one that the next list has, until all lists have it.
func (s *store) contains(ids []uint32) bool {
	s.order = s.order[:0]
	short := 0
	for _, id := range ids {
		if int(id) >= len(s.lists) || s.lists[id].last == (run{}) {
			return false
		}
		p := &s.lists[id]
		if p.n == 0 && p.last == (run{0, goesOn}) {
			continue // in every trace
		}
		if s.order = append(s.order, cursor{p, int(p.n)}); p.n < s.order[short].n {
			short = len(s.order) - 1
		}
	}
	if len(s.order) == 0 {
		return s.traces > 0
	}
	s.order[0], s.order[short] = s.order[short], s.order[0]
	t := s.traces - 1
	for agreed, i := 0, 0; agreed < len(s.order); i = (i + 1) % len(s.order) {
		newest, ok := s.seek(&s.order[i], t)
		if !ok {
			return false
		}
		if newest == t {
			agreed++
		} else {
			t, agreed = newest, 1
		}
	}
	return true
}

// seek moves a cursor to the last run that begins at t or before it, and returns
// the newest trace of that up to t.
func (s *store) seek(c *cursor, t uint32) (uint32, bool) {
	if c.at == int(c.n) {
		if c.last.from <= t {
			return min(t, c.last.to-1), true
		}
		c.at--
	}
	if c.at < 0 {
		return 0, false
	}
	// Gallop backwards: the run that is wanted is near as a rule.
	runs := s.arena[c.off : c.off+c.n]
	hi, lo := c.at+1, c.at // runs from hi on begin after t
	for step := 1; lo > 0 && runs[lo].from > t; step *= 2 {
		hi = lo
		lo = max(0, lo-step)
	}
	if runs[lo].from > t {
		c.at = -1
		return 0, false
	}
	for hi-lo > 1 {
		if mid := int(uint(lo+hi) >> 1); runs[mid].from > t {
			hi = mid
		} else {
			lo = mid
		}
	}
	c.at = lo
	return min(t, runs[lo].to-1), true
}

func (s *store) bytes() int64 {
	return int64(unsafe.Sizeof(posting{}))*int64(cap(s.lists)) + int64(unsafe.Sizeof(run{}))*int64(cap(s.arena)) + s.hashes.bytes()
}
