package r4

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
)

// An event loop is a goroutine that goes round and receives at the head of each
// round (Op.Loop). To r4 what it does from one operation that may wait to the next
// is one event, as a message is: an iteration that waits nowhere is one event, from
// its receive on. Which of its operations may wait shows by their kinds; at another
// one that does wait, or before which something else has to have its turn (atomic),
// the events of the loop are cut from then on, and the exploration begins anew.
//
// A rendezvous is an event by itself, as it is a step of two tasks: what comes of it
// on either side is another one.

// iterates notes that a task has made the step of an operation: whether it is in an
// event loop.
func (s *search) iterates(name checker.Task, op *checker.Op, kind checker.Kind) {
	if op.Loop && !messageOf(&s.t, name) {
		s.loops[name] = kind != checker.RecvClosed || op.Kind == checker.Select // else range has come to its end
	}
}

// goesOn says whether the next operation of a task belongs to the same event as the
// last one, which was no rendezvous.
func (s *search) goesOn(st checker.State, name checker.Task) bool {
	if !s.loops[name] {
		return false
	}
	op := st.Op(name)
	if op.Loop || s.cuts[op.Pos] {
		return false
	}
	switch op.Kind {
	case checker.Recv, checker.Await, checker.Join, checker.Wait, checker.Wake, checker.Sleep, checker.TimerRecv, checker.Spin, checker.Choose:
		return false
	case checker.Send:
		return st.Object(op.Obj).Cap > 0
	case checker.Select:
		for _, c := range op.Cases {
			if (c.Kind == checker.Send || c.Kind == checker.Recv) && st.Object(c.Obj).Cap == 0 {
				return false
			}
		}
		return op.HasDefault
	}
	return true
}

// received adds the send that the receive first has its element of, with all that
// comes before it. Where the receive might be that of another element, the race is
// between the sends.
func (s *search) received(first int32, past flat.Set) {
	t := &s.t
	if t.Ops[t.Events[first].Op].Kind != checker.Recv {
		return // else another case may be possible without it
	}
	for _, p := range t.PredsOf(first)[:t.Events[first].OpPreds] {
		if e := &t.Events[p]; e.Kind == checker.Send && e.Obj == t.Events[first].Obj {
			past.Union(s.pastOf(s.of[p]))
		}
	}
}
