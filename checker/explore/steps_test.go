package explore

import (
	"math/rand/v2"
	"testing"

	"gocheck.dev/checker"
)

// TestStepTable numbers random steps, many of them with the same home, and forgets the newest
// ones again and again; a map knows what the numbers are.
func TestStepTable(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var table stepTable
	numbers := map[step]uint32{}
	for range 20000 {
		if r.IntN(300) == 0 {
			n := r.IntN(len(table.list) + 1)
			table.cut(n)
			for s, number := range numbers {
				if int(number) >= n {
					delete(numbers, s)
				}
			}
		}
		s := step{checker.Decision{Task: checker.Task(r.IntN(2))}, key{uint64(r.IntN(4)), uint64(r.IntN(100))}}
		want, known := numbers[s]
		if !known {
			want = uint32(len(numbers))
		}
		got := table.number(s, int32(want)-1)
		if got != want || table.list[got].step != s || table.list[got].lead != int32(want)-1 {
			t.Fatalf("step %v has number %d, want %d (known: %t)", s, got, want, known)
		}
		numbers[s] = got
	}
	if len(numbers) < 300 {
		t.Errorf("%d steps at the end", len(numbers))
	}
}
