package r4

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
)

// Algorithm is R4.
var Algorithm = engine.Algorithm{Algorithm: checker.Algorithm{Name: "r4", What: "R4: the reorderings of one execution, few reversals of conflicts first (-reversals)", Commutes: true, Reverses: true},
	Explore: r4}

// r4 is the algorithm of Jensen, Møller, Raychev, Dimitrov, Vechev, "Stateless
// Model Checking of Event-Driven Applications": the reorderings of one execution,
// few reversals of conflicts first. Lines and sections below are of that paper;
// docs/design/algorithms-r4.md says what was built, where the printed algorithms had to
// be read with care, and what is promised.
//
//	r4.go       Explore, and the states on the way to the present one: Algorithm 1, with 3 and 4
//	events.go   which steps are one event; whether that is atomic
//	loops.go    iterations of event loops
//	inputs.go   what comes from outside, and stays in order
//	names.go    tasks, by what they are in all executions
//	order.go    transitive dependence and uncovered races of events: Definition 2, section 4.4
//	persist.go  persistent sets of sequences: Algorithm 2, with 3 and 4
//	replay.go   approximate replay: section 4.2
func r4(x *engine.Exploration) {
	x.RefuseWaiting()
	s := &search{x: x, bound: -1, names: newR4Names(), cuts: map[checker.Pos]bool{}}
	x.Result.Reversals = &checker.Reversals{Completed: -1}
	if x.Options.Reversals == nil {
		s.explore()
		return
	}
	for s.bound = 0; s.bound <= *x.Options.Reversals; s.bound++ {
		s.explore()
		if x.Stopped != "" {
			return
		}
		x.Result.Reversals.Completed = s.bound
		if !s.beyond {
			return // there is no more, whatever the bound
		}
	}
	x.Holes.Reversals = true
}

// search is the state of the search: the present sequence, τ of the paper, as
// the states that it goes through, and what is known of them.
type search struct {
	x      *engine.Exploration
	bound  int                  // of reversals, -1: none
	beyond bool                 // something was left out for its depth
	steps  bool                 // each step is an event, as messages are not atomic
	cuts   map[checker.Pos]bool // operations of loops that begin another event, as what they are in is not atomic
	known  flat.KeyTable        // sequences that were executed, by their decisions
	names  r4Names

	levels []level  // levels[i] is the state before event i of τ
	fresh  int      // the events from here on are not those of the sequence before
	order  *r4Order // τ
	now    entry    // what τ was executed for

	execution
	r4Dependence
	users    r4Users
	initial  map[checker.EventID]bool        // events of the initial sequence
	given    [inputClasses][]checker.EventID // the inputs among them
	sequence checker.Sequence
}

// level is a state: enabled(τ), T(τ), V(τ).
type level struct {
	alts    []r4Alt
	at      int     // the one that τ goes on with
	entries []entry // T, without what has been explored
}

// r4Alt is an event that is enabled.
type r4Alt struct {
	r4Item
	run     checker.Decision // of the program, with its tasks
	visited bool             // in V
	loop    bool             // an iteration of an event loop begins with it
	input   input
	early   bool // an input, before an earlier one
}

// r4Item is an event of a sequence, or of a plan for one, in names (names.go).
type r4Item struct {
	checker.EventID
	dec     checker.Decision // of its first step; r4Loose: of the program
	partner uint32           // the number of the step in dec.Partner, if there is one
	how     match
}

// match is which events an item of a plan stands for.
type match uint8

const (
	this    match = iota // the event with the decision
	r4Any                // the task's step, whatever the decision and whoever the partner
	r4Loose              // whatever the decision leads to
)

// r4Order is an executed sequence that plans are made of.
type r4Order struct {
	items []r4Item
	index int64
	depth int
}

// entry is a sequence of T: lead, then what of the sequence of from event at
// on is not in lead.
type entry struct {
	alt      int // lead[used]: its index into alts
	of       *r4Order
	at       int
	lead     []r4Item
	used     int // so many of lead are on the way to the state
	depth    int
	reversed [2]checker.EventID
}

// explore is Algorithm 1. Where it turns out that events are not atomic, it begins
// again with smaller ones.
func (s *search) explore() {
	defer func() {
		for i := range s.levels { // of an exploration that was ended
			s.weigh(&s.levels[i])
		}
	}()
	for s.begin(); s.x.Stopped == ""; {
		switch ok := s.execute(); {
		case s.x.Stopped != "":
			return
		case !ok:
			s.begin()
		case !s.advance():
			return
		}
	}
}

// begin makes the initial sequence the next one.
func (s *search) begin() {
	s.levels, s.fresh = s.levels[:0], 0
	s.now = entry{}
	s.given = [inputClasses][]checker.EventID{}
	s.beyond = false
	r := s.x.Result.Reversals
	r.Enabled, r.Visited = 0, 0
}

