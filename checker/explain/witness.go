package explain

import (
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/race"
)

// Witness is a schedule in which the two accesses of a data race come next to
// each other: all that is synchronised before the one of them that came second,
// then that one, then what else is before the first, and the first. ds leads to
// the race; the result is nil if it does not.
//
// Where updates commute, the race may be hidden in the order of ds: there the
// updates come in an order in which they synchronise the accesses. Here none comes
// between the accesses. That the schedule can be executed, as what its loads
// observe is in it, is the argument of race/race.go.
func Witness(p checker.Program, ds []checker.Decision, o checker.Options) []checker.Decision {
	w := &witness{r: race.NewDetector()}
	out := explore.Replay(p, ds, o, w.add)
	out.Outcome.Prefer("race")
	f := out.Outcome.Failure
	if f == nil || f.Race == nil || f.At >= len(w.steps) {
		return nil
	}
	second := f.At
	first := w.find(&f.Race.First, second)
	if first < 0 {
		return nil
	}
	taken := make([]bool, len(w.steps))
	var plan []checker.Decision
	for _, last := range []int{second, first} {
		for i := range last {
			if !taken[i] && w.before(i, last) {
				taken[i] = true
				plan = append(plan, w.steps[i].decision)
			}
		}
		if !taken[last] {
			taken[last] = true
			plan = append(plan, w.steps[last].decision)
		}
	}
	return plan
}

// witness notes what synchronises the events of an execution.
type witness struct {
	r     *race.Detector
	st    checker.State
	steps []witnessed
}

// witnessed is an event, with the clocks of its task or, of a rendezvous, of both
// tasks after it.
type witnessed struct {
	decision checker.Decision
	tasks    [2]checker.Task
	slots    [2]int32
	clocks   [2][]uint32
	effects  []checker.Effect
	obj      checker.Object
}

func (w *witness) add(st checker.State, ev *checker.Event) {
	w.st = st
	w.r.Add(st, ev)
	s := witnessed{decision: ev.Decision, tasks: [2]checker.Task{ev.Task, ev.Task}, effects: slices.Clone(ev.Effects), obj: ev.Obj}
	if ev.Kind == checker.Send && ev.Partner != checker.NoTask {
		s.tasks[1] = ev.Partner
	}
	for i, t := range s.tasks {
		e := w.r.Task(t)
		s.slots[i], s.clocks[i] = e.Slot, slices.Clone(w.r.Arena[e.Now])
	}
	w.steps = append(w.steps, s)
}

// before says whether event i, or its operation, is synchronised before event j.
func (w *witness) before(i, j int) bool {
	a, b := &w.steps[i], &w.steps[j]
	for k, slot := range a.slots {
		// The clock has been advanced between the operation and its effects.
		epoch := a.clocks[k][slot] - 1
		for _, c := range b.clocks {
			if int(slot) < len(c) && c[slot] >= epoch {
				return true
			}
		}
	}
	return false
}

// find is the last event before one that makes the access, in an effect or as its
// operation; -1 if there is none.
func (w *witness) find(f *checker.Effect, before int) int {
	like := func(e checker.Effect) bool {
		e.As, e.Atomic = f.As, f.Atomic
		return e == *f
	}
	for i := before - 1; i >= 0; i-- {
		s := &w.steps[i]
		if slices.ContainsFunc(s.effects, like) || s.obj == f.Obj && s.tasks[0] == f.Task {
			return i
		}
	}
	if of := w.st.Object(f.Obj).Of; of != 0 { // before it was a part, it was of all
		whole := *f
		whole.Obj = of - 1
		return w.find(&whole, 1+slices.IndexFunc(w.steps, func(s witnessed) bool {
			return slices.ContainsFunc(s.effects, func(e checker.Effect) bool { return e.Obj == f.Obj })
		}))
	}
	return -1
}
