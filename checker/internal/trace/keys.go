package trace

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
)

// KeyOfTask is the key of a task's name, so that keys of events mean the same in all
// processes, whatever numbers these have given to the tasks. That of NoTask is 0.
func (t *Trace) KeyOfTask(q checker.Task) flat.Key {
	if q == checker.NoTask {
		return flat.Key{}
	}
	for int(q) >= len(t.named) {
		n := checker.Task(len(t.named))
		k := flat.Key{}.And(uint64(n))
		if _, ok := t.Program.(checker.Namer); ok {
			k = flat.KeyOfName(t.Program.TaskName(n))
		}
		t.named = append(t.named, k)
	}
	return t.named[q]
}

// EventKey identifies the event that e describes with the predecessors of v:
// task, number in the task, kind, decision, and the keys of the predecessors,
// that is its whole history. The program being deterministic, events with one
// key are one event (docs/design/algorithms.md, section 2).
func (t *Trace) EventKey(e *Event, v *View) flat.Key {
	op := &t.Ops[e.Op]
	var past flat.Key
	for _, p := range v.Preds {
		past.Sum(t.Events[p].Key)
	}
	return flat.KeyOf(t.Tasks[op.Task].Key, op.Index, e.Kind, e.Choice, e.PChoice, t.KeyOfTask(e.Partner)).With(past)
}

// DeadKey identifies the pseudo event "nothing comes after in": see
// reversal/quiescent.go.
func (t *Trace) DeadKey(in flat.Set) flat.Key {
	past := flat.Key{}.And(1)
	for f := in.Next(0); f >= 0; f = in.Next(f + 1) {
		past.Sum(t.Events[f].Key)
	}
	return past.With(flat.Key{}.And(2))
}

// Leader is the event after which e comes in a chain, or -1. What the task announces
// after an event is a function of that event; so at most one event comes after it
// like this.
func (t *Trace) Leader(e *Event) int32 {
	op := &t.Ops[e.Op]
	if e.PredLen == 1 && t.Preds[e.predOff] == op.Prev && t.Leads(e, op) {
		return op.Prev
	}
	return -1
}

// Leads says whether e, which performs op, comes after op.Prev in a chain if that is its
// only predecessor.
func (t *Trace) Leads(e *Event, op *Operation) bool {
	return op.Prev >= 0 && t.Events[op.Prev].Task == e.Task && e.Kind == op.Kind &&
		e.Op2 < 0 && e.Choice == 0 && e.PChoice == 0 && e.Partner == checker.NoTask
}

// FollowerKey is the key of what comes after op.Prev in a chain.
func (t *Trace) FollowerKey(op *Operation) flat.Key {
	var past flat.Key
	past.Sum(t.Events[op.Prev].Key)
	return flat.KeyOf(t.Tasks[op.Task].Key, op.Index, op.Kind, 0, 0, flat.Key{}).With(past)
}

// Whole identifies the trace.
func (t *Trace) Whole() flat.Key { return t.sum }

// Open says whether the set does not decide to which kind of event such an operation comes: see
// Action.As.
func Open(k checker.Kind) bool {
	switch k {
	case checker.TryLock, checker.TryRLock, checker.Add, checker.Unlock, checker.RUnlock:
		return true
	}
	return false
}

// ActionKey identifies an action that resolves to the kind: the task's state,
// that is the events before it in program order, and the decision.
func (t *Trace) ActionKey(op *Operation, op2 int32, kind checker.Kind, choice, pchoice int32, partner checker.Task) flat.Key {
	if !Open(op.Kind) {
		kind = checker.NoKind
	}
	k := flat.KeyOf(t.Tasks[op.Task].Key, op.Index, kind, choice, pchoice, t.KeyOfTask(partner))
	if op.Prev >= 0 {
		k = k.With(t.Events[op.Prev].Key)
	}
	if op2 >= 0 {
		if p := t.Ops[op2].Prev; p >= 0 {
			k = k.With(t.Events[p].Key)
		}
	}
	return k
}

// Member is an event: so many are before it in the chain.
type Member struct {
	ID  uint32
	Off uint8
}

// Step is a decision and the event that it has to lead to.
type Step struct {
	Dec checker.Decision
	Key flat.Key
}

// Steps appends the steps of the trace.
func (t *Trace) Steps(buf []Step) []Step {
	for i := range t.Events {
		buf = append(buf, Step{t.Events[i].Decision, t.Events[i].Key})
	}
	return buf
}
