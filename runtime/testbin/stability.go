package testbin

import (
	"fmt"
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/internal/kinds"
)

// A program that does anything else when it is run under the same schedule
// again depends on something that gocheck does not control (the order of a
// map, the real time, what another process does), and whatever is counted of
// it is wrong. So now and then an execution is run again, and compared.

// stabilityEvery is how many executions there are to each that is repeated. The
// first one always is, and so are the tenth and the hundredth: what is chance may come
// out the same once.
const stabilityEvery = 1000

// stability keeps what happened in an execution.
type stability struct {
	wanted  bool // of the next execution
	runs    int64
	marks   []mark
	effects []checker.Effect
}

// mark is what an event is compared by.
type mark struct {
	d       checker.Decision
	kind    checker.Kind
	obj     checker.Object
	child   checker.Task
	pos     checker.Pos
	effects int // before this event
}

// Begin implements Observer.
func (s *stability) Begin() bool {
	s.marks, s.effects = s.marks[:0], s.effects[:0]
	s.wanted = s.runs%stabilityEvery == 0 || s.runs == 9 || s.runs == 99
	return s.wanted
}

// Did implements Observer.
func (s *stability) Did(ev *checker.Event) {
	s.marks = append(s.marks, mark{ev.Decision, ev.Kind, ev.Obj, ev.Child, ev.Pos, len(s.effects)})
	s.effects = append(s.effects, ev.Effects...)
}

// check runs the execution again that has just been explored, if it is one to
// be repeated, and says where the two differ.
func (s *stability) check(r *testRun, p *checker.Progress) *checker.Failure {
	s.runs++
	if !s.wanted {
		return nil
	}
	first := stability{marks: slices.Clone(s.marks), effects: slices.Clone(s.effects)}
	last := r.x.Last()
	failure, leaked, quiescent := last.Failure, last.Leaked, last.Quiescent
	decisions := slices.Clone(p.Decisions)
	s.runs-- // so that the repetition is recorded too
	again := explore.Replay(r.x, decisions, checker.Options{Steps: len(decisions)}, nil)
	s.runs++
	where := first.compare(s, r.x)
	if where == nil && again.Outcome.Observed != p.Outcome.Observed {
		where = &checker.Failure{Message: fmt.Sprintf("observes %q, and %q when it is run again", p.Outcome.Observed, again.Outcome.Observed)}
	}
	last.Failure, last.Leaked, last.Quiescent = failure, leaked, quiescent
	if where != nil {
		where.Kind = "divergence"
		where.Message = wire.Bounded(where.Message, wire.MaxText)
	}
	return where
}

// compare finds the first difference.
func (s *stability) compare(again *stability, x *rt.Execution) *checker.Failure {
	i := 0
	for i < len(s.marks) && i < len(again.marks) && s.marks[i] == again.marks[i] {
		i++
	}
	// The accesses before the step that differs may tell more than it does.
	before, beforeAgain := s.effects, again.effects
	if i < len(s.marks) {
		before = before[:s.marks[i].effects]
	}
	if i < len(again.marks) {
		beforeAgain = beforeAgain[:again.marks[i].effects]
	}
	for j, e := range before {
		if j >= len(beforeAgain) || e != beforeAgain[j] {
			return &checker.Failure{
				Pos:     x.Position(e.Pos),
				Message: fmt.Sprintf("an access at %s does not happen when the execution is repeated", place(rt.Site(e.Pos))),
			}
		}
	}
	if len(beforeAgain) > len(before) {
		e := beforeAgain[len(before)]
		return &checker.Failure{
			Pos:     x.Position(e.Pos),
			Message: fmt.Sprintf("an access at %s happens only when the execution is repeated", place(rt.Site(e.Pos))),
		}
	}
	switch {
	case i < len(s.marks) && i < len(again.marks):
		m, n := s.marks[i], again.marks[i]
		message := fmt.Sprintf("step %d is %s, and %s when the execution is repeated", i+1, m.describe(x), n.describe(x))
		if m.obj != n.obj && m.describe(x) == n.describe(x) {
			message += ", of another object"
		}
		return &checker.Failure{Pos: x.Position(m.pos), Message: message}
	case i < len(s.marks):
		m := s.marks[i]
		return &checker.Failure{
			Pos:     x.Position(m.pos),
			Message: fmt.Sprintf("step %d, %s, does not happen when the execution is repeated", i+1, m.describe(x)),
		}
	case i < len(again.marks):
		n := again.marks[i]
		return &checker.Failure{
			Pos:     x.Position(n.pos),
			Message: fmt.Sprintf("%s happens only when the execution is repeated", n.describe(x)),
		}
	}
	return nil
}

func (m mark) describe(x *rt.Execution) string {
	return fmt.Sprintf("%s of %s at %s", kinds.Names[m.kind], x.TaskName(m.d.Task), place(rt.Site(m.pos)))
}
