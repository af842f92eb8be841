package testbin

import (
	"slices"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explain"
	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/internal/calls"
)

// What minimising a failure may take, and then the search for executions that
// pass: people wait for it.
const (
	minimiseTime = 2 * time.Second
	minimiseRuns = 5000
	compareTime  = 2 * time.Second
	compareRuns  = 40000
	compareSpace = 64 << 20
)

// explained makes the schedule of a failure smaller, and says what makes the difference, if people
// want that and there is time.
func (r *testRun) explained(f checker.Found, failed *wire.Failure) *wire.Failure {
	switch {
	case r.cfg.Minimize == "off" || r.d.stop.Load():
		return failed
	case !r.hasTime():
		failed.Unexplained = !failed.Schedule.Paused()
		return failed
	}
	r.tells(wire.Message{Type: "found", Failure: failed})
	if r.x.Pause > 0 || r.x.Faults > 0 {
		pause, faults := r.x.Pause, r.x.Faults
		least := r.leastFaulty(r.leastPaused(f))
		if again := r.described(least); again.Reproduced {
			f, failed = least, again
		} else {
			r.x.Pause, r.x.Faults = pause, faults
		}
	}
	return r.drawn(f, r.minimised(f, failed))
}

// minimised makes the schedule of a failure smaller, and says what makes the
// difference to an execution that passes. found is the failure as it was found.
func (r *testRun) minimised(f checker.Found, found *wire.Failure) *wire.Failure {
	var m *explain.Minimised
	judge := func(again *checker.Replayed) explain.Judgement { return r.judge(&f, again, passing{}) }
	r.d.out.capture(func() { // whatever these executions print is nobody's
		o := r.bounded(&f, minimiseRuns, minimiseTime)
		m = explain.Minimise(r.x, f.Decisions, o, judge)
	})
	if m == nil {
		return found
	}
	failed, decisions := found, f.Decisions
	if m.Size.Less(m.From) {
		smaller := r.described(checker.Found{Failure: f.Failure, Decisions: m.Decisions, Execution: f.Execution, By: f.By})
		if smaller.Reproduced {
			failed, decisions = smaller, m.Decisions
			failed.From = &wire.Size{Steps: len(found.Schedule.Steps), Preemptions: m.From.Preemptions}
		}
	}
	if r.d.stop.Load() {
		return failed
	}
	if failed.Schedule.Paused() {
		return failed // the pause makes the difference
	}
	r.tells(wire.Message{Type: "smaller", Failure: failed})
	r.compare(f, decisions, failed)
	return failed
}

// bounded are the options for executions about a failure.
func (r *testRun) bounded(f *checker.Found, runs int64, within time.Duration) checker.Options {
	deadline := time.Now().Add(within)
	if end := r.reportsEnd(); !end.IsZero() && end.Before(deadline) {
		deadline = end
	}
	return checker.Options{
		Races: r.x.Races == rt.RacesReport, Pauses: r.x.Pause > 0, Faults: r.x.Faults > 0, Steps: max(r.cfg.Steps, len(f.Decisions)), Memory: compareSpace, Stop: &r.d.stop,
		Executions: runs, Deadline: deadline,
	}
}

// passing is what an execution may come to that is taken for one that passes, besides
// passing.
type passing struct {
	leaves bool // goroutines behind
	races  bool // a send and a close, the send first, and fails by nothing else
	// later is the subtest that fails first in the failing execution: it passes, whatever others do.
	later string
	// others: it fails in another way that is milder.
	others bool
}

// compared is what executions beside a failing one have come to.
type compared struct {
	tried     int64 // in one search
	passed    bool  // some have passed, in what is taken for that
	undecided bool  // of some it cannot be said
	otherwise bool  // some fail in another way
}

// compare puts the failing execution, described by failed, beside others. Those
// that leave goroutines behind are taken only if there is nothing to say of
// those that do not: in many a program some stay behind in every execution. After a
// send on a closed channel those that have the send first come before others: natively they pass,
// and these two are what it is about, not who asked for which lock. And where a
// subtest fails, and others may fail by the same cause, it is enough that this one passes. What
// fails in several ways may do so in all executions, or in all that are near: then another failure
// is enough, as this one does not come about.
func (r *testRun) compare(f checker.Found, decisions []checker.Decision, failed *wire.Failure) {
	tries := []passing{{}, {leaves: true}}
	late := saysSendClosed(&f.Failure)
	if late {
		tries = append([]passing{{leaves: true, races: true}}, tries...)
	}
	var c compared
	s := failed.Schedule
	s.Every = r.everyFails && !late
	for _, may := range tries {
		if s.Every || may == (passing{leaves: true}) && !c.undecided {
			continue // they would come to the same
		}
		if r.contrasted(f, decisions, failed, may, &c) && (may.races || !late || !s.Every) {
			break
		}
		s.Every = false // those that have the send first were not looked at
	}
	if s.Passing == nil && !s.Every {
		if sub := r.failedFirst(&f, decisions); sub != "" {
			r.contrasted(f, decisions, failed, passing{later: sub}, &c)
		}
	}
	if s.Passing == nil && (c.otherwise || r.failsOtherwise(&f.Failure)) {
		every := s.Every
		r.contrasted(f, decisions, failed, passing{others: true}, &c)
		s.Every = every
	}
	failed.Unexplained = !s.Every && s.Passing == nil
	if p := r.progress.Load(); failed.Unexplained && !c.passed && !c.undecided && (p == nil || p.Failing == p.Executions) {
		failed.Tried = c.tried
	}
}

