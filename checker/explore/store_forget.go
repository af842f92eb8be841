package explore

import "slices"

// gone is the new number of an id that is forgotten.
const gone = ^uint32(0)

// forget forgets the traces before cut, and the ids that no later one has. The others
// are numbered anew, as if the first trace that is left had been the first of all: it
// returns the new number of each, and the old ones in their order.
func (s *store) forget(cut uint32) (renumbered, left []uint32) {
	type start struct{ id, from uint32 }
	var starts []start
	var runs []run
	for id := range uint32(s.ends.n) {
		if runs = s.runs(runs[:0], id, cut); len(runs) > 0 {
			starts = append(starts, start{id, runs[0].from})
		}
	}
	slices.SortStableFunc(starts, func(a, b start) int { return int(a.from) - int(b.from) })

	kept := store{traces: s.traces - cut, older: s.older + cut, hashes: s.hashes}
	renumbered = make([]uint32, s.ends.n)
	for id := range renumbered {
		renumbered[id] = gone
	}
	for n, x := range starts {
		renumbered[x.id] = uint32(n)
		left = append(left, x.id)
		runs = s.runs(runs[:0], x.id, cut)
		kept.adopt(runs)
	}
	kept.adopted()
	for _, id := range s.newest {
		kept.newest = append(kept.newest, renumbered[id])
	}
	*s = kept
	return renumbered, left
}

// adopt makes the next id one that has the given runs. They must not begin before
// those of the id before it.
func (s *store) adopt(runs []run) {
	n := uint32(s.ends.n)
	for s.first.n <= int(runs[0].from) {
		s.first.push(n)
	}
	if n%hintIDs == 0 {
		s.hints.push(runs[0].from)
	}
	if len(runs) == 1 {
		s.ends.push(runs[0].to)
		return
	}
	s.ends.push(several | s.listOf(runs))
}

// adoptRest makes the next id one that has the given runs, wherever they begin.
func (s *store) adoptRest(runs []run) {
	s.hintLast()
	s.ends.push(several | s.listOf(runs))
}

// hintLast notes that the next id begins in no later trace than the newest.
func (s *store) hintLast() {
	if s.ends.n%hintIDs == 0 {
		s.hints.push(uint32(s.first.n - 1))
	}
}

// listOf is the list for one more id that has the given runs: one that was made for other
// adopted ids, or a new one.
func (s *store) listOf(runs []run) uint32 {
	var k key
	for _, r := range runs {
		k = k.and(uint64(r.from)<<32 | uint64(r.to))
	}
	l, ok := s.equal[k]
	if !s.shares(l, ok) {
		l = s.list(runs)
		if s.equal == nil {
			s.equal = map[key]uint32{}
		}
		s.equal[k] = l
	}
	s.lists[l].ids++
	return l
}

// adopted comes after the last adopt: traces may have no ids of their own.
func (s *store) adopted() {
	s.equal = nil
	for s.first.n < int(s.traces) {
		s.first.push(uint32(s.ends.n))
	}
}

// runs appends the runs of an id from trace cut on, which gets the number 0.
func (s *store) runs(runs []run, id, cut uint32) []run {
	add := func(r run) {
		if r.to <= cut {
			return
		}
		r.from = max(r.from, cut) - cut
		if r.to != goesOn {
			r.to -= cut
		}
		runs = append(runs, r)
	}
	end := *s.ends.at(id)
	if end&several == 0 {
		add(run{s.begun(id), end})
		return runs
	}
	p := &s.lists[end&^several]
	if p.n == inPages {
		s.paged[p.off].runs(p.last.from, add)
	} else {
		for _, r := range s.arena.runs(p) {
			add(r)
		}
	}
	add(p.last)
	return runs
}

// renumber forgets the versions that are events whose id is gone. The predecessors of
// the others are not: a trace with an event has these, too. old is what the ids are of.
func (v *versions) renumber(ids []uint32, old *chains) {
	var kept versions
	var chain []int32
	for a := range uint32(v.actions.len()) {
		chain = chain[:0]
		for n := v.head[a]; n >= 0; n = v.list[n].next {
			if ids[v.list[n].id] != gone {
				chain = append(chain, n)
			}
		}
		if len(chain) == 0 {
			continue
		}
		kept.actions.add(*v.actions.keys.at(a))
		kept.head = append(kept.head, -1)
		for _, n := range slices.Backward(chain) {
			x := v.list[n]
			kept.enter(uint32(len(kept.head)-1), ids[x.id], x.n)
			for _, p := range v.preds[x.off : x.off+x.n] {
				p = old.now(p)
				kept.preds = append(kept.preds, member{ids[p.id], p.off})
			}
		}
	}
	*v = kept
}
