package trace

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
)

// What a loop that waits has read, and whether it has changed.

// spinReady: something has changed since the round before has first used it.
// Nothing makes that untrue again, and nothing that is left out of in makes it true.
func (t *Trace) spinReady(op *Operation, in flat.Set) Verdict {
	if t.changed(op, t.Cases[op.CaseOff:op.CaseOff+op.CaseLen], in) {
		return Ready
	}
	return Never
}

// rests says whether the loop that op belongs to sees, at the time that op waits for, what it
// has seen already.
func (t *Trace) rests(op *Operation, in flat.Set) bool {
	from := op.CaseOff + op.CaseLen
	return op.SeenLen > 0 && !t.changed(op, t.Cases[from:from+op.SeenLen], in)
}

// changed says whether something has changed that op's task has used.
func (t *Trace) changed(op *Operation, used []checker.Case, in flat.Set) bool {
	for _, c := range used {
		if c.Kind == checker.NoKind {
			continue
		}
		past := t.HistOf(t.numbered(op, c))
		if c.Kind == checker.Tick || c.Kind == checker.TimerRecv {
			if k := t.TickIn(in); k >= 0 && !past.Has(k) {
				return true
			}
		}
		if c.Kind == checker.Tick {
			continue
		}
		for n := t.Heads[c.Obj]; n >= 0; n = t.Nodes[n].Prev {
			if f := t.Nodes[n].Ev; in.Has(f) && !past.Has(f) && t.changes(&t.Nodes[n]) {
				return true
			}
		}
	}
	return false
}

// numbered is the event in which c was used first, or the one that made the task,
// where the first steps of the task are folded into it.
func (t *Trace) numbered(op *Operation, c checker.Case) int32 {
	task := op.Task
	if c.By != 0 {
		task = int32(c.By)
	}
	for f := op.Prev; ; f-- {
		e := &t.Events[f]
		if e.created(task) || e.Task == task && t.Ops[e.Op].Index == c.At || e.Joint && e.Task2 == task && t.Ops[e.Op2].Index == c.At {
			return f
		}
	}
}

// changes says whether a use of an object changes what a round has seen of it.
func (t *Trace) changes(n *Node) bool {
	if n.Eff {
		return n.Write
	}
	switch e := &t.Events[n.Ev]; t.Infos[n.Obj].Kind {
	case checker.VarObject:
		return e.Kind == checker.Write || e.Kind.Updates()
	case checker.LockObject:
		return e.Kind == checker.LockBusy
	case checker.ChanObject:
		return e.Kind == checker.Send || e.Kind == checker.Recv || e.Kind == checker.Close
	case checker.TimerObject:
		return e.Kind == checker.TimerSet || e.Kind == checker.TimerStop || e.Kind == checker.TimerFire || e.Kind == checker.TimerRecv
	}
	return false
}