// execute runs the sequence and adds to T what follows from it. It returns false
// if events are not atomic.
func (s *search) execute() bool {
	x := s.x
	s.plan = s.planned(s.plan[:0])
	out := x.Run(s)
	if x.Void {
		return true
	}
	if s.inside != checker.NoTask && !x.Driver.Cut && !s.split {
		s.divide(s.inside, s.insideAt) // it waits
	}
	if s.split || x.Stopped != "" {
		return x.Stopped != ""
	}
	if s.diverged >= 0 {
		out.Failure = engine.Divergence(x.Program, s.diverged, s.divergedAt, "an alternative that was there before is gone")
	}
	for i := range s.put {
		s.skipped = append(s.skipped, s.put[i].EventID)
	}
	s.delimit()
	n, isNew := s.known.Number(decisionsKey(x.Driver.Decisions))
	s.order = &r4Order{items: s.items(), index: int64(n), depth: s.now.depth}
	if s.now.of == nil {
		s.initial = map[checker.EventID]bool{}
		for i := range s.order.items {
			s.initial[s.order.items[i].EventID] = true
		}
		s.give()
	}
	if isNew {
		s.report(out)
	} else {
		x.Result.Repeated++
		x.Late(len(x.Driver.Decisions))
	}
	if s.diverged >= 0 {
		s.levels = s.levels[:len(s.order.items)]
		return true
	}
	if !s.steps && !s.atomic() {
		return false
	}
	s.inherit()
	s.persist()
	s.depend()
	return true
}

// report counts a sequence that is new.
func (s *search) report(out checker.Outcome) {
	x := s.x
	r := x.Result.Reversals
	for len(r.Sequences) <= max(s.bound, 0) {
		r.Sequences = append(r.Sequences, 0)
	}
	r.Sequences[max(s.bound, 0)]++
	if x.Options.CountRedundant && s.diverged < 0 {
		x.Recognise(&s.t)
	}
	x.Progress.Sequence = s.describe()
	x.Count(out)
}

// advance is the rest of the loop: back to the last state with something that is
// unexplored, and on with that. False if there is no such state.
func (s *search) advance() bool {
	for n := len(s.levels) - 1; n >= 0; n-- {
		l := &s.levels[n]
		best := -1
		for i := range l.entries {
			switch e := &l.entries[i]; {
			case l.alts[e.alt].visited:
			case s.bound >= 0 && e.depth > s.bound:
				s.beyond = true
			case best < 0 || e.depth < l.entries[best].depth:
				best = i
			}
		}
		if best >= 0 {
			s.now = l.entries[best]
			l.entries = append(l.entries[:best], l.entries[best+1:]...)
			l.at = s.now.alt
			l.alts[l.at].visited = true
			s.levels, s.fresh = s.levels[:n+1], n
			return true
		}
		s.weigh(l)
	}
	s.levels = s.levels[:0]
	return false
}

// weigh adds a state that is gone back from to what was possible, and to what of
// it was explored.
func (s *search) weigh(l *level) {
	r := s.x.Result.Reversals
	r.Enabled += int64(len(l.alts))
	for i := range l.alts {
		if l.alts[i].visited {
			r.Visited++
		}
	}
}

// inherit is Algorithm 3, lines 6 to 9: a sequence that begins as τ does, and
// whose reversal is still to come, is one of the next state. A sequence whose
// reversal τ has made, if in another way, is explored.
func (s *search) inherit() {
	for n := s.fresh; n < len(s.levels); n++ {
		l := &s.levels[n]
		kept := l.entries[:0]
		for _, e := range l.entries {
			switch {
			case e.alt != l.at:
				kept = append(kept, e)
			case n+1 < len(s.levels) && e.used+1 < len(e.lead):
				e.used++
				next := &s.levels[n+1]
				if e.alt = next.find(&e.lead[e.used]); e.alt >= 0 {
					next.entries = append(next.entries, e)
				}
			}
		}
		l.entries = kept
	}
}

// find is the index of an item among what is enabled, or -1. Of several, one
// that is not default.
func (l *level) find(item *r4Item) int {
	found := -1
	for i := range l.alts {
		a := &l.alts[i]
		switch item.how {
		case r4Loose:
			if a.run == item.dec {
				return i
			}
		case r4Any:
			if (a.EventID == item.EventID || a.dec.Partner == item.Task && a.partner == item.Index) && (found < 0 || l.alts[found].dec.Choice == checker.DefaultCase) {
				found = i
			}
		default:
			if a.EventID == item.EventID && a.dec == item.dec && a.partner == item.partner {
				return i
			}
		}
	}
	return found
}

// decisionsKey identifies an execution.
func decisionsKey(ds []checker.Decision) flat.Key {
	k := flat.Key{}
	for i := range ds {
		d := &ds[i]
		k = k.And(uint64(d.Task)<<32 | uint64(d.Partner)).And(uint64(uint32(d.Choice))<<32 | uint64(uint32(d.PartnerChoice)))
	}
	return k
}
