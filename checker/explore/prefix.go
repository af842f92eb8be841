package explore

import "gocheck.dev/checker"

// Most of an execution is often what the one before it was: the same decisions
// have made the same events of it. This file lets a trace keep that prefix instead
// of taking it down again. All that is in the trace is a function of the decisions,
// but for values: addresses differ between executions. The numbers of objects are
// too, if the program numbers them in the order in which it comes to them (the
// controlled runtime does); that is not promised, so each repeated event is
// compared with what was kept of it: by the program (vocab.go: Repeater), or here.

// prefix is how far an execution has come in the events that the trace has kept.
type prefix struct {
	kept   int32 // so many events
	events int32 // of them that have happened again
	ops    int32 // operations that were announced again
}

// keep leaves the first n events, for an execution that begins with them, instead
// of reset. It returns how many are left: 0, if that would not do.
func (t *trace) keep(n int) int {
	wide := t.wide()
	if n == 0 || t.misused || t.words < wide || t.words > 2*wide {
		t.reset()
		return 0
	}
	t.cut(n)
	t.prefix.events = 0
	return n
}

// cut takes back all events but the first n, which have happened.
func (t *trace) cut(n int) {
	for m := int32(len(t.events)) - 1; m >= int32(n); m-- {
		t.undo(m)
	}
	t.maximal, t.effects, t.groups, t.orders = false, false, false, false
	if t.flagged {
		for i := range t.events {
			t.flag(&t.events[i])
		}
	}
	t.prefix, t.same = prefix{kept: int32(n), events: int32(n)}, min(t.same, n)
}

// flag notes what there is in the trace, by one of its events.
func (t *trace) flag(e *event) {
	t.effects = t.effects || e.effNode < e.effEnd
	t.groups = t.groups || e.kind == checker.Add && e.arg < 0 || e.kind == checker.AddNegative
	t.orders = t.orders || e.kind == checker.LockBusy || e.kind == checker.Default
	t.flagged = t.flagged || t.effects || t.groups || t.orders
}

// begins says with how many of the events the steps begin, as far as their keys are
// known.
func (t *trace) begins(steps []step) int {
	n := 0
	for n < min(len(steps), len(t.events)) && steps[n].key == t.events[n].key && steps[n].dec == t.events[n].decision {
		n++
	}
	return n
}

// undo takes back the last event.
func (t *trace) undo(n int32) {
	e := &t.events[n]
	for o := len(t.ops) - 1; o >= 0 && t.ops[o].prev == n; o-- {
		t.forget(o)
	}
	if e.births > 0 {
		if h := t.tasks[e.child].handler; h >= 0 {
			t.unpost(h)
		}
		for i := range t.tasks[e.child:] {
			t.byTask[t.tasks[int(e.child)+i].name] = -1
		}
		t.tasks = t.tasks[:e.child]
	}
	t.present(e.task, e.op)
	if e.joint {
		t.present(e.task2, e.op2)
	}
	if m := &t.tasks[e.task]; m.start == n {
		m.start = -1
	}
	if o := len(t.ops) - 1; int(e.op) == o && t.ops[o].prev < 0 && e.kind == checker.Tick && int(e.task) == len(t.tasks)-1 {
		// Its task may have been made known with the event: record does that again.
		t.forget(o)
		t.byTask[t.tasks[e.task].name] = -1
		t.tasks = t.tasks[:e.task]
	}
	for k := len(t.nodes) - 1; k >= 0 && t.nodes[k].ev == n; k-- {
		obj, prev := t.nodes[k].obj, t.nodes[k].prev
		if t.heads[obj] = prev; prev < 0 {
			t.objs = t.objs[:len(t.objs)-1] // they are in the order of their first nodes
		}
		t.nodes = t.nodes[:k]
	}
	switch e.kind {
	case checker.Tick:
		t.ticks, t.lastTick = t.ticks[:len(t.ticks)-1], -1
		if last := len(t.ticks) - 1; last >= 0 {
			t.lastTick = t.ticks[last]
		}
	case checker.Default:
		t.defaults = t.defaults[:len(t.defaults)-1]
	}
	t.sum.toggle(e.key)
	for k := len(t.mailing) - 1; k >= 0 && t.mailing[k].ev == n; k-- {
		t.mailing = t.mailing[:k]
	}
	t.preds = t.preds[:e.predOff]
	t.hist = t.hist[:int(n)*t.words]
	t.events = t.events[:n]
}

// present makes op the operation that the task is about to make.
func (t *trace) present(task, op int32) {
	t.tasks[task].op, t.tasks[task].end = op, -1
	t.ops[op].exec = -1
}

// forget removes the last operation.
func (t *trace) forget(o int) {
	if p := len(t.partners) - 1; p >= 0 && int(t.partners[p]) == o {
		t.partners = t.partners[:p]
	}
	op := &t.ops[o]
	if op.caseLen > 0 {
		t.cases = t.cases[:op.caseOff]
	}
	if t.sticks(op) {
		t.sticky--
	}
	t.ops = t.ops[:o]
}

