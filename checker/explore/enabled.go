package explore

import (
	"slices"

	"gocheck.dev/checker"
)

// action is an alternative of an announced operation (of two, for a
// rendezvous) that might come next after a set of events.
type action struct {
	op, op2 int32        // op2: the receiver's operation, or -1
	as      checker.Kind // the kind that it is to be resolved to, where the set does not decide: NoKind else
	choice  int32
	pchoice int32
	partner checker.Task // Decision.Partner
}

// verdict says whether an action can come next after a set.
type verdict uint8

const (
	ready   verdict = iota
	dropAll         // not unless all events of trace.drops leave the set
	dropAny         // not unless one of them does
	never           // not by leaving anything out
)

// The verdicts rest on one argument (docs/design/algorithms.md): let w be a smaller
// set after which the action is ready, closed under happens-before as the set
// is. What the set lacks, w lacks. So whoever holds a lock in the set and has
// not released it in the set holds it after w, unless the acquisition is not in
// w: it has to go. In the same way for every other object.

// resolve says whether a is ready after the events of in, and if so fills in e
// as the event that it would be, up to its predecessors.
func (t *trace) resolve(a *action, in set, e *event) verdict {
	op := &t.ops[a.op]
	*e = event{kind: op.kind, obj: op.obj, op: a.op, op2: a.op2, task: op.task, task2: -1, choice: a.choice, pchoice: a.pchoice,
		partner: a.partner, child: -1, closed: -1, arg: op.arg}
	t.drops = t.drops[:0]
	if op.kind == checker.Select {
		if a.choice == checker.DefaultCase {
			e.kind, e.obj = checker.Default, 0
			return t.defaultReady(op, in)
		}
		c := &t.cases[op.caseOff+a.choice]
		e.kind, e.obj = c.Kind, c.Obj
	}
	switch e.kind {
	case checker.Begin:
		return t.resolveBegin(op, in)
	case checker.Post, checker.PostFront:
		return t.resolvePost(e, in)
	case checker.CAS, checker.Store:
		return t.resolveByValue(op, in, e)
	case checker.Join:
		if end := t.endOf(op.partner); end >= 0 && in.has(end) {
			return ready
		}
		return never
	case checker.Await:
		return t.awaitReady(e.obj, in)
	case checker.Lock, checker.Arrive, checker.RLock, checker.TryLock, checker.TryRLock, checker.Unlock, checker.RUnlock:
		return t.resolveLock(a, op, in, e)
	case checker.Send, checker.Recv, checker.Close:
		return t.resolveChannel(a, in, e)
	case checker.Add:
		return t.resolveAdd(a, in, e)
	case checker.Wait:
		if t.counter(e.obj, in) > 0 {
			return t.dropAdds(e.obj, in)
		}
		return ready
	case checker.Wake:
		v := &t.view
		v.start(t, -1, -1, in)
		n := len(v.preds)
		t.dependOn(v, e, e.obj, unrelated)
		if len(v.preds) > n {
			return ready
		}
		return never
	case checker.Signal:
		return t.signalReady(a, in, e)
	case checker.Once:
		return t.resolveOnce(in, e)
	case checker.Spin:
		return t.spinReady(op, in)
	case checker.Sleep:
		if t.now(in) >= op.arg {
			return ready
		}
		return never
	case checker.TimerFire:
		// Only the newest task of the timer fires.
		for n := t.heads[e.obj]; n >= 0; n = t.nodes[n].prev {
			if f := t.nodes[n].ev; in.has(f) && t.events[f].child >= 0 {
				if t.events[f].child != op.task {
					return t.drop(f)
				}
				break
			}
		}
		return t.timerReady(e.obj, in)
	case checker.TimerRecv:
		return t.timerReady(e.obj, in)
	}
	if always[e.kind] {
		return ready
	}
	return never
}

// always has the kinds of operations that are ready after any set, whatever they
// come to.
var always = [checker.NumKinds]bool{
	checker.Read: true, checker.Write: true, checker.Inc: true, checker.Mask: true, checker.Merge: true, checker.CAS: true, checker.Store: true, checker.Spawn: true, checker.Post: true, checker.PostFront: true, checker.CloseHandler: true,
	checker.Enqueue: true, checker.Broadcast: true, checker.OnceEnd: true, checker.TimerSet: true, checker.TimerStop: true, checker.Choose: true, checker.Yield: true, checker.Len: true,
}

func (t *trace) drop(f int32) verdict {
	t.drops = append(t.drops, f)
	return dropAll
}

