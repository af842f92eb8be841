package r4

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/trace"
)

// execution is the strategy that executes a plan approximately (section 4.2):
// events that are not enabled in their turn are skipped, and when nothing of the
// plan is left the default scheduler goes on to the end.
type execution struct {
	t          trace.Trace
	plan       []r4Item // from the state on that is gone back to
	pos        int
	state      int           // how many states have been passed
	starts     []int32       // the first step of each event so far
	places     []checker.Pos // by step
	news       []bool        // by event: it was not in the plan
	soon       int           // steps in a row that were made at once, without being in the plan
	skipped    []checker.EventID
	put        []r4Item                        // of the plan: inputs that wait for earlier ones
	awaited    [inputClasses][]checker.EventID // inputs of the initial sequence that are still to come
	inside     checker.Task                    // whose event is being executed: a message's, or a loop's
	insideAt   checker.Pos                     // its next operation
	split      bool                            // events turned out not to be atomic
	loops      map[checker.Task]bool           // tasks that have been in an event loop; whether they still are
	diverged   int                             // step, or -1
	divergedAt checker.Decision
}

// planned is the plan of the sequence that is to be executed.
func (s *search) planned(plan []r4Item) []r4Item {
	e := &s.now
	if e.of == nil {
		for _, dec := range s.x.Options.Initial {
			plan = append(plan, r4Item{dec: dec, how: r4Loose})
		}
		return plan
	}
	plan = append(plan, e.lead[e.used:]...)
rest:
	for i := e.at; i < len(e.of.items); i++ {
		for k := range e.lead {
			if e.lead[k].EventID == e.of.items[i].EventID {
				continue rest
			}
		}
		plan = append(plan, e.of.items[i])
	}
	return plan
}

// Next implements strategy.
func (s *search) Next(d *engine.Driver, st checker.State) (checker.Decision, bool) {
	n := len(d.Decisions)
	if n == 0 {
		s.t.Serial = s.steps
		s.t.Reset()
		s.t.Begin(st)
		s.names.begin()
		s.pos, s.state, s.soon, s.starts, s.skipped = 0, 0, 0, s.starts[:0], s.skipped[:0]
		s.places, s.news = s.places[:0], s.news[:0]
		s.put = s.put[:0]
		for c := range s.awaited {
			s.awaited[c] = append(s.awaited[c][:0], s.given[c]...)
		}
		s.inside, s.split, s.diverged = checker.NoTask, false, -1
		s.loops = map[checker.Task]bool{}
	}
	switch {
	case s.split:
		return checker.Decision{}, false
	case n >= checker.MaxEvents:
		d.Cut = true
		s.x.Holes.Length = true
		return checker.Decision{}, false
	case s.inside != checker.NoTask:
		// The event goes on. It must be possible, and there must be no choice, for
		// it to be the same event elsewhere.
		d.Buf = st.Decisions(s.inside, d.Buf[:0])
		if len(d.Buf) != 1 || s.met(d, st) {
			s.divide(s.inside, s.insideAt)
			return checker.Decision{}, false
		}
		return d.Buf[0], true
	case s.state < len(s.levels):
		l := &s.levels[s.state]
		dec := l.alts[l.at].run
		if !d.Enabled(st, dec) {
			s.diverged, s.divergedAt = n, dec
			return checker.Decision{}, false
		}
		if s.state == s.fresh {
			s.pos = 1 // of the plan, whose first event it is
		}
		s.enter(n, false)
		return dec, true
	}
	return s.choose(d, st)
}

// met says whether some task waits to hand something to the message.
func (s *search) met(d *engine.Driver, st checker.State) bool {
	if k := st.Op(s.inside).Kind; k != checker.Recv && k != checker.Select {
		return false
	}
	first := d.Buf[0]
	defer func() { d.Buf = append(d.Buf[:0], first) }()
	for _, t := range st.Tasks() {
		d.Buf = st.Decisions(t, d.Buf[:0])
		for _, dec := range d.Buf {
			if dec.Partner == s.inside {
				return true
			}
		}
	}
	return false
}

// enter begins an event.
func (s *search) enter(step int, isNew bool) {
	l := &s.levels[s.state]
	s.came(&l.alts[l.at])
	s.starts, s.news = append(s.starts, int32(step)), append(s.news, isNew)
	s.state++
}

