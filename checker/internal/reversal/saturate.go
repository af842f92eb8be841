package reversal

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// Saturation derives more order from happens-before, and from what must be true of
// messages in any order of a set, until nothing follows any more. Every derived order
// carries its reason, the units (starts of messages, and for FIFO posts) that have to be
// in the set for it. In a conflict one of the units to blame has to leave the set.

// Saturation finds an order of a set in which handlers serve one message at a
// time, or the units that are to blame that there is none.
type Saturation struct {
	t       *trace.Trace
	in      flat.Set
	rel     []uint64 // rows: all that has to come before a point, itself included
	points  []int32  // the events that orders are derived between
	marked  flat.Set // the same
	edges   []edge
	pool    flat.SetPool
	box     []boxed // messages in question, grouped by handler
	chains  []int32 // path: by edge, the edge it was reached from
	visited []bool
	todo    []int32
	blame   flat.Set
	order   []int32
	into    []int32 // of linear
	next    []int32
	sharing flat.Set            // failed TryLocks that any of several readers explains; nil: none
	Late    func(work int) bool // as of reverser
	ahead   int32               // the first so many events of the execution come first, in its order
	GaveUp  bool                // some search went past its bound, and found nothing
	trial   trial
	kept    []uint64     // in, as found says
	found   bool         // the last run has found an order, of kept and
	act     trace.Action // this, with
	foundBy int32        // this ahead
}

// boxed is a message started in the set, or about to start, or (FIFO) posted
// in it.
type boxed struct {
	task     int32
	handler  int32
	started  bool
	complete bool
	start    int32 // -1 for the final start
	last     int32
	post     int32
	ord      []flat.Set // started ones: by index into box, the reason why this one is before that one, else nil
}

// Run says whether in followed by a can be executed. If not, s.blame has the
// units one of which has to leave the set.
func (s *Saturation) Run(t *trace.Trace, in flat.Set, a *trace.Action) bool {
	if s.found && s.act == *a && s.foundBy == s.ahead && s.in.Equal(in) {
		return true // asked for a second time, for the order
	}
	s.kept = append(s.kept[:0], in...)
	s.t, s.in = t, s.kept
	s.act, s.foundBy = *a, s.ahead
	s.found = s.executable(a)
	return s.found
}

// executable is run.
func (s *Saturation) executable(a *trace.Action) bool {
	t := s.t
	s.pool.Reset(t.Words)
	s.blame = s.pool.Zero()
	s.order = s.order[:0]
	s.collect(a)
	if !s.begins() || !s.ordered() || !s.bounded() {
		return false
	}
	for i := range t.Handlers {
		if t.Handlers[i].Fronts {
			return s.search(a)
		}
	}
	if !s.decide() {
		return false
	}
	if t.Counts() && !t.CountsFit(s.Linear()) || s.sharing != nil && !s.shared(s.Linear()) {
		s.order = s.order[:0]
		s.restart() // forget the choices made
		return s.ordered() && s.bounded() && s.search(a)
	}
	return true
}

// collect finds the messages in question.
func (s *Saturation) collect(a *trace.Action) {
	t := s.t
	s.points = s.points[:0]
	s.marked = s.pool.Zero()
	final := t.StartOf(a)
	n := 0
	for h := range t.Handlers {
		for _, m := range t.Handlers[h].Messages {
			r := &t.Tasks[m]
			if !s.in.Has(r.Post) {
				continue
			}
			started := r.Start >= 0 && s.in.Has(r.Start)
			if !started && m != final && !t.Handlers[h].FIFO {
				continue
			}
			if n == len(s.box) && n < cap(s.box) {
				s.box = s.box[:n+1]
			} else if n == len(s.box) {
				s.box = append(s.box, boxed{})
			}
			b := &s.box[n]
			n++
			b.task, b.handler, b.post = m, int32(h), r.Post
			b.started = started || m == final
			b.complete = r.End >= 0 && s.in.Has(r.End)
			b.start, b.last = -1, -1
			if started {
				b.start, b.last = r.Start, r.End
				if !b.complete {
					b.last = s.lastOf(m, r.Start)
				}
				s.point(b.start)
				s.point(b.last)
			}
			if t.Handlers[h].FIFO {
				s.point(b.post)
			}
		}
	}
	s.box = s.box[:n]
	if t.Orders {
		for f := s.in.Next(0); f >= 0; f = s.in.Next(f + 1) {
			switch t.Events[f].Kind {
			case checker.LockBusy, checker.Default, checker.Unlock, checker.RUnlock, checker.Close:
				s.point(f)
			}
		}
	}
	s.restart()
}

