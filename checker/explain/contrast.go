package explain

import (
	"cmp"
	"slices"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/trace"
)

// Difference is a passing execution, with the pairs by which it differs from a failing one. All
// other differences follow from the pairs.
type Difference struct {
	Passing []checker.Decision
	Pairs   []Pair
}

// Pair is the order of two operations, or a choice of the program.
type Pair struct {
	// First is an event of the failing execution, counted from 0. Second is one of the passing
	// execution, in which it comes before First. For a choice they are the events that make it:
	// which case, which value, or who receives what is sent.
	First, Second int
	Choice        bool
}

// Contrast is the result of comparing a failing execution with others.
type Contrast struct {
	Difference *Difference // nil: none was found
	Every      bool        // all executions were explored, and all fail, in this way or another
}

// Bounds on the executions of each search.
const (
	contrastRuns = 400  // one difference
	pairRuns     = 1000 // two of them
	pairFirsts   = 40   // so many for the first one
	pairSeconds  = 25   // so many for the second one
	reduceRuns   = 600
	sampleRuns   = 400
	mostPairs    = 3 // more of them explain nothing
)

// Compare looks for the passing execution that is nearest to a failing one. First it tries one
// difference: one race is reversed or one choice made otherwise, and the rest stays as it was
// as far as possible. Of the passing executions, the one that moves the fewest events counts;
// of equals the latest. If none passes, Compare tries two such differences. Then it takes any
// passing execution, and finds the fewest differences that make it pass. If all executions can
// be explored, and none passes, it says so.
//
// The options are those of the exploration. Executions and Deadline bound the search. Orders of
// what alien says is the standard library's own are tried after others; nil: nothing is. The
// result is nil if the decisions did not fail when they were executed again.
func Compare(p checker.Program, failing []checker.Decision, o checker.Options, judge Judge, alien func(checker.Pos) bool) *Contrast {
	x := &engine.Exploration{Program: p, Options: o}
	begun := x.LeaveOut(len(failing))
	x.Begin()
	c := &contrast{onlyFails: true}
	c.runner = runner{x: x, run: newGuided(x.Traced()), judge: func(again *checker.Replayed) Judgement {
		j := judge(again)
		c.onlyFails = c.onlyFails && (j == Fails || j == FailsOtherwise)
		return j
	}}
	steps, j := c.execute(begun.Short(failing)) // to its end: what fails may come before something
	if j != Fails {
		return nil
	}
	c.failing, c.steps = slices.Clone(x.Driver.Decisions), int32(steps)
	c.run.trace.Finish(true)
	for e := range x.Driver.Decisions {
		c.senders = append(c.senders, turnOf(c.run.trace, int32(e)))
		c.places = append(c.places, c.run.trace.Ops[c.run.trace.Events[e].Op].Pos)
	}
	c.at, c.picks, c.sites = turnsOf(c.run.trace), map[turn]pick{}, map[turn]checker.Pos{}
	for _, d := range picksOf(c.run.trace) {
		c.picks[d.a], c.sites[d.a] = d.pick, siteOf(c.run.trace, c.at[d.a], d.a.task)
	}
	c.near = c.run.changes(c.steps)
	if alien != nil {
		ownFirst(c.near, c.run.trace, alien)
	}
	out := &Contrast{Difference: c.one()}
	if out.Difference == nil {
		var passing []checker.Decision
		if passing, out.Every = c.any(); !out.Every {
			for _, search := range []func() *Difference{c.two, c.behind, func() *Difference { return c.fewest(passing) }} {
				if out.Difference == nil {
					out.Difference = search()
				}
			}
		}
	}
	if d := out.Difference; d != nil && alien != nil {
		out.Difference = c.owned(d, alien)
	}
	if d := out.Difference; d != nil {
		d.Passing = begun.Whole(d.Passing)
		for i := range d.Pairs {
			q := &d.Pairs[i]
			q.First, q.Second = begun.Step(q.First), begun.Step(q.Second)
		}
	}
	return out
}

// owned is the difference said by an order of the program's own, if it is of the standard
// library's: a task that is within its call, and has a lock of it, cannot be made to wait for
// another that needs it, but what passes may have it so all the same.
func (c *contrast) owned(d *Difference, alien func(checker.Pos) bool) *Difference {
	if len(d.Pairs) != 1 || !alien(c.places[d.Pairs[0].First]) {
		return d
	}
	if _, j := c.execute(d.Passing); j != Passes {
		return d
	}
	at := turnsOf(c.run.trace)
	for i := range c.near {
		o := &c.near[i]
		if o.alien > 0 || o.late != 0 || o.choice || !c.lacks(&o.demand) || !keepsOrder(c.run.trace, &o.demand, at) {
			continue
		}
		if own := c.attempt(d.Passing, o.demand); own != nil {
			return own
		}
		break
	}
	return d
}

