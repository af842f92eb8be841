package explore

import "gocheck.dev/checker"

// What a loop that waits has read, and whether it has changed.

// spinReady: something has changed since the round before has first used it.
// Nothing makes that untrue again, and nothing that is left out of in makes it true.
func (t *trace) spinReady(op *operation, in set) verdict {
	for _, c := range t.cases[op.caseOff : op.caseOff+op.caseLen] {
		past := t.histOf(t.numbered(op, c.At))
		if c.Kind == checker.Tick || c.Kind == checker.TimerRecv {
			if k := t.tickIn(in); k >= 0 && !past.has(k) {
				return ready
			}
		}
		if c.Kind == checker.Tick {
			continue
		}
		for n := t.heads[c.Obj]; n >= 0; n = t.nodes[n].prev {
			if f := t.nodes[n].ev; in.has(f) && !past.has(f) && t.changes(&t.nodes[n]) {
				return ready
			}
		}
	}
	return never
}

// numbered is the event with that number in the task of op, or the one that made
// the task, where the first steps of the task are folded into it.
func (t *trace) numbered(op *operation, number uint32) int32 {
	for f := op.prev; ; f-- {
		e := &t.events[f]
		if e.created(op.task) || e.task == op.task && t.ops[e.op].index == number || e.joint && e.task2 == op.task && t.ops[e.op2].index == number {
			return f
		}
	}
}

// changes says whether a use of an object changes what a round has seen of it.
func (t *trace) changes(n *node) bool {
	if n.eff {
		return n.write
	}
	switch e := &t.events[n.ev]; t.infos[n.obj].Kind {
	case checker.VarObject:
		return e.kind == checker.Write || e.kind.Updates()
	case checker.LockObject:
		return e.kind == checker.LockBusy
	case checker.ChanObject:
		return e.kind == checker.Send || e.kind == checker.Recv || e.kind == checker.Close
	case checker.TimerObject:
		return e.kind == checker.TimerSet || e.kind == checker.TimerStop || e.kind == checker.TimerFire || e.kind == checker.TimerRecv
	}
	return false
}
