package race

import "gocheck.dev/checker"

// Report is a data race, or its like: two conflicting accesses, in the order in
// which the execution made them.
type Report struct {
	Misuse        bool // of a WaitGroup: First is the Wait, Second the Add
	Channel       bool // First is a send, Second the close
	First, Second checker.Effect
	// FirstAtomic and SecondAtomic mark an access by an atomic operation; not
	// both are.
	FirstAtomic, SecondAtomic bool
	At                        int // number of events before that of the second
}

// Failure is the race as a failure of the program.
func (r Report) Failure(p checker.Program) checker.Failure {
	line := func(f checker.Effect, atomic bool) string {
		what := "read"
		switch {
		case r.Channel && f.Write:
			what = "close"
		case r.Channel:
			what = "send"
		case r.Misuse && f.Write:
			what = "Add"
		case r.Misuse:
			what = "Wait"
		case f.Write:
			what = "write"
		}
		if atomic {
			what = "atomic " + what
		}
		return what + " at " + p.Position(f.Pos) + " by " + p.TaskName(f.Task)
	}
	first, second := line(r.First, r.FirstAtomic), line(r.Second, r.SecondAtomic)
	what := "data race: "
	switch {
	case r.Misuse:
		what = "WaitGroup misuse: "
	case r.Channel:
		what = "send on a channel that may be closed: "
	}
	return checker.Failure{
		Kind:    "race",
		Message: what + second + " and " + first + ", with no synchronisation between them",
		Pos:     p.Position(r.Second.Pos),
		Details: []string{second, first},
		Race:    []checker.Effect{r.First, r.Second},
		Closes:  r.Channel,
		At:      r.At,
	}
}

// Alone looks at an operation that is no event of its own (engine/fold.go), as at a plain
// access. It says whether another use of the object, plain ones of a lock's memory
// included, is not ordered with it by anything else.
func (r *Detector) Alone(st checker.State, ev *checker.Event) bool {
	if r.Raced {
		return false
	}
	r.State = st
	r.mark()
	t := r.Task(ev.Task)
	f := checker.Effect{Task: ev.Task, Obj: ev.Obj, Write: ev.Kind != checker.Read && ev.Kind != checker.RLock && ev.Kind != checker.RUnlock || ev.Op.Kind == checker.Store, Pos: ev.Pos}
	r.plain(&f, t)
	switch ev.Kind {
	case checker.Lock, checker.Unlock, checker.Arrive, checker.RLock, checker.RUnlock:
		r.inside(ev, t)
	}
	raced := r.Raced
	r.tick(ev.Task)
	for i := range ev.Effects {
		r.plain(&ev.Effects[i], &r.tasks[ev.Effects[i].Task])
	}
	r.events++
	return raced
}
