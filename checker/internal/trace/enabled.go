package trace

import (
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
)

// Action is an alternative of an announced operation (of two, for a
// rendezvous) that might come next after a set of events.
type Action struct {
	Op, Op2 int32        // op2: the receiver's operation, or -1
	As      checker.Kind // the kind that it is to be resolved to, where the set does not decide: NoKind else
	Choice  int32
	PChoice int32
	Partner checker.Task // Decision.Partner
}

// Verdict says whether an action can come next after a set.
type Verdict uint8

// The verdicts.
const (
	Ready   Verdict = iota
	DropAll         // not unless all events of Trace.Drops leave the set
	DropAny         // not unless one of them does
	Never           // not by leaving anything out
)

// The verdicts rest on one argument (docs/design/algorithms.md): let w be a smaller
// set after which the action is ready, closed under happens-before as the set
// is. What the set lacks, w lacks. So whoever holds a lock in the set and has
// not released it in the set holds it after w, unless the acquisition is not in
// w: it has to go. In the same way for every other object.

// Resolve says whether a is ready after the events of in, and if so fills in e
// as the event that it would be, up to its predecessors.
func (t *Trace) Resolve(a *Action, in flat.Set, e *Event) Verdict {
	op := &t.Ops[a.Op]
	*e = Event{Kind: op.Kind, Obj: op.Obj, Op: a.Op, Op2: a.Op2, Task: op.Task, Task2: -1, Choice: a.Choice, PChoice: a.PChoice,
		Partner: a.Partner, Child: -1, closed: -1, Arg: op.Arg}
	t.Drops = t.Drops[:0]
	if op.Kind == checker.Select {
		if a.Choice == checker.DefaultCase {
			e.Kind, e.Obj = checker.Default, 0
			return t.defaultReady(op, in)
		}
		c := &t.Cases[op.CaseOff+a.Choice]
		e.Kind, e.Obj = c.Kind, c.Obj
	}
	switch e.Kind {
	case checker.Begin:
		return t.resolveBegin(op, in)
	case checker.Post, checker.PostFront:
		return t.resolvePost(e, in)
	case checker.CAS, checker.Store:
		return t.resolveByValue(op, in, e)
	case checker.Join:
		if end := t.EndOf(op.Partner); end >= 0 && in.Has(end) {
			return Ready
		}
		return Never
	case checker.Await:
		return t.AwaitReady(e.Obj, in)
	case checker.Lock, checker.Arrive, checker.RLock, checker.TryLock, checker.TryRLock, checker.Unlock, checker.RUnlock:
		return t.resolveLock(a, op, in, e)
	case checker.Send, checker.Recv, checker.Close:
		return t.resolveChannel(a, in, e)
	case checker.Add:
		return t.resolveAdd(a, in, e)
	case checker.Wait:
		if t.counter(e.Obj, in) > 0 {
			return t.dropAdds(e.Obj, in)
		}
		return Ready
	case checker.Wake:
		v := &t.view
		v.Start(t, -1, -1, in)
		n := len(v.Preds)
		t.dependOn(v, e, e.Obj, Unrelated)
		if len(v.Preds) > n {
			return Ready
		}
		return Never
	case checker.Signal:
		return t.signalReady(a, in, e)
	case checker.Once:
		return t.resolveOnce(in, e)
	case checker.Spin:
		return t.spinReady(op, in)
	case checker.Tick:
		return t.pauseReady(op, in)
	case checker.Choose:
		return t.faultReady(op, a, in)
	case checker.Sleep:
		if t.Now(in) >= op.Arg {
			return Ready
		}
		return Never
	case checker.TimerFire:
		// Only the newest task of the timer fires.
		for n := t.Newest(e.Obj, in); n >= 0; n = t.Older(n, in) {
			if f := t.Nodes[n].Ev; t.Events[f].Child >= 0 {
				if t.Events[f].Child != op.Task {
					return t.drop(f)
				}
				break
			}
		}
		return t.timerReady(e.Obj, in)
	case checker.TimerRecv:
		return t.timerReady(e.Obj, in)
	}
	if Always[e.Kind] {
		return Ready
	}
	return Never
}

// Always has the kinds of operations that are ready after any set, whatever they
// come to.
var Always = [checker.NumKinds]bool{
	checker.Read: true, checker.Write: true, checker.Inc: true, checker.Mask: true, checker.Merge: true, checker.CAS: true, checker.Store: true, checker.Spawn: true, checker.Post: true, checker.PostFront: true, checker.CloseHandler: true,
	checker.Enqueue: true, checker.Broadcast: true, checker.OnceEnd: true, checker.TimerSet: true, checker.TimerStop: true, checker.Choose: true, checker.Yield: true, checker.Len: true,
}

func (t *Trace) drop(f int32) Verdict {
	t.Drops = append(t.Drops, f)
	return DropAll
}

// newest is the newest event of in that uses o, or -1.
func (t *Trace) newest(o checker.Object, in flat.Set) int32 {
	if n := t.Newest(o, in); n >= 0 {
		return t.Nodes[n].Ev
	}
	return -1
}

