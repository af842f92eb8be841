package explore

import "gocheck.dev/checker"

// The state of channels after a set of events, and what it lets happen.

func (t *trace) resolveChannel(a *action, in set, e *event) verdict {
	s := t.channel(in, e.obj)
	size := int32(t.infos[e.obj].Cap)
	switch {
	case a.op2 >= 0: // rendezvous
		e.joint = true
		e.task2 = t.ops[a.op2].task
		if s.closed >= 0 {
			return t.drop(s.closed)
		}
	case e.kind == checker.Close:
		if s.closed >= 0 {
			e.kind = checker.SendClosed
		}
	case s.closed >= 0 && e.kind == checker.Send:
		e.kind = checker.SendClosed
	case e.kind == checker.Send:
		if size == 0 {
			return never
		}
		if s.sends-s.recvs >= size {
			return t.drop(s.lastSend)
		}
	case size == 0: // receive without a partner
		if s.closed < 0 {
			return never
		}
		e.kind = checker.RecvClosed
	case s.sends > s.recvs:
	case s.closed >= 0:
		e.kind = checker.RecvClosed
	case s.lastRecv >= 0:
		return t.drop(s.lastRecv)
	default:
		return never
	}
	return ready
}

// element finds the event of in that sends (or receives) element i of o.
func (t *trace) element(o checker.Object, kind checker.Kind, i int32) int32 {
	for n := t.heads[o]; n >= 0; n = t.nodes[n].prev {
		e := &t.events[t.nodes[n].ev]
		if e.kind == kind && (kind == checker.Send && e.sends-1 == i || kind == checker.Recv && e.recvs-1 == i) {
			return t.nodes[n].ev
		}
	}
	return -1
}

// defaultReady: no case of the select is ready.
func (t *trace) defaultReady(op *operation, in set) verdict {
	for _, c := range t.cases[op.caseOff : op.caseOff+op.caseLen] {
		switch c.Kind {
		case checker.Await:
			if v, by, _ := t.value(c.Obj, in); v != 0 {
				if by < 0 {
					return never
				}
				return t.drop(by)
			}
		case checker.TimerRecv:
			if t.timerReady(c.Obj, in) == ready {
				t.drops = append(t.drops[:0], t.newest(c.Obj, in))
				if k := t.tickIn(in); k >= 0 {
					t.drops = append(t.drops, k)
				}
				return dropAny
			}
			t.drops = t.drops[:0]
		case checker.Send, checker.Recv:
			s := t.channel(in, c.Obj)
			if s.closed >= 0 {
				return t.drop(s.closed)
			}
			size := int32(t.infos[c.Obj].Cap)
			switch {
			case size == 0:
				if k := t.tickIn(in); t.waits(op, c, in, k) {
					return t.drop(k)
				}
			case c.Kind == checker.Recv && s.sends > s.recvs:
				return t.drop(t.element(c.Obj, checker.Send, s.recvs))
			case c.Kind == checker.Send && s.sends-s.recvs < size:
				if s.sends < size {
					return never
				}
				return t.drop(t.element(c.Obj, checker.Recv, s.sends-size))
			}
		}
	}
	return ready
}

// waits says whether, after in, a partner for the unbuffered case c of op has
// been waiting since before the Tick tick (-1: none).
func (t *trace) waits(op *operation, c checker.Case, in set, tick int32) bool {
	if tick < 0 {
		return false
	}
	other := checker.Send
	if c.Kind == checker.Send {
		other = checker.Recv
	}
	for _, i := range t.partners {
		o := &t.ops[i]
		if o.task == op.task || o.exec >= 0 && in.has(o.exec) || o.prev >= 0 && !t.histOf(tick).has(o.prev) {
			continue
		}
		if o.kind == other && o.obj == c.Obj {
			return true
		}
		if o.kind == checker.Select {
			for _, d := range t.cases[o.caseOff : o.caseOff+o.caseLen] {
				if d.Kind == other && d.Obj == c.Obj {
					return true
				}
			}
		}
	}
	return false
}
