package runtime

import (
	"slices"

	"gocheck.dev/checker"
)

// repetition lets an execution begin as the last one did, without the scheduler
// being asked for each step or told of it (checker.Repeater). It keeps what the last
// execution was and holds what happens to it.
type repetition struct {
	of      checker.Repeater // of whose last execution it is, nil: nobody's
	keeping bool             // the present execution is one that something is kept of
	n       int              // steps that it begins with; 0: none any more, the scheduler has been told of all
	at      int              // of them, that have happened
	news    []checker.Value

	// Of what is kept, that the steps up to at have had.
	effect, op, chosen int32

	steps   []pastStep
	ops     []pastOp // of children and partners, in this order
	cases   []checker.Case
	effects []checker.Effect
}

// pastStep is a step of the last execution.
type pastStep struct {
	checker.Decision
	obj                 checker.Object
	child               checker.Task
	kind                checker.Kind
	cas                 bool // checker.Event.WasCAS
	last, last2         bool
	sure                bool // its operation goes on in one way, at any time: it is enough that it is announced
	next                pastOp
	arg                 int64 // checker.Event.Arg
	val                 uint64
	announced           int64 // Arg of its operation
	effects, ops, cases int32 // where its own end
}

// pastOp is an operation that was announced after a step.
type pastOp struct {
	obj                  checker.Object
	partner              checker.Task
	pos                  checker.Pos
	kind                 checker.Kind
	plain                bool // task.plain; else there is also:
	orElse, waits, still bool // checker.Op.HasDefault, Waits, Quiet
	alike                bool
	cases                int32
}

// begin begins an execution under s. whole says that every event of it is to go the
// long way.
func (r *repetition) begin(s checker.Scheduler, whole bool) {
	r.n, r.at, r.news, r.keeping = 0, 0, r.news[:0], false
	r.effect, r.op, r.chosen = 0, 0, 0
	again, ok := s.(checker.Repeater)
	if !ok {
		return
	}
	n, keep := again.Repeats()
	if !keep {
		return
	}
	r.keeping = true
	if again == r.of && !whole {
		r.n = min(n, len(r.steps))
	}
	if r.of = again; r.n == 0 {
		r.forget(0)
	}
}

// forget leaves only the first n steps.
func (r *repetition) forget(n int) {
	var ops, cases, effects int32
	if n > 0 {
		ops, cases, effects = r.steps[n-1].ops, r.steps[n-1].cases, r.steps[n-1].effects
	}
	r.steps, r.ops, r.cases, r.effects = r.steps[:n], r.ops[:ops], r.cases[:cases], r.effects[:effects]
}

// repeat holds the event that has happened to what it was, and makes the next one
// again. It returns whose it is; nil: the scheduler is to be told how far that went, and
// asked. What happens here has happened before under the scheduler, so that no panic is
// to be caught.
func (x *Execution) repeat() *task {
	r := &x.again
	was := &r.steps[r.at]
	for !x.stopped {
		if x.inEvent {
			if !x.asBefore(was) {
				return nil
			}
			x.inEvent = false
			if r.at++; r.at == r.n {
				break
			}
			was = &r.steps[r.at]
		}
		t := x.tasks[was.Task]
		if t.life != alive || !was.sure && !x.possible(t, was.Decision) {
			break
		}
		if x.perform(t, &was.Decision); t != x.clock {
			return t
		}
	}
	return nil
}

func (x *Execution) possible(t *task, d checker.Decision) bool {
	if t.handler != nil && t.op.Kind == checker.Begin {
		return t.handler.mayBegin(t)
	}
	x.buf = x.Decisions(t.id, x.buf[:0])
	return slices.Contains(x.buf, d)
}

// repeated tells the scheduler what has happened again, once, and of the event after
// these, if it has happened.
func (x *Execution) repeated() {
	r := &x.again
	r.n = 0
	r.forget(r.at)
	var next *checker.Event
	if x.inEvent && !x.stopped {
		next = &x.ev
		next.Effects = x.effects
	}
	r.of.Repeated(x, r.at, r.news, next)
}

