package store

import "math"

// This file keeps the lists of ids that have more than one run. What an event
// has in its history is the same for many of one message, or of all of a task, so that many
// ids are in exactly the same traces. These have one list: for as long as a trace has
// all of them or none (regroup). So what is kept is a list for each set of traces that is that
// of some id.

// posting is a list, as runs in ascending order: n bytes of the arena, and
// the last one. Of each run the bytes say how long it is, and how far behind it the next one
// begins, so that they can be read from the last one on backwards: mostly two bytes a run.
// They begin at off, in blocks. Where there are many they are in pages instead: see
// pages.go.
type posting struct {
	last   Run
	off, n uint32
	ids    uint16 // so many have it, mostIDs at most: more have another one
	some   uint16 // of regroup: so many of them leave, or come; else 0
}

// mostIDs is less in tests.
var mostIDs uint16 = math.MaxUint16

// shares says whether l, if ok, may be the list of one more id.
func (s *Store) shares(l uint32, ok bool) bool { return ok && s.lists[l].ids < mostIDs }

// stays marks in ends an id with a list that the newest trace has, too, as the one before it.
const stays = 1 << 30

// leaves says that id, which has list l, is perhaps not in trace n, the first such one.
func (s *Store) leaves(id, l, n uint32) {
	p := &s.lists[l]
	p.last.To = n
	p.some++
	s.leaving = append(s.leaving, id)
}

// comes says that id, with the given end, is in trace n, and was in an older one.
func (s *Store) comes(id uint32, end *uint32, n uint32) {
	if *end&several != 0 {
		p := &s.lists[*end&^several]
		if p.last.To == n {
			*end |= stays
			p.some--
			return
		}
		p.some++
	}
	s.coming = append(s.coming, id)
}

// regroup gives those ids that trace n parts from others with their list another one.
func (s *Store) regroup(n uint32) {
	for _, id := range s.leaving {
		end := s.Ends.At(id)
		l := *end &^ (several | stays)
		p := &s.lists[l]
		if *end&stays != 0 {
			*end &^= stays
			p.last.To = GoesOn
		} else if p.some < p.ids {
			p.last.To = GoesOn
			if q := s.part(end, l); q != nil {
				q.last.To = n
			}
		}
	}
	for _, id := range s.coming {
		end := s.Ends.At(id)
		if *end&several == 0 {
			*end = several | s.returns(Run{s.begun(id), *end}, n)
			continue
		}
		l := *end &^ several
		p := &s.lists[l]
		if p.some < p.ids {
			p = s.part(end, l)
		}
		if p != nil && p.last.To < n {
			s.then(p, Run{n, GoesOn})
		}
	}
	for _, ids := range [2][]uint32{s.leaving, s.coming} {
		for _, id := range ids {
			s.lists[*s.Ends.At(id)&^several].some = 0
		}
	}
	s.leaving, s.coming = s.leaving[:0], s.coming[:0]
}

// part moves an id, whose place in ends is end, from list l to its twin, which it returns if
// it is new: it is the same as l then.
func (s *Store) part(end *uint32, l uint32) *posting {
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
func (s *Store) returns(r Run, n uint32) uint32 {
	l, ok := s.twice[r]
	if !s.shares(l, ok) {
		l = s.list([]Run{r, {n, GoesOn}})
		s.twice[r] = l
	}
	s.lists[l].ids++
	return l
}

// list is a new list with the given runs, which no id has.
func (s *Store) list(runs []Run) uint32 {
	p := posting{last: runs[0]}
	for _, r := range runs[1:] {
		s.then(&p, r)
	}
	s.lists = append(s.lists, p)
	return uint32(len(s.lists) - 1)
}

// copyOf is a new list with the runs of another one, which no id has.
func (s *Store) copyOf(l uint32) uint32 {
	p := s.lists[l]
	p.ids, p.some = 0, 0
	if p.n == inPages {
		s.paged = append(s.paged, s.paged[p.off].clone())
		p.off = uint32(len(s.paged) - 1)
		s.pagedBytes += s.paged[p.off].bytes()
	} else if p.n > 0 {
		p.off = s.arena.copyOf(p.off, p.n, p.n)
	}
	s.lists = append(s.lists, p)
	return uint32(len(s.lists) - 1)
}

// Split gives the next number to what all traces with id have had, too, but the newest.
func (s *Store) Split(id uint32) {
	s.hintLast()
	m := s.without(*s.Ends.At(id), id)
	s.Ends.Push(several | m)
	s.lists[m].ids++
}

// without is the list of what has been in the traces of id, which has that end, but not in
// the newest one.
func (s *Store) without(end, id uint32) uint32 {
	n := s.Traces - 1
	if end&several == 0 {
		r := Run{s.begun(id), n}
		m, ok := s.twice[r]
		if !s.shares(m, ok) {
			m = s.list([]Run{r})
			s.twice[r] = m
		}
		return m
	}
	l := end &^ several
	m, ok := s.twins[l]
	if !s.shares(m, ok) {
		runs := s.Runs(nil, id, 0)
		if last := len(runs) - 1; runs[last].From == n {
			runs = runs[:last]
		} else {
			runs[last].To = n
		}
		m = s.list(runs)
		s.twins[l] = m
	}
	return m
}
