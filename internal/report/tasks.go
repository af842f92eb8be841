package report

import (
	"fmt"
	"slices"

	"gocheck.dev/internal/wire"
)

// A lane is a column: a goroutine, or a handler.
type lane struct {
	name    string // main, goroutine 2, handler "ui"
	created string // site of its creation
}

// lanes tells which lane each task of a schedule belongs to.
type lanes struct {
	all    []lane
	of     map[string]int  // task → lane
	isTick map[string]bool // the clock's task: its steps have no lane, they concern everybody
}

// findLanes names the tasks of a schedule: goroutines are numbered in order of
// their first step, as in the failure's own text, messages share the lane of
// their handler.
func findLanes(s *wire.Schedule) *lanes {
	l := &lanes{of: map[string]int{}, isTick: map[string]bool{}}
	handlers := map[string]int{}
	goroutines := 0
	enter := func(task string, first *wire.Step) {
		if _, ok := l.of[task]; ok || l.isTick[task] {
			return
		}
		switch {
		case first != nil && first.Op == "tick":
			l.isTick[task] = true
			return
		case first != nil && first.Op == "begin" && first.Object != "":
			if i, ok := handlers[first.Object]; ok {
				l.of[task] = i
				return
			}
			handlers[first.Object] = len(l.all)
			l.of[task] = len(l.all)
			l.all = append(l.all, lane{name: "handler " + first.Object})
		case task == "main":
			l.of[task] = len(l.all)
			l.all = append(l.all, lane{name: "main"})
		default:
			goroutines++
			name := fmt.Sprintf("goroutine %d", goroutines)
			created := ""
			if first != nil {
				created = first.Created
				if first.Op == "timerfire" {
					name = fmt.Sprintf("timer %d", goroutines)
				}
			}
			l.of[task] = len(l.all)
			l.all = append(l.all, lane{name: name, created: created})
		}
	}
	for i := range s.Steps {
		st := &s.Steps[i]
		enter(st.Task, st)
		if st.Partner != "" {
			enter(st.Partner, nil)
		}
	}
	return l
}

// name is how a task is called in a cell.
func (l *lanes) name(task string) string {
	if i, ok := l.of[task]; ok {
		return l.all[i].name
	}
	return task
}

// Preemptions counts the steps after which another task went on although the
// one that was running could have. That it had not ended is known from what it
// did later, or from its being blocked later.
func Preemptions(s *wire.Schedule) int {
	last := map[string]int{} // task → the last step that mentions it
	for i := range s.Steps {
		last[s.Steps[i].Task] = i
		if isJoint(&s.Steps[i]) {
			last[s.Steps[i].Partner] = i
		}
		for _, t := range s.Steps[i].Blocked {
			last[t] = i
		}
	}
	n := 0
	for i := 0; i+1 < len(s.Steps); i++ {
		st, next := &s.Steps[i], &s.Steps[i+1]
		if next.Task == st.Task || isJoint(next) && next.Partner == st.Task || isJoint(st) && next.Task == st.Partner {
			continue
		}
		if last[st.Task] > i && !slices.Contains(st.Blocked, st.Task) {
			n++
		}
	}
	return n
}

// isJoint reports whether a step is one event of two tasks: a rendezvous. The
// partner of a Signal takes no part in it.
func isJoint(s *wire.Step) bool { return s.Partner != "" && s.Op == "send" }