// EndOf is the event with which the task has ended, or -1.
func (t *Trace) EndOf(name checker.Task) int32 {
	if int(name) < len(t.ByTask) && t.ByTask[name] >= 0 {
		return t.Tasks[t.ByTask[name]].End
	}
	return -1
}

func (t *Trace) resolvePost(e *Event, in flat.Set) Verdict {
	for n := t.Newest(e.Obj, in); n >= 0; n = t.Older(n, in) {
		if t.Events[t.Nodes[n].Ev].Kind == checker.CloseHandler {
			e.Kind = checker.PostClosed
		}
	}
	return Ready
}

// Value is the value of a location after in: that of its last write. If that was an
// effect, or there is none, as far as the next event of the trace shows it.
func (t *Trace) Value(o checker.Object, in flat.Set) (val uint64, by int32, known bool) {
	if t.Infos[o].Vague {
		return 0, -1, false
	}
	last := t.Newest(o, in)
	for by = -1; last >= 0 && by < 0; last = t.Older(last, in) {
		nd := &t.Nodes[last]
		switch e := &t.Events[nd.Ev]; {
		case nd.Eff && nd.Write:
			by = nd.Ev
		case nd.Eff:
		case e.Kind == checker.Write:
			return e.Val, nd.Ev, true
		case e.Kind.Updates():
			return 0, nd.Ev, false // it depends on what was there before
		}
	}
	first := int32(-1)
	for n := t.Heads[o]; n >= 0 && t.Nodes[n].Ev > by; n = t.Nodes[n].Prev {
		switch nd := &t.Nodes[n]; {
		case !nd.Eff:
			first = nd.Ev
		case nd.Write:
			first = -1
		}
	}
	if first >= 0 {
		e := &t.Events[first]
		switch {
		case e.Kind == checker.Write && e.wasCAS:
			return uint64(e.Arg), by, true
		case e.Kind != checker.Write && !e.Kind.Updates():
			return e.Val, by, true
		}
	}
	return 0, by, false
}

// resolveByValue says what a CAS or a Store comes to.
func (t *Trace) resolveByValue(op *Operation, in flat.Set, e *Event) Verdict {
	v, _, known := t.Value(e.Obj, in)
	e.Kind = checker.Read
	if (v == uint64(op.Arg)) == (op.Kind == checker.CAS) {
		e.Kind = checker.Write
	}
	if !known {
		e.Kind = checker.NoKind // only the execution will tell
	}
	return Ready
}

// AwaitReady says whether an Await of o is ready after the events of in.
func (t *Trace) AwaitReady(o checker.Object, in flat.Set) Verdict {
	v, by, _ := t.Value(o, in)
	switch {
	case v != 0:
		return Ready
	case by >= 0:
		return t.drop(by)
	}
	return Never
}

// dropNewest asks for one of the events of o that are last in in to leave.
func (t *Trace) dropNewest(o checker.Object, in flat.Set) Verdict {
	for n := t.Newest(o, in); n >= 0; n = t.Older(n, in) {
		f := t.Nodes[n].Ev
		if t.Nodes[n].Eff {
			continue
		}
		last := true
		for _, g := range t.Drops {
			last = last && !t.HistOf(g).Has(f)
		}
		if last {
			t.Drops = append(t.Drops, f)
		}
	}
	return DropAny
}

func (t *Trace) counter(o checker.Object, in flat.Set) int64 {
	var sum int64
	for n := t.Heads[o]; n >= 0; n = t.Nodes[n].Prev {
		if e := &t.Events[t.Nodes[n].Ev]; e.Kind == checker.Add && in.Has(t.Nodes[n].Ev) {
			sum += e.Arg
		}
	}
	return sum
}

// dropAdds: the counter is too high; the smaller set lacks some positive Add.
func (t *Trace) dropAdds(o checker.Object, in flat.Set) Verdict {
	for n := t.Heads[o]; n >= 0; n = t.Nodes[n].Prev {
		if e := &t.Events[t.Nodes[n].Ev]; e.Kind == checker.Add && e.Arg > 0 && in.Has(t.Nodes[n].Ev) {
			t.Drops = append(t.Drops, t.Nodes[n].Ev)
		}
	}
	return DropAny
}

func (t *Trace) resolveAdd(a *Action, in flat.Set, e *Event) Verdict {
	below := t.counter(e.Obj, in)+e.Arg < 0
	if a.As == checker.AddNegative {
		e.Kind = checker.AddNegative
		if below {
			return Ready
		}
		return t.dropAdds(e.Obj, in)
	}
	if !below {
		return Ready
	}
	for n := t.Heads[e.Obj]; n >= 0; n = t.Nodes[n].Prev {
		if f := &t.Events[t.Nodes[n].Ev]; f.Kind == checker.Add && f.Arg < 0 && in.Has(t.Nodes[n].Ev) {
			t.Drops = append(t.Drops, t.Nodes[n].Ev)
		}
	}
	return DropAny
}