// newest is the newest event of in that uses o, or -1.
func (t *trace) newest(o checker.Object, in set) int32 {
	for n := t.heads[o]; n >= 0; n = t.nodes[n].prev {
		if in.has(t.nodes[n].ev) {
			return t.nodes[n].ev
		}
	}
	return -1
}

func (t *trace) endOf(name checker.Task) int32 {
	if int(name) < len(t.byTask) && t.byTask[name] >= 0 {
		return t.tasks[t.byTask[name]].end
	}
	return -1
}

func (t *trace) resolvePost(e *event, in set) verdict {
	for n := t.heads[e.obj]; n >= 0; n = t.nodes[n].prev {
		if f := t.nodes[n].ev; in.has(f) && t.events[f].kind == checker.CloseHandler {
			e.kind = checker.PostClosed
		}
	}
	return ready
}

// value is the value of a location after in: that of its last write. If that was an
// effect, or there is none, as far as the next event of the trace shows it.
func (t *trace) value(o checker.Object, in set) (val uint64, by int32, known bool) {
	first := int32(-1)
	by = -1
	for n := t.heads[o]; n >= 0; n = t.nodes[n].prev {
		nd := &t.nodes[n]
		e := &t.events[nd.ev]
		if nd.eff && nd.write && in.has(nd.ev) {
			by = nd.ev
			break
		}
		if nd.eff {
			if nd.write {
				first = -1
			}
			continue
		}
		if e.kind == checker.Write && in.has(nd.ev) {
			return e.val, nd.ev, true
		}
		if e.kind.Updates() && in.has(nd.ev) {
			return 0, nd.ev, false // it depends on what was there before
		}
		first = nd.ev
	}
	if first >= 0 {
		e := &t.events[first]
		switch {
		case e.kind == checker.Write && e.wasCAS:
			return uint64(e.arg), by, true
		case e.kind != checker.Write && !e.kind.Updates():
			return e.val, by, true
		}
	}
	return 0, by, false
}

// resolveByValue says what a CAS or a Store comes to.
func (t *trace) resolveByValue(op *operation, in set, e *event) verdict {
	v, _, known := t.value(e.obj, in)
	e.kind = checker.Read
	if (v == uint64(op.arg)) == (op.kind == checker.CAS) {
		e.kind = checker.Write
	}
	if !known {
		e.kind = checker.NoKind // only the execution will tell
	}
	return ready
}

func (t *trace) awaitReady(o checker.Object, in set) verdict {
	v, by, _ := t.value(o, in)
	switch {
	case v != 0:
		return ready
	case by >= 0:
		return t.drop(by)
	}
	return never
}

// dropNewest asks for one of the events of o that are last in in to leave.
func (t *trace) dropNewest(o checker.Object, in set) verdict {
	for n := t.heads[o]; n >= 0; n = t.nodes[n].prev {
		f := t.nodes[n].ev
		if !in.has(f) || t.nodes[n].eff {
			continue
		}
		last := true
		for _, g := range t.drops {
			last = last && !t.histOf(g).has(f)
		}
		if last {
			t.drops = append(t.drops, f)
		}
	}
	return dropAny
}

func (t *trace) counter(o checker.Object, in set) int64 {
	var sum int64
	for n := t.heads[o]; n >= 0; n = t.nodes[n].prev {
		if e := &t.events[t.nodes[n].ev]; e.kind == checker.Add && in.has(t.nodes[n].ev) {
			sum += e.arg
		}
	}
	return sum
}

// dropAdds: the counter is too high; the smaller set lacks some positive Add.
func (t *trace) dropAdds(o checker.Object, in set) verdict {
	for n := t.heads[o]; n >= 0; n = t.nodes[n].prev {
		if e := &t.events[t.nodes[n].ev]; e.kind == checker.Add && e.arg > 0 && in.has(t.nodes[n].ev) {
			t.drops = append(t.drops, t.nodes[n].ev)
		}
	}
	return dropAny
}

func (t *trace) resolveAdd(a *action, in set, e *event) verdict {
	below := t.counter(e.obj, in)+e.arg < 0
	if a.as == checker.AddNegative {
		e.kind = checker.AddNegative
		if below {
			return ready
		}
		return t.dropAdds(e.obj, in)
	}
	if !below {
		return ready
	}
	for n := t.heads[e.obj]; n >= 0; n = t.nodes[n].prev {
		if f := &t.events[t.nodes[n].ev]; f.kind == checker.Add && f.arg < 0 && in.has(t.nodes[n].ev) {
			t.drops = append(t.drops, t.nodes[n].ev)
		}
	}
	return dropAny
}

// takeLeft takes one mention of the task out of t.left: a later event has undone
// the one that is being looked at. It is false if there is none.
func (t *trace) takeLeft(task int32) bool {
	i := slices.Index(t.left, task)
	if i < 0 {
		return false
	}
	t.left = slices.Delete(t.left, i, i+1)
	return true
}

