package testbin

import (
	"cmp"
	"fmt"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/wording"
	rt "gocheck.dev/runtime"
)

// testRun is the exploration, or the replay, of one test.
type testRun struct {
	d     *driver
	cfg   wire.Settings
	test  rt.Test
	x     *rt.Execution
	start time.Time
	begun runtime.MemStats // of the process, before the test

	progress atomic.Pointer[checker.Progress] // for the watchdog
	overdue  atomic.Int64                     // for the watchdog: when the exploration is to be ended from outside, 0: not at all
	judged   judging                          // for the watchdog: whether a failure is being described
	failing  int64                            // failing executions of saved schedules
	failed   bool                             // a failure was reported: the verdict is fail

	everyFails bool              // the exploration has come to its end, and all its executions fail
	said       []checker.Failure // that were reported
	waits      *rt.Uncontrolled  // what a failure turned out to be waiting for, if it was none

	accounts
	phased   phased
	names    names
	deadlock bool  // one was reported
	restart  bool  // the exploration is to begin anew, with the ends of tests, or with shared pools
	budgetMS int64 // what is left of the test's time; 0: no bound

	piece
	saved  time.Time     // when what is left of it was left where it can be, last
	saving time.Duration // how long that took

	unstable *checker.Failure
	diverged *checker.Failure // the test is not a function of its schedule
	memory   *stability

	sequences sequences
}

// piece is the piece of work that a driver has which is served.
type piece struct {
	served               *served
	serial               int64  // of the piece of work
	store                string // what the names of files begin with where it can be left, if it is large
	stopped              bool   // and is, only if the work is stopped
	alone                bool   // nobody else is to work on it
	given                bool   // a part of it was given away
	owner                *owner // nil: its closure is not divided
	seenClean, seenLeaks bool   // by executions before it
	estimate             float64
	orders               *wire.Orders // of pairs of operations, once the exploration has ended
}

func newTestRun(d *driver, t rt.Test) *testRun {
	c := d.cfg.Of(t.Name)
	s := rt.Settings{Unordered: c.Queue == "unordered", Leaks: c.Leaks, FreeTime: c.Time == "free", Net: c.Net, Chance: chanceOf(&c), Plain: d.plain}
	algorithm := explore.AlgorithmOf(optionsOf(&c))
	s.Hurries = algorithm.Reverses
	// A trace, for other tools, has what they know.
	s.Commute = c.Commute == "on" && algorithm.Commutes && d.cfg.Mode != "record"
	switch c.Races {
	case "explore":
		s.Races = rt.RacesExplore
	case "off":
		s.Races = rt.RacesOff
	}
	if s.Leaks == "" {
		s.Leaks = "schedule"
	}
	switch {
	case algorithm.Samples:
		s.Pause = time.Duration(c.Pause)
	case algorithm.Pauses:
		s.Within = time.Duration(c.Pause)
	}
	if algorithm.Faults {
		s.Faults = c.Faults
	}
	s.Symmetry = c.Symmetry && algorithm.Symmetry && !s.FreeTime && s.Faults == 0 && d.cfg.Mode == "explore"
	return newRun(d, t, s)
}

func newRun(d *driver, t rt.Test, s rt.Settings) *testRun {
	r := &testRun{d: d, cfg: d.cfg.Of(t.Name), test: t, start: time.Now(), memory: &stability{}}
	r.budgetMS = r.cfg.BudgetMS
	runtime.ReadMemStats(&r.begun)
	t.M, t.Main, t.Bypassed = d.m, d.userMain, d.bypassed
	s.Selection = d.selection
	if s.Hurries && r.cfg.User != "" {
		s.User = regexp.MustCompile(r.cfg.User) // the command has done so
	}
	r.x = rt.NewExecution(s, t)
	r.x.Observe(r.memory)
	return r
}

// optionsOf are the options of the checker that the settings name.
func optionsOf(c *wire.Settings) checker.Options {
	return checker.Options{
		Algorithm: c.Algorithm, Seed: c.Seed, Depth: c.Depth,
		Preemptions: c.Preemptions, Delays: c.Delays, Reversals: c.Reversals,
		Memory: c.Memory, KeepGoing: c.KeepGoing, CountRedundant: c.CountRedundant,
		Executions: c.Executions, Steps: c.Steps,
	}
}

