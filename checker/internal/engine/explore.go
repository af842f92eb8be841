package engine

import (
	"slices"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
	"gocheck.dev/checker/race"
)

// Explore runs the algorithm.
func (x *Exploration) Explore(a *Algorithm) {
	x.Begin()
	x.Driver.frees, x.Driver.shown, x.Driver.roomy = true, shownSteps(&x.Options, a), checker.AloneMost(x.Options.Memory)
	if x.Begins {
		x.Driver.shown = min(x.Driver.shown, BeginsFrom)
	}
	x.Result.Algorithm = a.Name
	if a.Besides != nil && x.Part == nil {
		x.Besides = a.Besides(x)
	}
	if x.Part == nil {
		x.Orders = NewOrders(x)
	}
	a.Explore(x)
}

// LeastMemory is what fragments, debts and hashes may take in any case. The tests take
// less.
var LeastMemory int64 = 64 << 20

// Exploration is what all algorithms share: the program, the counts, and the
// driver that executes one schedule after the other in reused memory.
type Exploration struct {
	Program  checker.Program
	Options  checker.Options
	Result   *checker.Result // is &progress.Result
	Progress checker.Progress
	Driver   Driver
	Stopped  string // why to stop; "" go on
	clock    looks
	overdue  bool         // the clock, or Options.Stop, has stopped it
	Void     bool         // so it has in the midst of the last execution, or that is counted: nothing is to be made of it
	Stored   int64        // bytes that the algorithm takes for what it has explored
	Trace    *trace.Trace // that of the present execution; nil: it does not count
	short    bool         // the driver's limit is MaxEvents, not Options.Steps
	Holes    Holes
	Guess    *Estimator    // nil: the algorithm has none
	seen     flat.KeyTable // whole traces, where redundant executions are counted
	Rest     *Part
	Part     *Part    // of Options.Part; nil: everything is to be explored
	Folding  *folding // nil: nothing is folded
	Rehearse bool     // whether to fold has still to be found out
	Begins   bool     // likewise what can be left out of a long beginning
	Next     *folding // of the exploration that replaces this one
	Divided  bool     // parts of it are explored elsewhere

	Apart map[flat.Key]bool // groups of tasks that are not alike; nil: names count

	Unordered bool            // these are owners, whose results have no order
	Besides   Besides         // makes executions beside it; nil: nobody does
	Aside     []checker.Found // failures of executions beside it, the first of each kind and position
	Orders    *Orders         // nil: nobody looks at them
}

// Holes are what an exploration that has come to its end has left out.
type Holes struct {
	Blocked    bool   // a step that had to be possible was not: a fault of this package
	Length     bool   // an execution was cut at maxEvents
	Reversals  bool   // r4: a sequence was left out for its depth
	Inputs     bool   // r4: inputs were kept in the order of the initial sequence
	Searches   bool   // an order was not looked for any further: searchBound
	Deviations string // preemptions or delays: an alternative was left out that is outside of the bound
}

// Bound is what keeps the exploration from being exhaustive, "" if nothing
// does. A fault comes before all bounds that a user has set or could raise.
func (x *Exploration) Bound() string {
	switch {
	case x.Stopped == "failure" || x.Stopped == "stopped" || x.Stopped == "refused":
		return x.Stopped
	case x.Holes.Blocked:
		return "blocked"
	case x.Stopped != "":
		return x.Stopped
	case x.Holes.Length:
		return "length"
	case x.Result.Truncated > 0:
		return "steps"
	case x.Holes.Searches:
		return "searches"
	case x.Holes.Reversals:
		return "reversals"
	case x.Holes.Inputs:
		return "user"
	}
	return x.Holes.Deviations
}

// Run executes p once under s. Where that took too long the execution is void: it is over
// in its midst. A failure by then is one all the same.
func (x *Exploration) Run(s Strategy) checker.Outcome {
	d := &x.Driver
	if d.watch = nil; x.Stopped == "" && x.watched() {
		d.watch = x
	}
	x.limit()
	out := d.run(x.Program, s)
	x.Result.Events += int64(len(d.Schedule()))
	if d.full() {
		x.Stop("memory")
	}
	if x.Begins && d.hidden && !d.alone && !d.void { // others have come after a long beginning
		x.Void = true
		x.begin(d.free)
		return out
	}
	// Some algorithms look at the clock within an execution by themselves.
	if x.Void = d.hidden; x.Void && !d.void {
		x.Count(out)
		return out
	}
	if x.Void = d.void || d.watch != nil && x.overdue; x.Void {
		d.void = true
		out = d.raced(x.Program, out)
		switch f := out.Failure; {
		case f == nil:
			x.Result.CutShort++
		case x.Options.KeepGoing: // the process that goes on makes the execution as a whole, and counts it
			x.Fail(*f)
			x.Result.CutShort++
		default:
			x.Count(out)
		}
		return out
	}
	if d.fold != nil && d.fold.broken {
		x.anew()
		return out
	}
	return d.raced(x.Program, out)
}

