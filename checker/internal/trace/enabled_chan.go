package trace

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
)

// The state of channels after a set of events, and what it lets happen.

func (t *Trace) resolveChannel(a *Action, in flat.Set, e *Event) Verdict {
	s := t.Channel(in, e.Obj)
	size := int32(t.Infos[e.Obj].Cap)
	switch {
	case a.Op2 >= 0: // rendezvous
		e.Joint = true
		e.Task2 = t.Ops[a.Op2].Task
		if s.Closed >= 0 {
			return t.drop(s.Closed)
		}
	case e.Kind == checker.Close:
		if s.Closed >= 0 {
			e.Kind = checker.SendClosed
		}
	case s.Closed >= 0 && e.Kind == checker.Send:
		e.Kind = checker.SendClosed
	case e.Kind == checker.Send:
		if size == 0 {
			return Never
		}
		if s.Sends-s.Recvs >= size {
			return t.drop(s.lastSend)
		}
	case size == 0: // receive without a partner
		if s.Closed < 0 {
			return Never
		}
		e.Kind = checker.RecvClosed
	case s.Sends > s.Recvs:
	case s.Closed >= 0:
		e.Kind = checker.RecvClosed
	case s.lastRecv >= 0:
		return t.drop(s.lastRecv)
	default:
		return Never
	}
	return Ready
}

// Element finds the event that sends (or receives) element i of o, or -1.
func (t *Trace) Element(o checker.Object, kind checker.Kind, i int32) int32 {
	for n := t.Heads[o]; n >= 0; {
		nd := &t.Nodes[n]
		if count, known := t.elements(n, kind); known && count <= i {
			break
		} else if known && count == i+1 && t.Events[nd.Ev].Kind == kind {
			return nd.Ev
		}
		n = nd.Prev
		if nd.far >= 0 {
			if count, known := t.elements(nd.far, kind); known && count > i {
				n = nd.far // or it is older
			}
		}
	}
	return -1
}

// elements is how many elements had been sent to (or received from) the channel of node n up to
// there, if that is known of its event.
func (t *Trace) elements(n int32, kind checker.Kind) (count int32, known bool) {
	e := &t.Events[t.Nodes[n].Ev]
	switch t.Nodes[n].Class {
	case sends, receives, sendReceive:
		if kind == checker.Send {
			return e.sends, true
		}
		return e.recvs, true
	}
	return 0, false
}

// defaultReady: no case of the select is ready.
func (t *Trace) defaultReady(op *Operation, in flat.Set) Verdict {
	for _, c := range t.Cases[op.CaseOff : op.CaseOff+op.CaseLen] {
		switch c.Kind {
		case checker.Await:
			if v, by, _ := t.Value(c.Obj, in); v != 0 {
				if by < 0 {
					return Never
				}
				return t.drop(by)
			}
		case checker.TimerRecv:
			if t.timerReady(c.Obj, in) == Ready {
				t.Drops = append(t.Drops[:0], t.newest(c.Obj, in))
				if k := t.TickIn(in); k >= 0 {
					t.Drops = append(t.Drops, k)
				}
				return DropAny
			}
			t.Drops = t.Drops[:0]
		case checker.Send, checker.Recv:
			s := t.Channel(in, c.Obj)
			if s.Closed >= 0 {
				return t.drop(s.Closed)
			}
			size := int32(t.Infos[c.Obj].Cap)
			switch {
			case size == 0:
				if k := t.TickIn(in); t.waits(op, c, in, k) {
					return t.drop(k)
				}
			case c.Kind == checker.Recv && s.Sends > s.Recvs:
				return t.drop(t.Element(c.Obj, checker.Send, s.Recvs))
			case c.Kind == checker.Send && s.Sends-s.Recvs < size:
				if s.Sends < size {
					return Never
				}
				return t.drop(t.Element(c.Obj, checker.Recv, s.Sends-size))
			}
		}
	}
	return Ready
}

// waits says whether, after in, a partner for the unbuffered case c of op has
// been waiting since before the Tick tick (-1: none).
func (t *Trace) waits(op *Operation, c checker.Case, in flat.Set, tick int32) bool {
	if tick < 0 {
		return false
	}
	other := checker.Send
	if c.Kind == checker.Send {
		other = checker.Recv
	}
	for _, i := range t.Partners {
		o := &t.Ops[i]
		if o.Task == op.Task || o.Exec >= 0 && in.Has(o.Exec) || o.Prev >= 0 && !t.HistOf(tick).Has(o.Prev) {
			continue
		}
		if o.Kind == other && o.Obj == c.Obj {
			return true
		}
		if o.Kind == checker.Select {
			for _, d := range t.Cases[o.CaseOff : o.CaseOff+o.CaseLen] {
				if d.Kind == other && d.Obj == c.Obj {
					return true
				}
			}
		}
	}
	return false
}
