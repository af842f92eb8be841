package r4

import (
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
)

// This file is Algorithm 2 with the procedures of Algorithms 3 and 4: what a
// sequence adds to the persistent sets of the states that it goes through.

// persist adds to T what was possible in a state and is not after the event that
// τ goes on with (Algorithm 2, lines 5 to 7). Another alternative of the same
// operation is such an event.
func (s *search) persist() {
	for n := s.fresh; n < len(s.levels); n++ {
		if n+1 == len(s.levels) && s.x.Driver.Cut {
			return // what is enabled at the end is not known
		}
		l := &s.levels[n]
		var after []r4Alt
		if n+1 < len(s.levels) {
			after = s.levels[n+1].alts
		}
		for k := range l.alts {
			a := &l.alts[k]
			if k == l.at {
				continue
			}
			// Both are in the order of tasks.
			if i := slices.IndexFunc(after, func(b r4Alt) bool { return b.r4Item == a.r4Item }); i >= 0 {
				after = after[i+1:]
				continue
			}
			if ordersInputs(a, &l.alts[l.at]) || a.early && a.Task != l.alts[l.at].Task {
				s.x.Holes.Inputs = true
				continue
			}
			s.insert(n, entry{lead: []r4Item{a.r4Item}, reversed: [2]checker.EventID{s.order.items[n].EventID, a.EventID}})
		}
	}
}

// reverse adds to T the sequence in which event i of τ comes right after event n,
// which is item and before which row comes (findRaceWitness, lines 16 to 25): λ
// is what n needs of the events that come after i. It says whether n is possible
// then, as far as can be told: if it needs nothing, it has to be enabled before i.
// If it is not, λ is all that does not come after i: some of it may enable n as
// what it was not here, such as the partner of a send that came after the close.
func (s *search) reverse(i, n int32, item r4Item, row flat.Set) bool {
	e := entry{reversed: [2]checker.EventID{s.order.items[i].EventID, item.EventID}}
	for k := i + 1; k < n; k++ {
		if row.Has(k) && !s.pastOf(k).Has(i) {
			e.lead = append(e.lead, s.order.items[k])
		}
	}
	e.lead = append(e.lead, item)
	l := &s.levels[i]
	possible := l.find(&e.lead[0]) >= 0
	if !possible {
		e.lead = e.lead[:0]
		for k := i + 1; int(k) < len(s.starts); k++ {
			if past := s.pastOf(k); !past.Has(i) && !past.Has(n) {
				e.lead = append(e.lead, s.order.items[k])
			}
		}
		e.lead = append(e.lead, item)
	}
	if possible || l.find(&e.lead[0]) >= 0 {
		s.insert(int(i), e)
		return possible
	}
	// What else its task might do there.
	first := e.lead[0].Task
	for k := range l.alts {
		if a := &l.alts[k]; a.Task == first || a.dec.Partner == first {
			s.insert(int(i), entry{lead: []r4Item{a.r4Item}, reversed: e.reversed})
		}
	}
	return false
}

// insert adds to T of state n a sequence that begins with e.lead and goes on as
// τ does (insertIntoT), unless its first event has been explored, or one with
// the same reversal is to be.
func (s *search) insert(n int, e entry) {
	l := &s.levels[n]
	e.alt = l.find(&e.lead[0])
	if l.alts[e.alt].visited {
		return
	}
	e.of, e.at = s.order, n
	e.depth = s.order.depth + s.distance(e.reversed)
	for k := range l.entries {
		if o := &l.entries[k]; o.alt == e.alt && sameItems(o.lead[o.used:], e.lead) {
			if e.depth < o.depth {
				*o = e
			}
			return
		}
	}
	l.entries = append(l.entries, e)
}

// distance is by how much the reversal of two events adds to the depth. An event
// that the initial sequence does not have is a deviation by itself: what is
// explored with few reversals are orders of the events that were there.
func (s *search) distance(reversed [2]checker.EventID) int {
	if s.initial[reversed[0]] && s.initial[reversed[1]] {
		return 1
	}
	return 2
}

func sameItems(a, b []r4Item) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