// options are those of the exploration of the test.
func (r *testRun) options() checker.Options {
	o := optionsOf(&r.cfg)
	o.Races, o.Pauses, o.Faults = r.x.Races == rt.RacesReport, r.x.Pause > 0, r.x.Faults > 0
	o.Symmetry = r.upToNames()
	o.OnExecution, o.OnSampled, o.OnRestart, o.Stop = r.executed, r.sampled, r.void, &r.d.stop
	if r.budgetMS > 0 {
		o.Deadline = r.budgetEnd()
	}
	return o
}

// explore runs the saved schedules, then explores.
func (r *testRun) explore() (result *wire.Result) {
	defer r.ownFault(&result)
	for i := range r.d.cfg.Saved[r.test.Name] {
		r.runSaved(i, &r.d.cfg.Saved[r.test.Name][i])
		if r.x.Last().Uncontrolled != nil || r.ended() {
			return r.result(&checker.Result{Algorithm: explore.AlgorithmOf(r.options()).Name, Bound: "failure", Failing: r.failing, Executions: int64(i + 1)})
		}
	}
	o := r.firstOptions()
	if r.served != nil && explore.Keepable(&o) {
		o.Between, o.Wait = r.between, r.wait
	}
	res, err := r.search(o)
	switch {
	case err != nil:
		return &wire.Result{Verdict: "error", Reason: err.Error()}
	case r.given || res.Rest != nil || res.Bound == "divided":
		r.over(res)
		return nil
	}
	return r.conclude(res)
}

// search explores as the options say: anew, with the ends of tests or shared pools, if
// they turn out to matter.
func (r *testRun) search(o checker.Options) (*checker.Result, error) {
	if !o.Deadline.IsZero() {
		r.overdue.Store(o.Deadline.Add(overrun).UnixNano())
		defer r.overdue.Store(0)
	}
	r.names.asked = r.x.Symmetry && o.Part == nil
	res, err := explore.Run(r.x, o)
	for r.restart && !r.given && o.Part == nil {
		r.restart = false
		r.void()
		o.Symmetry = r.upToNames()
		res, err = explore.Run(r.x, o)
	}
	if err == nil && res.CutShort > 0 {
		r.longest = r.x.LastSite()
	}
	return res, err
}

// void forgets what came of the executions of the present exploration: it begins anew.
func (r *testRun) void() {
	*r.memory = stability{}
	r.accounts = accounts{}
	if base := r.phased.base; base != nil {
		r.accounts = base.copied()
	}
}

// conclude reports what the exploration has come to.
func (r *testRun) conclude(res *checker.Result) *wire.Result {
	r.everyFails = res.Exhaustive && res.Failing == res.Executions && res.CutShort == 0 && r.failing == 0
	for i := range res.Failures {
		if f := &res.Failures[i].Failure; f.Kind == "divergence" {
			r.diverges(f)
			continue
		}
		r.report(res.Failures[i], "")
	}
	r.everyFails = false
	r.reportLeak(res)
	if r.unstable != nil {
		r.diverges(r.unstable)
	}
	r.further(res)
	return r.result(res)
}

// reportLeak reports an execution that leaves somebody blocked, if others do not.
func (r *testRun) reportLeak(res *checker.Result) {
	if r.unstable == nil && r.x.Last().Uncontrolled == nil && r.leaking != nil && r.clean > 0 && !r.ended() {
		defer func(now rt.Chance) { r.x.Chance = now }(r.x.Chance)
		f := *r.leaking
		r.x.Chance = r.under
		r.report(f, fmt.Sprintf(", in %d of %d executions", r.leaks, r.leaks+r.clean))
		res.Failing += r.newLeaks()
	}
}

// ownFault turns a panic of the checker into the verdict error.
func (r *testRun) ownFault(result **wire.Result) {
	if v := recover(); v != nil {
		*result = &wire.Result{Verdict: "error", Reason: fmt.Sprintf("gocheck has failed: %v\n%s", v, debug.Stack())}
	}
}

func (r *testRun) send(m wire.Message) {
	m.Test = r.test.Name
	if m.Type == "result" || m.Unit != nil && m.Unit.Over {
		r.d.sendReads(m.Test) // before the command may take the test for finished
	}
	r.d.out.send(m)
}

// executed is called after each execution. It says whether to go on.
func (r *testRun) executed(p *checker.Progress) bool {
	r.d.serving.holdOn(r)
	unsure := r.inverted.unsure(r.x.Last().Cycles)
	more := r.booked(p)
	if p.Sequence != nil && r.x.Last().Uncontrolled == nil && r.unstable == nil && !r.restart {
		r.sequences.note(r, p)
	}
	if unsure && r.x.Last().Uncontrolled == nil && r.unstable == nil {
		r.inverted.confirm(r.x, slices.Clone(p.Decisions))
	}
	if more && r.cfg.KeepGoing && !r.phased.warns {
		r.met(p)
	}
	return more
}

