package trace

import "gocheck.dev/checker"

// Alternatives appends everything that operation i could come to in some
// execution that has the same events before it, whether or not it is ready in
// this one; a rendezvous at the sender only. The trace has to be finished.
func (t *Trace) Alternatives(acts []Action, i int32) []Action {
	op := &t.Ops[i]
	a := Action{Op: i, Op2: -1, Partner: checker.NoTask}
	switch op.Kind {
	case checker.Select:
		for j := range op.CaseLen {
			c := &t.Cases[op.CaseOff+j]
			a.Choice = j
			acts = t.caseAlternatives(acts, a, op, c.Kind, c.Obj)
		}
		if op.HasDefault && !op.Waits {
			a.Choice = checker.DefaultCase
			acts = append(acts, a)
		}
		return acts
	case checker.Send, checker.Recv:
		return t.caseAlternatives(acts, a, op, op.Kind, op.Obj)
	case checker.Signal:
		acts = append(acts, a)
		for n := t.Heads[op.Obj]; n >= 0; n = t.Nodes[n].Prev {
			e := &t.Events[t.Nodes[n].Ev]
			if e.Kind == checker.Enqueue && e.Task != op.Task && !offered(acts, t.Tasks[e.Task].Name) {
				a.Partner = t.Tasks[e.Task].Name
				acts = append(acts, a)
			}
		}
		return acts
	case checker.TryLock, checker.TryRLock:
		if !op.Waits {
			a.As = checker.LockBusy
			acts = append(acts, a)
		}
		a.As = checker.Lock
		if op.Kind == checker.TryRLock {
			a.As = checker.RLock
		}
		return append(acts, a)
	case checker.Unlock, checker.RUnlock:
		if !t.Misused {
			break
		}
		a.As = op.Kind
		acts = append(acts, a)
		a.As = checker.BadUnlock
		return append(acts, a)
	case checker.Add:
		a.As = checker.Add
		acts = append(acts, a)
		if op.Arg < 0 && t.Groups {
			a.As = checker.AddNegative
			acts = append(acts, a)
		}
		return acts
	case checker.Choose:
		for v := range op.Arg {
			a.Choice = int32(v)
			acts = append(acts, a)
		}
		return acts
	}
	return append(acts, a)
}

func offered(acts []Action, u checker.Task) bool {
	for i := range acts {
		if acts[i].Partner == u {
			return true
		}
	}
	return false
}

// caseAlternatives are those of one case of a select, or of a Send or Recv.
func (t *Trace) caseAlternatives(acts []Action, a Action, op *Operation, kind checker.Kind, o checker.Object) []Action {
	if kind == checker.NoKind {
		return acts
	}
	if kind != checker.Send && kind != checker.Recv || t.Infos[o].Cap > 0 {
		return append(acts, a)
	}
	if t.Channel(nil, o).Closed >= 0 {
		acts = append(acts, a)
	}
	if kind == checker.Recv {
		return acts
	}
	return t.rendezvous(acts, a, o)
}
