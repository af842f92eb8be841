package trace

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
)

// This file is the mode of a trace in which handlers are mutexes and messages
// are threads that take them, as the baselines of the papers have it
// (event-dpor §6, "Optimal-DPOR"; em-dpor-full §5): all messages of one handler
// are ordered, and so are all posts to one FIFO handler. Posts to a multiset
// commute: which message is taken is decided by the order of Begins.

// serialClass is how a Begin, Post or PostFront uses its handler in a serial
// trace.
func (t *Trace) serialClass(e *Event) Class {
	switch {
	case e.Kind == checker.Begin && t.Tasks[e.Task].Handler >= 0:
		return Serves
	case e.Kind != checker.Begin && t.Infos[e.Obj].FIFO:
		return Writes
	}
	return Classes[e.Kind]
}

// served is the Begin of the message that handler o has served last in in (nil:
// so far), or -1.
func (t *Trace) served(o checker.Object, in flat.Set) int32 {
	for n := t.Newest(o, in); n >= 0; n = t.Older(n, in) {
		if f := t.Nodes[n].Ev; t.Events[f].Kind == checker.Begin {
			return f
		}
	}
	return -1
}

// dependServed adds the predecessors of a Begin on handler o: the last event of
// the message before, as a Lock comes after the Unlock before.
func (t *Trace) dependServed(v *View, o checker.Object) {
	f := t.served(o, v.in)
	if f < 0 {
		return
	}
	if end := t.Tasks[t.Events[f].Task].End; end >= 0 && v.has(end) {
		v.add(t, end)
	}
	v.add(t, f)
}

// resolveBegin: a goroutine can always begin, a message if its handler is idle.
// When the handler is not part of the trace, that is for simulate and saturation
// to say, and in any case which message of a FIFO mailbox is the first.
func (t *Trace) resolveBegin(op *Operation, in flat.Set) Verdict {
	if !t.Serial || t.Tasks[op.Task].Handler < 0 {
		return Ready
	}
	f := t.served(op.Obj, in)
	if f < 0 {
		return Ready
	}
	if end := t.Tasks[t.Events[f].Task].End; end >= 0 && in.Has(end) {
		return Ready
	}
	return t.drop(f)
}

// Fronts says whether some message was posted to the front of a FIFO mailbox.
func (t *Trace) Fronts() bool {
	for i := range t.Handlers {
		if t.Handlers[i].Fronts {
			return true
		}
	}
	return false
}
