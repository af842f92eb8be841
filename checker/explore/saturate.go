package explore

import "gocheck.dev/checker"

// Saturation derives more order from happens-before, and from what must be true of
// messages in any order of a set, until nothing follows any more. Every derived order
// carries its reason, the units (starts of messages, and for FIFO posts) that have to be
// in the set for it. In a conflict one of the units to blame has to leave the set.

// edge is an order that is not in happens-before, derived from the units in
// reason being in the set.
type edge struct {
	from, to int32
	reason   set
}

// saturation finds an order of a set in which handlers serve one message at a
// time, or the units that are to blame that there is none.
type saturation struct {
	t       *trace
	in      set
	rel     []uint64 // rows: all that has to come before a point, itself included
	points  []int32  // the events that orders are derived between
	marked  set      // the same
	edges   []edge
	pool    setPool
	box     []boxed // messages in question, grouped by handler
	chains  []int32 // path: by edge, the edge it was reached from
	visited []bool
	todo    []int32
	blame   set
	order   []int32
	into    []int32 // of linear
	next    []int32
	sharing set                 // failed TryLocks that any of several readers explains; nil: none
	late    func(work int) bool // as of reverser
	ahead   int32               // the first so many events of the execution come first, in its order
	gaveUp  bool                // some search went past its bound, and found nothing
	trial   trial
	kept    []uint64 // in, as found says
	found   bool     // the last run has found an order, of kept and
	act     action   // this, with
	foundBy int32    // this ahead
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
	ord      []set // started ones: by index into box, the reason why this one is before that one, else nil
}

func (s *saturation) row(e int32) set {
	w := s.t.words
	return s.rel[int(e)*w : (int(e)+1)*w]
}

// run says whether in followed by a can be executed. If not, s.blame has the
// units one of which has to leave the set.
func (s *saturation) run(t *trace, in set, a *action) bool {
	if s.found && s.act == *a && s.foundBy == s.ahead && s.in.equal(in) {
		return true // asked for a second time, for the order
	}
	s.kept = append(s.kept[:0], in...)
	s.t, s.in = t, s.kept
	s.act, s.foundBy = *a, s.ahead
	s.found = s.executable(a)
	return s.found
}

// executable is run.
func (s *saturation) executable(a *action) bool {
	t := s.t
	s.pool.reset(t.words)
	s.blame = s.pool.zero()
	s.order = s.order[:0]
	s.collect(a)
	if !s.begins() || !s.ordered() || !s.bounded() {
		return false
	}
	for i := range t.handlers {
		if t.handlers[i].fronts {
			return s.search(a)
		}
	}
	if !s.decide() {
		return false
	}
	if t.counts() && !t.countsFit(s.linear()) || s.sharing != nil && !s.shared(s.linear()) {
		s.order = s.order[:0]
		s.restart() // forget the choices made
		return s.ordered() && s.bounded() && s.search(a)
	}
	return true
}

// collect finds the messages in question.
func (s *saturation) collect(a *action) {
	t := s.t
	s.points = s.points[:0]
	s.marked = s.pool.zero()
	final := t.startOf(a)
	n := 0
	for h := range t.handlers {
		for _, m := range t.handlers[h].messages {
			r := &t.tasks[m]
			if !s.in.has(r.post) {
				continue
			}
			started := r.start >= 0 && s.in.has(r.start)
			if !started && m != final && !t.handlers[h].fifo {
				continue
			}
			if n == len(s.box) && n < cap(s.box) {
				s.box = s.box[:n+1]
			} else if n == len(s.box) {
				s.box = append(s.box, boxed{})
			}
			b := &s.box[n]
			n++
			b.task, b.handler, b.post = m, int32(h), r.post
			b.started = started || m == final
			b.complete = r.end >= 0 && s.in.has(r.end)
			b.start, b.last = -1, -1
			if started {
				b.start, b.last = r.start, r.end
				if !b.complete {
					b.last = s.lastOf(m, r.start)
				}
				s.point(b.start)
				s.point(b.last)
			}
			if t.handlers[h].fifo {
				s.point(b.post)
			}
		}
	}
	s.box = s.box[:n]
	if t.orders {
		for f := s.in.next(0); f >= 0; f = s.in.next(f + 1) {
			switch t.events[f].kind {
			case checker.LockBusy, checker.Default, checker.Unlock, checker.RUnlock, checker.Close:
				s.point(f)
			}
		}
	}
	s.restart()
}

