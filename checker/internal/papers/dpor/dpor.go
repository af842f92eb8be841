package dpor

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/papers/dependence"
	"gocheck.dev/checker/internal/trace"
)

// Algorithm is that of Flanagan and Godefroid, with sleep sets.
var Algorithm = engine.Algorithm{Algorithm: checker.Algorithm{Name: "dpor", What: "persistent sets and sleep sets (Flanagan and Godefroid)"},
	Explore: dpor}

// dpor is the algorithm of Flanagan and Godefroid (2005, Figure 3) with sleep
// sets (Godefroid 1996), noSleep the same without: the baselines of all
// five papers. At every state it explores a persistent set of the enabled
// tasks, found while exploring: whenever the operation that some task announces,
// enabled or not, depends on an earlier event of the execution that does not
// happen before it, some task is added to the backtrack set of the state before
// that event that brings the operation nearer to it. Handlers are mutexes, and
// posts to one FIFO handler are dependent (em-dpor-full §5).
func dpor(x *engine.Exploration) { (&search{x: x, sleeping: true}).run() }

// WithoutSleep is the same without sleep sets.
var WithoutSleep = engine.Algorithm{Algorithm: checker.Algorithm{Name: "dpor-nosleep", What: "the same without sleep sets"},
	Explore: noSleep}

func noSleep(x *engine.Exploration) { (&search{x: x}).run() }

// search is the state of dpor: the stack of states on the way to the
// present one, and the present execution.
type search struct {
	x        *engine.Exploration
	sleeping bool // with sleep sets
	levels   []level

	// Of the execution.
	t        trace.Trace
	fresh    int // the first step that is not a repetition of the execution before
	blocked  bool
	diverged *checker.Failure
	unknown  bool // BadInSection
	at       checker.Pos
	uses     []dependence.Use // of the last step
	mays     []dependence.Use // its others
	sleep    []sleeper        // of the state after it
	known    checker.Object   // objects from here on have not been met
	clocks   []int32          // rows of width: see races.go
	nothing  []int32          // an empty row
	width    int
	nodes    []node
	last     int     // nodes from here on are of the last step
	choices  bool    // there are nodes that are no accesses
	heads    []int32 // by Object: its newest node, -1

	// Scratch memory.
	mine          []dependence.Use
	past, before  []int32 // rows
	found, firsts []int32 // steps
}

// level is a state on the stack.
type level struct {
	alts  []alt // all that is enabled
	at    int   // the one that is being explored
	sleep []sleeper
}

// alt is an enabled alternative.
type alt struct {
	sleeper
	wanted bool // in the backtrack set
	done   bool // explored
	asleep bool // in the sleep set that the state was reached with
}

// sleeper is a transition and what it uses: a member of a sleep set.
type sleeper struct {
	dec    checker.Decision
	joint  bool // a rendezvous
	uses   []dependence.Use
	known  checker.Object   // uses of objects from here on are of some object that had not been met
	varies bool             // it may use other objects after something that it depends on
	others []dependence.Use // see trace.Others
}

// node is a use of an object by a step.
type node struct {
	step   int32
	prev   int32 // older node of the same object, -1
	access bool  // else of an alternative that the step might have been
	dependence.Use
}

func (s *search) run() {
	x := s.x
	s.t.Serial = true
	x.RefuseOwn()
	for x.Stopped == "" {
		s.fresh = max(len(s.levels)-1, 0)
		s.diverged, s.blocked = nil, false
		out := x.Run(s)
		switch {
		case x.Void:
			return
		case s.blocked:
			x.Result.Blocked++
			x.Late(len(s.t.Events))
		default:
			if s.diverged != nil {
				out.Failure = s.diverged
			}
			if x.Options.CountRedundant && s.diverged == nil {
				x.Recognise(&s.t)
			}
			x.Count(out)
		}
		if s.unknown && x.Stopped == "" {
			x.Refuse(trace.BadInSection, s.at)
		}
		if !s.advance() {
			return
		}
	}
}

// advance moves on to a member of a backtrack set that has not been explored
// and does not sleep, deepest first.
func (s *search) advance() bool {
	for n := len(s.levels) - 1; n >= 0; n-- {
		l := &s.levels[n]
		l.alts[l.at].done = true
		for k := range l.alts {
			if a := &l.alts[k]; a.wanted && !a.done && !a.asleep {
				l.at = k
				return true
			}
		}
		s.levels = s.levels[:n]
	}
	return false
}

