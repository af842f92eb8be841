package report

import (
	"slices"

	"gocheck.dev/internal/wire"
)

// wakings tells for each step whom it lets go on: of every wait the last step
// before the task's own next one after which it was no longer blocked. (A lock
// may be free in between, and taken by another.)
func wakings(steps []wire.Step) map[int][]string {
	all := map[int][]string{}
	waiting := map[string]bool{} // a wait has begun, and the task has done nothing since
	// Who is blocked is looked at where it changes: mostly it stays for many steps.
	lastBlocked := map[string]int{}
	var now []string // blocked after the step before
	blocked := map[string]bool{}
	last := func(task string, at int) int { // before step at, the one after which it was blocked last
		if blocked[task] {
			return at - 1
		}
		return lastBlocked[task]
	}
	over := func(task string, at int) {
		if !waiting[task] {
			return
		}
		delete(waiting, task)
		if by := last(task, at) + 1; by < at {
			all[by] = append(all[by], task)
		}
	}
	for i := range steps {
		s := &steps[i]
		over(s.Task, i)
		if s.Joint() {
			over(s.Partner, i)
		}
		for _, a := range s.Waits {
			waiting[a.Task] = true
		}
		if same(now, s.Blocked) {
			continue
		}
		for _, task := range now {
			lastBlocked[task] = i - 1
		}
		clear(blocked)
		for _, task := range s.Blocked {
			blocked[task] = true
		}
		now = s.Blocked
	}
	for task := range waiting { // who could go on in the end, but has not
		if by := last(task, len(steps)) + 1; by < len(steps) {
			all[by] = append(all[by], task)
		}
	}
	for _, tasks := range all {
		slices.Sort(tasks)
	}
	return all
}

// same reports whether two lists are one, as where a schedule does not say that it
// changes.
func same(a, b []string) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// Wait says what a blocked task waits for, and where.
func Wait(a *wire.Access) string {
	text := waitText(a)
	if a.Pos != "" {
		text += " at " + shortPos(a.Pos)
	}
	return text
}

// waitText says what a blocked task waits for.
func waitText(a *wire.Access) string {
	if a.Says != "" {
		return "blocked: " + a.Says
	}
	what := a.Object
	switch a.Op {
	case "sleep":
		return "sleeps"
	case "join":
		return "blocked: waits for the end of " + what
	case "wake":
		return "blocked: waits for a signal of " + what
	case "spin":
		if what == "" {
			return "blocked: goes round a loop"
		}
		return "blocked: goes round a loop until " + what + " changes"
	case "select":
		if what == "" {
			return "blocked: select with no way out"
		}
	}
	return "blocked: " + describe(&wire.Step{Op: a.Op, Object: what}, nil)
}
