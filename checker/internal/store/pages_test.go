package store

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestStorePages asks a store of a few ids that come and go in many traces, for long or at
// every turn, so that they are in pages. It compares with a table of which trace has which,
// also after older traces were forgotten and after splits.
func TestStorePages(t *testing.T) {
	const ids, most = 8, 5 * pageTraces
	paged, gaps, found, whole := 0, 0, 0, 0
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 6))
		var s Store
		var has [][]bool // by id and trace
		var often []int  // by id: of 64 traces
		for range most {
			n := int(s.Traces)
			var trace []uint32
			for id := range has {
				if r.IntN(1500) == 0 {
					often[id] = []int{0, 0, 1, 4, 32, 63, 64, 64}[r.IntN(8)]
				}
				has[id] = append(has[id], r.IntN(64) < often[id])
				if has[id][n] {
					trace = append(trace, uint32(id))
				}
			}
			for len(has) < ids && r.IntN(100) == 0 {
				trace = append(trace, uint32(len(has)))
				has = append(has, append(make([]bool, n), true))
				often = append(often, 1+r.IntN(64))
			}
			s.Insert(trace)
			if len(trace) > 0 && r.IntN(most) == 0 {
				if id := trace[r.IntN(len(trace))]; slices.Contains(has[id][:n], true) {
					s.Split(id)
					has = append(has, append(slices.Clone(has[id][:n]), false))
					often = append(often, 32)
				}
			}
			if r.IntN(most) == 0 {
				cut := r.IntN(n + 1)
				_, left := s.Forget(uint32(cut))
				var rows [][]bool
				var rates []int
				for _, id := range left {
					rows, rates = append(rows, has[id][cut:]), append(rates, often[id])
				}
				for id := range has {
					if !slices.Contains(left, uint32(id)) && slices.Contains(has[id][cut:], true) {
						t.Fatalf("seed %d: id %d is forgotten", seed, id)
					}
				}
				has, often = rows, rates
			}
			if r.IntN(200) > 0 {
				continue
			}
			var want []uint32
			for id := range has {
				if r.IntN(3) == 0 {
					want = append(want, uint32(id))
				}
			}
			from := 0
			if r.IntN(2) == 0 {
				from = r.IntN(int(s.Traces) + 1)
			}
			in := false
			for n := from; n < int(s.Traces) && !in; n++ {
				in = !slices.ContainsFunc(want, func(id uint32) bool { return !has[id][n] })
			}
			r.Shuffle(len(want), func(i, j int) { want[i], want[j] = want[j], want[i] })
			if got := s.Contains(want, uint32(from)); got != in {
				t.Fatalf("seed %d, after %d traces: contains(%v, %d) is %t", seed, s.Traces, want, from, got)
			}
			if in {
				found++
			}
		}
		for id := range has {
			if !slices.Equal(s.row(uint32(id)), has[id]) {
				t.Fatalf("seed %d: the runs of %d are others", seed, id)
			}
		}
		paged += len(s.paged)
		for i := range s.paged {
			q := &s.paged[i]
			for j := range q.pages {
				if q.pages[j].whole != 0 {
					whole++
				}
				if j > 0 && q.pages[j].number > q.pages[j-1].number+1 {
					gaps++
				}
			}
		}
	}
	t.Logf("%d lists in pages, %d pages missing, %d with whole words, %d questions answered by yes", paged, gaps, whole, found)
	if paged < 20 || gaps == 0 || whole == 0 || found < 100 {
		t.Error("too little of it is tested")
	}
}

// row says of each trace whether it has the event.
func (s *Store) row(id uint32) []bool {
	row := make([]bool, s.Traces)
	for _, r := range s.Runs(nil, id, 0) {
		for n := r.From; n < min(r.To, s.Traces); n++ {
			row[n] = true
		}
	}
	return row
}
