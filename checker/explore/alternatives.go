package explore

import "gocheck.dev/checker"

// alternatives appends everything that operation i could come to in some
// execution that has the same events before it, whether or not it is ready in
// this one; a rendezvous at the sender only.
func (t *trace) alternatives(acts []action, i int32) []action {
	op := &t.ops[i]
	a := action{op: i, op2: -1, partner: checker.NoTask}
	switch op.kind {
	case checker.Select:
		for j := range op.caseLen {
			c := &t.cases[op.caseOff+j]
			a.choice = j
			acts = t.caseAlternatives(acts, a, op, c.Kind, c.Obj)
		}
		if op.hasDefault && !op.waits {
			a.choice = checker.DefaultCase
			acts = append(acts, a)
		}
		return acts
	case checker.Send, checker.Recv:
		return t.caseAlternatives(acts, a, op, op.kind, op.obj)
	case checker.Signal:
		acts = append(acts, a)
		for n := t.heads[op.obj]; n >= 0; n = t.nodes[n].prev {
			e := &t.events[t.nodes[n].ev]
			if e.kind == checker.Enqueue && e.task != op.task && !offered(acts, t.tasks[e.task].name) {
				a.partner = t.tasks[e.task].name
				acts = append(acts, a)
			}
		}
		return acts
	case checker.TryLock, checker.TryRLock:
		if !op.waits {
			a.as = checker.LockBusy
			acts = append(acts, a)
		}
		a.as = checker.Lock
		if op.kind == checker.TryRLock {
			a.as = checker.RLock
		}
		return append(acts, a)
	case checker.Unlock, checker.RUnlock:
		if !t.misused {
			break
		}
		a.as = op.kind
		acts = append(acts, a)
		a.as = checker.BadUnlock
		return append(acts, a)
	case checker.Add:
		a.as = checker.Add
		acts = append(acts, a)
		if op.arg < 0 && t.groups {
			a.as = checker.AddNegative
			acts = append(acts, a)
		}
		return acts
	case checker.Choose:
		for v := range op.arg {
			a.choice = int32(v)
			acts = append(acts, a)
		}
		return acts
	}
	return append(acts, a)
}

func offered(acts []action, u checker.Task) bool {
	for i := range acts {
		if acts[i].partner == u {
			return true
		}
	}
	return false
}

// caseAlternatives are those of one case of a select, or of a Send or Recv.
func (t *trace) caseAlternatives(acts []action, a action, op *operation, kind checker.Kind, o checker.Object) []action {
	if kind == checker.NoKind {
		return acts
	}
	if kind != checker.Send && kind != checker.Recv || t.infos[o].Cap > 0 {
		return append(acts, a)
	}
	for n := t.heads[o]; n >= 0; n = t.nodes[n].prev {
		if t.events[t.nodes[n].ev].kind == checker.Close {
			acts = append(acts, a)
			break
		}
	}
	if kind == checker.Recv {
		return acts
	}
	for j := range t.ops {
		b := &t.ops[j]
		if b.task == op.task || b.hasDefault && op.hasDefault {
			continue
		}
		a.op2, a.partner, a.pchoice = int32(j), t.tasks[b.task].name, 0
		if b.kind == checker.Recv && b.obj == o {
			acts = append(acts, a)
		}
		if b.kind == checker.Select {
			for k := range b.caseLen {
				if c := &t.cases[b.caseOff+k]; c.Kind == checker.Recv && c.Obj == o {
					a.pchoice = k
					acts = append(acts, a)
				}
			}
		}
	}
	return acts
}