// met tells the command of a failure that the exploration goes on after: the
// process may not come to report it.
func (r *testRun) met(p *checker.Progress) {
	for ; r.told < len(p.Failures); r.told++ {
		if r.knows(&p.Failures[r.told].Failure) {
			continue
		}
		end := r.judging(&p.Failures[r.told].Failure)
		if failed := r.described(r.led(p.Failures[r.told])); failed.Reproduced {
			r.send(wire.Message{Type: "met", Failure: failed})
		}
		end()
	}
}

// booked takes the execution into account. It says whether to go on.
func (r *testRun) booked(p *checker.Progress) bool {
	r.progress.Store(p)
	r.estimate = p.Estimate
	x := r.x
	if x.Last().Uncontrolled != nil || r.phased.in != "" && r.quits() {
		return false
	}
	if x.BeginAgain() || p.Outcome.Failure == nil && (x.SharePools() || r.meetsAlike(p)) {
		r.restart = true
		return false
	}
	if !x.Last().Quiescent {
		r.longest = x.LastSite()
	}
	if r.unstable = r.memory.check(r, p); r.unstable != nil {
		return false
	}
	if x.Last().Quiescent || p.Outcome.Failure != nil || x.Last().Exited {
		r.tally.count(p.Outcome) // it was not cut
	}
	r.skips.note(x)
	r.subtests.note(x)
	if x.Leaks == "schedule" && p.Outcome.Failure == nil && x.Last().Quiescent && r.leaves(p, p.Executions) {
		return false
	}
	if r.d.cfg.Progress && r.d.dog.due.CompareAndSwap(true, false) {
		r.send(wire.Message{Type: "progress", Progress: &wire.Progress{
			Executions: r.phased.before + p.Executions, Blocked: p.Blocked, Failing: p.Failing, Events: p.Events,
			Depth: len(p.Decisions), Seconds: wire.Number(time.Since(r.start).Seconds()), Estimate: wire.Number(p.Estimate),
		}})
	}
	return true
}

// report runs a failing execution again, to see that it fails again and to
// record its steps, makes it smaller, and sends it. What the exploration knows
// besides is added to the message, but not to the schedule's: another one would
// say it in other numbers.
func (r *testRun) report(f checker.Found, besides string) {
	defer r.judging(&f.Failure)()
	if r.knows(&f.Failure) {
		return // an exploration before this one has found it
	}
	before := r.failed
	r.failed = true
	defer func(commute, hurries bool, pause time.Duration, faults int, omit uint64) {
		r.x.Commute, r.x.Hurries, r.x.Pause, r.x.Faults, r.x.Omit, r.x.Only = commute, hurries, pause, faults, omit, 0
	}(r.x.Commute, r.x.Hurries, r.x.Pause, r.x.Faults, r.x.Omit)
	r.x.Hurries = false // what is said of the failure is to be true of all executions
	f = r.witnessed(r.simplest(r.led(f)))
	if r.knows(&f.Failure) {
		return // a race has led to it
	}
	failed := r.described(f)
	if n := r.x.Last().Uncontrolled; n != nil && !failed.Reproduced {
		r.failed, r.waits = before, n // the schedule is not to blame
		return
	}
	if !failed.Reproduced {
		r.failed = before
		if !r.phased.warns {
			r.failsOnce(f.Failure)
		}
		return
	}
	failed = r.explained(r.needsNone(f, failed))
	failed.Message += besides
	if r.phased.warns && r.x.Pause > 0 && failed.Schedule.Paused() {
		r.failed = before
		r.warnOf(failed)
		return
	}
	r.deadlock = r.deadlock || failed.Kind == "deadlock" || failed.Kind == "fatal" && failed.Details != nil // of one
	r.said = append(r.said, f.Failure)
	r.send(wire.Message{Type: "failure", Failure: failed})
}

