package trial

import (
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/lang"
)

// Renumbered is a program whose objects have the numbers that the controlled
// runtime gives them: in the order in which an execution comes to them, so that
// another execution has others (vocab.go: "the number means something within
// one execution only"). In package lang itself an object keeps its number, and
// an algorithm that compares the objects of two executions seems to work.
type Renumbered struct{ *lang.Program }

// Run implements checker.Program.
func (p Renumbered) Run(s checker.Scheduler) checker.Outcome {
	return p.Program.Run(&renumbering{s: s})
}

// renumbering stands between the program and its scheduler.
type renumbering struct {
	s     checker.Scheduler
	state checker.State                     // of the program
	ours  map[checker.Object]checker.Object // by the program's number
	its   []checker.Object                  // by ours
	swap  checker.Object                    // 1: each number with the next one
}

// Next implements checker.Scheduler.
func (r *renumbering) Next(st checker.State) (checker.Decision, bool) {
	r.announced(st)
	return r.s.Next(r)
}

// Did implements checker.Scheduler.
func (r *renumbering) Did(st checker.State, ev *checker.Event) {
	e := *ev
	e.Obj = r.object(ev.Obj)
	e.Effects = slices.Clone(ev.Effects)
	for i := range e.Effects {
		e.Effects[i].Obj = r.object(e.Effects[i].Obj)
	}
	e.Op, e.PartnerOp = r.op(ev.Op), r.op(ev.PartnerOp)
	r.announced(st)
	r.s.Did(r, &e)
}

// announced numbers what the tasks are about to use.
func (r *renumbering) announced(st checker.State) {
	r.state = st
	for _, t := range st.Tasks() {
		op := st.Op(t)
		r.object(op.Obj)
		for _, c := range op.Cases {
			r.object(c.Obj)
		}
	}
}

func (r *renumbering) object(o checker.Object) checker.Object {
	n, ok := r.ours[o]
	if !ok {
		if r.ours == nil {
			r.ours = map[checker.Object]checker.Object{}
		}
		n = checker.Object(len(r.ours)) ^ r.swap
		r.ours[o] = n
		for len(r.its) <= int(n|1) {
			r.its = append(r.its, 0)
		}
		r.its[n] = o
	}
	return n
}

func (r *renumbering) op(op *checker.Op) *checker.Op {
	if op == nil {
		return nil
	}
	o := *op
	o.Obj = r.object(op.Obj)
	o.Cases = slices.Clone(op.Cases)
	for i := range o.Cases {
		o.Cases[i].Obj = r.object(o.Cases[i].Obj)
	}
	return &o
}

// Tasks implements checker.State.
func (r *renumbering) Tasks() []checker.Task { return r.state.Tasks() }

// Op implements checker.State.
func (r *renumbering) Op(t checker.Task) *checker.Op { return r.op(r.state.Op(t)) }

// Decisions implements checker.State.
func (r *renumbering) Decisions(t checker.Task, buf []checker.Decision) []checker.Decision {
	return r.state.Decisions(t, buf)
}

// Object implements checker.State.
func (r *renumbering) Object(o checker.Object) checker.ObjectInfo { return r.state.Object(r.its[o]) }
