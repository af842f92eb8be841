package race

import "gocheck.dev/checker"

// Report is the race that was found.
type Report struct {
	checker.Race
	At int // number of events before that of the second access
}

// Failure is the race as a failure of the program, which is still to be put into words.
func (r Report) Failure(p checker.Program) checker.Failure {
	return checker.Failure{Kind: "race", Pos: p.Position(r.Second.Pos), Race: &r.Race, At: r.At}
}

// Alone looks at an operation that is no event of its own (engine/fold.go), as at a plain
// access. It says whether another use of the object, plain ones of a lock's memory
// included, is not ordered with it by anything else. Of a word with parts that is taken to be so.
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
	raced := r.Raced || len(ev.Parts()) > 0
	r.tick(ev.Task)
	for i := range ev.Effects {
		r.plain(&ev.Effects[i], &r.tasks[ev.Effects[i].Task])
	}
	r.events++
	return raced
}

// Skip counts an event that happens before all others: nothing can race with it.
func (r *Detector) Skip(st checker.State) {
	if r.Raced {
		return
	}
	r.State = st
	r.mark()
	r.events++
}
