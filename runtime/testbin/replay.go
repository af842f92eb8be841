package testbin

import (
	"strconv"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/match"
	"gocheck.dev/runtime/tracing"
)

// runSaved runs a saved schedule before the exploration.
func (r *testRun) runSaved(i int, s *wire.Schedule) {
	if r.d.cfg.Mode != "replay" && !r.selected(s) {
		return
	}
	defer func(old match.Selection) { r.x.Selection = old }(r.x.Selection)
	defer r.optionsOf(s)()
	var err error
	if r.x.Selection, err = match.New(s.Options["run"], s.Options["skip"]); err == nil {
		_, err = chanceIn(s)
	}
	if err != nil {
		r.send(wire.Message{Type: "saved", Saved: &wire.Saved{Index: i, Left: 1, Why: "it says " + err.Error()}})
		return
	}
	if d := r.d.cfg.Debug; d != nil {
		r.debug(s, d)
		return
	}
	t := r.retrace(s)
	if c := &r.d.cfg; c.Mode == "replay" && c.Verbose {
		r.narrate(t)
	}
	r.send(wire.Message{Type: "saved", Saved: t.saved(i)})
	if t.found == nil {
		return
	}
	found := *t.found
	defer r.judging(&found.Failure)()
	if !t.exact {
		found = r.witnessed(r.led(found))
	}
	failed := r.described(found)
	if !failed.Reproduced {
		r.failsOnce(found.Failure)
		return
	}
	if r.d.cfg.Traced {
		r.traced(&found)
	}
	r.failing++
	r.failed = true
	switch {
	case t.exact:
		if r.cfg.Minimize != "off" && !failed.Schedule.Paused() && (s.Passing != nil || s.Every) {
			r.compare(found, found.Decisions, failed) // anew: other executions may have become others
		}
	case r.cfg.Minimize != "off":
		// Its schedule is to take the place of the stale one: it is made as small as
		// a new one would be.
		r.send(wire.Message{Type: "found", Failure: failed})
		failed = r.minimised(found, failed)
	}
	r.send(wire.Message{Type: "failure", Failure: failed})
}

// selected reports whether a saved schedule runs the subtests that -run and -skip select, where
// they tell subtests apart: one of others may fail in a subtest that was not asked for.
func (r *testRun) selected(s *wire.Schedule) bool {
	run, skip := r.x.Selection.OfSubtests()
	return run == "" && skip == "" || s.Options["run"] == run && s.Options["skip"] == skip
}

// optionsOf sets those that a schedule was made with, but for chance, until the function that it
// returns is called: what is a write with -commute=off is a read, where it changes nothing.
func (r *testRun) optionsOf(s *wire.Schedule) (back func()) {
	commute, chance, pause, faults := r.x.Commute, r.x.Chance, r.x.Pause, r.x.Faults
	r.x.Commute = s.Options["commute"] != "off"
	r.x.Pause, _ = time.ParseDuration(s.Options["pause"]) // the command has looked at it
	r.x.Faults, _ = strconv.Atoi(s.Options["faults"])     // likewise
	return func() {
		r.x.Commute, r.x.Known.Pools, r.x.Chance, r.x.Pause, r.x.Faults = commute, false, chance, pause, faults
	}
}

// traced sends the operations of a failing execution.
func (r *testRun) traced(f *checker.Found) {
	var trace *wire.Recorded
	r.d.out.capture(func() {
		trace = tracing.Trace(r.x, func() {
			explore.Replay(r.x, f.Decisions, checker.Options{Steps: max(r.cfg.Steps, len(f.Decisions))}, nil)
		})
	})
	trace.Package, trace.Test, trace.Races = r.d.importPath, r.test.Name, r.cfg.Races
	r.send(wire.Message{Type: "recorded", Recorded: trace})
}

// narrate sends each step of a replay, and what the program printed.
func (r *testRun) narrate(t *retracing) {
	steps, printed := t.best.steps, t.best.printed
	if t.found != nil {
		_, steps, printed = r.again(t.found.Decisions, t.found.Failure.Kind)
	}
	r.send(wire.Message{Type: "steps", Steps: steps})
	if printed != "" {
		r.send(wire.Message{Type: "output", Output: printed})
	}
}

// replay runs one saved schedule, for `gocheck replay`.
func (r *testRun) replay(s *wire.Schedule) (result *wire.Result) {
	defer r.ownFault(&result)
	r.runSaved(0, s)
	w := r.result(&checker.Result{Bound: "replay", Executions: 1, Failing: r.failing})
	if w.Verdict == "incomplete" {
		w.Reason = "one schedule was run again"
	}
	return w
}