// choose goes on in a state that was not on the way of another sequence: with
// the first event of what is left of the plan that is enabled.
func (s *search) choose(d *engine.Driver, st checker.State) (checker.Decision, bool) {
	n := len(s.levels)
	if n < cap(s.levels) {
		s.levels = s.levels[:n+1]
	} else {
		s.levels = append(s.levels, level{})
	}
	l := &s.levels[n]
	l.alts, l.at, l.entries = l.alts[:0], -1, l.entries[:0]
	for _, t := range st.Tasks() {
		d.Buf = st.Decisions(t, d.Buf[:0])
		for _, dec := range d.Buf {
			op := st.Op(t)
			a := r4Alt{
				r4Item: r4Item{EventID: checker.EventID{Task: s.names.name(t), Index: turnOfTask(&s.t, t)}, dec: s.names.decision(dec)},
				run:    dec, loop: op.Loop, input: inputOf(&s.t, t, op),
			}
			a.early = s.early(&a)
			if dec.Partner != checker.NoTask {
				a.partner = turnOfTask(&s.t, dec.Partner)
				a.loop = a.loop || st.Op(dec.Partner).Loop
			}
			l.alts = append(l.alts, a)
		}
	}
	if len(l.alts) == 0 {
		s.levels = s.levels[:n]
		return checker.Decision{}, false
	}
	isNew := true
	if l.at = s.atOnce(l); l.at >= 0 {
		s.soon++
	} else {
		s.soon = 0
	}
	if l.at < 0 {
		l.at = s.due(l)
		isNew = l.at < 0
	}
	for l.at < 0 && s.pos < len(s.plan) {
		item := &s.plan[s.pos]
		switch i := l.find(item); {
		case i >= 0 && l.alts[i].early:
			s.put = append(s.put, *item)
		case i >= 0:
			l.at, isNew = i, false
		case item.how != r4Loose:
			s.skipped = append(s.skipped, item.EventID)
		}
		s.pos++
	}
	if l.at < 0 {
		dec, _ := d.Fallback.Next(st)
		l.at = s.inOrder(l, l.find(&r4Item{dec: dec, how: r4Loose}))
	}
	l.alts[l.at].visited = true
	s.enter(len(d.Decisions), isNew)
	return l.alts[l.at].run, true
}

// atOnce is, where messages are events, a step of another task that the plan does
// not have: what an event sets going, such as a timer that is to post the next
// one, comes about before any other event, "such that we have a well-defined set
// of enabled events" (section 2). -1: there is none. What begins with it an iteration
// of a loop is as little such a step as a message. Not while the reversal is
// still to be made; and not without end, as the task may wait for a message.
func (s *search) atOnce(l *level) int {
	if s.steps || s.soon >= checker.Patience || s.pos < len(s.now.lead)-s.now.used {
		return -1
	}
	for k := range l.alts {
		if a := &l.alts[k]; !a.loop && !messageOf(&s.t, a.run.Task) && !s.isPlanned(a) && !a.early {
			return k
		}
	}
	return -1
}

// isPlanned says whether what is left of the plan has the event.
func (s *search) isPlanned(a *r4Alt) bool {
	for i := s.pos; i < len(s.plan); i++ {
		if p := &s.plan[i]; p.how != r4Loose && p.EventID == a.EventID || p.how == r4Loose && p.dec.Task == a.run.Task {
			return true
		}
	}
	return false
}

// turnOfTask is the number of the next step of a task.
func turnOfTask(t *trace.Trace, name checker.Task) uint32 {
	if int(name) < len(t.ByTask) && t.ByTask[name] >= 0 {
		if op := t.Tasks[t.ByTask[name]].Op; op >= 0 {
			return t.Ops[op].Index
		}
	}
	return 0 // a clock that has just been made
}

// Did implements strategy.
func (s *search) Did(_ *engine.Driver, st checker.State, ev *checker.Event) {
	t := &s.t
	t.Record(st, ev)
	s.names.did(ev)
	s.places = append(s.places, ev.Pos)
	if s.steps {
		return
	}
	message := messageOf(t, ev.Task)
	joint := ev.Kind == checker.Send && ev.Partner != checker.NoTask
	s.iterates(ev.Task, ev.Op, ev.Kind)
	if joint {
		s.iterates(ev.Partner, ev.PartnerOp, ev.Kind)
		if message {
			s.divide(ev.Task, ev.Pos) // a step of two events
		} else if messageOf(t, ev.Partner) {
			s.divide(ev.Partner, ev.Pos)
		}
	}
	s.inside = checker.NoTask
	if !ev.Last && (message || !joint && s.goesOn(st, ev.Task)) {
		s.inside, s.insideAt = ev.Task, st.Op(ev.Task).Pos
	}
}

// messageOf says whether a task of the trace is one.
func messageOf(t *trace.Trace, name checker.Task) bool {
	return int(name) < len(t.ByTask) && t.ByTask[name] >= 0 && t.Tasks[t.ByTask[name]].Handler >= 0
}