// contrasted is compare for what may be taken for passing, and says whether there is something to
// say.
func (r *testRun) contrasted(f checker.Found, decisions []checker.Decision, failed *wire.Failure, may passing, all *compared) bool {
	var c *explain.Contrast
	tried := int64(0)
	r.d.out.capture(func() {
		within := compareTime
		if may == (passing{}) {
			within *= 2 // mostly no other search comes after it
		}
		o := r.bounded(&f, compareRuns, within)
		c = explain.Compare(r.x, decisions, o, func(again *checker.Replayed) explain.Judgement {
			j := r.judge(&f, again, may)
			tried++
			all.passed = all.passed || j == explain.Passes
			all.undecided = all.undecided || j == explain.Undecided
			all.otherwise = all.otherwise || j == explain.FailsOtherwise && milder(&again.Outcome, &f.Failure)
			return j
		}, func(pos checker.Pos) bool { return calls.Standard(rt.Site(pos).Position()) })
	})
	all.tried = max(all.tried, tried)
	switch s := failed.Schedule; {
	case c == nil:
	case c.Difference != nil:
		s.Every, s.Passing = false, r.passing(c.Difference, len(s.Steps), may)
		return true
	case c.Every:
		s.Every, s.Passing = true, nil
		return true
	}
	return false
}

// milder says whether an execution that fails otherwise than by f shows what f depends on: it has
// come to the end of the test, which has found the failure by itself, or to a race and nothing
// else.
func milder(out *checker.Outcome, f *checker.Failure) bool {
	g := out.Failure
	return g != nil && !g.Same(f) && (g.Kind == "fatal" || f.Race == nil && g.Race != nil && out.Second == nil)
}

// failsOtherwise says whether the exploration has met a failure that may be milder.
func (r *testRun) failsOtherwise(f *checker.Failure) bool {
	p := r.progress.Load()
	return p != nil && slices.ContainsFunc(p.Failures, func(g checker.Found) bool { return milder(&checker.Outcome{Failure: &g.Failure}, f) })
}

// failedFirst is the subtest that fails first in a failing execution after which the test goes on;
// "": none does.
func (r *testRun) failedFirst(f *checker.Found, decisions []checker.Decision) string {
	if f.Failure.Kind != "fatal" {
		return ""
	}
	r.again(decisions, "")
	if t := r.x.Test(); t != nil {
		return t.FailedFirst()
	}
	return ""
}

// passing is the passing execution in stable names, beside a failing one of so
// many steps; nil: there is none.
func (r *testRun) passing(d *explain.Difference, failing int, may passing) *wire.Passing {
	p := &wire.Passing{}
	again, steps, _ := r.again(d.Passing, "")
	p.Steps = steps
	if f := again.Outcome.Failure; may.others && f != nil {
		if p.Fails = f.Message; f.Kind != "fatal" {
			p.Fails = f.Kind + ": " + p.Fails
		}
	}
	for _, q := range d.Pairs {
		if q.First >= failing || q.Second >= len(p.Steps) {
			return nil
		}
		p.Pairs = append(p.Pairs, wire.Pair{First: q.First, Second: q.Second, Choice: q.Choice})
	}
	return p
}

// judge is the explain.Judge for f: a failure is the same if it is of the same
// kind and position. What is no failure passes, if it came to its end and
// leaves nobody blocked; so does what may besides. Where the ends of tests
// matter, but are not announced yet, nothing can be said: the exploration itself
// begins anew there.
func (r *testRun) judge(f *checker.Found, again *checker.Replayed, may passing) explain.Judgement {
	x := r.x
	if x.Last().Uncontrolled != nil || x.Unannounced() {
		return explain.Undecided
	}
	again.Outcome.Prefer(f.Failure.Kind)
	got := again.Outcome.Failure
	if got == nil && f.Failure.Kind == "leak" {
		got = x.Last().Leaked
	}
	switch {
	case got != nil && may.later != "" && got.Kind == f.Failure.Kind && again.Outcome.Second == nil && x.Test().Passed(may.later) && !again.Truncated:
		return explain.Passes
	case got != nil && got.Same(&f.Failure) && (got.Race == nil) == (f.Failure.Race == nil):
		return explain.Fails
	case may.others && milder(&again.Outcome, &f.Failure) && !again.Truncated:
		return explain.Passes
	case got != nil && !(may.races && got.Closes() && again.Outcome.Second == nil):
		return explain.FailsOtherwise
	case x.Last().Quiescent && !again.Truncated && (x.Last().Leaked == nil || may.leaves):
		return explain.Passes
	}
	return explain.Undecided
}
