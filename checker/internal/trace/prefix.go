package trace

import "gocheck.dev/checker"

// Most of an execution is often what the one before it was: the same decisions
// have made the same events of it. This file lets a trace keep that prefix instead
// of taking it down again. All that is in the trace is a function of the decisions,
// but for values: addresses differ between executions. The numbers of objects are
// too, if the program numbers them in the order in which it comes to them (the
// controlled runtime does); that is not promised, so each repeated event is
// compared with what was kept of it: by the program (vocab.go: Repeater), or here.

// Prefix is how far an execution has come in the events that the trace has kept.
type Prefix struct {
	Kept   int32 // so many events
	Events int32 // of them that have happened again
	ops    int32 // operations that were announced again
}

// Keep leaves the first n events, for an execution that begins with them, instead
// of reset. It returns how many are left: 0, if that would not do.
func (t *Trace) Keep(n int) int {
	wide := t.wide()
	if n == 0 || t.Misused || t.Words < wide || t.Words > 2*wide {
		t.Reset()
		return 0
	}
	t.Cut(n)
	t.Prefix.Events = 0
	return n
}

// Cut takes back all events but the first n, which have happened.
func (t *Trace) Cut(n int) {
	for m := int32(len(t.Events)) - 1; m >= int32(n); m-- {
		t.undo(m)
	}
	t.Maximal, t.Effects, t.Groups, t.Orders = false, false, false, false
	if t.flagged {
		for i := range t.Events {
			t.flag(&t.Events[i])
		}
	}
	t.Prefix, t.Same = Prefix{Kept: int32(n), Events: int32(n)}, min(t.Same, n)
}

// flag notes what there is in the trace, by one of its events.
func (t *Trace) flag(e *Event) {
	t.Effects = t.Effects || e.EffNode < e.EffEnd
	t.Groups = t.Groups || e.Kind == checker.Add && e.Arg < 0 || e.Kind == checker.AddNegative
	t.Orders = t.Orders || e.Kind == checker.LockBusy || e.Kind == checker.Default
	t.flagged = t.flagged || t.Effects || t.Groups || t.Orders
}

// Begins says with how many of the events the steps begin, as far as their keys are
// known.
func (t *Trace) Begins(steps []Step) int {
	n := 0
	for n < min(len(steps), len(t.Events)) && steps[n].Key == t.Events[n].Key && steps[n].Dec == t.Events[n].Decision {
		n++
	}
	return n
}

// undo takes back the last event.
func (t *Trace) undo(n int32) {
	e := &t.Events[n]
	for o := len(t.Ops) - 1; o >= 0 && t.Ops[o].Prev == n; o-- {
		t.forget(o)
	}
	if e.Births > 0 {
		if h := t.Tasks[e.Child].Handler; h >= 0 {
			t.unpost(h)
		}
		for i := range t.Tasks[e.Child:] {
			t.ByTask[t.Tasks[int(e.Child)+i].Name] = -1
		}
		t.Tasks = t.Tasks[:e.Child]
	}
	t.present(e.Task, e.Op)
	if e.Joint {
		t.present(e.Task2, e.Op2)
	}
	if m := &t.Tasks[e.Task]; m.Start == n {
		m.Start = -1
	}
	if o := len(t.Ops) - 1; int(e.Op) == o && t.Ops[o].Prev < 0 && e.Kind == checker.Tick && t.Ops[o].Arg == 0 && int(e.Task) == len(t.Tasks)-1 {
		// Its task may have been made known with the event: record does that again.
		t.forget(o)
		t.ByTask[t.Tasks[e.Task].Name] = -1
		t.Tasks = t.Tasks[:e.Task]
	}
	for k := len(t.Nodes) - 1; k >= 0 && t.Nodes[k].Ev == n; k-- {
		obj, prev := t.Nodes[k].Obj, t.Nodes[k].Prev
		if t.Heads[obj] = prev; prev < 0 {
			t.Objs = t.Objs[:len(t.Objs)-1] // they are in the order of their first nodes
		}
		t.Nodes = t.Nodes[:k]
	}
	switch e.Kind {
	case checker.Tick:
		t.Ticks, t.LastTick = t.Ticks[:len(t.Ticks)-1], -1
		if last := len(t.Ticks) - 1; last >= 0 {
			t.LastTick = t.Ticks[last]
		}
	case checker.Default:
		t.Defaults = t.Defaults[:len(t.Defaults)-1]
	case checker.Choose:
		if t.isFault(e) {
			t.Faults = t.Faults[:len(t.Faults)-1]
		}
	}
	t.sum.Toggle(e.Key)
	for k := len(t.Mailing) - 1; k >= 0 && t.Mailing[k].Ev == n; k-- {
		t.Mailing = t.Mailing[:k]
	}
	t.Preds = t.Preds[:e.predOff]
	t.Hist = t.Hist[:int(n)*t.Words]
	t.Events = t.Events[:n]
}

// present makes op the operation that the task is about to make.
func (t *Trace) present(task, op int32) {
	t.Tasks[task].Op, t.Tasks[task].End = op, -1
	t.Ops[op].Exec = -1
}