// waiting collects in t.readers, for every task that waits on the Cond after
// in and was not chosen, its Enqueue.
func (t *trace) waiting(o checker.Object, in set) {
	t.readers, t.left = t.readers[:0], t.left[:0]
	for n := t.heads[o]; n >= 0; n = t.nodes[n].prev {
		f := t.nodes[n].ev
		if !in.has(f) {
			continue
		}
		switch e := &t.events[f]; e.kind {
		case checker.Broadcast:
			return // whoever enqueued before it was chosen
		case checker.Signal:
			if e.partner != checker.NoTask {
				t.left = append(t.left, t.byTask[e.partner])
			}
		case checker.Enqueue:
			if !t.takeLeft(e.task) {
				t.readers = append(t.readers, f)
			}
		}
	}
}

func (t *trace) signalReady(a *action, in set, e *event) verdict {
	t.waiting(e.obj, in)
	if a.partner == checker.NoTask {
		if len(t.readers) == 0 {
			return ready
		}
		t.drops = append(t.drops, t.readers...)
		return dropAll
	}
	for _, f := range t.readers {
		if t.tasks[t.events[f].task].name == a.partner {
			return ready
		}
	}
	// Chosen by another already, unless it is not there.
	for n := t.heads[e.obj]; n >= 0; n = t.nodes[n].prev {
		f := t.nodes[n].ev
		if !in.has(f) {
			continue
		}
		fe := &t.events[f]
		if fe.kind == checker.Broadcast || fe.kind == checker.Signal && fe.partner == a.partner {
			return t.drop(f)
		}
	}
	return never
}

func (t *trace) resolveOnce(in set, e *event) verdict {
	for n := t.heads[e.obj]; n >= 0; n = t.nodes[n].prev {
		f := t.nodes[n].ev
		if !in.has(f) {
			continue
		}
		switch t.events[f].kind {
		case checker.OnceEnd:
			e.kind = checker.OnceDone
			return ready
		case checker.OnceFirst:
			return t.drop(f)
		}
	}
	e.kind = checker.OnceFirst
	return ready
}

// tickIn is the last Tick of in, or -1.
func (t *trace) tickIn(in set) int32 {
	for i := len(t.ticks) - 1; i >= 0; i-- {
		if in.has(t.ticks[i]) {
			return t.ticks[i]
		}
	}
	return -1
}

// now is the virtual time after in.
func (t *trace) now(in set) int64 {
	if k := t.tickIn(in); k >= 0 {
		return t.events[k].arg
	}
	return 0
}

// deadline is when the timer fires after in, and its newest event; false if it
// is not armed.
func (t *trace) deadline(o checker.Object, in set) (at int64, by int32, armed bool) {
	for n := t.heads[o]; n >= 0; n = t.nodes[n].prev {
		f := t.nodes[n].ev
		if !in.has(f) {
			continue
		}
		switch e := &t.events[f]; e.kind {
		case checker.TimerSet:
			return e.arg, f, true
		case checker.TimerRecv:
			return e.arg, f, e.arg != 0
		case checker.TimerStop, checker.TimerFire:
			return 0, f, false
		}
	}
	return 0, -1, false
}

func (t *trace) timerReady(o checker.Object, in set) verdict {
	at, by, armed := t.deadline(o, in)
	switch {
	case armed && at <= t.now(in):
		return ready
	case by >= 0:
		return t.drop(by)
	}
	return never
}

// mayStick notes of each handler whether some message of the set might get stuck.
func (t *trace) mayStick(in set) {
	for i := range t.handlers {
		t.handlers[i].sticks = false
	}
	for i := range t.ops {
		op := &t.ops[i]
		if !t.sticks(op) {
			continue
		}
		if m := &t.tasks[op.task]; m.start >= 0 && in.has(m.start) {
			t.handlers[m.handler].sticks = true
		}
	}
}

// sticks says whether a message might get stuck in the operation, which is one of its.
func (t *trace) sticks(op *operation) bool {
	return t.tasks[op.task].handler >= 0 && (blocks[op.kind] || op.waits)
}

// blocks has the kinds of operations that may have to wait.
var blocks = [checker.NumKinds]bool{
	checker.Join: true, checker.Await: true, checker.Lock: true, checker.Arrive: true, checker.RLock: true, checker.Send: true, checker.Recv: true, checker.Select: true, checker.Wait: true,
	checker.Wake: true, checker.Once: true, checker.Sleep: true, checker.TimerRecv: true, checker.Spin: true,
}