// point makes f one of the events that orders are derived between.
func (s *Saturation) point(f int32) {
	if !s.marked.Has(f) {
		s.marked.Add(f)
		s.points = append(s.points, f)
	}
}

// lastOf is the last event in the set of a message that started with event f.
func (s *Saturation) lastOf(m, f int32) int32 {
	last := f
	for ; f >= 0; f = s.in.Next(f + 1) {
		if e := &s.t.Events[f]; e.Task == m || e.Joint && e.Task2 == m {
			last = f
		}
	}
	return last
}

// begins orders what the events that come ahead start before all that starts
// later on the same handler.
func (s *Saturation) begins() bool {
	if s.ahead == 0 {
		return true
	}
	for i := range s.box {
		q := &s.box[i]
		for j := range s.box {
			p := &s.box[j]
			if i == j || p.handler != q.handler || !p.started || !q.started || p.start < 0 || p.start >= s.ahead || q.start >= 0 && q.start < p.start {
				continue
			}
			if !s.put(j, i, s.units(p.start, q.start, -1)) {
				return false
			}
		}
	}
	return true
}

// restart forgets all orders but happens-before.
func (s *Saturation) restart() {
	t := s.t
	s.trial.reset()
	s.edges = s.edges[:0]
	if n := len(t.Hist); cap(s.rel) < n {
		s.rel = make([]uint64, n)
	}
	s.rel = s.rel[:len(t.Hist)]
	for _, f := range s.points {
		copy(s.row(f), t.HistOf(f))
	}
	for i := range s.box {
		b := &s.box[i]
		b.ord = b.ord[:0]
		for range s.box {
			b.ord = append(b.ord, nil)
		}
	}
}

// ordered adds the orders that do not depend on messages but are not part of
// the trace either: a failed TryLock came before the release of the holder of the
// lock, and a default before the close of a channel without a buffer.
func (s *Saturation) ordered() bool {
	t := s.t
	s.sharing = nil
	if !t.Orders {
		return true
	}
	for f := s.in.Next(0); f >= 0; f = s.in.Next(f + 1) {
		e := &t.Events[f]
		switch e.Kind {
		case checker.LockBusy:
			if !s.busy(f, e.Obj) {
				return false
			}
		case checker.Default:
			op := &t.Ops[e.Op]
			for _, c := range t.Cases[op.CaseOff : op.CaseOff+op.CaseLen] {
				if (c.Kind == checker.Send || c.Kind == checker.Recv) && t.Infos[c.Obj].Cap == 0 && !s.before(f, c.Obj, checker.Close) {
					return false
				}
			}
			if t.LastTick >= 0 && t.PartnerLeft(s.in, f) {
				s.blame.Add(f)
				return false
			}
		}
	}
	return true
}

// before orders f before the events of kind k on o that came after it.
func (s *Saturation) before(f int32, o checker.Object, k checker.Kind) bool {
	for n := s.t.Heads[o]; n >= 0 && s.t.Nodes[n].Ev > f; n = s.t.Nodes[n].Prev {
		if g := s.t.Nodes[n].Ev; s.t.Events[g].Kind == k && s.in.Has(g) && !s.link(f, g, s.units(f, g, -1)) {
			return false
		}
	}
	return true
}

// busy orders the failed TryLock f before the release of the holder that explains it: the
// writer, or else the last of the readers. Which one is the last is open, if all
// of several readers let go in the set: then only the order in the end tells
// whether it will do.
func (s *Saturation) busy(f int32, o checker.Object) bool {
	t := s.t
	hist := t.HistOf(f)
	if writer, _ := t.LockState(o, hist); writer >= 0 {
		return s.before(f, o, checker.Unlock)
	}
	left, last := len(t.Readers), int32(-1)
	for n := t.Heads[o]; n >= 0; n = t.Nodes[n].Prev {
		if g := t.Nodes[n].Ev; t.Events[g].Kind == checker.RUnlock && s.in.Has(g) && !hist.Has(g) && !t.HistOf(g).Has(f) {
			left--
			last = g
		}
	}
	switch {
	case left > 0:
		return true // somebody never lets go
	case len(t.Readers) == 1 && left == 0:
		return s.link(f, last, s.units(f, last, -1))
	}
	if s.sharing == nil {
		s.sharing = s.pool.Zero()
	}
	s.sharing.Add(f)
	return true
}

