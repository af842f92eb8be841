package checker

// alternatives appends everything that operation i could come to in some
// execution that has the same events before it, whether or not it is ready in
// this one; a rendezvous at the sender only.
func (t *trace) alternatives(acts []action, i int32) []action {
	op := &t.ops[i]
	a := action{op: i, op2: -1, partner: NoTask}
	switch op.kind {
	case Select:
		for j := range op.caseLen {
			c := &t.cases[op.caseOff+j]
			a.choice = j
			acts = t.caseAlternatives(acts, a, op, c.Kind, c.Obj)
		}
		if op.hasDefault && !op.waits {
			a.choice = DefaultCase
			acts = append(acts, a)
		}
		return acts
	case Send, Recv:
		return t.caseAlternatives(acts, a, op, op.kind, op.obj)
	case Signal:
		acts = append(acts, a)
		for n := t.heads[op.obj]; n >= 0; n = t.nodes[n].prev {
			e := &t.events[t.nodes[n].ev]
			if e.kind == Enqueue && e.task != op.task && !offered(acts, t.tasks[e.task].name) {
				a.partner = t.tasks[e.task].name
				acts = append(acts, a)
			}
		}
		return acts
	case TryLock, TryRLock:
		if !op.waits {
			a.as = LockBusy
			acts = append(acts, a)
		}
		a.as = Lock
		if op.kind == TryRLock {
			a.as = RLock
		}
		return append(acts, a)
	case Unlock, RUnlock:
		if !t.misused {
			break
		}
		a.as = op.kind
		acts = append(acts, a)
		a.as = BadUnlock
		return append(acts, a)
	case Add:
		a.as = Add
		acts = append(acts, a)
		if op.arg < 0 && t.groups {
			a.as = AddNegative
			acts = append(acts, a)
		}
		return acts
	case Choose:
		for v := range op.arg {
			a.choice = int32(v)
			acts = append(acts, a)
		}
		return acts
	}
	return append(acts, a)
}

func offered(acts []action, u Task) bool {
	for i := range acts {
		if acts[i].partner == u {
			return true
		}
	}
	return false
}

// caseAlternatives are those of one case of a select, or of a Send or Recv.
func (t *trace) caseAlternatives(acts []action, a action, op *operation, kind Kind, o Object) []action {
	if kind == NoKind {
		return acts
	}
	if kind != Send && kind != Recv || t.infos[o].Cap > 0 {
		return append(acts, a)
	}
	for n := t.heads[o]; n >= 0; n = t.nodes[n].prev {
		if t.events[t.nodes[n].ev].kind == Close {
			acts = append(acts, a)
			break
		}
	}
	if kind == Recv {
		return acts
	}
	for j := range t.ops {
		b := &t.ops[j]
		if b.task == op.task || b.hasDefault && op.hasDefault {
			continue
		}
		a.op2, a.partner, a.pchoice = int32(j), t.tasks[b.task].name, 0
		if b.kind == Recv && b.obj == o {
			acts = append(acts, a)
		}
		if b.kind == Select {
			for k := range b.caseLen {
				if c := &t.cases[b.caseOff+k]; c.Kind == Recv && c.Obj == o {
					a.pchoice = k
					acts = append(acts, a)
				}
			}
		}
	}
	return acts
}
