package repeats

import (
	"slices"

	"gocheck.dev/checker"
)

// Log lets an execution begin as the last one did, without the scheduler
// being asked for each step or told of it (checker.Repeater). It keeps what the last
// execution was and holds what happens to it.
type Log struct {
	Of      checker.Repeater // of whose last execution it is, nil: nobody's
	Keeping bool             // the present execution is one that something is kept of
	N       int              // steps that it begins with; 0: none any more, the scheduler has been told of all
	at      int              // of them, that have happened
	news    []checker.Value

	// Of what is kept, that the steps up to at have had.
	effect, op, chosen int32

	steps   []Step
	ops     []Op // of children and partners, in this order
	cases   []checker.Case
	effects []checker.Effect
}

// Step is a step of the last execution.
type Step struct {
	checker.Decision
	Obj                 checker.Object
	Child               checker.Task
	Kind                checker.Kind
	CAS                 bool // checker.Event.WasCAS
	Last, Last2         bool // checker.Event.Last, PartnerLast
	Sure                bool // its operation goes on in one way, at any time: it is enough that it is announced
	Next                Op
	arg                 int64 // checker.Event.Arg
	val                 uint64
	announced           int64 // Arg of its operation
	effects, ops, cases int32 // where its own end
}

// Op is an operation that was announced after a step.
type Op struct {
	Obj                  checker.Object
	partner              checker.Task
	Pos                  checker.Pos
	Kind                 checker.Kind
	Plain                bool // it is whole with the fields above; else there is also:
	orElse, waits, still bool // checker.Op.HasDefault, Waits, Quiet
	alike                bool
	cases                int32
}

// Begin begins an execution under s. whole says that every event of it is to go the
// long way.
func (r *Log) Begin(s checker.Scheduler, whole bool) {
	r.N, r.at, r.news, r.Keeping = 0, 0, r.news[:0], false
	r.effect, r.op, r.chosen = 0, 0, 0
	again, ok := s.(checker.Repeater)
	if !ok {
		return
	}
	n, keep := again.Repeats()
	if !keep {
		return
	}
	r.Keeping = true
	if again == r.Of && !whole {
		r.N = min(n, len(r.steps))
	}
	if r.Of = again; r.N == 0 {
		r.forget(0)
	}
}

// forget leaves only the first n steps.
func (r *Log) forget(n int) {
	var ops, cases, effects int32
	if n > 0 {
		ops, cases, effects = r.steps[n-1].ops, r.steps[n-1].cases, r.steps[n-1].effects
	}
	r.steps, r.ops, r.cases, r.effects = r.steps[:n], r.ops[:ops], r.cases[:cases], r.effects[:effects]
}

// Now is the step that is to happen, or has happened, again. N is more than 0.
func (r *Log) Now() *Step { return &r.steps[r.at] }

// Next goes on to the next step. It says whether there is one.
func (r *Log) Next() bool {
	r.at++
	return r.at < r.N
}

// Tell tells the scheduler what has happened again, once, and of the event after these, if
// there is one.
func (r *Log) Tell(st checker.State, next *checker.Event) {
	r.N = 0
	r.forget(r.at)
	r.Of.Repeated(st, r.at, r.news, next)
}

// Note takes an event down that has not happened again. What was announced after it follows,
// by After, and by Other of its child and of its partner.
func (r *Log) Note(ev *checker.Event, sure bool) {
	s := another(&r.steps)
	s.Decision, s.Kind, s.Obj, s.Child = ev.Decision, ev.Kind, ev.Obj, ev.Child
	s.CAS, s.Last, s.Last2, s.Sure = ev.WasCAS, ev.Last, ev.PartnerLast, sure
	s.arg, s.val, s.announced = ev.Arg, ev.Val, ev.Op.Arg
	if len(ev.Effects) > 0 {
		r.effects = append(r.effects, ev.Effects...)
	}
	s.effects, s.ops, s.cases = int32(len(r.effects)), int32(len(r.ops)), int32(len(r.cases))
}

// After takes down what the task of the event has announced.
func (r *Log) After(op *checker.Op, plain bool) {
	s := &r.steps[len(r.steps)-1]
	r.take(&s.Next, op, plain)
	s.cases = int32(len(r.cases))
}

// Other takes down what the child of the event, or its partner, has announced.
func (r *Log) Other(op *checker.Op, plain bool) {
	r.take(another(&r.ops), op, plain)
	s := &r.steps[len(r.steps)-1]
	s.ops, s.cases = int32(len(r.ops)), int32(len(r.cases))
}

// take takes down what was announced.
func (r *Log) take(was *Op, op *checker.Op, plain bool) {
	was.Kind, was.Obj, was.Pos, was.Plain = op.Kind, op.Obj, op.Pos, plain
	if !plain {
		was.partner, was.orElse, was.waits, was.still, was.alike, was.cases = op.Partner, op.HasDefault, op.Waits, op.Quiet, op.Alike, int32(len(op.Cases))
		r.cases = append(r.cases, op.Cases...)
	}
}

// another is one more element, to be filled in where it stays. It is what it was when
// there were as many before.
func another[E any](list *[]E) *E {
	n := len(*list)
	if n == cap(*list) {
		*list = slices.Grow(*list, 1)
	}
	*list = (*list)[:n+1]
	return &(*list)[n]
}

// SameOp compares an operation with one that was announced, the next one that may have cases.
func (r *Log) SameOp(was *Op, op *checker.Op, plain bool) bool {
	switch {
	case was.Kind != op.Kind || was.Obj != op.Obj || was.Pos != op.Pos || was.Plain != plain:
		return false
	case was.Plain:
		return true
	case was.partner != op.Partner || was.orElse != op.HasDefault || was.waits != op.Waits || was.still != op.Quiet || was.alike != op.Alike || int(was.cases) != len(op.Cases):
		return false
	}
	if was.cases > 0 {
		from := r.chosen
		r.chosen += was.cases
		return slices.Equal(r.cases[from:r.chosen], op.Cases)
	}
	return true
}

// SameOther is SameOp for the next of the operations of children and partners.
func (r *Log) SameOther(op *checker.Op, plain bool) bool {
	r.op++
	return r.SameOp(&r.ops[r.op-1], op, plain)
}

// SameEffects compares the effects of the present step.
func (r *Log) SameEffects(was *Step, effects []checker.Effect) bool {
	return was.effects == r.effect && len(effects) == 0 || r.equalEffects(was, effects)
}

func (r *Log) equalEffects(was *Step, effects []checker.Effect) bool {
	if !slices.Equal(r.effects[r.effect:was.effects], effects) {
		return false
	}
	r.effect = was.effects
	return true
}

// Values notes the values of the present step, if they are others than they were. announced is
// Arg of its operation.
func (r *Log) Values(was *Step, ev *checker.Event, announced int64) {
	if was.arg != ev.Arg || was.val != ev.Val || was.announced != announced {
		r.differ(was, ev, announced)
	}
}

func (r *Log) differ(was *Step, ev *checker.Event, announced int64) {
	was.arg, was.val, was.announced = ev.Arg, ev.Val, announced
	r.news = append(r.news, checker.Value{Event: r.at, Arg: was.arg, Val: was.val, Announced: was.announced})
}