// forget removes the last operation.
func (t *Trace) forget(o int) {
	if p := len(t.Partners) - 1; p >= 0 && int(t.Partners[p]) == o {
		t.Partners = t.Partners[:p]
	}
	op := &t.Ops[o]
	if op.CaseLen+op.SeenLen > 0 {
		t.Cases = t.Cases[:op.CaseOff]
	}
	if t.sticks(op) {
		t.Sticky--
	}
	t.Ops = t.Ops[:o]
}

// unpost takes the last message of a handler back.
func (t *Trace) unpost(h int32) {
	r := &t.Handlers[h]
	r.Messages = r.Messages[:len(r.Messages)-1]
	if len(r.Messages) == 0 {
		t.Handlers = t.Handlers[:h] // they are in the order of their first messages
		return
	}
	r.Fronts = false
	for _, m := range r.Messages {
		r.Fronts = r.Fronts || r.FIFO && t.Events[t.Tasks[m].Post].Kind == checker.PostFront
	}
}

// Repeating says whether the next event is one that was kept.
func (t *Trace) Repeating() bool { return t.Prefix.Events < t.Prefix.Kept }

// RepeatsBegin is begin for a trace with a prefix. False: the program is not as it
// was, nor is the trace from here on.
func (t *Trace) RepeatsBegin(st checker.State) bool {
	for _, name := range st.Tasks() {
		if !t.repeatsOp(st.Op(name), name) {
			return false
		}
	}
	return true
}

// Repeated is repeats for the first n of the events that were kept, of which the
// program says itself that they are what they were. It returns the kind of the last.
func (t *Trace) Repeated(st checker.State, n int, values []checker.Value, ev *checker.Event) (last checker.Kind) {
	if p := &t.Prefix; n < int(p.Kept) {
		t.Cut(n)
	} else {
		p.Events = p.Kept
	}
	for i := range values {
		v := &values[i]
		e := &t.Events[v.Event]
		e.Arg, e.Val, t.Ops[e.Op].Arg = v.Arg, v.Val, v.Announced
	}
	for i := range t.Tasks {
		if q := &t.Tasks[i]; q.Op >= 0 {
			t.Ops[q.Op].Arg = announcedIn(st, q.Name, ev).Arg
		}
	}
	if n > 0 {
		last = t.Events[n-1].Kind
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

// Repeats is record for an event that was kept. False: the numbers of objects are
// not what they were, or something else is not; the trace has only the events before
// it any more, and it is to be recorded.
func (t *Trace) Repeats(st checker.State, ev *checker.Event) bool {
	n := t.Prefix.Events
	if t.equals(st, ev) {
		return true
	}
	t.Cut(int(n))
	return false
}

// equals compares the next event with what was kept of it, but for values, which it
// renews. That an object is of the kind and capacity that it was is not asked.
func (t *Trace) equals(st checker.State, ev *checker.Event) bool {
	p := &t.Prefix
	n := p.Events
	e := &t.Events[n]
	p.Events++
	if e.Kind != ev.Kind || e.Obj != ev.Obj || e.wasCAS != ev.WasCAS || e.Last != ev.Last || e.Last2 != ev.PartnerLast ||
		e.Decision != ev.Decision || int(e.EffEnd-e.EffNode) != len(ev.Effects) {
		return false
	}
	e.Val, e.Arg = ev.Val, ev.Arg
	for i := range ev.Effects {
		if f, k := &ev.Effects[i], &t.Nodes[int(e.EffNode)+i]; t.whole(st, f.Obj) != k.Obj || f.Write != k.Write {
			return false
		}
	}
	if e.Op == p.ops {
		p.ops++ // of a task that nobody created: see record
	}
	return t.repeatsBirths(st, ev) &&
		(e.Last || t.repeatsOp(st.Op(ev.Task), ev.Task)) &&
		(!e.Joint || e.Last2 || t.repeatsOp(st.Op(ev.Partner), ev.Partner))
}

// repeatsBirths compares the tasks that the present event has created.
func (t *Trace) repeatsBirths(st checker.State, ev *checker.Event) bool {
	n := t.Prefix.Events - 1
	e := &t.Events[n]
	if ev.Child == checker.NoTask {
		return e.Births == 0
	}
	if int(e.Births) != 1+len(ev.More) {
		return false
	}
	for i := range e.Births {
		b := checker.Born{Task: ev.Child, Last: ev.ChildLast}
		if i > 0 {
			b = ev.More[i-1]
		}
		if c := &t.Tasks[e.Child+i]; c.Name != b.Task || (c.End == n) != b.Last || !b.Last && !t.repeatsOp(st.Op(b.Task), b.Task) {
			return false
		}
	}
	return true
}

// repeatsOp compares the next operation that is announced.
func (t *Trace) repeatsOp(op *checker.Op, task checker.Task) bool {
	p := &t.Prefix
	if int(p.ops) >= len(t.Ops) {
		return false
	}
	o := &t.Ops[p.ops]
	p.ops++
	if t.Tasks[o.Task].Name != task || o.Kind != op.Kind || o.Obj != op.Obj || o.Partner != op.Partner || o.Most != op.Most ||
		o.HasDefault != op.HasDefault || o.Waits != op.Waits || int(o.CaseLen) != len(op.Cases) {
		return false
	}
	o.Arg = op.Arg
	for i := range op.Cases {
		if t.Cases[int(o.CaseOff)+i] != op.Cases[i] {
			return false
		}
	}
	return true
}
