package trace

import (
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
)

// This file takes down an execution, event by event.

func (t *Trace) info(st checker.State, o checker.Object) *checker.ObjectInfo {
	for int(o) >= len(t.Heads) {
		t.Heads = append(t.Heads, -1)
		t.Infos = append(t.Infos, checker.ObjectInfo{})
	}
	if t.Heads[o] < 0 {
		t.Infos[o] = st.Object(o)
	}
	return &t.Infos[o]
}

// whole is the object that an effect is on, in a trace.
func (t *Trace) whole(st checker.State, o checker.Object) checker.Object {
	if w := t.info(st, o).Whole; w != 0 {
		o = w - 1
		t.info(st, o)
	}
	return o
}

// use records that event e uses object o.
func (t *Trace) use(e int32, o checker.Object, c Class) {
	t.useAs(Node{Ev: e, Obj: o, Class: c})
}

// useAs is use, of an effect too.
func (t *Trace) useAs(n Node) {
	o := n.Obj
	prev := t.Heads[o]
	n.Prev, n.other = prev, prev
	if prev < 0 {
		t.Objs = append(t.Objs, o)
	} else if before := &t.Nodes[prev]; before.Class == n.Class {
		n.other = before.other
	}
	t.leap(&n)
	n.After = n.Class == Writes && t.Infos[o].Kind == checker.VarObject || t.comesAfter(&n)
	t.Nodes = append(t.Nodes, n)
	t.Heads[o] = int32(len(t.Nodes) - 1)
}

// announce records the next operation of a task, announced after event prev.
func (t *Trace) announce(st checker.State, task int32, prev int32, index uint32) {
	op := st.Op(t.Tasks[task].Name)
	o := Operation{Kind: op.Kind, Obj: op.Obj, Arg: op.Arg, Partner: op.Partner, Most: op.Most, HasDefault: op.HasDefault, Waits: op.Waits, loop: op.Loop, User: op.User, Alike: op.Alike, Pos: op.Pos,
		Task: task, Index: index, Prev: prev, Exec: -1, CaseOff: int32(len(t.Cases)), CaseLen: int32(len(op.Cases))}
	if len(op.Cases) > 0 {
		t.Cases = append(t.Cases, op.Cases...)
	}
	if len(op.Seen) > 0 {
		o.SeenLen = int32(len(op.Seen))
		t.Cases = append(t.Cases, op.Seen...)
	}
	switch op.Kind {
	case checker.Spawn, checker.Join, checker.Choose, checker.Yield, checker.Sleep, checker.Tick, checker.NoKind:
	case checker.Begin:
		if t.Tasks[task].Handler >= 0 {
			t.info(st, op.Obj)
		}
	case checker.Select, checker.Spin:
		meets := false
		for i := range op.Cases {
			if k := op.Cases[i].Kind; k != checker.NoKind && k != checker.Tick {
				unbuffered := t.info(st, op.Cases[i].Obj).Cap == 0
				meets = meets || (k == checker.Send || k == checker.Recv) && unbuffered
			}
		}
		if meets && op.Kind == checker.Select && !op.HasDefault {
			t.Partners = append(t.Partners, int32(len(t.Ops)))
		}
	case checker.Send, checker.Recv:
		if t.info(st, op.Obj).Cap == 0 {
			t.Partners = append(t.Partners, int32(len(t.Ops)))
		}
	default:
		t.info(st, op.Obj)
	}
	if t.sticks(&o) {
		t.Sticky++
	}
	t.Tasks[task].Op = int32(len(t.Ops))
	t.Ops = append(t.Ops, o)
}

// Begin records the tasks that are there at the beginning.
func (t *Trace) Begin(st checker.State) {
	for _, name := range st.Tasks() {
		if i := t.TaskIndex(name); t.Tasks[i].Op < 0 {
			t.announce(st, i, -1, 0)
		}
	}
}