// limit says how much memory the race detector may take: what the algorithm has left, but
// half in any case.
func (x *Exploration) limit() {
	d := &x.Driver
	limit := x.detectable()
	if d.Races != nil {
		d.Races.Limit = limit
	}
	if d.fold != nil {
		d.fold.races.Limit = limit
	}
}

// detectable is how much memory a race detector may take; 0: there is no bound.
func (x *Exploration) detectable() int64 {
	if limit := x.Options.Memory; limit > 0 {
		return max(limit-x.Stored-x.tracing(), limit/2, LeastMemory)
	}
	return 0
}

// detecting is what the race detector takes.
func (x *Exploration) detecting() int64 {
	d := &x.Driver
	switch {
	case d.fold != nil:
		return d.fold.races.Bytes()
	case d.Races != nil:
		return d.Races.Bytes()
	}
	return 0
}

// tracing is what the trace of an execution takes.
func (x *Exploration) tracing() int64 {
	if x.Trace == nil {
		return 0
	}
	return x.Trace.Bytes()
}

// Room is what -memory leaves of m for what is kept from one execution to the next: half in
// any case.
func (x *Exploration) Room(m int64) int64 {
	return max(m-x.detecting()-x.tracing(), m/2)
}

// raced adds what the race detector has found.
func (d *Driver) raced(p checker.Program, out checker.Outcome) checker.Outcome {
	if d.Races != nil {
		if r, ok := d.Races.Found(); ok {
			out.AddRace(r.Failure(p))
		}
	}
	return out
}

// RunFrom is run for an execution that begins with the first n decisions of the
// last one.
func (x *Exploration) RunFrom(s Repeating, n int) checker.Outcome {
	d := &x.Driver
	if steps, again := len(d.Schedule()), d.made(n); steps <= RepeatedMost || 2*again >= steps {
		d.repeating = s
	}
	if d.kept && d.goesBack() {
		d.repeats = n
	}
	if d.kept = d.repeating != nil; !d.kept {
		d.repeats = 0
	}
	if d.Races != nil {
		d.Races.Keeps = d.kept
	}
	if d.fold != nil {
		d.fold.races.Keeps = d.kept
	}
	out := x.Run(s)
	d.repeating, d.repeats = nil, 0
	return out
}

// Begin prepares the driver.
func (x *Exploration) Begin() {
	x.Result = &x.Progress.Result
	x.Driver.Limit = x.Options.Steps
	if x.Options.Races {
		x.Driver.Races = race.NewDetector()
	}
	if x.Folding != nil {
		x.Driver.fold = newFolder(&x.Driver, x.Folding, x.Options.Races && !x.Options.KeepGoing)
	}
}

// Traced bounds executions for an algorithm that takes down their traces.
func (x *Exploration) Traced() *trace.Trace {
	if x.Driver.Limit == 0 || x.Driver.Limit > checker.MaxEvents {
		x.Driver.Limit, x.short = checker.MaxEvents, true
	}
	x.Driver.hard = true
	return &trace.Trace{Program: x.Program}
}

// Recognise counts the execution as redundant if one of its trace was made
// before.
func (x *Exploration) Recognise(t *trace.Trace) {
	if _, fresh := x.seen.Number(t.Whole()); !fresh {
		x.Result.Redundant++
	}
}

// Count books the maximal (or cut) execution that run has just made.
func (x *Exploration) Count(out checker.Outcome) {
	d, res := &x.Driver, x.Result
	if d.fold != nil && d.fold.broken {
		return
	}
	res.Executions++
	switch {
	case d.void:
	case d.endless:
		res.Truncated, res.Alone = res.Truncated+1, res.Alone+1
		x.Stop("memory")
	case d.Cut:
		res.Truncated++
		x.Holes.Length = x.Holes.Length || x.short || d.hidden || d.hard && len(d.Schedule())-d.left >= checker.MaxEvents
	case d.blocked():
		res.Deadlocks++
	}
	if f := out.Failure; f != nil {
		res.Failing++
		x.Fail(*f)
		if out.Second != nil {
			x.Fail(*out.Second)
		}
		if !x.Options.KeepGoing {
			x.Stop("failure")
		}
	}
	if x.Options.OnExecution != nil {
		x.Progress.Outcome = out
		x.Progress.Decisions = d.Schedule()
		if !x.Options.OnExecution(&x.Progress) {
			x.Stop("stopped")
		}
	}
	if x.Options.Executions > 0 && res.Executions >= x.Options.Executions {
		x.Stop("executions")
	}
	x.Late(1<<8 + len(d.Decisions))
	if x.Rehearse && (res.Executions >= FoldFrom || res.Events >= foldEvents) {
		x.tryFolding()
	}
	if e := x.Guess; e != nil {
		e.Probe()
		res.Estimate = Estimated(e.value() * float64(res.Executions) / e.Count)
	}
	if x.Orders != nil {
		x.Orders.explored()
	}
	if x.Besides != nil {
		x.Besides.Catch(res.Executions, res.Events)
	}
}

