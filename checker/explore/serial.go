package explore

import "gocheck.dev/checker"

// This file is the mode of a trace in which handlers are mutexes and messages
// are threads that take them, as the baselines of the papers have it
// (event-dpor §6, "Optimal-DPOR"; em-dpor-full §5): all messages of one handler
// are ordered, and so are all posts to one FIFO handler. Posts to a multiset
// commute: which message is taken is decided by who begins.

// serialClass is how a Begin, Post or PostFront uses its handler in a serial
// trace.
func (t *trace) serialClass(e *event) class {
	switch {
	case e.kind == checker.Begin && t.tasks[e.task].handler >= 0:
		return serves
	case e.kind != checker.Begin && t.infos[e.obj].FIFO:
		return writes
	}
	return classes[e.kind]
}

// served is the Begin of the message that handler o has served last in in (nil:
// so far), or -1.
func (t *trace) served(o checker.Object, in set) int32 {
	for n := t.heads[o]; n >= 0; n = t.nodes[n].prev {
		if f := t.nodes[n].ev; t.events[f].kind == checker.Begin && (in == nil || in.has(f)) {
			return f
		}
	}
	return -1
}

// dependServed adds the predecessors of a Begin on handler o: the last event of
// the message before, as a Lock comes after the Unlock before.
func (t *trace) dependServed(v *view, o checker.Object) {
	f := t.served(o, v.in)
	if f < 0 {
		return
	}
	if end := t.tasks[t.events[f].task].end; end >= 0 && v.has(end) {
		v.add(t, end)
	}
	v.add(t, f)
}

// resolveBegin: a goroutine can always begin, a message if its handler is idle.
// When the handler is not part of the trace, that is for simulate and saturation
// to say, and in any case which message of a FIFO mailbox is the first.
func (t *trace) resolveBegin(op *operation, in set) verdict {
	if !t.serial || t.tasks[op.task].handler < 0 {
		return ready
	}
	f := t.served(op.obj, in)
	if f < 0 {
		return ready
	}
	if end := t.tasks[t.events[f].task].end; end >= 0 && in.has(end) {
		return ready
	}
	return t.drop(f)
}

// fronts says whether some message was posted to the front of a FIFO mailbox.
func (t *trace) fronts() bool {
	for i := range t.handlers {
		if t.handlers[i].fronts {
			return true
		}
	}
	return false
}
