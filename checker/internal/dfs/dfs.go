package dfs

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/trace"
)

// Algorithm is dfs: every interleaving.
var Algorithm = engine.Algorithm{Algorithm: checker.Algorithm{Name: "dfs", What: "every interleaving, for small programs", Commutes: true, Pauses: true, Faults: true, Deviates: true},
	Explore: dfs, Skims: true}

// dfs explores every interleaving: depth first, backtracking over the
// decisions. It is the reference for small programs, and hopeless for others.
// With a bound of preemptions or delays it is every interleaving within.
func dfs(x *engine.Exploration) {
	s := &interleavings{bound: deviationsOf(x)}
	if x.Options.CountRedundant {
		s.trace = x.Traced()
	}
	backtrackDFS(x, s)
}

// backtrackDFS runs executions until s has no more.
func backtrackDFS(x *engine.Exploration, s *interleavings) {
	for x.Stopped == "" && s.run(x) {
	}
	s.leave(x)
}

// run makes one execution. False if that was the last one, or has not come to its end.
func (s *interleavings) run(x *engine.Exploration) bool {
	out := x.Run(s)
	if x.Void {
		return false
	}
	if s.diverged >= 0 {
		out.Failure = engine.Divergence(x.Program, s.diverged, s.divergedAt, "an alternative that was there before is gone")
	}
	if s.merged {
		x.Result.Blocked++
		x.Late(1<<8 + len(x.Driver.Decisions))
	} else {
		if s.trace != nil {
			x.Recognise(s.trace)
		}
		x.Result.Estimate = s.estimate(x.Result.Executions + 1)
		x.Count(out)
	}
	return s.advance()
}

// leave says what s has left out.
func (s *interleavings) leave(x *engine.Exploration) {
	if s.bound != nil && s.bound.cut {
		x.Holes.Deviations = s.bound.name()
	}
}

// interleavings is the state of dfs and bounded: at each depth the alternatives,
// flat.
type interleavings struct {
	alts       []checker.Decision
	costs      []int // of the alternatives, with a bound
	levels     []level
	depth      int
	diverged   int // step, or -1
	divergedAt checker.Decision
	bound      *Deviations  // nil: none
	trace      *trace.Trace // nil: nobody asks for redundant executions
	states     *states      // of bounded, else nil
	merged     bool         // this execution has come to a known state
}

type level struct{ from, at int } // alternatives of the level: alts[from:], chosen alts[at]

// Next implements engine.Strategy.
func (s *interleavings) Next(d *engine.Driver, st checker.State) (checker.Decision, bool) {
	if len(d.Decisions) == 0 {
		s.begin(st)
	}
	if s.depth == len(s.levels) && !s.branch(d, st) {
		return checker.Decision{}, false
	}
	at := s.levels[s.depth].at
	dec := s.alts[at]
	if !d.Enabled(st, dec) {
		s.diverged, s.divergedAt = s.depth, dec
		return checker.Decision{}, false
	}
	if s.bound != nil {
		s.bound.spent += s.costs[at]
	}
	s.depth++
	return dec, true
}

// begin prepares another execution.
func (s *interleavings) begin(st checker.State) {
	s.depth, s.diverged, s.merged = 0, -1, false
	if s.trace != nil {
		s.trace.Reset()
		s.trace.Begin(st)
	}
	if s.bound != nil {
		s.bound.Begin()
	}
	if s.states != nil {
		s.states.begin()
	}
}

// branch adds a level with what is enabled. False ends the execution.
func (s *interleavings) branch(d *engine.Driver, st checker.State) bool {
	from := len(s.alts)
	for _, t := range st.Tasks() {
		s.alts = st.Decisions(t, s.alts)
	}
	if len(s.alts) == from {
		return false
	}
	if b := s.bound; b != nil {
		s.costs = b.Weigh(st, s.alts[from:], s.costs[:from])
		s.cheapestFirst(from)
	}
	if s.states != nil && s.states.known(s.bound) {
		s.alts = s.alts[:from]
		s.merged = true
		return false
	}
	if b := s.bound; b != nil {
		for s.costs[len(s.alts)-1] > b.left() {
			s.alts = s.alts[:len(s.alts)-1]
			b.cut = true
		}
	}
	s.levels = append(s.levels, level{from, from})
	return true
}

// cheapestFirst sorts the alternatives from there on by their costs.
func (s *interleavings) cheapestFirst(from int) {
	for i := from + 1; i < len(s.alts); i++ {
		for j := i; j > from && s.costs[j] < s.costs[j-1]; j-- {
			s.alts[j], s.alts[j-1] = s.alts[j-1], s.alts[j]
			s.costs[j], s.costs[j-1] = s.costs[j-1], s.costs[j]
		}
	}
}

// Did implements engine.Strategy.
func (s *interleavings) Did(_ *engine.Driver, st checker.State, ev *checker.Event) {
	if s.trace != nil {
		k := s.trace.Record(st, ev)
		if s.states != nil {
			s.states.did(st, ev, k)
		}
	}
	if s.bound != nil {
		s.bound.Did(ev)
	}
}

// fraction is the part of the tree that has been gone through, the present
// execution included, if all alternatives of a state are taken to lead to as
// much (Kilby, Slaney, Thiébaux, Walsh: Estimating search tree size, AAAI 2006).
func (s *interleavings) fraction() float64 {
	done, part := 0.0, 1.0
	for n, l := range s.levels {
		end := len(s.alts)
		if n+1 < len(s.levels) {
			end = s.levels[n+1].from
		}
		part /= float64(end - l.from)
		done += part * float64(l.at-l.from)
	}
	return done + part
}

// leastPart is how much of the tree has to be behind before it says what is left:
// from there on it is right within a factor of three in nine of ten cases.
const leastPart = 0.2

// estimate is how many executions there are if there were so many until now; 0: that is
// not known. Of bounded it never is: states that are merged count as if they had led to as
// much as those that were gone through.
func (s *interleavings) estimate(executions int64) float64 {
	if part := s.fraction(); s.states == nil && part >= leastPart && part < 1 {
		return engine.Estimated(float64(executions) / part)
	}
	return 0
}

// advance moves on to the next untried alternative, deepest first.
func (s *interleavings) advance() bool {
	for n := len(s.levels) - 1; n >= 0; n-- {
		l := &s.levels[n]
		end := len(s.alts)
		if l.at+1 < end {
			l.at++
			return true
		}
		s.alts = s.alts[:l.from]
		s.levels = s.levels[:n]
	}
	return false
}
