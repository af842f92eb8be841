package explore

import "gocheck.dev/checker"

// keyOfTask is the key of a task's name, so that keys of events mean the same in all
// processes, whatever numbers these have given to the tasks. That of NoTask is 0.
func (t *trace) keyOfTask(q checker.Task) key {
	if q == checker.NoTask {
		return key{}
	}
	for int(q) >= len(t.named) {
		n := checker.Task(len(t.named))
		k := key{}.and(uint64(n))
		if _, ok := t.program.(checker.Namer); ok {
			k = keyOfName(t.program.TaskName(n))
		}
		t.named = append(t.named, k)
	}
	return t.named[q]
}

// eventKey identifies the event that e describes with the predecessors of v:
// task, number in the task, kind, decision, and the keys of the predecessors,
// that is its whole history. The program being deterministic, events with one
// key are one event (docs/design/algorithms.md, section 2).
func (t *trace) eventKey(e *event, v *view) key {
	op := &t.ops[e.op]
	var past key
	for _, p := range v.preds {
		past.sum(t.events[p].key)
	}
	return keyOf(t.tasks[op.task].key, op.index, e.kind, e.choice, e.pchoice, t.keyOfTask(e.partner)).with(past)
}

// deadKey identifies the pseudo event "nothing comes after in": see
// quiescent.go.
func (t *trace) deadKey(in set) key {
	past := key{}.and(1)
	for f := in.next(0); f >= 0; f = in.next(f + 1) {
		past.sum(t.events[f].key)
	}
	return past.with(key{}.and(2))
}

// leader is the event after which e comes in a chain, or -1. What the task announces
// after an event is a function of that event; so at most one event comes after it
// like this.
func (t *trace) leader(e *event) int32 {
	op := &t.ops[e.op]
	if e.predLen == 1 && t.preds[e.predOff] == op.prev && t.leads(e, op) {
		return op.prev
	}
	return -1
}

// leads says whether e, which performs op, comes after op.prev in a chain if that is its
// only predecessor.
func (t *trace) leads(e *event, op *operation) bool {
	return op.prev >= 0 && t.events[op.prev].task == e.task && e.kind == op.kind &&
		e.op2 < 0 && e.choice == 0 && e.pchoice == 0 && e.partner == checker.NoTask
}

// followerKey is the key of what comes after op.prev in a chain.
func (t *trace) followerKey(op *operation) key {
	var past key
	past.sum(t.events[op.prev].key)
	return keyOf(t.tasks[op.task].key, op.index, op.kind, 0, 0, key{}).with(past)
}

// whole identifies the trace.
func (t *trace) whole() key { return t.sum }

// actionKey identifies an action that resolves to the kind: the task's state,
// that is the events before it in program order, and the decision.
func (t *trace) actionKey(op *operation, op2 int32, kind checker.Kind, choice, pchoice int32, partner checker.Task) key {
	switch op.kind {
	case checker.TryLock, checker.TryRLock, checker.Add, checker.Unlock, checker.RUnlock:
		// The set does not decide between these: see action.as.
	default:
		kind = checker.NoKind
	}
	k := keyOf(t.tasks[op.task].key, op.index, kind, choice, pchoice, t.keyOfTask(partner))
	if op.prev >= 0 {
		k = k.with(t.events[op.prev].key)
	}
	if op2 >= 0 {
		if p := t.ops[op2].prev; p >= 0 {
			k = k.with(t.events[p].key)
		}
	}
	return k
}

// member is an event: so many are before it in the chain.
type member struct {
	id  uint32
	off uint8
}

// step is a decision and the event that it has to lead to.
type step struct {
	dec checker.Decision
	key key
}

// steps appends the steps of the trace.
func (t *trace) steps(buf []step) []step {
	for i := range t.events {
		buf = append(buf, step{t.events[i].decision, t.events[i].key})
	}
	return buf
}
