package checker

import (
	"math"
	"math/bits"
)

// This file keeps the lists of ids that have more than one run. What an event
// has in its history is the same for many of one message, or of all of a task, so that many
// ids are in exactly the same traces. These have one list: for as long as a trace has
// all of them or none (regroup). So what is kept is a list for each set of traces that is that
// of some id.

// posting is a list, as runs in ascending order: arena[off:off+n] and
// the last one. A block of the arena has room for a power of two. Where there are many they
// are in pages instead: see store_pages.go.
type posting struct {
	last   run
	off, n uint32
	ids    uint16 // so many have it, mostIDs at most: more have another one
	some   uint16 // of regroup: so many of them leave, or come; else 0
}

// mostIDs is less in tests.
var mostIDs uint16 = math.MaxUint16

// shares says whether l, if ok, may be the list of one more id.
func (s *store) shares(l uint32, ok bool) bool { return ok && s.lists[l].ids < mostIDs }

// stays marks in ends an id with a list that the newest trace has, too, as the one before it.
const stays = 1 << 30

// leaves says that id, which has list l, is perhaps not in trace n, the first such one.
func (s *store) leaves(id, l, n uint32) {
	p := &s.lists[l]
	p.last.to = n
	p.some++
	s.leaving = append(s.leaving, id)
}

// comes says that id, with the given end, is in trace n, and was in an older one.
func (s *store) comes(id uint32, end *uint32, n uint32) {
	if *end&several != 0 {
		p := &s.lists[*end&^several]
		if p.last.to == n {
			*end |= stays
			p.some--
			return
		}
		p.some++
	}
	s.coming = append(s.coming, id)
}

// regroup gives those ids that trace n parts from others with their list another one.
func (s *store) regroup(n uint32) {
	for _, id := range s.leaving {
		end := s.ends.at(id)
		l := *end &^ (several | stays)
		p := &s.lists[l]
		if *end&stays != 0 {
			*end &^= stays
			p.last.to = goesOn
		} else if p.some < p.ids {
			p.last.to = goesOn
			if q := s.part(end, l); q != nil {
				q.last.to = n
			}
		}
	}
	for _, id := range s.coming {
		end := s.ends.at(id)
		if *end&several == 0 {
			*end = several | s.returns(run{s.begun(id), *end}, n)
			continue
		}
		l := *end &^ several
		p := &s.lists[l]
		if p.some < p.ids {
			p = s.part(end, l)
		}
		if p != nil && p.last.to < n {
			s.append(p, p.last)
			p.last = run{n, goesOn}
		}
	}
	for _, ids := range [2][]uint32{s.leaving, s.coming} {
		for _, id := range ids {
			s.lists[*s.ends.at(id)&^several].some = 0
		}
	}
	s.leaving, s.coming = s.leaving[:0], s.coming[:0]
}

// part moves an id, whose place in ends is end, from list l to its twin, which it returns if
// it is new: it is the same as l then.
func (s *store) part(end *uint32, l uint32) *posting {
	m, ok := s.twins[l]
	if !ok {
		m = s.copyOf(l)
		s.twins[l], s.twins[m] = m, l
	}
	p, q := &s.lists[l], &s.lists[m]
	p.ids--
	p.some--
	q.ids++
	*end = several | m
	if ok {
		return nil
	}
	return q
}

// returns is the list of one more id which had that run only before trace n.
func (s *store) returns(r run, n uint32) uint32 {
	l, ok := s.twice[r]
	if !s.shares(l, ok) {
		l = s.list([]run{r, {n, goesOn}})
		s.twice[r] = l
	}
	s.lists[l].ids++
	return l
}

// list is a new list with the given runs, which no id has.
func (s *store) list(runs []run) uint32 {
	last := len(runs) - 1
	p := posting{last: runs[last]}
	for _, r := range runs[:last] {
		s.append(&p, r)
	}
	s.lists = append(s.lists, p)
	return uint32(len(s.lists) - 1)
}

// copyOf is a new list with the runs of another one, which no id has.
func (s *store) copyOf(l uint32) uint32 {
	p := s.lists[l]
	p.ids, p.some = 0, 0
	switch {
	case p.n == inPages:
		s.paged = append(s.paged, s.paged[p.off].clone())
		p.off = uint32(len(s.paged) - 1)
		s.pagedBytes += s.paged[p.off].bytes()
	case p.n > 0:
		off := s.block(bits.Len32(p.n - 1))
		copy(s.arena[off:], s.arena[p.off:p.off+p.n])
		p.off = off
	}
	s.lists = append(s.lists, p)
	return uint32(len(s.lists) - 1)
}

// split gives the next number to what all traces with id have had, too, but the newest.
func (s *store) split(id uint32) {
	s.hintLast()
	m := s.without(*s.ends.at(id), id)
	s.ends.push(several | m)
	s.lists[m].ids++
}

// without is the list of what has been in the traces of id, which has that end, but not in
// the newest one.
func (s *store) without(end, id uint32) uint32 {
	n := s.traces - 1
	if end&several == 0 {
		r := run{s.begun(id), n}
		m, ok := s.twice[r]
		if !s.shares(m, ok) {
			m = s.list([]run{r})
			s.twice[r] = m
		}
		return m
	}
	l := end &^ several
	m, ok := s.twins[l]
	if !s.shares(m, ok) {
		runs := s.runs(nil, id, 0)
		if last := len(runs) - 1; runs[last].from == n {
			runs = runs[:last]
		} else {
			runs[last].to = n
		}
		m = s.list(runs)
		s.twins[l] = m
	}
	return m
}

// append adds a run to those before the last one.
func (s *store) append(p *posting, r run) {
	if p.n&(p.n-1) == 0 && p.n >= pagedFrom {
		s.paginate(p)
	}
	if p.n == inPages {
		s.fill(&s.paged[p.off], r)
		return
	}
	if p.n&(p.n-1) == 0 { // the block is full, or there is none
		off := s.block(bits.Len32(p.n))
		if p.n > 0 {
			copy(s.arena[off:], s.arena[p.off:p.off+p.n])
			s.release(p)
		}
		p.off = off
	}
	s.arena[p.off+p.n] = r
	p.n++
}

// release gives back the block of a list.
func (s *store) release(p *posting) {
	order := bits.Len32(p.n) - 1
	s.free[order] = append(s.free[order], p.off)
}

// block is a free block of the arena, with room for 1<<order runs.
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
