package store

import (
	"math/rand/v2"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// TestStepTable numbers random steps, many of them with the same home, and forgets the newest
// ones again and again; a map knows what the numbers are.
func TestStepTable(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var table StepTable
	numbers := map[trace.Step]uint32{}
	for range 20000 {
		if r.IntN(300) == 0 {
			n := r.IntN(len(table.List) + 1)
			table.Cut(n)
			for s, number := range numbers {
				if int(number) >= n {
					delete(numbers, s)
				}
			}
		}
		s := trace.Step{Dec: checker.Decision{Task: checker.Task(r.IntN(2))}, Key: flat.Key{A: uint64(r.IntN(4)), B: uint64(r.IntN(100))}}
		want, known := numbers[s]
		if !known {
			want = uint32(len(numbers))
		}
		got := table.Number(s, int32(want)-1)
		if got != want || table.List[got].Step != s || table.List[got].Lead != int32(want)-1 {
			t.Fatalf("step %v has number %d, want %d (known: %t)", s, got, want, known)
		}
		numbers[s] = got
	}
	if len(numbers) < 300 {
		t.Errorf("%d steps at the end", len(numbers))
	}
}