// Record appends an event. It returns its key.
func (t *Trace) Record(st checker.State, ev *checker.Event) flat.Key {
	n := int32(len(t.Events))
	task := t.TaskIndex(ev.Task)
	if t.Tasks[task].Op < 0 && t.Tasks[task].End < 0 {
		// A task that nobody created: the clock, in a program that makes it late.
		t.Ops = append(t.Ops, Operation{Kind: ev.Op.Kind, Obj: ev.Op.Obj, Arg: ev.Op.Arg, Partner: ev.Op.Partner, Task: task, Prev: -1, Exec: -1})
		t.Tasks[task].Op = int32(len(t.Ops) - 1)
	}
	t.Events = append(t.Events, Event{Kind: ev.Kind, Choice: ev.Choice, PChoice: ev.PartnerChoice, Partner: ev.Partner,
		Op: t.Tasks[task].Op, Op2: -1, Task: task, Task2: -1, Child: -1, Obj: ev.Obj, Arg: ev.Arg, Val: ev.Val, wasCAS: ev.WasCAS,
		Last: ev.Last, Last2: ev.PartnerLast, closed: -1, predOff: int32(len(t.Preds)), Decision: ev.Decision})
	e := &t.Events[n]
	if ev.Kind == checker.Send && ev.Partner != checker.NoTask {
		e.Joint = true
		e.Task2 = t.TaskIndex(ev.Partner)
		e.Op2 = t.Tasks[e.Task2].Op
	}
	t.grow(n)
	v, row := &t.view, t.HistOf(n)
	v.startIn(row, t, t.Ops[e.Op].Prev, e.Op2, nil)
	t.Depend(v, e)
	e.OpPreds = int32(len(v.Preds))
	e.EffNode = int32(len(t.Nodes))
	t.uses(n)
	e.EffNode = int32(len(t.Nodes))
	for i := range ev.Effects {
		f := &ev.Effects[i]
		v.access(t, t.whole(st, f.Obj), ClassOfEffect(f), n)
	}
	for i := range ev.Effects {
		f := &ev.Effects[i]
		t.useAs(Node{Ev: n, Obj: t.whole(st, f.Obj), Class: ClassOfEffect(f), Eff: true, Write: f.Write})
	}
	e.EffEnd = int32(len(t.Nodes))
	row.Add(n)
	t.Preds = append(t.Preds, v.Preds...)
	e.PredLen = int32(len(v.Preds))
	e.Key = t.EventKey(e, v)
	t.sum.Toggle(e.Key)

	t.Ops[e.Op].Exec, t.Ops[e.Op].Named, t.Ops[e.Op].Names = n, ev.Named, ev.Names
	if e.Joint {
		t.Ops[e.Op2].Exec = n
	}
	if e.Kind == checker.Tick {
		t.LastTick, t.Ticks = n, append(t.Ticks, n)
	}
	if t.isFault(e) {
		t.Faults = append(t.Faults, n)
	}
	if e.Kind == checker.Default {
		t.Defaults = append(t.Defaults, n)
	}
	t.flag(e)
	t.Misused = t.Misused || e.Kind == checker.BadUnlock || e.Kind == checker.Unlock && e.OpPreds > 1 || e.Kind == checker.RUnlock && !t.Reading(task, e.Obj, n)
	if m := &t.Tasks[task]; m.Handler >= 0 && m.Start < 0 {
		m.Start = n
		t.Mailing = append(t.Mailing, Mail{n, task, m.Handler, MailStart})
	}
	if ev.Child != checker.NoTask {
		e.Child, e.Births = t.TaskIndex(ev.Child), int32(1+len(ev.More))
		if ev.Kind == checker.Post || ev.Kind == checker.PostFront {
			t.posted(st, n, e.Child)
		}
		t.born(st, n, e.Child, ev.ChildLast)
		for _, b := range ev.More {
			t.born(st, n, t.TaskIndex(b.Task), b.Last)
		}
	}
	t.ended(st, n, task, ev.Last, ev.Index)
	if e.Joint {
		t.ended(st, n, e.Task2, ev.PartnerLast, ev.PartnerIndex)
	}
	return t.Events[n].Key
}

// born takes down what a task that event n has created has announced, or that it has
// ended.
func (t *Trace) born(st checker.State, n, task int32, last bool) {
	if last {
		t.Tasks[task].End = n
		t.Events[n].Last3 = true
		return
	}
	t.announce(st, task, n, 0)
}

// created says whether it is the event that has created the task.
func (e *Event) created(task int32) bool { return task >= e.Child && task < e.Child+e.Births }

// Reading says whether the task has read-locked o more often than it has
// unlocked it before event n, where it never had unlocked it more often than that
// before.
func (t *Trace) Reading(task int32, o checker.Object, n int32) bool {
	held := 0
	for k := t.Heads[o]; k >= 0; k = t.Nodes[k].Prev {
		if e := &t.Events[t.Nodes[k].Ev]; e.Task == task && t.Nodes[k].Ev != n {
			switch e.Kind {
			case checker.RLock:
				if held++; held > 0 {
					return true
				}
			case checker.RUnlock:
				held--
			}
		}
	}
	return false
}

// ended closes the event for one of its tasks.
func (t *Trace) ended(st checker.State, n, task int32, last bool, index uint32) {
	if last {
		m := &t.Tasks[task]
		m.Op, m.End = -1, n
		if m.Handler >= 0 {
			t.Mailing = append(t.Mailing, Mail{n, task, m.Handler, MailEnd})
		}
		return
	}
	t.announce(st, task, n, index+1)
}

// posted records that event n put message c into its mailbox.
func (t *Trace) posted(st checker.State, n, c int32) {
	e := &t.Events[n]
	h := -1
	for i := range t.Handlers {
		if t.Handlers[i].Obj == e.Obj {
			h = i
		}
	}
	if h < 0 {
		h = len(t.Handlers)
		if h < cap(t.Handlers) {
			t.Handlers = t.Handlers[:h+1]
			t.Handlers[h].Messages = t.Handlers[h].Messages[:0]
		} else {
			t.Handlers = append(t.Handlers, Handler{})
		}
		t.Handlers[h].Obj = e.Obj
		t.Handlers[h].FIFO = t.info(st, e.Obj).FIFO
		t.Handlers[h].Fronts = false
	}
	r := &t.Handlers[h]
	r.Messages = append(r.Messages, c)
	if e.Kind == checker.PostFront && r.FIFO {
		r.Fronts = true
	}
	t.Tasks[c].Handler = int32(h)
	t.Tasks[c].Post = n
	t.Mailing = append(t.Mailing, Mail{n, c, int32(h), MailPost})
}

// grow makes room for the row of event n, with undefined content; where it does not fit,
// all rows get twice as wide.
func (t *Trace) grow(n int32) {
	if int(n) >= t.Words*64 {
		old, w := t.Hist, t.Words
		t.Words *= 2
		t.Hist = make([]uint64, 0, 2*len(old)+1024)
		for i := range int(n) {
			t.Hist = append(t.Hist, old[i*w:(i+1)*w]...)
			for range w {
				t.Hist = append(t.Hist, 0)
			}
		}
	}
	to := len(t.Hist) + t.Words
	t.Hist = slices.Grow(t.Hist, t.Words)[:to]
}
