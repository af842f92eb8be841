package engine

import (
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/race"
)

// Aside makes executions beside an exploration. They are none of those that it counts, and
// leave its state as it is. They are bounded, folded and looked at for races as its own are.
type Aside struct {
	x     *Exploration
	drv   Driver
	races bool // they are looked for
}

// NewAside makes executions beside x. races says whether a data race may be a failure.
func (x *Exploration) NewAside(races bool) *Aside {
	return &Aside{x: x, races: races && x.Options.Races}
}

// Schedule is the decisions of the last execution, those of folded steps included.
func (a *Aside) Schedule() []checker.Decision { return a.drv.Schedule() }

// Driver is what has made the last execution.
func (a *Aside) Driver() *Driver { return &a.drv }

// Run makes an execution. False: it was given up, for want of time or memory, or what is
// folded was no good: the exploration is over then, or begins anew.
func (a *Aside) Run(s Strategy) (checker.Outcome, bool) {
	d, x := &a.drv, a.x
	d.Limit, d.frees, d.hard = x.Driver.Limit, x.Driver.frees, true
	if d.Limit == 0 || d.Limit > checker.MaxEvents {
		d.Limit = checker.MaxEvents
	}
	if a.races && d.Races == nil {
		d.Races = race.NewDetector()
	}
	if x.Folding != nil && d.fold == nil {
		d.fold = newFolder(d, x.Folding, x.Driver.fold.report)
	}
	if d.Races != nil {
		d.Races.Limit = x.detectable()
	}
	d.watch = nil
	if x.watched() {
		d.watch = x
	}
	out := d.run(x.Program, s)
	if d.void || d.full() {
		return out, false
	}
	if d.fold != nil && d.fold.broken {
		x.anew()
		return out, false
	}
	return d.raced(x.Program, out), true
}

// Besides makes executions beside an exploration, in the hope that one fails. Which it makes has
// to be a function of the exploration so far.
type Besides interface {
	// Catch makes the executions that are due beside so many executions and events of the
	// exploration. It is called after each one that was counted.
	Catch(executions, events int64)
	// Made is how many executions were made, by whom.
	Made() []checker.Sampled
}

// FailAside books a failure that an execution beside the exploration has come to, if the first
// failure is to end it. Else it is kept until the end: see Settle.
func (x *Exploration) FailAside(f checker.Found) {
	if slices.ContainsFunc(x.Aside, func(g checker.Found) bool { return g.Failure.Same(&f.Failure) }) {
		return
	}
	f.Decisions = slices.Clone(f.Decisions)
	x.Aside = append(x.Aside, f)
	switch {
	case x.Options.KeepGoing:
	case x.Unordered:
		x.Stop("divided") // which is the first, one process has to say
	default:
		x.Stop("failure")
	}
}

// Settle books, at the end of an exploration that has not come to its end, the failures
// that only executions beside it have found: what is known to fail must not be said not to.
func (x *Exploration) Settle() {
	for _, f := range x.Aside {
		x.settle(f)
	}
}

// settle books a failure, unless it is known. Executions of searchers have numbers of their own.
func (x *Exploration) settle(f checker.Found) {
	res := x.Result
	if slices.ContainsFunc(res.Failures, func(g checker.Found) bool { return g.Failure.Same(&f.Failure) }) {
		return
	}
	if f.By == "" {
		res.Executions++
		f.Execution = res.Executions
	}
	res.Failing++
	res.Failures = append(res.Failures, f)
}
