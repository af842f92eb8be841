package store

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestStoreLists asks a store of ids of which several come and go together, until a trace has
// some of them only. It compares with a table of which trace has which, also after older
// traces were forgotten and after splits, and demands one list for ids that are in the same
// traces, but where a list is that of few ids at most.
func TestStoreLists(t *testing.T) {
	const most, groupIDs = 300, 6
	defer func() { mostIDs = math.MaxUint16 }()
	shared, lists, listed := 0, 0, 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 7))
		few := seed%4 == 3
		if mostIDs = math.MaxUint16; few {
			mostIDs = 3
		}
		var s Store
		var has [][]bool // by id and trace
		var groups [][]uint32
		next := func(row []bool) uint32 {
			has = append(has, row)
			return uint32(len(has) - 1)
		}
		for range most {
			n := int(s.Traces)
			for id := range has {
				has[id] = append(has[id], false)
			}
			var trace []uint32
			for _, g := range groups {
				part := r.IntN(100) == 0
				if r.IntN(3) == 0 {
					continue
				}
				for _, id := range g {
					if !part || r.IntN(2) == 0 {
						trace = append(trace, id)
						has[id][n] = true
					}
				}
			}
			if r.IntN(4) == 0 {
				r.Shuffle(len(trace), func(i, j int) { trace[i], trace[j] = trace[j], trace[i] })
			}
			if len(groups) < 20 && r.IntN(5) == 0 {
				var g []uint32
				for range 1 + r.IntN(groupIDs) {
					g = append(g, next(append(make([]bool, n), true)))
				}
				trace = append(trace, g...)
				groups = append(groups, g)
			}
			s.Insert(trace)
			if g := r.IntN(20); g < len(groups) && r.IntN(5) == 0 {
				var rest []uint32
				for _, id := range groups[g] {
					if has[id][n] && slices.Contains(has[id][:n], true) {
						s.Split(id)
						rest = append(rest, next(append(slices.Clone(has[id][:n]), false)))
					}
				}
				if len(rest) > 0 {
					groups = append(groups, rest)
				}
			}
			if r.IntN(150) == 0 {
				cut := r.IntN(n + 1)
				renumbered, left := s.Forget(uint32(cut))
				var rows [][]bool
				for _, id := range left {
					rows = append(rows, has[id][cut:])
				}
				has = rows
				for g := range groups {
					for i, id := range groups[g] {
						groups[g][i] = renumbered[id]
					}
					groups[g] = slices.DeleteFunc(groups[g], func(id uint32) bool { return id == gone })
				}
				groups = slices.DeleteFunc(groups, func(g []uint32) bool { return len(g) == 0 })
			}
			var want []uint32
			for id := range has {
				if r.IntN(8) == 0 {
					want = append(want, uint32(id))
				}
			}
			want = want[:min(len(want), 4)]
			in := false
			for n := 0; n < int(s.Traces) && !in; n++ {
				in = !slices.ContainsFunc(want, func(id uint32) bool { return !has[id][n] })
			}
			if got := s.Contains(want, 0); got != in {
				t.Fatalf("seed %d, after %d traces: contains(%v) is %t", seed, s.Traces, want, got)
			}
		}
		ids := make([]int, len(s.lists))
		rows := map[string]uint32{} // lists by the traces that have them
		for id := range has {
			if !slices.Equal(s.row(uint32(id)), has[id]) {
				t.Fatalf("seed %d: the runs of %d are others", seed, id)
			}
			end := *s.Ends.At(uint32(id))
			if end&several == 0 {
				continue
			}
			listed++
			ids[end&^several]++
			k := fmt.Sprint(has[id])
			if l, ok := rows[k]; ok && l != end && !few {
				t.Fatalf("seed %d: id %d has not the list of others in the same traces", seed, id)
			}
			rows[k] = end
		}
		lists += len(s.lists)
		for l, n := range ids {
			if n != int(s.lists[l].ids) || n == 0 || n > int(mostIDs) || s.lists[l].some != 0 {
				t.Fatalf("seed %d: list %d, %+v, is that of %d ids", seed, l, s.lists[l], n)
			}
			if n > 1 {
				shared++
			}
		}
	}
	t.Logf("%d ids with %d lists, %d of which are shared", listed, lists, shared)
	if shared < lists/4 {
		t.Error("too little of it is tested")
	}
}
