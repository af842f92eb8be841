package alike

import (
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// This file has what owners ask of traces (docs/design/symmetry.md, "Several processes"): how many
// events they have of each label. Traces that differ in names only have the same.

// nth is the key of that there are more than i events of a label.
func nth(label flat.Key, i int32) flat.Key {
	if i == 0 {
		return label
	}
	return label.And(uint64(i))
}

// Look takes down a trace that is not added. nil: some group of it is none.
func (s *Store) Look(t *trace.Trace, ended bool) *Graph {
	g := newGraph(t, s.Apart, ended)
	if g.tellApart(t, map[flat.Key]bool{}) != "" {
		return nil
	}
	return g
}

// EachLabel yields for each event of a set, and then for the next one of a fragment, the key of
// that there are so many events of its label. What is not known is not yielded.
func (g *Graph) EachLabel(in flat.Set, next *Fragment, yield func(e int32, k flat.Key)) {
	if len(g.tasks) == 0 {
		return // it is forgotten
	}
	g.number()
	clear(g.times)
	times := int32(0) // of the next one's label
	for e := in.Next(0); e >= 0; e = in.Next(e + 1) {
		label, first := g.events[e].label, g.firsts[e]
		yield(e, nth(label, g.times[first]))
		g.times[first]++
		if next != nil && label == next.next.label {
			times++
		}
	}
	if next != nil && next.resolved {
		yield(-1, nth(next.next.label, times))
	}
}

// number finds the first event with the label of each.
func (g *Graph) number() {
	if g.firsts != nil {
		return
	}
	first := map[flat.Key]int32{}
	g.firsts, g.times = make([]int32, len(g.events)), make([]int32, len(g.events))
	for e := range g.events {
		l := g.events[e].label
		if _, ok := first[l]; !ok {
			first[l] = int32(e)
		}
		g.firsts[e] = first[l]
	}
}

// Weakest is the least of what g, which is not added, has in its first n events and no explored
// trace has: nil if there is nothing. None may be forgotten.
func (s *Store) Weakest(g *Graph, n int) []flat.Key {
	in := make(flat.Set, (len(g.events)+63)/64)
	in.Fill(n)
	var keys []flat.Key
	lacks := make([]int32, len(s.graphs)) // so many of them, by trace
	g.EachLabel(in, nil, func(_ int32, k flat.Key) {
		keys = append(keys, k)
		for t := range lacks {
			lacks[t]++
		}
		for _, t := range s.lists[k] {
			lacks[t]--
		}
	})
	for _, l := range lacks {
		if l == 0 {
			return nil
		}
	}
	var left []flat.Key
	for i := len(keys) - 1; i >= 0; i-- { // the newest first
		if s.needs(keys[i], lacks) {
			left = append(left, keys[i])
		}
	}
	return left
}

// needs says whether some trace lacks only k. Otherwise k is not asked for any more.
func (s *Store) needs(k flat.Key, lacks []int32) bool {
	each := func(f func(t int) bool) bool { // that lacks k
		have := s.lists[k]
		for t := range lacks {
			switch {
			case len(have) > 0 && have[0] == uint32(t):
				have = have[1:]
			case !f(t):
				return false
			}
		}
		return true
	}
	if !each(func(t int) bool { return lacks[t] > 1 }) {
		return true
	}
	each(func(t int) bool { lacks[t]--; return true })
	return false
}
