package store

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestStore asks a store of random traces, each much like the one before it, for
// random sets, and compares with looking through all traces. Now and then older traces
// are forgotten, and now and then what was in several traces turns out to be two things, one of
// which the newest trace does not have.
func TestStore(t *testing.T) {
	const ids = 60
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 5))
		var s Store
		var traces [][]uint32
		var trace []uint32
		number := map[uint32]uint32{} // ids are numbered as they come
		name := uint32(ids)           // of the next thing that is found to be in older traces
		for range 300 {
			trace = slices.Clone(trace[:len(trace)-r.IntN(len(trace)/2+1)])
			for len(trace) < 12 {
				if id := uint32(r.IntN(ids)); !slices.Contains(trace, id) {
					trace = append(trace, id)
				}
			}
			if r.IntN(10) == 0 {
				r.Shuffle(len(trace), func(i, j int) { trace[i], trace[j] = trace[j], trace[i] })
			}
			numbered := make([]uint32, len(trace))
			for i, id := range trace {
				if _, ok := number[id]; !ok {
					number[id] = uint32(len(number))
				}
				numbered[i] = number[id]
			}
			traces = append(traces, numbered)
			s.Insert(numbered)
			if id := numbered[r.IntN(len(numbered))]; r.IntN(4) == 0 {
				had := 0
				next := uint32(len(number))
				for i, older := range traces[:len(traces)-1] {
					if slices.Contains(older, id) {
						traces[i] = append(older, next)
						had++
					}
				}
				if had > 0 {
					s.Split(id)
					number[name] = next
					name++
				}
			}
			if r.IntN(50) == 0 {
				cut := r.IntN(len(traces))
				traces = slices.Delete(traces, 0, cut)
				renumbered, left := s.Forget(uint32(cut))
				for _, trace := range traces {
					for i, id := range trace {
						trace[i] = renumbered[id]
						if left[trace[i]] != id {
							t.Fatalf("seed %d: id %d has become %d, which was %d", seed, id, trace[i], left[trace[i]])
						}
					}
				}
				for id, n := range number {
					if number[id] = renumbered[n]; number[id] == gone {
						delete(number, id)
					}
				}
			}

			for range 5 {
				want := slices.Clone(traces[r.IntN(len(traces))])
				r.Shuffle(len(want), func(i, j int) { want[i], want[j] = want[j], want[i] })
				want = want[:1+r.IntN(5)]
				if r.IntN(2) == 0 {
					want[0] = uint32(r.IntN(len(number) + 1))
				}
				in := func(trace []uint32) bool {
					for _, id := range want {
						if !slices.Contains(trace, id) {
							return false
						}
					}
					return true
				}
				from := 0
				if r.IntN(2) == 0 {
					from = r.IntN(len(traces) + 1)
				}
				if got := s.Contains(want, uint32(from)); got != slices.ContainsFunc(traces[from:], in) {
					t.Fatalf("seed %d, after %d traces: contains(%v, %d) is %t", seed, len(traces), want, from, got)
				}
			}
		}
	}
}
