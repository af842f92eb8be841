package checker

// raceReport is a data race, or its like: two conflicting accesses, in the order in
// which the execution made them.
type raceReport struct {
	Misuse        bool // of a WaitGroup: First is the Wait, Second the Add
	Channel       bool // First is a send, Second the close
	First, Second Effect
	// FirstAtomic and SecondAtomic mark an access by an atomic operation; not
	// both are.
	FirstAtomic, SecondAtomic bool
	At                        int // number of events before that of the second
}

// failure is the race as a failure of the program.
func (r raceReport) failure(p Program) Failure {
	line := func(f Effect, atomic bool) string {
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
	return Failure{
		Kind:    "race",
		Message: what + second + " and " + first + ", with no synchronisation between them",
		Pos:     p.Position(r.Second.Pos),
		Details: []string{second, first},
		Race:    []Effect{r.First, r.Second},
		Closes:  r.Channel,
		At:      r.At,
	}
}