// note takes an event down that has not happened again.
func (r *repetition) note(x *Execution) {
	ev, t := &x.ev, x.tasks[x.ev.Task]
	s := another(&r.steps)
	s.Decision, s.kind, s.obj, s.child = ev.Decision, ev.Kind, ev.Obj, ev.Child
	s.cas, s.last, s.last2, s.sure = ev.WasCAS, ev.Last, ev.PartnerLast, sure(t, ev.Op.Kind)
	s.arg, s.val, s.announced = ev.Arg, ev.Val, ev.Op.Arg
	if !ev.Last {
		r.announced(&s.next, t)
	}
	if ev.Child != checker.NoTask {
		r.announced(another(&r.ops), x.tasks[ev.Child])
	}
	if ev.PartnerOp != nil && !ev.PartnerLast {
		r.announced(another(&r.ops), x.tasks[ev.Partner])
	}
	if len(ev.Effects) > 0 {
		r.effects = append(r.effects, ev.Effects...)
	}
	s.effects, s.ops, s.cases = int32(len(r.effects)), int32(len(r.ops)), int32(len(r.cases))
}

// sure says whether an operation of the task can go on in one way, at any time.
func sure(t *task, k checker.Kind) bool {
	switch k {
	case checker.Begin:
		return t.handler == nil
	case checker.Spawn, checker.Post, checker.PostFront, checker.Read, checker.Write, checker.CAS, checker.Store,
		checker.Inc, checker.Mask, checker.Merge, checker.Unlock, checker.RUnlock, checker.Add:
		return true
	}
	return false
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

// announced takes down what t has announced.
func (r *repetition) announced(was *pastOp, t *task) {
	op := &t.op
	was.kind, was.obj, was.pos, was.plain = op.Kind, op.Obj, op.Pos, t.plain
	if !t.plain {
		was.partner, was.orElse, was.waits, was.still, was.alike, was.cases = op.Partner, op.HasDefault, op.Waits, op.Quiet, op.Alike, int32(len(op.Cases))
		r.cases = append(r.cases, op.Cases...)
	}
}

// asBefore says whether the event is what it was but for values, which it notes. Where
// it is in the source was in the operation that was announced.
func (x *Execution) asBefore(was *pastStep) bool {
	r, ev, t := &x.again, &x.ev, x.tasks[was.Task]
	if was.kind != ev.Kind || was.obj != ev.Obj || was.child != ev.Child || was.cas != ev.WasCAS || was.last != ev.Last {
		return false
	}
	if !was.last {
		if t.plain && was.next.plain { // nearly all
			if t.op.Kind != was.next.kind || t.op.Obj != was.next.obj || t.op.Pos != was.next.pos {
				return false
			}
		} else if !r.asAnnounced(&was.next, t) {
			return false
		}
	}
	if was.child != checker.NoTask && !r.also(x.tasks[was.child]) {
		return false
	}
	if ev.PartnerOp != nil && (was.last2 != ev.PartnerLast || !was.last2 && !r.also(x.tasks[was.Partner])) {
		return false
	}
	if was.effects != r.effect || len(x.effects) > 0 {
		if !slices.Equal(r.effects[r.effect:was.effects], x.effects) {
			return false
		}
		r.effect = was.effects
	}
	if was.arg != ev.Arg || was.val != ev.Val || was.announced != t.done.Arg {
		was.arg, was.val, was.announced = ev.Arg, ev.Val, t.done.Arg
		r.news = append(r.news, checker.Value{Event: r.at, Arg: was.arg, Val: was.val, Announced: was.announced})
	}
	return true
}

// also is asAnnounced for the next of the operations of children and partners.
func (r *repetition) also(t *task) bool {
	r.op++
	return r.asAnnounced(&r.ops[r.op-1], t)
}

// asAnnounced compares the operation of t with one that was announced, the next one
// that may have cases.
func (r *repetition) asAnnounced(was *pastOp, t *task) bool {
	op := &t.op
	switch {
	case was.kind != op.Kind || was.obj != op.Obj || was.pos != op.Pos || was.plain != t.plain:
		return false
	case was.plain:
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
