package store

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestStoreRuns makes lists of runs that are short or long, and near each other or far away,
// as they grow in turns. It reads them back and asks each for the newest trace up to another
// one.
func TestStoreRuns(t *testing.T) {
	paged, sparse, reused := 0, 0, 0
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 8))
		var s Store
		s.Traces = GoesOn
		const lists = 10
		var want [lists][]Run
		var most [lists]int // of what is between its runs, in bits
		for l := range want {
			most[l] = 1 + r.IntN(16)
			first := Run{From: uint32(r.IntN(5))}
			first.To = first.From + 1 + uint32(r.IntN(300))
			s.list([]Run{first})
			want[l] = []Run{first}
		}
		next := func(l int, last Run) Run {
			from := last.To + 1 + uint32(r.IntN(1<<r.IntN(most[l])))
			return Run{from, from + 1 + uint32(r.IntN(1<<r.IntN(most[l])))}
		}
		for range []int{100, 300, 1000}[seed%3] {
			l := r.IntN(lists)
			last := want[l][len(want[l])-1]
			s.then(&s.lists[l], next(l, last))
			want[l] = append(want[l], s.lists[l].last)
			if r.IntN(200) == 0 {
				k := r.IntN(lists)
				s.lists[k], want[k], most[k] = s.lists[s.copyOf(uint32(l))], slices.Clone(want[l]), most[l]
				s.lists = s.lists[:lists]
			}
		}
		for _, f := range s.arena.free {
			reused += len(f)
		}
		for l := range want {
			p := &s.lists[l]
			s.Ends.Push(several | uint32(l))
			if got := s.Runs(nil, uint32(l), 0); !slices.Equal(got, want[l]) {
				t.Fatalf("seed %d: list %d is\n%v, not\n%v", seed, l, got, want[l])
			}
			if p.n == inPages {
				if paged++; len(s.paged[p.off].pages)*pageRuns > len(want[l]) {
					sparse++
				}
				continue
			}
			for range 20 {
				c := cursor{posting: p, at: p.n, run: p.last}
				for at := want[l][len(want[l])-1].To + 5; ; {
					at -= min(at, uint32(r.IntN(200)))
					newest, in := uint32(0), false
					for _, x := range want[l] {
						if x.From <= at {
							newest, in = min(at, x.To-1), true
						}
					}
					got, ok := s.seek(&c, at)
					if got != newest || ok != in {
						t.Fatalf("seed %d: seek(%d) is %d, %t, not %d, %t, in\n%v", seed, at, got, ok, newest, in, want[l])
					}
					if !ok || at == 0 {
						break
					}
				}
			}
		}
	}
	t.Logf("%d lists in pages, %d of these with few runs in a page; %d blocks are free", paged, sparse, reused)
	if paged < 50 || paged > 250 || sparse == 0 || reused == 0 {
		t.Error("too little of it is tested")
	}
}