// unpost takes the last message of a handler back.
func (t *trace) unpost(h int32) {
	r := &t.handlers[h]
	r.messages = r.messages[:len(r.messages)-1]
	if len(r.messages) == 0 {
		t.handlers = t.handlers[:h] // they are in the order of their first messages
		return
	}
	r.fronts = false
	for _, m := range r.messages {
		r.fronts = r.fronts || r.fifo && t.events[t.tasks[m].post].kind == checker.PostFront
	}
}

// repeating says whether the next event is one that was kept.
func (t *trace) repeating() bool { return t.prefix.events < t.prefix.kept }

// repeatsBegin is begin for a trace with a prefix. False: the program is not as it
// was, nor is the trace from here on.
func (t *trace) repeatsBegin(st checker.State) bool {
	for _, name := range st.Tasks() {
		if !t.repeatsOp(st.Op(name), name) {
			return false
		}
	}
	return true
}

// repeated is repeats for the first n of the events that were kept, of which the
// program says itself that they are what they were. It returns the kind of the last.
func (t *trace) repeated(st checker.State, n int, values []checker.Value, ev *checker.Event) (last checker.Kind) {
	if p := &t.prefix; n < int(p.kept) {
		t.cut(n)
	} else {
		p.events = p.kept
	}
	for i := range values {
		v := &values[i]
		e := &t.events[v.Event]
		e.arg, e.val, t.ops[e.op].arg = v.Arg, v.Val, v.Announced
	}
	for i := range t.tasks {
		if q := &t.tasks[i]; q.op >= 0 {
			t.ops[q.op].arg = announcedIn(st, q.name, ev).Arg
		}
	}
	if n > 0 {
		last = t.events[n-1].kind
	}
	return last
}

// announcedIn is the operation that a task had announced before ev, if that is an event
// that has happened since.
func announcedIn(st checker.State, name checker.Task, ev *checker.Event) *checker.Op {
	switch {
	case ev != nil && ev.Task == name:
		return ev.Op
	case ev != nil && ev.PartnerOp != nil && ev.Partner == name:
		return ev.PartnerOp
	}
	return st.Op(name)
}

// repeats is record for an event that was kept. False: the numbers of objects are
// not what they were, or something else is not; the trace has only the events before
// it any more, and it is to be recorded.
func (t *trace) repeats(st checker.State, ev *checker.Event) bool {
	n := t.prefix.events
	if t.equals(st, ev) {
		return true
	}
	t.cut(int(n))
	return false
}

// equals compares the next event with what was kept of it, but for values, which it
// renews. That an object is of the kind and capacity that it was is not asked.
func (t *trace) equals(st checker.State, ev *checker.Event) bool {
	p := &t.prefix
	n := p.events
	e := &t.events[n]
	p.events++
	if e.kind != ev.Kind || e.obj != ev.Obj || e.wasCAS != ev.WasCAS || e.last != ev.Last || e.last2 != ev.PartnerLast ||
		e.decision != ev.Decision || int(e.effEnd-e.effNode) != len(ev.Effects) {
		return false
	}
	e.val, e.arg = ev.Val, ev.Arg
	for i := range ev.Effects {
		if f, k := &ev.Effects[i], &t.nodes[int(e.effNode)+i]; f.Obj != k.obj || f.Write != k.write {
			return false
		}
	}
	if e.op == p.ops {
		p.ops++ // of a task that nobody created: see record
	}
	return t.repeatsBirths(st, ev) &&
		(e.last || t.repeatsOp(st.Op(ev.Task), ev.Task)) &&
		(!e.joint || e.last2 || t.repeatsOp(st.Op(ev.Partner), ev.Partner))
}

// repeatsBirths compares the tasks that the present event has created.
func (t *trace) repeatsBirths(st checker.State, ev *checker.Event) bool {
	n := t.prefix.events - 1
	e := &t.events[n]
	if ev.Child == checker.NoTask {
		return e.births == 0
	}
	if int(e.births) != 1+len(ev.More) {
		return false
	}
	for i := range e.births {
		b := checker.Born{Task: ev.Child, Last: ev.ChildLast}
		if i > 0 {
			b = ev.More[i-1]
		}
		if c := &t.tasks[e.child+i]; c.name != b.Task || (c.end == n) != b.Last || !b.Last && !t.repeatsOp(st.Op(b.Task), b.Task) {
			return false
		}
	}
	return true
}

// repeatsOp compares the next operation that is announced.
func (t *trace) repeatsOp(op *checker.Op, task checker.Task) bool {
	p := &t.prefix
	if int(p.ops) >= len(t.ops) {
		return false
	}
	o := &t.ops[p.ops]
	p.ops++
	if t.tasks[o.task].name != task || o.kind != op.Kind || o.obj != op.Obj || o.partner != op.Partner ||
		o.hasDefault != op.HasDefault || o.waits != op.Waits || int(o.caseLen) != len(op.Cases) {
		return false
	}
	o.arg = op.Arg
	for i := range op.Cases {
		if t.cases[int(o.caseOff)+i] != op.Cases[i] {
			return false
		}
	}
	return true
}