// point makes f one of the events that orders are derived between.
func (s *saturation) point(f int32) {
	if !s.marked.has(f) {
		s.marked.add(f)
		s.points = append(s.points, f)
	}
}

// lastOf is the last event in the set of a message that started with event f.
func (s *saturation) lastOf(m, f int32) int32 {
	last := f
	for ; f >= 0; f = s.in.next(f + 1) {
		if e := &s.t.events[f]; e.task == m || e.joint && e.task2 == m {
			last = f
		}
	}
	return last
}

// begins orders what the events that come ahead start before all that starts
// later on the same handler.
func (s *saturation) begins() bool {
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
func (s *saturation) restart() {
	t := s.t
	s.trial.reset()
	s.edges = s.edges[:0]
	if n := len(t.hist); cap(s.rel) < n {
		s.rel = make([]uint64, n)
	}
	s.rel = s.rel[:len(t.hist)]
	for _, f := range s.points {
		copy(s.row(f), t.histOf(f))
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
// the trace either: a failed TryLock came before the release of who held the
// lock, and a default before the close of a channel without a buffer.
func (s *saturation) ordered() bool {
	t := s.t
	s.sharing = nil
	if !t.orders {
		return true
	}
	for f := s.in.next(0); f >= 0; f = s.in.next(f + 1) {
		e := &t.events[f]
		switch e.kind {
		case checker.LockBusy:
			if !s.busy(f, e.obj) {
				return false
			}
		case checker.Default:
			op := &t.ops[e.op]
			for _, c := range t.cases[op.caseOff : op.caseOff+op.caseLen] {
				if (c.Kind == checker.Send || c.Kind == checker.Recv) && t.infos[c.Obj].Cap == 0 && !s.before(f, c.Obj, checker.Close) {
					return false
				}
			}
			if t.lastTick >= 0 && t.partnerLeft(s.in, f) {
				s.blame.add(f)
				return false
			}
		}
	}
	return true
}

// before orders f before the events of kind k on o that came after it.
func (s *saturation) before(f int32, o checker.Object, k checker.Kind) bool {
	for n := s.t.heads[o]; n >= 0 && s.t.nodes[n].ev > f; n = s.t.nodes[n].prev {
		if g := s.t.nodes[n].ev; s.t.events[g].kind == k && s.in.has(g) && !s.link(f, g, s.units(f, g, -1)) {
			return false
		}
	}
	return true
}

// busy orders the failed TryLock f before the release of who explains it: the
// writer, or else the last of the readers. Which one is the last is open, if all
// of several readers let go in the set: then only the order in the end tells
// whether it will do.
func (s *saturation) busy(f int32, o checker.Object) bool {
	t := s.t
	hist := t.histOf(f)
	if writer, _ := t.lockState(o, hist); writer >= 0 {
		return s.before(f, o, checker.Unlock)
	}
	left, last := len(t.readers), int32(-1)
	for n := t.heads[o]; n >= 0; n = t.nodes[n].prev {
		if g := t.nodes[n].ev; t.events[g].kind == checker.RUnlock && s.in.has(g) && !hist.has(g) && !t.histOf(g).has(f) {
			left--
			last = g
		}
	}
	switch {
	case left > 0:
		return true // somebody never lets go
	case len(t.readers) == 1 && left == 0:
		return s.link(f, last, s.units(f, last, -1))
	}
	if s.sharing == nil {
		s.sharing = s.pool.zero()
	}
	s.sharing.add(f)
	return true
}

// shared says whether in that order some reader is inside at each event of
// s.sharing.
func (s *saturation) shared(order []int32) bool {
	for f := s.sharing.next(0); f >= 0; f = s.sharing.next(f + 1) {
		inside := 0
		for _, g := range order {
			if g == f {
				break
			}
			if e := &s.t.events[g]; e.obj == s.t.events[f].obj {
				switch e.kind {
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
func (s *saturation) bounded() bool {
	for changed := true; changed; {
		changed = false
		for i := range s.box {
			if s.late(len(s.box)) {
				return false
			}
			q := &s.box[i]
			if !q.started {
				continue
			}
			fifo := queuesOf(&s.t.handlers[q.handler])
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
				why := set(nil)
				switch {
				case p.start >= 0 && q.last >= 0 && s.row(q.last).has(p.start):
					why = s.units(p.start, q.start, -1)
					s.path(p.start, q.last, why)
				case !q.complete:
					why = s.units(p.start, q.start, -1)
				case fifo && s.row(q.post).has(p.post):
					why = s.units(p.start, q.start, p.post)
					s.path(p.post, q.post, why)
					why.add(q.post)
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
func queuesOf(h *handlerRec) bool { return h.fifo && !h.fronts }

// put orders message j before message i of the same handler.
func (s *saturation) put(j, i int, why set) bool {
	p, q := &s.box[j], &s.box[i]
	s.precede(j, i, why)
	if q.ord[j] != nil {
		s.blame.union(why)
		s.blame.union(q.ord[j])
		return false
	}
	if !p.complete {
		s.blame.union(why)
		return false
	}
	if q.start >= 0 && !s.link(p.last, q.start, why) {
		return false
	}
	return !queuesOf(&s.t.handlers[p.handler]) || s.link(p.post, q.post, why)
}

func (s *saturation) units(a, b, c int32) set {
	u := s.pool.zero()
	for _, f := range [...]int32{a, b, c} {
		if f >= 0 {
			u.add(f)
		}
	}
	return u
}

// link orders event x before event y.
func (s *saturation) link(x, y int32, why set) bool {
	if s.row(x).has(y) {
		s.blame.union(why)
		s.path(y, x, s.blame)
		return false
	}
	s.edges = append(s.edges, edge{x, y, why})
	if s.row(y).has(x) {
		return true
	}
	rx := s.row(x)
	for _, f := range s.points {
		if r := s.row(f); r.has(y) {
			s.trial.change(f, r)
			r.union(rx)
		}
	}
	return true
}

// path adds to why the reasons of some way from x to y.
func (s *saturation) path(x, y int32, why set) {
	t := s.t
	if t.histOf(y).has(x) {
		return
	}
	s.chains, s.visited, s.todo = s.chains[:0], s.visited[:0], s.todo[:0]
	for i := range s.edges {
		s.chains = append(s.chains, -1)
		first := t.histOf(s.edges[i].from).has(x)
		s.visited = append(s.visited, first)
		if first {
			s.todo = append(s.todo, int32(i))
		}
	}
	for n := 0; n < len(s.todo); n++ {
		i := s.todo[n]
		to := s.edges[i].to
		if t.histOf(y).has(to) {
			for ; i >= 0; i = s.chains[i] {
				why.union(s.edges[i].reason)
			}
			return
		}
		for j := range s.edges {
			if !s.visited[j] && t.histOf(s.edges[j].from).has(to) {
				s.visited[j] = true
				s.chains[j] = i
				s.todo = append(s.todo, int32(j))
			}
		}
	}
}

// search looks for an order of the set by trying. If there is none, every
// start, post and counted event is to blame.
func (s *saturation) search(a *action) bool {
	t := s.t
	s.spread()
	q := &sequencer{s: s, done: s.pool.zero(), visited: map[key]struct{}{}, sums: map[checker.Object]int64{}, final: t.startOf(a)}
	q.mail = make([][]mail, len(t.events))
	for _, m := range t.mailing {
		q.mail[m.ev] = append(q.mail[m.ev], m)
	}
	for range t.handlers {
		q.busy = append(q.busy, -1)
		q.queues = append(q.queues, nil)
	}
	if q.step() {
		s.order = append(s.order[:0], q.order...)
		return true
	}
	s.gaveUp = s.gaveUp || q.tooMany
	clear(s.blame)
	for f := s.in.next(0); f >= 0; f = s.in.next(f + 1) {
		switch t.events[f].kind {
		case checker.Add, checker.AddNegative, checker.RLock, checker.RUnlock, checker.BadUnlock:
			s.blame.add(f)
		case checker.LockBusy:
			if s.sharing != nil && s.sharing.has(f) {
				s.blame.add(f)
			}
		}
		for _, m := range q.mail[f] {
			if m.what == mailStart || m.what == mailPost && t.handlers[m.handler].fifo {
				s.blame.add(f)
			}
		}
	}
	return false
}
