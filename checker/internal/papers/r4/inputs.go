package r4

import (
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

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
func inputOf(t *trace.Trace, name checker.Task, op *checker.Op) input {
	switch {
	case op.User:
		return sending
	case op.Kind == checker.Begin && messageOf(t, name) && t.Ops[t.Events[t.Tasks[t.ByTask[name]].Post].Op].User:
		return posted
	}
	return noInput
}

// keep orders event n, whose past row is, behind the input before it.
func (s *search) keep(n int32, row flat.Set) {
	l := &s.levels[n]
	c := l.alts[l.at].input
	if c == noInput {
		return
	}
	if of := s.inputs[c]; len(of) > 0 {
		last := of[len(of)-1]
		s.x.Holes.Inputs = s.x.Holes.Inputs || !row.Has(last) && !s.queued(last, n)
		row.Union(s.pastOf(last))
	}
	s.inputs[c] = append(s.inputs[c], n)
}

// behind adds what comes before an event or operation for being an input, and notes
// whether that leaves out the reversal of a race.
func (s *search) behind(ask *r4Ask, past flat.Set) {
	c := noInput
	if ask.op < 0 {
		l := &s.levels[ask.event]
		c = l.alts[l.at].input
	} else if s.t.Ops[ask.op].User {
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
	last := of[len(of)-1]
	for _, r := range s.found[ask.from:ask.to] {
		if (r.effect || r.together) && !past.Has(r.event) && s.pastOf(last).Has(r.event) && !s.queued(last, ask.event) {
			s.x.Holes.Inputs = true
		}
	}
	past.Union(s.pastOf(last))
}

// queued says whether two events are messages of one queue to whose front nobody
// posts: these are in the order of their posts, which are inputs themselves.
func (s *search) queued(a, b int32) bool {
	if int(b) == len(s.starts) {
		return false
	}
	t := &s.t
	e, f := &t.Events[s.starts[a]], &t.Events[s.starts[b]]
	h := t.Tasks[e.Task].Handler
	return e.Kind == checker.Begin && f.Kind == checker.Begin && h >= 0 && h == t.Tasks[f.Task].Handler && t.Handlers[h].FIFO && !t.Handlers[h].Fronts
}

// ordersInputs says whether to have a in place of b would be to have two inputs in
// another order.
func ordersInputs(a, b *r4Alt) bool {
	return a.input != noInput && a.input == b.input && a.Task != b.Task
}

// give notes the inputs of the initial sequence.
func (s *search) give() {
	for n := range s.order.items {
		l := &s.levels[n]
		if a := &l.alts[l.at]; a.input != noInput {
			s.given[a.input] = append(s.given[a.input], a.EventID)
		}
	}
}

// came notes that an event has its turn.
func (s *search) came(a *r4Alt) {
	if i := slices.Index(s.awaited[a.input], a.EventID); a.input != noInput && i >= 0 {
		s.awaited[a.input] = slices.Delete(s.awaited[a.input], i, i+1)
	}
}

// early says whether an event is an input of the initial sequence before the turn
// of another one.
func (s *search) early(a *r4Alt) bool {
	return a.input != noInput && slices.Index(s.awaited[a.input], a.EventID) > 0
}

// due is an input that was put off and has its turn now, or -1.
func (s *search) due(l *level) int {
	for k := range s.put {
		if i := l.find(&s.put[k]); i >= 0 && !l.alts[i].early {
			s.put = slices.Delete(s.put, k, k+1)
			return i
		}
	}
	return -1
}

// inOrder is what to go on with where nothing is planned: i, unless it is early.
// Where all is, the first of the inputs: those before it do not come.
func (s *search) inOrder(l *level, i int) int {
	if !l.alts[i].early {
		return i
	}
	best, rank := i, -1
	for k := range l.alts {
		a := &l.alts[k]
		if !a.early {
			return k
		}
		if r := slices.Index(s.awaited[a.input], a.EventID); rank < 0 || r < rank {
			best, rank = k, r
		}
	}
	return best
}
