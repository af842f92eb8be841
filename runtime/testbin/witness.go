package testbin

import (
	"slices"
	"strings"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explain"
	"gocheck.dev/checker/explore"
	rt "gocheck.dev/runtime"
)

// What it may take to find what a race of a send and a close leads to.
const (
	leadRuns = 32
	leadTime = 2 * time.Second
)

// led leads to what a race of a send and a close comes to: people are to be shown the
// send on a closed channel, whichever order was executed. Where no execution is found
// that fails by it, f stays the race.
func (r *testRun) led(f checker.Found) checker.Found {
	if f.Failure.Closes() {
		r.d.out.capture(func() { // whatever these executions print is nobody's
			f, _ = explain.CloseFirst(r.x, f, r.bounded(&f, leadRuns, leadTime), r.ledTo)
		})
	}
	return f
}

// ledTo is the failure of an execution that says that there was a send on a closed
// channel: by the panic, or by what the task that recovered it made of it.
func (r *testRun) ledTo(again *checker.Replayed) *checker.Failure {
	if r.x.Last().Uncontrolled != nil || r.x.Unannounced() {
		return nil
	}
	again.Outcome.Prefer("close")
	for _, f := range []*checker.Failure{again.Outcome.Failure, again.Outcome.Second} {
		if f != nil && f.Kind != "race" && saysSendClosed(f) {
			return f
		}
	}
	return nil
}

func saysSendClosed(f *checker.Failure) bool { return strings.Contains(f.Message, rt.SendOnClosed) }

// witnessed leads to a data race by a schedule in which it is one whatever
// commutes, and leaves the execution with -commute=off. Two Adds synchronise, in
// Go; to the checker they are in no order, and a race that they hide in the order
// in which it has found them is one in the other. People are to be shown that one.
// If it cannot be had, f stays what it is.
func (r *testRun) witnessed(f checker.Found) checker.Found {
	if f.Failure.Kind != "race" || !r.x.Commute || !r.x.Known.Commutes {
		return f
	}
	o := checker.Options{Races: true, Steps: max(r.cfg.Steps, len(f.Decisions))}
	found := false
	r.d.out.capture(func() {
		plan := explain.Witness(r.x, f.Decisions, o)
		r.x.Commute = false
		for _, ds := range [][]checker.Decision{f.Decisions, plan} {
			again := explore.Replay(r.x, ds, o, nil)
			again.Outcome.Prefer("race")
			if race := again.Outcome.Failure; race != nil && race.Kind == "race" {
				f.Failure, f.Decisions, found = *race, slices.Clone(again.Decisions), true
				return
			}
		}
	})
	r.x.Commute = !found
	return f
}