// ownFirst sorts changes of a finished trace again: those of operations that alien does not say are
// the standard library's own come first, as its locks say little to whoever calls it.
func ownFirst(all []change, t *trace.Trace, alien func(checker.Pos) bool) {
	aliens := map[turn]int{}
	for i := range t.Ops {
		if op := &t.Ops[i]; alien(op.Pos) {
			aliens[turn{t.Tasks[op.Task].Name, op.Index}] = 1
		}
	}
	for i := range all {
		c := &all[i]
		if c.alien = aliens[c.a]; !c.choice {
			c.alien += aliens[c.b]
		}
	}
	slices.SortStableFunc(all, nearer)
}

// contrast is the state of Compare.
type contrast struct {
	runner
	failing []checker.Decision // of the whole execution
	steps   int32              // up to the failure
	at      map[turn]int32
	senders []turn        // by event, see turnOf
	places  []checker.Pos // by event
	picks   map[turn]pick
	sites   map[turn]checker.Pos // of picks
	near    []change             // of the failing execution

	onlyFails bool // all executions so far do
}

// attempt executes a plan under demands, and says in what it differs if it
// passes.
func (c *contrast) attempt(plan []checker.Decision, demands ...demand) *Difference {
	if _, j := c.execute(plan, demands...); j != Passes {
		return nil
	}
	t := c.run.trace
	at := turnsOf(t)
	d := &Difference{Passing: slices.Clone(c.x.Driver.Decisions)}
	for _, d1 := range demands {
		if first, ok := c.again(t, &d1, at); ok && keepsOrder(t, &d1, at) {
			d.Pairs = append(d.Pairs, Pair{First: int(first), Second: int(at[d1.a]), Choice: true})
			continue
		}
		if !c.lacks(&d1) || !keepsOrder(t, &d1, at) {
			return nil
		}
		first, second := c.at[d1.a], at[d1.a]
		if !d1.choice {
			// Of a rendezvous it is said what the sender does or, where that is the same, to whom.
			second = at[d1.b]
			if sender := c.senders[first]; sender == turnOf(t, second) && t.Events[second].Joint {
				d.Pairs = append(d.Pairs, Pair{First: int(first), Second: int(second), Choice: true})
				continue
			}
			if said := (demand{a: c.senders[first], b: turnOf(t, second)}); !c.lacks(&said) || !keepsOrder(t, &said, at) {
				return nil
			}
		}
		d.Pairs = append(d.Pairs, Pair{First: int(first), Second: int(second), Choice: d1.choice})
	}
	slices.SortFunc(d.Pairs, func(a, b Pair) int { return cmp.Or(a.First-b.First, a.Second-b.Second) })
	return d
}

// one tries each of the changes alone: the nearest, and then, of a long execution, some of each
// pair of places, as one pair of a loop may be all that is near.
func (c *contrast) one() *Difference {
	most := min(contrastRuns, len(c.near))
	if d := c.oneOf(c.near[:most]); d != nil {
		return d
	}
	return c.oneOf(c.spread(c.near[most:]))
}

// oneOf is one for the first contrastRuns of these changes.
func (c *contrast) oneOf(some []change) *Difference {
	for i := range some {
		if i == contrastRuns || some[i].late == behind || c.over() {
			break
		}
		if d := c.attempt(some[i].plan, some[i].demand); d != nil {
			return d
		}
	}
	return nil
}

// spread takes the nearest change of each pair of places first, then the second of each, and so on;
// those that leave a task behind are last.
func (c *contrast) spread(all []change) []change {
	rank, places := make(map[demand]int, len(all)), map[[2]checker.Pos]int{}
	for i := range all {
		if d := &all[i].demand; all[i].late != behind {
			at := [2]checker.Pos{c.placeOf(d.a), c.placeOf(d.b)}
			rank[*d] = places[at]
			places[at]++
		}
	}
	slices.SortStableFunc(all, func(a, b change) int {
		if a.late == behind || b.late == behind {
			return cmp.Compare(a.late, b.late)
		}
		return cmp.Or(cmp.Compare(rank[a.demand], rank[b.demand]), nearer(a, b))
	})
	return all
}

// placeOf is where the turn's operation is in the failing execution; 0: it is not.
func (c *contrast) placeOf(t turn) checker.Pos {
	e, ok := c.at[t]
	if !ok {
		return 0
	}
	return c.places[e]
}

// behind leaves the task of an event behind for as long as others can go on. If
// that passes, the fewest differences of it say more than the one that was meant.
func (c *contrast) behind() *Difference {
	last := c.runs + contrastRuns
	for i := range c.near {
		if c.near[i].late != behind {
			continue
		}
		if c.runs >= last || c.over() {
			break
		}
		if d := c.attempt(c.near[i].plan, c.near[i].demand); d != nil {
			if fewest := c.fewest(d.Passing); fewest != nil {
				return fewest
			}
			return d
		}
	}
	return nil
}