// looks are those at the clock: reading it costs as much as a short execution's
// bookkeeping. How long a program's steps take nobody knows beforehand, so the
// looks are close together until they turn out to be so in time.
type looks struct {
	work  int // since the last one
	least int // before the next one
	last  time.Time
}

const (
	LateWork  = 1 << 12 // the most work between two looks
	lookEvery = 10 * time.Millisecond
)

func (l *looks) at(now time.Time) {
	l.work = 0
	if l.least = min(max(2*l.least, 1), LateWork); now.Sub(l.last) > lookEvery {
		l.least = 0
	}
	l.last = now
}

var TimeNow = time.Now // the tests have their own

// Late says whether to stop, after work of about so many words of memory. It is
// asked wherever the algorithm may be busy for long between two executions: of
// one with 10,000 events the reversals alone may take minutes.
func (x *Exploration) Late(work int) bool {
	if x.clock.work += work; x.clock.work >= x.clock.least && x.watched() {
		now := TimeNow()
		x.clock.at(now)
		switch {
		case x.Stopped != "":
		case x.Options.Stop != nil && x.Options.Stop.Load():
			x.Stop("stopped")
			x.overdue = true
		case !x.Options.Deadline.IsZero() && now.After(x.deadline()):
			x.Stop("time")
			x.overdue = true
		}
	}
	return x.Stopped != ""
}

// deadline is when the exploration has to end, as far as it is known now.
func (x *Exploration) deadline() time.Time {
	if x.Options.Reserve == nil {
		return x.Options.Deadline
	}
	return x.Options.Deadline.Add(-x.Options.Reserve())
}

// watched says whether anything depends on the clock.
func (x *Exploration) watched() bool { return x.Options.Stop != nil || !x.Options.Deadline.IsZero() }

// steps notes a step, and says whether it is time to look at the clock.
func (x *Exploration) steps() bool {
	x.clock.work++
	return x.clock.work >= x.clock.least
}

// Fail keeps the first failure of each kind and position.
func (x *Exploration) Fail(f checker.Failure) {
	for i := range x.Result.Failures {
		if f.Same(&x.Result.Failures[i].Failure) {
			return
		}
	}
	x.Result.Failures = append(x.Result.Failures, checker.Found{
		Failure:   f,
		Decisions: slices.Clone(x.Driver.Schedule()),
		Execution: x.Result.Executions,
	})
}

// Refuse ends the exploration: the algorithm is not defined for what the
// program does at pos.
func (x *Exploration) Refuse(what string, pos checker.Pos) {
	if x.Result.Refusal == nil {
		x.Result.Refusal = &checker.Refusal{Algorithm: x.Result.Algorithm, What: what, Pos: x.Program.Position(pos)}
	}
	x.Stop("refused")
}

// What some algorithms are not defined for.
const (
	WaitingLoops = "loops that wait"
	Commuting    = "updates that commute: have -commute=off"
)

// RefuseWaiting refuses loops that wait.
func (x *Exploration) RefuseWaiting() {
	x.Driver.defined = func(op *checker.Op) {
		if op.Kind == checker.Spin || op.Waits {
			x.Refuse(WaitingLoops, op.Pos)
		}
	}
}

// RefuseOwn is for algorithms that are defined for everything that the field's
// languages have, but not for what is only ours.
func (x *Exploration) RefuseOwn() {
	x.Driver.defined = func(op *checker.Op) {
		switch {
		case op.Kind == checker.Spin || op.Waits:
			x.Refuse(WaitingLoops, op.Pos)
		case op.Kind == checker.Store || op.Kind.Updates():
			x.Refuse(Commuting, op.Pos)
		}
	}
}

// Stop ends the exploration; the first reason counts.
func (x *Exploration) Stop(why string) {
	if x.Stopped == "" {
		x.Stopped = why
	}
}

// Algorithm is an Algorithm with what is this package's matter.
type Algorithm struct {
	checker.Algorithm
	Folds bool  // it explores traces, and so can fold steps (fold.go)
	Skims bool  // steps of a task that is alone need not be shown to it (driver_alone.go)
	Parts Parts // what of it can be explored elsewhere

	// Explore runs executions by x.run until there are no more to run, or x.Stopped.
	Explore func(x *Exploration)
	// Besides, if set, makes executions beside it, unless it explores a Part.
	Besides func(x *Exploration) Besides
}

// Parts are the kinds of Part that an algorithm has.
type Parts uint8

const (
	Numbered  Parts = 1 << iota // executions by their numbers: samples
	Subtrees                    // nodes of revisit
	Questions                   // what closure has still to ask for
)
