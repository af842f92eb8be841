package report

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gocheck.dev/internal/wire"
)

// plainWakings looks at all who are blocked after each step.
func plainWakings(steps []wire.Step) map[int][]string {
	all := map[int][]string{}
	waiting, lastBlocked := map[string]bool{}, map[string]int{}
	over := func(task string, at int) {
		if by := lastBlocked[task] + 1; waiting[task] && by < at {
			all[by] = append(all[by], task)
		}
		delete(waiting, task)
	}
	for i, s := range steps {
		over(s.Task, i)
		if s.Joint() {
			over(s.Partner, i)
		}
		for _, a := range s.Waits {
			waiting[a.Task] = true
		}
		for _, task := range s.Blocked {
			lastBlocked[task] = i
		}
	}
	for task := range waiting {
		over(task, len(steps))
	}
	for _, tasks := range all {
		slices.Sort(tasks)
	}
	return all
}

// TestWakingsPlain: who is blocked for long is looked at once, and found all the same.
func TestWakingsPlain(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	tasks := []string{"a", "b", "c", "d"}
	some := 0
	for range 3000 {
		var steps []wire.Step
		var blocked []string
		for range r.IntN(14) {
			if r.IntN(2) == 0 {
				blocked = nil
				for _, x := range tasks {
					if r.IntN(2) == 0 {
						blocked = append(blocked, x)
					}
				}
			}
			s := wire.Step{Task: tasks[r.IntN(4)], Op: []string{"lock", "send"}[r.IntN(2)], Blocked: blocked}
			if r.IntN(3) == 0 {
				s.Partner = tasks[r.IntN(4)]
			}
			if r.IntN(2) == 0 {
				s.Waits = []wire.Access{{Task: tasks[r.IntN(4)]}}
			}
			steps = append(steps, s)
		}
		want := plainWakings(steps)
		if diff := cmp.Diff(want, wakings(steps)); diff != "" {
			t.Fatalf("%s\n%+v", diff, steps)
		}
		some += len(want)
	}
	if some < 1000 {
		t.Errorf("%d wakings in all", some)
	}
}