// shared says whether in that order some reader is inside at each event of
// s.sharing.
func (s *Saturation) shared(order []int32) bool {
	for f := s.sharing.Next(0); f >= 0; f = s.sharing.Next(f + 1) {
		inside := 0
		for _, g := range order {
			if g == f {
				break
			}
			if e := &s.t.Events[g]; e.Obj == s.t.Events[f].Obj {
				switch e.Kind {
				case checker.RLock:
					inside++
				case checker.RUnlock:
					inside--
				}
			}
		}
		if inside <= 0 {
			return false
		}
	}
	return true
}

// bounded applies the rules of saturation until nothing follows any more; false on a conflict.
func (s *Saturation) bounded() bool {
	for changed := true; changed; {
		changed = false
		for i := range s.box {
			if s.Late(len(s.box)) {
				return false
			}
			q := &s.box[i]
			if !q.started {
				continue
			}
			fifo := queuesOf(&s.t.Handlers[q.handler])
			for j := range s.box {
				p := &s.box[j]
				if i == j || p.handler != q.handler || p.ord != nil && p.ord[i] != nil {
					continue
				}
				if !p.started {
					if !fifo {
						continue
					}
					// FIFO: q was taken although p was not: q was posted first.
					why := s.units(p.post, q.post, q.start)
					s.precede(j, i, why)
					if !s.link(q.post, p.post, why) {
						return false
					}
					changed = true
					continue
				}
				why := flat.Set(nil)
				switch {
				case p.start >= 0 && q.last >= 0 && s.row(q.last).Has(p.start):
					why = s.units(p.start, q.start, -1)
					s.path(p.start, q.last, why)
				case !q.complete:
					why = s.units(p.start, q.start, -1)
				case fifo && s.row(q.post).Has(p.post):
					why = s.units(p.start, q.start, p.post)
					s.path(p.post, q.post, why)
					why.Add(q.post)
				default:
					continue
				}
				if !s.put(j, i, why) {
					return false
				}
				changed = true
			}
		}
	}
	return true
}

// queuesOf says whether messages are served in the order of their posts. With
// posts to the front they are not: see sequencer.go.
func queuesOf(h *trace.Handler) bool { return h.FIFO && !h.Fronts }

// search looks for an order of the set by trying. If there is none, every
// start, post and counted event is to blame.
func (s *Saturation) search(a *trace.Action) bool {
	t := s.t
	s.spread()
	q := &sequencer{s: s, done: s.pool.Zero(), visited: map[flat.Key]struct{}{}, sums: map[checker.Object]int64{}, final: t.StartOf(a)}
	q.mail = make([][]trace.Mail, len(t.Events))
	for _, m := range t.Mailing {
		q.mail[m.Ev] = append(q.mail[m.Ev], m)
	}
	for range t.Handlers {
		q.busy = append(q.busy, -1)
		q.queues = append(q.queues, nil)
	}
	if q.step() {
		s.order = append(s.order[:0], q.order...)
		return true
	}
	s.GaveUp = s.GaveUp || q.tooMany
	clear(s.blame)
	for f := s.in.Next(0); f >= 0; f = s.in.Next(f + 1) {
		switch t.Events[f].Kind {
		case checker.Add, checker.AddNegative, checker.RLock, checker.RUnlock, checker.BadUnlock:
			s.blame.Add(f)
		case checker.LockBusy:
			if s.sharing != nil && s.sharing.Has(f) {
				s.blame.Add(f)
			}
		}
		for _, m := range q.mail[f] {
			if m.What == trace.MailStart || m.What == trace.MailPost && t.Handlers[m.Handler].FIFO {
				s.blame.Add(f)
			}
		}
	}
	return false
}
