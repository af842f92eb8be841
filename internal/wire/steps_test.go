package wire

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestPreemptions compares with a count that looks at every step by itself.
func TestPreemptions(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	tasks := []string{"a", "b", "c", "d"}
	some := 0
	for range 2000 {
		s := &Schedule{}
		var blocked []string
		for range r.IntN(12) {
			switch r.IntN(3) {
			case 0:
				blocked = nil
				for _, x := range tasks {
					if r.IntN(3) == 0 {
						blocked = append(blocked, x)
					}
				}
			case 1:
				blocked = slices.Clone(blocked)
			}
			st := Step{Task: tasks[r.IntN(4)], Op: []string{"lock", "send", "yield"}[r.IntN(3)], Blocked: blocked}
			if r.IntN(2) == 0 {
				st.Partner = tasks[r.IntN(4)]
			}
			s.Steps = append(s.Steps, st)
		}
		want := 0
		for i := 0; i+1 < len(s.Steps); i++ {
			st, next := s.Steps[i], s.Steps[i+1]
			if next.Task == st.Task || next.Joint() && next.Partner == st.Task || st.Joint() && next.Task == st.Partner || st.Op == "yield" || slices.Contains(st.Blocked, st.Task) {
				continue
			}
			if slices.ContainsFunc(s.Steps[i+1:], func(x Step) bool {
				return x.Task == st.Task || x.Joint() && x.Partner == st.Task || slices.Contains(x.Blocked, st.Task)
			}) {
				want++
			}
		}
		if got := s.Preemptions(); got != want {
			t.Fatalf("%d, want %d: %+v", got, want, s.Steps)
		}
		some += want
	}
	if some < 1000 {
		t.Errorf("%d preemptions in all", some)
	}
}
