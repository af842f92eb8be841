package em

import (
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/trace"
)

// Algorithm is EM-DPOR.
var Algorithm = engine.Algorithm{Algorithm: checker.Algorithm{Name: "em", What: "EM-DPOR: dependence-covering sets, FIFO handlers"},
	Explore: em}

// em is EM-DPOR: Maiya, Gupta, Kanade, Majumdar, "A Partial Order Reduction
// Technique for Event-driven Multi-threaded Programs", the full version. Lines
// and sections below are of that paper; docs/design/algorithms-em.md says what was
// built, where the printed algorithm had to be read with care, and what it
// promises.
//
//	em.go         Explore: section 3.3, Algorithm 1 as modified in appendix C (Algorithm 5)
//	sequence.go   transition sequences, happens-before, reordered posts: section 3.2
//	race.go       which transitions are dependent and may be reordered: lines 2–14 of Algorithm 5
//	target.go     FindTarget, ReschedulePending: Algorithms 2, 3
//	backtrack.go  BacktrackEager: Algorithm 4
//	refuse.go     the operations that it is defined for
func em(x *engine.Exploration) {
	s := newEMSearch(x)
	if x.Options.CountRedundant {
		s.trace = &trace.Trace{Program: x.Program}
	}
	for x.Stopped == "" {
		out := x.Run(s)
		if x.Stopped != "" {
			return // in the midst of an execution: refused, or late
		}
		if s.diverged >= 0 {
			out.Failure = engine.Divergence(x.Program, s.diverged, s.divergedAt, "an alternative that was there before is gone")
		}
		if s.diverged < 0 && !x.Driver.Cut {
			s.stuck()
		}
		if s.trace != nil {
			x.Recognise(s.trace)
		}
		x.Count(out)
		if !s.advance() {
			return
		}
	}
}

// search is the depth-first search of Explore. A recursive call is a state
// of the stack; as executions cannot be undone, going on with another thread
// of a state executes the program again up to it.
type search struct {
	x      *engine.Exploration
	w      sequence   // from the initial state to the newest of the stack
	states []*emState // states[i] is pre(w, i), the last one last(w)
	free   []*emState
	apart  bool         // locks of handlers on one thread are independent: appendix C.2
	again  bool         // some handler ended with a lock: C.2 is not for this program
	assume int32        // an edge from here to a next transition is assumed, -1: none (Algorithm 5, lines 6, 11)
	fair   checker.Fair // the default scheduler, for what may depend on something
	trace  *trace.Trace // nil: nobody asks for redundant executions

	diverged   int // step, or -1
	divergedAt checker.Decision
}

func newEMSearch(x *engine.Exploration) *search {
	return &search{x: x, apart: true, assume: -1, diverged: -1}
}

// emState is a state on the stack.
type emState struct {
	next []emNext // the next transition of each thread that has one: nextTrans(s)
	rp   []pair   // RP(s)
	at   int      // next[at] is being explored, -1: none yet
}

// emNext is the next transition of a thread, and what the search has to do
// with the thread in this state. A thread that is not enabled is never in
// backtrack.
type emNext struct {
	thread emThread
	task   checker.Task
	kind   checker.Kind // announced
	obj    checker.Object

	decision  checker.Decision
	enabled   bool
	backtrack bool
	done      bool
}

// pair is a member of RP: two posts to one handler, named by the messages.
// They are to be reordered, as first came first where that was found.
type pair struct{ first, second checker.Task }

func (s *emState) of(t emThread) *emNext {
	for i := range s.next {
		if s.next[i].thread == t {
			return &s.next[i]
		}
	}
	return nil
}

// remember adds a pair to RP(s).
func (s *emState) remember(p pair) {
	if !slices.Contains(s.rp, p) {
		s.rp = append(s.rp, p)
	}
}

// Next implements strategy: lines 15 to 18 of Explore.
func (s *search) Next(d *engine.Driver, st checker.State) (checker.Decision, bool) {
	n := len(d.Decisions)
	if n == 0 {
		s.fair.Reset()
		if s.trace != nil {
			s.trace.Reset()
			s.trace.Begin(st)
		}
		if len(s.states) == 0 {
			s.visit(st, nil)
		}
	}
	if s.x.Stopped != "" || s.diverged >= 0 {
		return checker.Decision{}, false
	}
	if n >= checker.MaxEvents {
		d.Cut = true
		s.x.Holes.Length = true
		return checker.Decision{}, false
	}
	state := s.states[n]
	if state.at < 0 { // "if ∃t ∈ enabled(s)": any
		if !s.choose(state, st) {
			return checker.Decision{}, false
		}
		state.next[state.at].backtrack = true
		state.next[state.at].done = true
	}
	dec := state.next[state.at].decision
	if !d.Enabled(st, dec) {
		s.diverged, s.divergedAt = n, dec
		return checker.Decision{}, false
	}
	return dec, true
}