// described makes the execution again and says what it came to.
func (r *testRun) described(f checker.Found) *wire.Failure {
	wording.Complete(&f.Failure, r.x)
	again, steps, printed := r.again(f.Decisions, f.Failure.Kind)
	left := again.Outcome.Failure
	if left == nil && f.Failure.Kind == "leak" {
		left = r.x.Last().Leaked
	}
	failed := &wire.Failure{
		Kind: f.Failure.Kind, Message: f.Failure.Message, Pos: f.Failure.Pos, Details: f.Failure.Details,
		Execution: f.Execution, By: f.By, Output: printed, Subtests: raced(subtestsOf(r.x), r.test.Name, steps),
	}
	if left != nil && left.Kind == f.Failure.Kind && left.Pos == f.Failure.Pos && again.Diverged < 0 {
		failed.Reproduced = true
		failed.Message, failed.Details = left.Message, left.Details // a replay has looked at more
	}
	failed.Schedule = r.schedule(steps, failed, again.Preemptions())
	return failed
}

// again runs the execution with the given decisions, and records its steps and
// what it prints. Of two failures that it comes to the one of that kind is meant.
func (r *testRun) again(decisions []checker.Decision, kind string) (out *checker.Replayed, steps []wire.Step, printed string) {
	var rec *rt.Recording
	printed = r.d.out.capture(func() {
		rec = r.x.Record(func() {
			out = explore.Replay(r.x, decisions, checker.Options{
				Races: r.x.Races == rt.RacesReport, Steps: max(r.cfg.Steps, len(decisions)),
			}, nil)
		})
	})
	out.Outcome.Prefer(kind)
	if f := out.Outcome.Failure; f != nil {
		said := *f
		rec.Race(&said)
		out.Outcome.Failure = &said
	}
	return out, rec.Steps, printed
}

// result is the verdict.
func (r *testRun) result(res *checker.Result) *wire.Result {
	w := &wire.Result{
		Algorithm: res.Algorithm, Exhaustive: res.Exhaustive, Executions: res.Executions, Blocked: res.Blocked,
		Redundant: res.Redundant, Failing: res.Failing, Events: res.Events, Seconds: wire.Number(time.Since(r.start).Seconds()),
		Bound: res.Bound, Estimate: wire.Number(res.Estimate), Cost: r.cost(),
		Outcomes: r.tally.list(), MoreOutcomes: r.tally.more, Phases: r.phased.said,
		Properties: r.x.Properties(), UpToNames: res.UpToNames, Subtests: r.subtests.first,
	}
	if res.Orders != nil {
		r.orders = ordersOf(res.Orders)
	}
	for _, by := range res.Sampled {
		w.Sampled = append(w.Sampled, wire.Sampled(by))
	}
	if v := res.Reversals; v != nil {
		w.Reversals = &wire.Reversals{Sequences: v.Sequences, Completed: v.Completed, Enabled: v.Enabled, Explored: v.Visited}
	}
	if res.Exhaustive {
		r.leavesOpen(w)
	}
	if w.Bound == "stopped" && r.d.stop.Load() {
		w.Bound = "interrupted"
	}
	switch n := cmp.Or(r.x.Last().Uncontrolled, r.waits); {
	case r.failed:
		w.Verdict = "fail"
		if r.cfg.KeepGoing && !w.Exhaustive && w.Bound != "failure" && w.Bound != wire.PhasePauses {
			w.Reason = r.boundText(w.Bound, res)
		}
	case n != nil:
		w.Verdict, w.Pos = "unsupported", n.Site.Position()
		w.Reason = n.Reason()
	case r.diverged != nil:
		w.Verdict, w.Pos, w.Reason = "unsupported", r.diverged.Pos, r.diverged.Message
		w.Exhaustive, w.Failing, w.Bound = false, 0, "divergence"
	case res.Refusal != nil:
		w.Verdict, w.Pos = "unsupported", res.Refusal.Pos
		w.Reason = res.Refusal.String()
	case w.Exhaustive:
		w.Verdict = "pass"
	case res.Bound == "blocked":
		w.Verdict = "error"
		w.Reason = fmt.Sprintf("in %d of %d executions a step that had to be possible was not: executions may have been missed.\n"+
			"Report it with the test, the options and the versions of gocheck and Go: gocheck's exploration is wrong,\n"+
			"unless the test depends on something other than its schedule.",
			res.Blocked, res.Blocked+res.Executions)
	default:
		w.Verdict, w.Orders = "incomplete", r.orders
		w.Reason = r.bound(w.Bound, res)
	}
	if !r.deadlock {
		w.Warnings = r.inverted.list(res.Exhaustive)
	}
	for _, n := range r.x.Known.Notes {
		if n.Kind != wire.LeftDeadlock || w.Verdict != "fail" { // which says so itself
			w.Warnings = append(w.Warnings, n)
		}
	}
	w.Warnings = append(w.Warnings, r.phased.timing...)
	r.skips.tell(w)
	unseen(w)
	return w
}
