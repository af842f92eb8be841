package explore

import (
	"slices"
	"time"

	"gocheck.dev/checker"
)

// explore runs the algorithm.
func (x *exploration) explore(a *algorithm) {
	x.begin()
	x.drv.frees, x.drv.shown = true, shownSteps(&x.o, a)
	x.res.Algorithm = a.Name
	a.explore(x)
}

// leastMemory is what fragments, debts and hashes may take in any case. The tests take
// less.
var leastMemory int64 = 64 << 20

// exploration is what all algorithms share: the program, the counts, and the
// driver that executes one schedule after the other in reused memory.
type exploration struct {
	p        checker.Program
	o        checker.Options
	res      *checker.Result // is &progress.Result
	progress checker.Progress
	drv      driver
	stopped  string // why to stop; "" go on
	clock    looks
	overdue  bool   // the clock, or Options.Stop, has stopped it
	void     bool   // so it has in the midst of the last execution, or that is counted: nothing is to be made of it
	stored   int64  // bytes that the algorithm takes for what it has explored
	of       *trace // that of the present execution; nil: it does not count
	short    bool   // the driver's limit is MaxEvents, not Options.Steps
	holes    holes
	guess    *estimator // nil: the algorithm has none
	seen     keyTable   // whole traces, where redundant executions are counted
	rest     *part
	part     *part    // of Options.Part; nil: everything is to be explored
	by       *folding // nil: nothing is folded
	rehearse bool     // whether to fold has still to be found out
	next     *folding // of the exploration that replaces this one
	divided  bool     // parts of it are explored elsewhere
}

// holes are what an exploration that has come to its end has left out.
type holes struct {
	blocked    bool   // a step that had to be possible was not: a fault of this package
	length     bool   // an execution was cut at maxEvents
	reversals  bool   // r4: a sequence was left out for its depth
	inputs     bool   // r4: inputs were kept in the order of the initial sequence
	searches   bool   // an order was not looked for any further: searchBound
	deviations string // preemptions or delays: an alternative was left out that is outside of the bound
}

// bound is what keeps the exploration from being exhaustive, "" if nothing
// does. A fault comes before all bounds that a user has set or could raise.
func (x *exploration) bound() string {
	switch {
	case x.stopped == "failure" || x.stopped == "stopped" || x.stopped == "refused":
		return x.stopped
	case x.holes.blocked:
		return "blocked"
	case x.stopped != "":
		return x.stopped
	case x.holes.length:
		return "length"
	case x.res.Truncated > 0:
		return "steps"
	case x.holes.searches:
		return "searches"
	case x.holes.reversals:
		return "reversals"
	case x.holes.inputs:
		return "user"
	}
	return x.holes.deviations
}

// run executes p once under s. Where that took too long the execution is void: it is over
// in its midst. A failure by then is one all the same.
func (x *exploration) run(s strategy) checker.Outcome {
	d := &x.drv
	if d.watch = nil; x.stopped == "" && x.watched() {
		d.watch = x
	}
	x.limit()
	out := d.run(x.p, s)
	x.res.Events += int64(len(d.schedule()))
	if d.full() {
		x.stop("memory")
	}
	// Some algorithms look at the clock within an execution by themselves.
	if x.void = d.hidden; x.void && !d.void {
		x.count(out)
		return out
	}
	if x.void = d.void || d.watch != nil && x.overdue; x.void {
		d.void = true
		out = x.raced(out)
		switch f := out.Failure; {
		case f == nil:
			x.res.CutShort++
		case x.o.KeepGoing: // who goes on makes the execution as a whole, and counts it
			x.fail(*f)
			x.res.CutShort++
		default:
			x.count(out)
		}
		return out
	}
	if d.fold != nil && d.fold.broken {
		x.unfold()
		return out
	}
	return x.raced(out)
}

