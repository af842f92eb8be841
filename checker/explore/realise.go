package explore

import (
	"math/bits"

	"gocheck.dev/checker"
)

// Can a set of events, closed under happens-before, be executed so that an action comes
// next (docs/design/algorithms.md, section 3)? What happens-before leaves open is above
// all who has a handler when, as the order of messages is not in the trace. This file has
// the fast test, whether the order of the execution that the set was found in will do;
// saturate.go finds another order.

// simulate says whether the events of in, in the order of the execution, can
// be executed, and a after them.
func (t *trace) simulate(in set, a *action) bool {
	if len(t.handlers) > 0 && !t.simulateMailboxes(in, a) {
		return false
	}
	if t.lastTick >= 0 {
		for _, f := range t.defaults {
			if in.has(f) && t.partnerLeft(in, f) {
				return false
			}
		}
	}
	if !t.counts() {
		return true
	}
	t.order = t.order[:0]
	for f := in.next(0); f >= 0; f = in.next(f + 1) {
		t.order = append(t.order, f)
	}
	return t.countsFit(t.order)
}

// partnerLeft says whether the set has, before the Default f, a partner for one
// of its unbuffered cases that had been waiting since before the last Tick, and
// that the set leaves waiting: then default was not possible. The order of f and
// what became of the partner is not in the trace.
func (t *trace) partnerLeft(in set, f int32) bool {
	op := &t.ops[t.events[f].op]
	for _, c := range t.cases[op.caseOff : op.caseOff+op.caseLen] {
		if (c.Kind == checker.Send || c.Kind == checker.Recv) && t.infos[c.Obj].Cap == 0 && t.waits(op, c, in, t.tickIn(t.histOf(f))) {
			return true
		}
	}
	return false
}

func (t *trace) simulateMailboxes(in set, a *action) bool {
	m := t.startOf(a)
	queues := false
	for i := range t.handlers {
		h := &t.handlers[i]
		idle, inTurn := h.serves(in)
		if !inTurn || !idle && m >= 0 && t.tasks[m].handler == int32(i) {
			return false
		}
		queues = queues || h.fifo
	}
	return !queues || t.simulateQueues(in, m)
}

// serves says whether the handler serves the messages of the set one after the other, in
// the order of the execution, and has ended the last one. As it does so in the execution,
// only a message whose end is not in the set can be in the way of another one; that has to
// be the last one: nothing ends after its start.
func (h *handlerRec) serves(in set) (idle, inTurn bool) {
	open, start, end := 0, -1, -1
	for w, v := range in {
		if s := v & h.starts[w]; s != 0 {
			open, start = open+bits.OnesCount64(s), w<<6+leading(s)
		}
		if e := v & h.ends[w]; e != 0 {
			open, end = open-bits.OnesCount64(e), w<<6+leading(e)
		}
	}
	return open == 0, open == 0 || open == 1 && start > end
}

// simulateQueues says whether the messages of the set, and then m (-1: none), come out of
// the FIFO mailboxes in their order.
func (t *trace) simulateQueues(in set, m int32) bool {
	for i := range t.handlers {
		h := &t.handlers[i]
		h.queue, h.head = h.queue[:0], 0
	}
	next := func(h *handlerRec, m int32) bool {
		h.head++
		return h.queue[h.head-1] == m
	}
	for _, hv := range t.mailing {
		h := &t.handlers[hv.handler]
		if !h.fifo || !in.has(hv.ev) {
			continue
		}
		switch hv.what {
		case mailPost:
			h.queue = append(h.queue, hv.task)
			if h.fronts && t.events[hv.ev].kind == checker.PostFront {
				copy(h.queue[h.head+1:], h.queue[h.head:])
				h.queue[h.head] = hv.task
			}
		case mailStart:
			if !next(h, hv.task) {
				return false
			}
		}
	}
	if m < 0 {
		return true
	}
	h := &t.handlers[t.tasks[m].handler]
	return !h.fifo || next(h, m)
}

// startOf is the message that a starts, or -1.
func (t *trace) startOf(a *action) int32 {
	if a.op < 0 || t.ops[a.op].kind != checker.Begin {
		return -1
	}
	if m := t.ops[a.op].task; t.tasks[m].handler >= 0 {
		return m
	}
	return -1
}

// mail is what concerns a mailbox in the execution, in its order.
type mail struct {
	ev      int32
	task    int32
	handler int32
	what    mailKind
}

type mailKind uint8

const (
	mailPost mailKind = iota
	mailStart
	mailEnd
)

// span is where a message starts and ends, -1 if it does not.
type span struct{ start, end int32 }

// open says whether the set has started the message and not ended it.
func (s *span) open(in set) bool { return in.has(s.start) && (s.end < 0 || !in.has(s.end)) }

// open is how many messages the set has started and not ended.
func (h *handlerRec) open(in set) int {
	n := 0
	for w, v := range in {
		n += bits.OnesCount64(v&h.starts[w]) - bits.OnesCount64(v&h.ends[w])
	}
	return n
}

// serve collects what the handlers have served in a finished execution.
func (t *trace) serve() {
	for i := range t.handlers {
		h := &t.handlers[i]
		h.spans = h.spans[:0]
		h.starts, h.ends = h.starts.empty(t.words), h.ends.empty(t.words)
		for _, m := range h.messages {
			if c := &t.tasks[m]; c.start >= 0 {
				h.spans = append(h.spans, span{c.start, c.end})
				h.starts.add(c.start)
				if c.end >= 0 {
					h.ends.add(c.end)
				}
			}
		}
	}
}

// counts says whether there are events whose kind depends on counting what
// happens-before does not order: the Adds of a WaitGroup, and readers where
// some task lets go of a lock that it has not taken.
func (t *trace) counts() bool { return t.groups || t.misused }

// count is what an event adds to the count of its object, and whether the
// event fits what has been counted before it.
func (t *trace) count(e *event, sum int64) (delta int64, fits bool) {
	switch e.kind {
	case checker.Add:
		return e.arg, sum+e.arg >= 0
	case checker.AddNegative:
		return 0, sum+e.arg < 0
	case checker.RLock:
		return 1, true
	case checker.RUnlock:
		return -1, sum > 0
	case checker.BadUnlock:
		return 0, sum == 0 || t.ops[e.op].kind == checker.Unlock
	}
	return 0, true
}

// countsFit says whether all counts are right in that order.
func (t *trace) countsFit(order []int32) bool {
	for _, o := range t.objs {
		if k := t.infos[o].Kind; k != checker.WaitGroupObject && k != checker.LockObject {
			continue
		}
		var sum int64
		for _, f := range order {
			if e := &t.events[f]; e.obj == o {
				delta, fits := t.count(e, sum)
				if !fits {
					return false
				}
				sum += delta
			}
		}
	}
	return true
}
