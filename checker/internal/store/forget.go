package store

import (
	"slices"

	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// gone is the new number of an id that is forgotten.
const gone = ^uint32(0)

// Forget forgets the traces before cut, and the ids that no later one has. The others
// are numbered anew, as if the first trace that is left had been the first of all: it
// returns the new number of each, and the old ones in their order.
func (s *Store) Forget(cut uint32) (renumbered, left []uint32) {
	type start struct{ id, from uint32 }
	var starts []start
	var runs []Run
	for id := range uint32(s.Ends.N) {
		if runs = s.Runs(runs[:0], id, cut); len(runs) > 0 {
			starts = append(starts, start{id, runs[0].From})
		}
	}
	slices.SortStableFunc(starts, func(a, b start) int { return int(a.from) - int(b.from) })

	kept := Store{Traces: s.Traces - cut, Older: s.Older + cut, Hashes: s.Hashes}
	renumbered = make([]uint32, s.Ends.N)
	for id := range renumbered {
		renumbered[id] = gone
	}
	for n, x := range starts {
		renumbered[x.id] = uint32(n)
		left = append(left, x.id)
		runs = s.Runs(runs[:0], x.id, cut)
		kept.Adopt(runs)
	}
	kept.Adopted()
	for _, id := range s.Newest {
		kept.Newest = append(kept.Newest, renumbered[id])
	}
	*s = kept
	return renumbered, left
}

// Adopt makes the next id one that has the given runs. They must not begin before
// those of the id before it.
func (s *Store) Adopt(runs []Run) {
	n := uint32(s.Ends.N)
	for s.first.N <= int(runs[0].From) {
		s.first.Push(n)
	}
	if n%hintIDs == 0 {
		s.hints.Push(runs[0].From)
	}
	if len(runs) == 1 {
		s.Ends.Push(runs[0].To)
		return
	}
	s.Ends.Push(several | s.listOf(runs))
}

// AdoptRest makes the next id one that has the given runs, wherever they begin.
func (s *Store) AdoptRest(runs []Run) {
	s.hintLast()
	s.Ends.Push(several | s.listOf(runs))
}

// hintLast notes that the next id begins in no later trace than the newest.
func (s *Store) hintLast() {
	if s.Ends.N%hintIDs == 0 {
		s.hints.Push(uint32(s.first.N - 1))
	}
}

// listOf is the list for one more id that has the given runs: one that was made for other
// adopted ids, or a new one.
func (s *Store) listOf(runs []Run) uint32 {
	var k flat.Key
	for _, r := range runs {
		k = k.And(uint64(r.From)<<32 | uint64(r.To))
	}
	l, ok := s.equal[k]
	if !s.shares(l, ok) {
		l = s.list(runs)
		if s.equal == nil {
			s.equal = map[flat.Key]uint32{}
		}
		s.equal[k] = l
	}
	s.lists[l].ids++
	return l
}

// Adopted comes after the last adopt: traces may have no ids of their own.
func (s *Store) Adopted() {
	s.equal = nil
	for s.first.N < int(s.Traces) {
		s.first.Push(uint32(s.Ends.N))
	}
}

// Runs appends the runs of an id from trace cut on, which gets the number 0.
func (s *Store) Runs(runs []Run, id, cut uint32) []Run {
	add := func(r Run) {
		if r.To <= cut {
			return
		}
		r.From = max(r.From, cut) - cut
		if r.To != GoesOn {
			r.To -= cut
		}
		runs = append(runs, r)
	}
	end := *s.Ends.At(id)
	if end&several == 0 {
		add(Run{s.begun(id), end})
		return runs
	}
	p := &s.lists[end&^several]
	if p.n == inPages {
		s.paged[p.off].runs(p.last.From, add)
	} else {
		for _, r := range s.arena.runs(p) {
			add(r)
		}
	}
	add(p.last)
	return runs
}

// Renumber forgets the versions that are events whose id is gone. The predecessors of
// the others are not: a trace with an event has these, too. old is what the ids are of.
func (v *Versions) Renumber(ids []uint32, old *Chains) {
	var kept Versions
	var chain []int32
	for a := range uint32(v.Actions.Len()) {
		chain = chain[:0]
		for n := v.Head[a]; n >= 0; n = v.List[n].Next {
			if ids[v.List[n].ID] != gone {
				chain = append(chain, n)
			}
		}
		if len(chain) == 0 {
			continue
		}
		kept.Actions.Add(*v.Actions.Keys.At(a))
		kept.Head = append(kept.Head, -1)
		for _, n := range slices.Backward(chain) {
			x := v.List[n]
			kept.Enter(uint32(len(kept.Head)-1), ids[x.ID], x.N)
			for _, p := range v.Preds[x.Off : x.Off+x.N] {
				p = old.Now(p)
				kept.Preds = append(kept.Preds, trace.Member{ID: ids[p.ID], Off: p.Off})
			}
		}
	}
	*v = kept
}