// takeLeft takes one mention of the task out of t.left: a later event has undone
// the one that is being looked at. It is false if there is none.
func (t *Trace) takeLeft(task int32) bool {
	i := slices.Index(t.left, task)
	if i < 0 {
		return false
	}
	t.left = slices.Delete(t.left, i, i+1)
	return true
}

// Waiting collects in t.Readers, for every task that waits on the Cond after
// in and was not chosen, its Enqueue.
func (t *Trace) Waiting(o checker.Object, in flat.Set) {
	t.Readers, t.left = t.Readers[:0], t.left[:0]
	for n := t.Newest(o, in); n >= 0; n = t.Older(n, in) {
		f := t.Nodes[n].Ev
		switch e := &t.Events[f]; e.Kind {
		case checker.Broadcast:
			return // whoever enqueued before it was chosen
		case checker.Signal:
			if e.Partner != checker.NoTask {
				t.left = append(t.left, t.ByTask[e.Partner])
			}
		case checker.Enqueue:
			if !t.takeLeft(e.Task) {
				t.Readers = append(t.Readers, f)
			}
		}
	}
}

func (t *Trace) signalReady(a *Action, in flat.Set, e *Event) Verdict {
	t.Waiting(e.Obj, in)
	if a.Partner == checker.NoTask {
		if len(t.Readers) == 0 {
			return Ready
		}
		t.Drops = append(t.Drops, t.Readers...)
		return DropAll
	}
	for _, f := range t.Readers {
		if t.Tasks[t.Events[f].Task].Name == a.Partner {
			return Ready
		}
	}
	// Chosen by another already, unless it is not there.
	for n := t.Newest(e.Obj, in); n >= 0; n = t.Older(n, in) {
		f := t.Nodes[n].Ev
		fe := &t.Events[f]
		if fe.Kind == checker.Broadcast || fe.Kind == checker.Signal && fe.Partner == a.Partner {
			return t.drop(f)
		}
	}
	return Never
}

func (t *Trace) resolveOnce(in flat.Set, e *Event) Verdict {
	for n := t.Newest(e.Obj, in); n >= 0; n = t.Older(n, in) {
		f := t.Nodes[n].Ev
		switch t.Events[f].Kind {
		case checker.OnceEnd:
			e.Kind = checker.OnceDone
			return Ready
		case checker.OnceFirst:
			return t.drop(f)
		}
	}
	e.Kind = checker.OnceFirst
	return Ready
}

// TickIn is the last Tick of in, or -1.
func (t *Trace) TickIn(in flat.Set) int32 {
	for i := len(t.Ticks) - 1; i >= 0; i-- {
		if in.Has(t.Ticks[i]) {
			return t.Ticks[i]
		}
	}
	return -1
}

// Now is the virtual time after in.
func (t *Trace) Now(in flat.Set) int64 {
	if k := t.TickIn(in); k >= 0 {
		return t.Events[k].Arg
	}
	return 0
}

// Deadline is when the timer fires after in, and its newest event; false if it
// is not armed.
func (t *Trace) Deadline(o checker.Object, in flat.Set) (at int64, by int32, armed bool) {
	for n := t.Newest(o, in); n >= 0; n = t.Older(n, in) {
		f := t.Nodes[n].Ev
		switch e := &t.Events[f]; e.Kind {
		case checker.TimerSet:
			return e.Arg, f, true
		case checker.TimerRecv:
			return e.Arg, f, e.Arg != 0
		case checker.TimerStop, checker.TimerFire:
			return 0, f, false
		}
	}
	return 0, -1, false
}

func (t *Trace) timerReady(o checker.Object, in flat.Set) Verdict {
	at, by, armed := t.Deadline(o, in)
	switch {
	case armed && at <= t.Now(in):
		return Ready
	case by >= 0:
		return t.drop(by)
	}
	return Never
}

// MayStick notes of each handler whether some message of the set might get stuck.
func (t *Trace) MayStick(in flat.Set) {
	for i := range t.Handlers {
		t.Handlers[i].Sticks = false
	}
	for i := range t.Ops {
		op := &t.Ops[i]
		if !t.sticks(op) {
			continue
		}
		if m := &t.Tasks[op.Task]; m.Start >= 0 && in.Has(m.Start) {
			t.Handlers[m.Handler].Sticks = true
		}
	}
}

// sticks says whether a message might get stuck in the operation, which is one of its.
func (t *Trace) sticks(op *Operation) bool {
	return t.Tasks[op.Task].Handler >= 0 && (Blocks[op.Kind] || op.Waits)
}

// Blocks has the kinds of operations that may have to wait.
var Blocks = [checker.NumKinds]bool{
	checker.Join: true, checker.Await: true, checker.Lock: true, checker.Arrive: true, checker.RLock: true, checker.Send: true, checker.Recv: true, checker.Select: true, checker.Wait: true,
	checker.Wake: true, checker.Once: true, checker.Sleep: true, checker.TimerRecv: true, checker.Spin: true,
}
