package repro

// Who is woken in a Cond.Wait takes the lock again, where no gate can stand. If another goroutine
// is to have the lock before, it has to be in the queue for it when the first one is woken.

// relocked are the gates for the orders of a lock and one that a Cond.Wait takes again: the lock is
// asked for before the other one is woken.
func (t *trace) relocked(orders []gate) []gate {
	var all []gate
	for _, g := range orders {
		if g.choice || g.first < 0 || t.ops[g.first].Event != "lock" || t.relocks(g.first) || !t.relocks(g.then) {
			continue
		}
		if by := t.waker(g.then); by >= 0 && by < g.first && t.ops[by].Task != t.ops[g.first].Task {
			all = append(all, gate{first: g.first, then: by, again: true})
		}
	}
	return all
}

// waker is the operation that has woken the task that takes a lock again by operation i, -1: it is
// not known.
func (t *trace) waker(i int) int {
	ops := t.tasks[t.ops[i].Task].ops
	for k := len(ops) - 1; k >= 0; k-- {
		wake := ops[k]
		if wake >= i || t.ops[wake].Event != "wake" {
			continue
		}
		for j := wake - 1; j >= 0; j-- {
			op := &t.ops[j]
			if op.Object == t.ops[wake].Object && (op.Event == "broadcast" || op.Event == "signal" && (op.Other == "" || op.Other == t.ops[i].Task)) {
				return j
			}
		}
		return -1
	}
	return -1
}

// wakeLate puts the gate: who wakes waits for who asks for the lock, and then stays a while, for
// the one that it has woken to ask for the lock, too.
func (d *drawing) wakeLate(g gate, p *placed) bool {
	t := d.r.trace
	s, line, column, err := d.at(t.ops[g.first].Pos)
	if err != nil {
		return false
	}
	less, err := s.before(line, column, "Soon", g.name, 1)
	if err != nil {
		return false
	}
	p.First = d.point(g.first)
	p.First.Nth -= less
	if s, line, column, err = d.at(t.ops[g.then].Pos); err != nil {
		return false
	}
	at, err := s.spotAt(line, column)
	if err != nil || at.deferred() {
		return false
	}
	at.before(exprOf(s.call("Wait", quoted(g.name))))
	at.after(exprOf(s.call("Stay", quoted(g.name))))
	p.Then = d.point(g.then)
	return true
}