// limit says how much memory the race detector may take: what the algorithm has left, but
// half in any case.
func (x *exploration) limit() {
	d := &x.drv
	limit := x.o.Memory
	if limit > 0 {
		limit = max(limit-x.stored-x.tracing(), limit/2, leastMemory)
	}
	if d.races != nil {
		d.races.limit = limit
	}
	if d.fold != nil {
		d.fold.races.limit = limit
	}
}

// detecting is what the race detector takes.
func (x *exploration) detecting() int64 {
	d := &x.drv
	switch {
	case d.fold != nil:
		return d.fold.races.bytes()
	case d.races != nil:
		return d.races.bytes()
	}
	return 0
}

// tracing is what the trace of an execution takes.
func (x *exploration) tracing() int64 {
	if x.of == nil {
		return 0
	}
	return x.of.bytes()
}

// room is what -memory leaves of m for what is kept from one execution to the next: half in
// any case.
func (x *exploration) room(m int64) int64 {
	return max(m-x.detecting()-x.tracing(), m/2)
}

// raced adds what the race detector has found.
func (x *exploration) raced(out checker.Outcome) checker.Outcome {
	if d := &x.drv; d.races != nil {
		if r, ok := d.races.found(); ok {
			out.AddRace(r.failure(x.p))
		}
	}
	return out
}

// runFrom is run for an execution that begins with the first n decisions of the
// last one.
func (x *exploration) runFrom(s repeating, n int) checker.Outcome {
	d := &x.drv
	if steps := len(d.schedule()); steps <= repeatedMost || 2*n >= steps {
		d.repeating = s
	}
	if d.kept && d.goesBack() {
		d.repeats = n
	}
	if d.kept = d.repeating != nil; !d.kept {
		d.repeats = 0
	}
	if d.races != nil {
		d.races.keeps = d.kept
	}
	if d.fold != nil {
		d.fold.races.keeps = d.kept
	}
	out := x.run(s)
	d.repeating, d.repeats = nil, 0
	return out
}

// begin prepares the driver.
func (x *exploration) begin() {
	x.res = &x.progress.Result
	x.drv.limit = x.o.Steps
	if x.o.Races {
		x.drv.races = newRaceDetector()
	}
	if x.by != nil {
		x.drv.fold = newFolder(&x.drv, x.by, x.o.Races && !x.o.KeepGoing)
	}
}

// traced bounds executions for an algorithm that takes down their traces.
func (x *exploration) traced() *trace {
	if x.drv.limit == 0 || x.drv.limit > checker.MaxEvents {
		x.drv.limit, x.short = checker.MaxEvents, true
	}
	x.drv.hard = true
	return &trace{program: x.p}
}

// recognise counts the execution as redundant if one of its trace was made
// before.
func (x *exploration) recognise(t *trace) {
	if _, fresh := x.seen.number(t.whole()); !fresh {
		x.res.Redundant++
	}
}