// choose picks the thread that a new state is explored with first. Any will
// do: one whose next transition depends on nothing, as then all races are found
// where all threads have come to what does depend on something; else the one
// that the default scheduler goes on with. False when nothing is enabled.
func (s *search) choose(state *emState, st checker.State) bool {
	state.at = slices.IndexFunc(state.next, func(n emNext) bool { return n.enabled && emFree(n.kind) })
	if state.at >= 0 {
		return true
	}
	dec, ok := s.fair.Next(st)
	if !ok {
		return false
	}
	state.at = slices.IndexFunc(state.next, func(n emNext) bool { return n.task == dec.Task })
	if state.at < 0 { // a Tick
		s.x.Refuse("time", st.Op(dec.Task).Pos)
		return false
	}
	return true
}

// emFree says whether an operation, once it is enabled, depends on nothing.
func emFree(k checker.Kind) bool {
	return k == checker.Begin || k == checker.Spawn || k == checker.Join
}

// Did implements strategy: lines 18 to 25.
func (s *search) Did(d *engine.Driver, st checker.State, ev *checker.Event) {
	if s.trace != nil {
		s.trace.Record(st, ev)
	}
	if !emFree(ev.Kind) {
		s.fair.Did(st, ev)
	}
	if len(d.Decisions) <= len(s.w.transitions) {
		return // on the way to the state that is explored
	}
	if s.refused(ev) || s.refusedPost(st, ev) {
		return
	}
	state := s.states[len(s.w.transitions)]
	reordered := int32(-1)
	if ev.Kind == checker.Post {
		// Lines 19–22. The order of the two posts is to be kept, now, and so may
		// hide races of what they started: another way to go between.
		reordered = s.w.reordered(state, ev)
		if reordered >= 0 {
			s.backtrack(reordered, state.next[state.at].thread)
		}
	}
	s.w.extend(state.next[state.at].thread, ev, reordered, s.apart)
	if len(ev.Effects) > 0 {
		s.effects(ev)
	}
	if ev.Last && s.w.handler(ev.Task) && s.w.holding(ev.Task) {
		s.again = s.apart
	}
	s.visit(st, s.inherited(state, ev))
}

// inherited is the RP of the state after ev (line 23): once a post is made,
// nothing can come before it any more.
func (s *search) inherited(state *emState, ev *checker.Event) []pair {
	var rp []pair
	for _, p := range state.rp {
		if ev.Kind != checker.Post || p.first != ev.Child {
			rp = append(rp, p)
		}
	}
	return rp
}

// visit pushes the present state (line 1) and looks for races of its next
// transitions.
func (s *search) visit(st checker.State, rp []pair) {
	var state *emState
	if n := len(s.free); n > 0 {
		state, s.free = s.free[n-1], s.free[:n-1]
	} else {
		state = &emState{}
	}
	state.at, state.rp = -1, rp
	state.next = s.nextTransitions(st, state.next[:0])
	s.states = append(s.states, state)
	if s.x.Stopped == "" {
		s.races(state)
	}
	s.x.Late(len(s.w.transitions))
}

// nextTransitions is nextTrans(s). Of the messages of a handler only the one
// that runs has one or, if none does, the first of the queue.
func (s *search) nextTransitions(st checker.State, buf []emNext) []emNext {
	for _, t := range st.Tasks() {
		op := st.Op(t)
		if op.Kind == checker.Tick || s.refusedOp(op) {
			continue // a Tick is possible only after what is refused
		}
		th := s.w.thread(t)
		if s.w.handler(t) && s.w.front(th) != t {
			continue
		}
		n := emNext{thread: th, task: t, kind: op.Kind, obj: op.Obj}
		ds := st.Decisions(t, s.x.Driver.Buf[:0])
		if n.enabled = len(ds) > 0; n.enabled {
			n.decision = ds[0]
		}
		s.x.Driver.Buf = ds
		buf = append(buf, n)
	}
	return buf
}

// backtrack adds t to backtrack(pre(w, i)) if it is enabled there.
func (s *search) backtrack(i int32, t emThread) {
	if n := s.states[i].of(t); n != nil && n.enabled {
		n.backtrack = true
	}
}

// advance goes on with line 17, from the newest state: with a thread that is
// in backtrack and not in done. False when there is none in any.
func (s *search) advance() bool {
	if s.again {
		// Explored without what appendix C.2 takes for granted: begin anew, with
		// the dependences of Definition 2.2.
		s.again, s.apart = false, false
		s.truncate(0)
		s.states = s.states[:0]
		return true
	}
	for i := len(s.states) - 1; i >= 0; i-- {
		state := s.states[i]
		for k := range state.next {
			if n := &state.next[k]; n.backtrack && !n.done {
				n.done = true
				state.at = k
				s.truncate(i)
				return true
			}
		}
	}
	return false
}

// truncate goes back to states[i].
func (s *search) truncate(i int) {
	s.free = append(s.free, s.states[i+1:]...)
	s.states = s.states[:i+1]
	s.w.truncate(i)
}