// Next implements strategy.
func (s *search) Next(d *engine.Driver, st checker.State) (checker.Decision, bool) {
	n := len(d.Decisions)
	if n == 0 {
		s.begin(st)
	}
	if n < len(s.levels) {
		l := &s.levels[n]
		dec := l.alts[l.at].dec
		if !d.Enabled(st, dec) {
			s.diverged = engine.Divergence(s.x.Program, n, dec, "an alternative that was there before is gone")
			return checker.Decision{}, false
		}
		return dec, true
	}
	if n >= checker.MaxEvents {
		d.Cut = true
		s.x.Holes.Length = true
		return checker.Decision{}, false
	}
	return s.enter(d, st)
}

// enter makes the present state a level, and chooses the first member of its
// backtrack set.
func (s *search) enter(d *engine.Driver, st checker.State) (checker.Decision, bool) {
	n := len(s.levels)
	if n < cap(s.levels) {
		s.levels = s.levels[:n+1]
	} else {
		s.levels = append(s.levels, level{})
	}
	l := &s.levels[n]
	l.alts, l.at = l.alts[:0], -1
	l.sleep, s.sleep = s.sleep, l.sleep
	for _, t := range st.Tasks() {
		d.Buf = st.Decisions(t, d.Buf[:0])
		joint := st.Op(t).Kind != checker.Signal // whose partner takes no step
		for _, dec := range d.Buf {
			l.add(dec, joint && dec.Partner != checker.NoTask)
		}
	}
	if len(l.alts) == 0 {
		s.levels = s.levels[:n]
		return checker.Decision{}, false
	}
	// What the default scheduler would do, or else any alternative of that task,
	// or else of any task.
	first, _ := d.Fallback.Next(st)
	for k := range l.alts {
		if a := &l.alts[k]; !a.asleep && (l.at < 0 || a.dec == first || a.dec.Task == first.Task && l.alts[l.at].dec.Task != first.Task) {
			l.at = k
		}
	}
	if l.at < 0 {
		s.levels = s.levels[:n]
		s.blocked = true
		return checker.Decision{}, false
	}
	dec := l.alts[l.at].dec
	l.want(dec.Task)
	return dec, true
}

// add appends an enabled alternative.
func (l *level) add(dec checker.Decision, joint bool) {
	n := len(l.alts)
	if n < cap(l.alts) {
		l.alts = l.alts[:n+1]
	} else {
		l.alts = append(l.alts, alt{})
	}
	a := &l.alts[n]
	*a = alt{sleeper: sleeper{dec: dec, joint: joint, uses: a.uses[:0], others: a.others[:0]}}
	for i := range l.sleep {
		a.asleep = a.asleep || l.sleep[i].dec == dec
	}
}

// by says whether the transition is a step of the task.
func (z *sleeper) by(t checker.Task) bool {
	return z.dec.Task == t || z.joint && z.dec.Partner == t
}

// want puts a task into the backtrack set: all of its alternatives. A partner
// in one of them comes along, or another alternative of the partner's, which
// depends on that one, would have been left out.
func (l *level) want(t checker.Task) {
	for k := range l.alts {
		if a := &l.alts[k]; !a.wanted && a.by(t) {
			a.wanted = true
			if a.joint {
				l.want(a.dec.Task)
				l.want(a.dec.Partner)
			}
		}
	}
}

func (l *level) wantAll() {
	for k := range l.alts {
		l.alts[k].wanted = true
	}
}

// Did implements strategy.
func (s *search) Did(d *engine.Driver, st checker.State, ev *checker.Event) {
	n := int32(len(d.Decisions)) - 1
	t := &s.t
	ops := int32(len(t.Ops))
	t.Record(st, ev)
	if t.BadInSection() {
		s.unknown, s.at = true, ev.Pos
	}
	s.uses = dependence.Performed(&s.t, s.uses[:0], n)
	s.mays = dependence.Others(&s.t, s.mays[:0], n)
	fresh := int(n) >= s.fresh
	s.clock(n, fresh)
	if fresh {
		l := &s.levels[n]
		a := &l.alts[l.at]
		a.uses = append(a.uses[:0], s.uses...)
		a.others = append(a.others[:0], s.mays...)
		a.known = s.known
		a.varies = s.varies(n)
		s.fallAsleep(l, n)
	}
	s.note(n, fresh)
	for i := ops; i < int32(len(t.Ops)); i++ {
		s.meet(i)
	}
	if fresh {
		s.races(n, ops)
	}
}

// begin starts an execution.
func (s *search) begin(st checker.State) {
	t := &s.t
	t.Reset()
	t.Begin(st)
	s.clocks = s.clocks[:0]
	s.nodes = s.nodes[:0]
	for i := range s.heads {
		s.heads[i] = -1
	}
	s.sleep = s.sleep[:0]
	s.known, s.choices = 0, false
	for i := range t.Ops {
		s.meet(int32(i))
	}
}