// count books the maximal (or cut) execution that run has just made.
func (x *exploration) count(out checker.Outcome) {
	d, res := &x.drv, x.res
	if d.fold != nil && d.fold.broken {
		return
	}
	res.Executions++
	switch {
	case d.void:
	case d.cut:
		res.Truncated++
		x.holes.length = x.holes.length || x.short || d.hidden || d.hard && len(d.schedule()) >= checker.MaxEvents
		if d.alone {
			res.Alone++
		}
	case d.blocked():
		res.Deadlocks++
	}
	if f := out.Failure; f != nil {
		res.Failing++
		x.fail(*f)
		if out.Second != nil {
			x.fail(*out.Second)
		}
		if !x.o.KeepGoing {
			x.stop("failure")
		}
	}
	if x.o.OnExecution != nil {
		x.progress.Outcome = out
		x.progress.Decisions = d.schedule()
		if !x.o.OnExecution(&x.progress) {
			x.stop("stopped")
		}
	}
	if x.o.Executions > 0 && res.Executions >= x.o.Executions {
		x.stop("executions")
	}
	x.late(1<<8 + len(d.decisions))
	if x.rehearse && (res.Executions >= foldFrom || res.Events >= foldEvents) {
		x.tryFolding()
	}
	if e := x.guess; e != nil {
		e.probe()
		res.Estimate = estimated(e.value() * float64(res.Executions) / e.count)
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
	lateWork  = 1 << 12 // the most work between two looks
	lookEvery = 10 * time.Millisecond
)

func (l *looks) at(now time.Time) {
	l.work = 0
	if l.least = min(max(2*l.least, 1), lateWork); now.Sub(l.last) > lookEvery {
		l.least = 0
	}
	l.last = now
}

var timeNow = time.Now // the tests have their own

// late says whether to stop, after work of about so many words of memory. It is
// asked wherever the algorithm may be busy for long between two executions: of
// one with 10,000 events the reversals alone may take minutes.
func (x *exploration) late(work int) bool {
	if x.clock.work += work; x.clock.work >= x.clock.least && x.watched() {
		now := timeNow()
		x.clock.at(now)
		switch {
		case x.stopped != "":
		case x.o.Stop != nil && x.o.Stop.Load():
			x.stop("stopped")
			x.overdue = true
		case !x.o.Deadline.IsZero() && now.After(x.o.Deadline):
			x.stop("time")
			x.overdue = true
		}
	}
	return x.stopped != ""
}

// watched says whether anything depends on the clock.
func (x *exploration) watched() bool { return x.o.Stop != nil || !x.o.Deadline.IsZero() }

// steps notes a step, and says whether it is time to look at the clock.
func (x *exploration) steps() bool {
	x.clock.work++
	return x.clock.work >= x.clock.least
}

// fail keeps the first failure of each kind and position.
func (x *exploration) fail(f checker.Failure) {
	for i := range x.res.Failures {
		if f.Same(&x.res.Failures[i].Failure) {
			return
		}
	}
	x.res.Failures = append(x.res.Failures, checker.Found{
		Failure:   f,
		Decisions: slices.Clone(x.drv.schedule()),
		Execution: x.res.Executions,
	})
}

// refuse ends the exploration: the algorithm is not defined for what the
// program does at pos.
func (x *exploration) refuse(what string, pos checker.Pos) {
	if x.res.Refusal == nil {
		x.res.Refusal = &checker.Refusal{Algorithm: x.res.Algorithm, What: what, Pos: x.p.Position(pos)}
	}
	x.stop("refused")
}

// What some algorithms are not defined for.
const (
	waitingLoops = "loops that wait"
	commuting    = "updates that commute: have -commute=off"
)

// refuseWaiting refuses loops that wait.
func (x *exploration) refuseWaiting() {
	x.drv.defined = func(op *checker.Op) {
		if op.Kind == checker.Spin || op.Waits {
			x.refuse(waitingLoops, op.Pos)
		}
	}
}

// refuseOwn is for algorithms that are defined for everything that the field's
// languages have, but not for what is only ours.
func (x *exploration) refuseOwn() {
	x.drv.defined = func(op *checker.Op) {
		switch {
		case op.Kind == checker.Spin || op.Waits:
			x.refuse(waitingLoops, op.Pos)
		case op.Kind == checker.Store || op.Kind.Updates():
			x.refuse(commuting, op.Pos)
		}
	}
}

// stop ends the exploration; the first reason counts.
func (x *exploration) stop(why string) {
	if x.stopped == "" {
		x.stopped = why
	}
}

// algorithm is an Algorithm with what is this package's matter.
type algorithm struct {
	checker.Algorithm
	folds bool  // it explores traces, and so can fold steps (fold.go)
	skims bool  // steps of a task that is alone need not be shown to it (driver_alone.go)
	parts parts // what of it can be explored elsewhere

	// explore runs executions by x.run until there are no more to run, or x.stopped.
	explore func(x *exploration)
}

// parts are the kinds of Part that an algorithm has.
type parts uint8

const (
	numbered  parts = 1 << iota // executions by their numbers: samples
	subtrees                    // nodes of revisit
	questions                   // what closure has still to ask for
)
