package trace

import (
	"math/bits"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
)

// Can a set of events, closed under happens-before, be executed so that an action comes
// next (docs/design/algorithms.md, section 3)? Happens-before leaves open above all which
// message has a handler when. This file has the fast test: will the order of the execution
// do in which the set was found? reversal/saturate.go finds another order.

// Simulate says whether the events of in, in the order of the execution, can
// be executed, and a after them.
func (t *Trace) Simulate(in flat.Set, a *Action) bool {
	if len(t.Handlers) > 0 && !t.simulateMailboxes(in, a) {
		return false
	}
	if t.LastTick >= 0 {
		for _, f := range t.Defaults {
			if in.Has(f) && t.PartnerLeft(in, f) {
				return false
			}
		}
	}
	if !t.Counts() {
		return true
	}
	t.order = t.order[:0]
	for f := in.Next(0); f >= 0; f = in.Next(f + 1) {
		t.order = append(t.order, f)
	}
	return t.CountsFit(t.order)
}

// PartnerLeft says whether the set has, before the Default f, a partner for one
// of its unbuffered cases that had been waiting since before the last Tick, and
// that the set leaves waiting: then default was not possible. The order of f and
// what became of the partner is not in the trace.
func (t *Trace) PartnerLeft(in flat.Set, f int32) bool {
	op := &t.Ops[t.Events[f].Op]
	for _, c := range t.Cases[op.CaseOff : op.CaseOff+op.CaseLen] {
		if (c.Kind == checker.Send || c.Kind == checker.Recv) && t.Infos[c.Obj].Cap == 0 && t.waits(op, c, in, t.TickIn(t.HistOf(f))) {
			return true
		}
	}
	return false
}

func (t *Trace) simulateMailboxes(in flat.Set, a *Action) bool {
	m := t.StartOf(a)
	queues := false
	for i := range t.Handlers {
		h := &t.Handlers[i]
		idle, inTurn := h.Serves(in)
		if !inTurn || !idle && m >= 0 && t.Tasks[m].Handler == int32(i) {
			return false
		}
		queues = queues || h.FIFO
	}
	return !queues || t.simulateQueues(in, m)
}

// Serves says whether the handler serves the messages of the set one after the other, in
// the order of the execution, and has ended the last one. As it does so in the execution,
// only a message whose end is not in the set can be in the way of another one; that has to
// be the last one: nothing ends after its start.
func (h *Handler) Serves(in flat.Set) (idle, inTurn bool) {
	open, start, end := 0, -1, -1
	for w, v := range in {
		if s := v & h.starts[w]; s != 0 {
			open, start = open+bits.OnesCount64(s), w<<6+flat.Leading(s)
		}
		if e := v & h.ends[w]; e != 0 {
			open, end = open-bits.OnesCount64(e), w<<6+flat.Leading(e)
		}
	}
	return open == 0, open == 0 || open == 1 && start > end
}

// simulateQueues says whether the messages of the set, and then m (-1: none), come out of
// the FIFO mailboxes in their order.
func (t *Trace) simulateQueues(in flat.Set, m int32) bool {
	for i := range t.Handlers {
		h := &t.Handlers[i]
		h.queue, h.head = h.queue[:0], 0
	}
	next := func(h *Handler, m int32) bool {
		h.head++
		return h.queue[h.head-1] == m
	}
	for _, hv := range t.Mailing {
		h := &t.Handlers[hv.Handler]
		if !h.FIFO || !in.Has(hv.Ev) {
			continue
		}
		switch hv.What {
		case MailPost:
			h.queue = append(h.queue, hv.Task)
			if h.Fronts && t.Events[hv.Ev].Kind == checker.PostFront {
				copy(h.queue[h.head+1:], h.queue[h.head:])
				h.queue[h.head] = hv.Task
			}
		case MailStart:
			if !next(h, hv.Task) {
				return false
			}
		}
	}
	if m < 0 {
		return true
	}
	h := &t.Handlers[t.Tasks[m].Handler]
	return !h.FIFO || next(h, m)
}

// StartOf is the message that a starts, or -1.
func (t *Trace) StartOf(a *Action) int32 {
	if a.Op < 0 || t.Ops[a.Op].Kind != checker.Begin {
		return -1
	}
	if m := t.Ops[a.Op].Task; t.Tasks[m].Handler >= 0 {
		return m
	}
	return -1
}

// Mail is what concerns a mailbox in the execution, in its order.
type Mail struct {
	Ev      int32
	Task    int32
	Handler int32
	What    MailKind
}

// MailKind says what happened to a message.
type MailKind uint8

// It was posted, its handler has begun it, or has come to its end.
const (
	MailPost MailKind = iota
	MailStart
	MailEnd
)

// Span is where a message starts and ends, -1 if it does not.
type Span struct{ Start, End int32 }

// Open says whether the set has started the message and not ended it.
func (s *Span) Open(in flat.Set) bool { return in.Has(s.Start) && (s.End < 0 || !in.Has(s.End)) }

// Open is how many messages the set has started and not ended.
func (h *Handler) Open(in flat.Set) int {
	n := 0
	for w, v := range in {
		n += bits.OnesCount64(v&h.starts[w]) - bits.OnesCount64(v&h.ends[w])
	}
	return n
}

// serve collects what the handlers have served in a finished execution.
func (t *Trace) serve() {
	for i := range t.Handlers {
		h := &t.Handlers[i]
		h.Spans = h.Spans[:0]
		h.starts, h.ends = h.starts.Empty(t.Words), h.ends.Empty(t.Words)
		for _, m := range h.Messages {
			if c := &t.Tasks[m]; c.Start >= 0 {
				h.Spans = append(h.Spans, Span{c.Start, c.End})
				h.starts.Add(c.Start)
				if c.End >= 0 {
					h.ends.Add(c.End)
				}
			}
		}
	}
}

// Counts says whether there are events whose kind depends on counting what
// happens-before does not order: the Adds of a WaitGroup, and readers where
// some task lets go of a lock that it has not taken.
func (t *Trace) Counts() bool { return t.Groups || t.Misused }

// Count is what an event adds to the count of its object, and whether the
// event fits what has been counted before it.
func (t *Trace) Count(e *Event, sum int64) (delta int64, fits bool) {
	switch e.Kind {
	case checker.Add:
		return e.Arg, sum+e.Arg >= 0
	case checker.AddNegative:
		return 0, sum+e.Arg < 0
	case checker.RLock:
		return 1, true
	case checker.RUnlock:
		return -1, sum > 0
	case checker.BadUnlock:
		return 0, sum == 0 || t.Ops[e.Op].Kind == checker.Unlock
	}
	return 0, true
}

// CountsFit says whether all counts are right in that order.
func (t *Trace) CountsFit(order []int32) bool {
	for _, o := range t.Objs {
		if k := t.Infos[o].Kind; k != checker.WaitGroupObject && k != checker.LockObject {
			continue
		}
		var sum int64
		for _, f := range order {
			if e := &t.Events[f]; e.Obj == o {
				delta, fits := t.Count(e, sum)
				if !fits {
					return false
				}
				sum += delta
			}
		}
	}
	return true
}
