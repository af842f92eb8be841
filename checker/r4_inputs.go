package checker

import "slices"

// What comes from outside (Op.User) comes in the order in which it does in the
// initial sequence: a user does one thing after the other, though a goroutine each
// may stand for them. Two such events are dependent, and not reversed.

// input says what of a user's an event is.
type input uint8

const (
	noInput input = iota
	sending       // what posts or sends it
	posted        // the message

	inputClasses
)

// inputOf is what a task's announced operation is of a user's.
func (t *trace) inputOf(name Task, op *Op) input {
	switch {
	case op.User:
		return sending
	case op.Kind == Begin && t.message(name) && t.ops[t.events[t.tasks[t.byTask[name]].post].op].user:
		return posted
	}
	return noInput
}

// keep orders event n, whose past row is, behind the input before it.
func (s *r4Search) keep(n int32, row set) {
	l := &s.levels[n]
	c := l.alts[l.at].input
	if c == noInput {
		return
	}
	if of := s.inputs[c]; len(of) > 0 {
		last := of[len(of)-1]
		s.x.holes.inputs = s.x.holes.inputs || !row.has(last) && !s.queued(last, n)
		row.union(s.pastOf(last))
	}
	s.inputs[c] = append(s.inputs[c], n)
}

// behind adds what comes before an event or operation for being an input, and says
// whether that leaves out the reversal of a race with another one.
func (s *r4Search) behind(ask *r4Ask, past set) {
	c := noInput
	if ask.op < 0 {
		l := &s.levels[ask.event]
		c = l.alts[l.at].input
	} else if s.t.ops[ask.op].user {
		c = sending
	}
	if c == noInput {
		return
	}
	of := s.inputs[c]
	for len(of) > 0 && of[len(of)-1] >= ask.event {
		of = of[:len(of)-1]
	}
	if len(of) == 0 {
		return
	}
	for _, r := range s.found[ask.from:ask.to] {
		if (r.effect || r.together) && !past.has(r.event) && slices.Contains(of, r.event) && !s.queued(r.event, ask.event) {
			s.x.holes.inputs = true
		}
	}
	past.union(s.pastOf(of[len(of)-1]))
}

// queued says whether two events are messages of one queue: these are in the order
// of their posts, which are inputs themselves.
func (s *r4Search) queued(a, b int32) bool {
	if int(b) == len(s.starts) {
		return false
	}
	t := &s.t
	e, f := &t.events[s.starts[a]], &t.events[s.starts[b]]
	return e.kind == Begin && f.kind == Begin && e.obj == f.obj && t.tasks[e.task].handler >= 0 && t.infos[e.obj].FIFO
}

// ordersInputs says whether to have a in place of b would be to have two inputs in
// another order.
func (s *r4Search) ordersInputs(a, b *r4Alt) bool {
	if a.input == noInput || a.input != b.input || a.Task == b.Task {
		return false
	}
	s.x.holes.inputs = true
	return true
}
