package testbin

import (
	"fmt"
	"slices"

	"gocheck.dev/internal/wire"
)

// lie says, for each step of an execution, which saved step it is, or -1.
func lie(s *wire.Schedule, steps []wire.Step) (places []int, g *guide) {
	g = align(s.Steps, steps)
	was, _ := turnsOf(s.Steps)
	is, tasks := turnsOf(steps)
	places = make([]int, len(steps))
	for i := range places {
		places[i] = -1
	}
	for _, task := range tasks {
		for k, p := range g.places[task] {
			if t := is[task][k]; p >= 0 && !t.partner {
				places[t.step] = was[g.saved[task]][p].step
			}
		}
	}
	exchanged(s.Steps, steps, places)
	return places, g
}

// exchanged takes those steps for others that are on another object now. Where
// objects only have other names, each has one, and for itself.
func exchanged(saved, now []wire.Step, places []int) {
	to, from := map[string]string{}, map[string]string{} // "": not to be told
	note := func(m map[string]string, key, value string) {
		if old, ok := m[key]; ok && old != value {
			value = ""
		}
		m[key] = value
	}
	for i, p := range places {
		if p >= 0 {
			note(to, saved[p].Object, now[i].Object)
			note(from, now[i].Object, saved[p].Object)
		}
	}
	for i, p := range places {
		if p >= 0 && saved[p].Object != now[i].Object && (to[saved[p].Object] == "" || from[now[i].Object] == "") {
			places[i] = -1
		}
	}
}

// followed is how many steps of the schedule the attempt has made.
func followed(s *wire.Schedule, a *attempt) int {
	places, _ := lie(s, a.steps)
	n := 0
	for _, p := range places {
		if p >= 0 {
			n++
		}
	}
	return n
}

// saved says what has become of the schedule.
func (t *retracing) saved(index int) *wire.Saved {
	said := &wire.Saved{Index: index, Failed: t.found != nil, Same: t.same, Exact: t.exact, Runs: t.runs, Followed: len(t.of.Steps)}
	if t.exact {
		return said
	}
	steps := t.best.steps
	if t.found != nil {
		_, steps, _ = t.r.again(t.found.Decisions, t.found.Failure.Kind)
	}
	places, g := lie(t.of, steps)
	said.Followed = 0
	at := make([]int, len(t.of.Steps)) // of each saved step: where it is now
	for i := range at {
		at[i] = -1
	}
	for i, p := range places {
		if p >= 0 {
			at[p] = i
			said.Followed++
		} else {
			said.New++
		}
	}
	last := -1
	for i, now := range at {
		if now > last {
			last = now
			continue
		}
		said.Left, said.Why = i+1, t.why(i, now, steps, g)
		break
	}
	return said
}

// why says of a saved step that was not followed, what is there instead. now is
// the step that it is, or -1.
func (t *retracing) why(i, now int, steps []wire.Step, g *guide) string {
	s := &t.of.Steps[i]
	what := fmt.Sprintf("%s at %s by %s", operation(s), s.Pos, s.Task)
	if now >= 0 {
		return fmt.Sprintf("%s comes earlier now, at %s", what, steps[now].Pos)
	}
	task := ""
	for name, saved := range g.saved {
		if saved == s.Task {
			task = name
		}
	}
	if task == "" {
		return what + " is gone: no goroutine does now what that one did"
	}
	called := "it"
	if task != s.Task {
		called = task
	}
	// What it does after the last thing that it did before this.
	is, _ := turnsOf(steps)
	was, _ := turnsOf(t.of.Steps)
	k := slices.IndexFunc(was[s.Task], func(u turn) bool { return u.step == i && !u.partner })
	after := 0
	for e, p := range g.places[task] {
		if p >= 0 && p < k {
			after = e + 1
		}
	}
	if after < len(is[task]) {
		n := &steps[is[task][after].step]
		return fmt.Sprintf("%s is not what happens there: %s does %s at %s", what, called, operation(n), n.Pos)
	}
	if n := len(steps); n > 0 && slices.Contains(steps[n-1].Blocked, task) {
		return fmt.Sprintf("%s does not happen: %s is blocked before", what, called)
	}
	return fmt.Sprintf("%s does not happen: %s ends before", what, called)
}

// operation is a step's operation, for people.
func operation(s *wire.Step) string {
	if s.Object == "" {
		return s.Op
	}
	return s.Op + " " + s.Object
}