// two makes a change, and another one to what came of it.
func (c *contrast) two() *Difference {
	last := c.runs + pairRuns
	for i := range c.near {
		first := &c.near[i]
		if i == pairFirsts || first.late == behind || c.over() || c.runs >= last {
			break
		}
		if _, j := c.execute(first.plan, first.demand); j == Undecided {
			continue
		}
		t := c.run.trace
		t.Finish(true)
		if !keepsOrder(t, &first.demand, turnsOf(t)) {
			continue
		}
		tried := 0
		for _, second := range c.run.changes(int32(len(t.Events))) {
			if !c.lacks(&second.demand) || second.demand == first.demand || second.late == behind {
				continue
			}
			if tried++; tried > pairSeconds || c.over() {
				break
			}
			if d := c.attempt(second.plan, first.demand, second.demand); d != nil {
				if alone := c.attempt(c.failing, second.demand); alone != nil {
					return alone
				}
				return d
			}
		}
	}
	return nil
}

// lacks says whether the failing execution, up to the failure, has what the
// demand is about and does not keep it.
func (c *contrast) lacks(d *demand) bool {
	first, ok := c.at[d.a]
	if !ok || first >= c.steps {
		return false
	}
	if d.choice {
		made, ok := c.picks[d.a]
		return ok && made != d.pick
	}
	second, ok := c.at[d.b]
	return !ok || second > first
}

// any explores: until an execution passes, or to the end.
func (c *contrast) any() (passing []checker.Decision, every bool) {
	decided := true
	look := func(j Judgement, decisions []checker.Decision) bool {
		decided = decided && j != Undecided
		if j == Passes {
			passing = slices.Clone(decisions)
		}
		return passing == nil
	}
	if c.explore("auto", 0, look) && passing == nil && decided {
		return nil, true
	}
	if passing == nil {
		c.explore("pos", sampleRuns, look)
	}
	return passing, false
}

// explore judges executions, and says whether it came to its end. It may use
// half of what is left of the bounds; if all executions so far fail, most of it, as
// the others may do so, too.
func (c *contrast) explore(algorithm string, runs int64, look func(Judgement, []checker.Decision) bool) bool {
	if c.over() {
		return false
	}
	o := c.x.Options
	o.Algorithm, o.Preemptions, o.Delays, o.KeepGoing, o.CountRedundant = algorithm, nil, nil, true, false
	share := int64(2)
	if c.onlyFails {
		share = 10
	}
	if o.Executions > 0 {
		o.Executions -= c.runs
		o.Executions -= o.Executions / share
	}
	if runs > 0 && (o.Executions == 0 || runs < o.Executions) {
		o.Executions = runs
	}
	if !o.Deadline.IsZero() {
		now := engine.TimeNow()
		o.Deadline = o.Deadline.Add(-o.Deadline.Sub(now) / time.Duration(share))
	}
	cut := int64(0)
	o.OnExecution = func(p *checker.Progress) bool {
		c.runs++
		r := &checker.Replayed{Outcome: p.Outcome, Decisions: p.Decisions, Diverged: -1, Truncated: p.Truncated > cut}
		cut = p.Truncated
		return look(c.judge(r), p.Decisions)
	}
	res, err := explore.Run(c.x.Program, o)
	return err == nil && res.Exhaustive
}

// fewest takes the differences of a passing execution from the failing one, and
// leaves out as many as it can.
func (c *contrast) fewest(passing []checker.Decision) *Difference {
	if passing == nil {
		return nil
	}
	if _, j := c.execute(passing); j != Passes {
		return nil
	}
	demands := c.differences()
	last := c.runs + reduceRuns
	best := c.attempt(c.failing, demands...)
	if best == nil {
		return nil
	}
	for size := (len(demands) + 1) / 2; size > 0; size /= 2 {
		for from := 0; from < len(demands); {
			if c.runs >= last || c.over() {
				return nil
			}
			to := min(from+size, len(demands))
			less := slices.Concat(demands[:from], demands[to:])
			if d := c.attempt(c.failing, less...); d != nil && len(less) > 0 {
				best, demands = d, less
				continue
			}
			from = to
		}
	}
	if best.different() > mostPairs {
		return nil
	}
	return best
}

// differences lists the demands that the execution just made keeps and the
// failing one does not.
func (c *contrast) differences() []demand {
	t := c.run.trace
	t.Finish(true)
	at := turnsOf(t)
	var all []demand
	add := func(d demand) {
		if c.lacks(&d) && keepsOrder(t, &d, at) && !slices.Contains(all, d) {
			all = append(all, d)
		}
	}
	for i := range c.near {
		add(c.near[i].demand)
	}
	// Its own orders, of what does not come about in the failing execution.
	for _, r := range reversalsOf(t, int32(len(t.Events)), true) {
		add(demand{a: r.b, b: r.a})
	}
	for _, d := range picksOf(t) {
		if _, ok := c.again(t, &d, at); ok {
			all = append(all, d)
		}
		add(d)
	}
	return all
}
