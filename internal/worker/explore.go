package worker

import (
	"context"
	"fmt"
	"slices"

	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/wire"
)

// A StartError is the error of a binary that ended before it could name its tests: the
// initialisation of a package failed, or TestMain.
type StartError struct {
	Pos  string // where, if that can be told
	Text string // what it printed
	How  string // how it ended
}

func (e *StartError) Error() string {
	s := "the test binary ended before its first test: " + e.How
	if e.Pos != "" {
		s = e.Pos + ": " + s
	}
	if e.Text != "" {
		s += "\n" + e.Text
	}
	return s
}

// A Summary is what came of a binary as a whole.
type Summary struct {
	Tests       []string // selected
	NotRun      []string // left over when the user interrupted
	Interrupted bool     // before it could name its tests, or with some left over
	Given       int      // how often a process gave a part of a test to another one
	Anew        int      // how often a test was explored anew, by one process, as its parts could not be added up
	Doubted     int      // how often a test was explored again, by itself, as its failure did not come again
}

// Explore runs the binary, again and again if need be, until each of the tests
// it selects has a result. Messages "start", "progress", "saved", "found",
// "smaller", "failure", "output" and "result" are passed on to sink in order,
// exactly one start and one result a test, or one message "skipped". When ctx
// ends, the running test gets the result that it was interrupted, and the
// others none.
func Explore(ctx context.Context, job Job, sink func(wire.Message)) (Summary, error) {
	e := &exploration{sink: sink, config: &job.Config, done: map[string]bool{}}
	config := job.Config
	for {
		before := len(e.done)
		e.running, e.listed = "", false
		end, err := process(ctx, &job, &config, e.message)
		if err != nil {
			return e.summary(), err
		}
		if !e.listed && ctx.Err() != nil && e.tests == nil {
			return Summary{Interrupted: true}, nil
		}
		if !e.listed && ctx.Err() == nil {
			if len(e.done) == 0 {
				return e.summary(), startError(end)
			}
			// It listed them before, but not this time.
			e.giveUp(end)
			return e.summary(), nil
		}
		if e.running != "" {
			e.died(end)
		}
		rest := e.rest()
		switch {
		case len(rest) == 0:
			if text, ok := crash(end.stderr); ok && !end.interrupted {
				sink(wire.Message{Type: "output", Output: "after its last test the test binary crashed:\n" + text + "\n"})
			}
			return e.summary(), nil
		case ctx.Err() != nil:
			s := e.summary()
			s.NotRun, s.Interrupted = rest, true
			return s, nil
		case len(e.done) == before:
			e.giveUp(end)
			return e.summary(), nil
		}
		config.Only = rest
	}
}

// Replay runs the binary once with Config.Replay and passes its messages on. A
// binary that dies is the result of the schedule's test.
func Replay(ctx context.Context, job Job, sink func(wire.Message)) error {
	job.Config.Mode = "replay"
	s := job.Config.Replay
	return once(ctx, job, s.Package, s.Test, sink)
}

// once runs the binary once for one test.
func once(ctx context.Context, job Job, pkg, test string, sink func(wire.Message)) error {
	e := &exploration{sink: sink, config: &job.Config, done: map[string]bool{}}
	end, err := process(ctx, &job, &job.Config, e.message)
	if err != nil {
		return err
	}
	switch {
	case e.done[test]:
		return nil
	case end.interrupted:
		return ctx.Err()
	case e.running == "" && e.listed:
		return fmt.Errorf("package %s has no test %s: it was renamed or removed; the schedule's line \"test\" has its name", printable.Line(pkg), printable.Line(test))
	case e.running == "":
		return startError(end)
	}
	e.died(end)
	return nil
}

// List asks the binary which tests it selects.
func List(ctx context.Context, job Job) ([]string, error) {
	job.Config.Mode = "list"
	e := &exploration{sink: func(wire.Message) {}, done: map[string]bool{}}
	end, err := process(ctx, &job, &job.Config, e.message)
	switch {
	case err != nil:
		return nil, err
	case !e.listed && end.interrupted:
		return nil, ctx.Err()
	case !e.listed:
		return nil, startError(end)
	}
	return e.tests, nil
}

// Record runs one test once and passes its messages on: "recorded" and
// "result" among them. A binary that dies is the result of its test.
func Record(ctx context.Context, job Job, pkg, test string, sink func(wire.Message)) error {
	job.Config.Mode, job.Config.Only = "record", []string{test}
	return once(ctx, job, pkg, test, sink)
}

// An exploration keeps track of which tests are over.
type exploration struct {
	sink     func(wire.Message)
	config   *wire.Config
	tests    []string
	listed   bool // by the present process
	running  string
	done     map[string]bool
	progress *wire.Progress // of the running test
	settled  *settled       // of the running test
	found    *wire.Failure  // of the running test, which is still making it smaller, or compares it
	met      met            // of the running test
}

func (e *exploration) message(m wire.Message) {
	switch m.Type {
	case "tests":
		e.listed = true
		if e.tests == nil {
			e.tests = m.Tests
		}
		return
	case "skipped":
		if e.done[m.Test] {
			return
		}
		e.done[m.Test] = true
		e.sink(m)
		return
	case "start":
		e.running, e.progress, e.found, e.met, e.settled = m.Test, nil, nil, nil, nil
	case "settled":
		e.settled = settledBy(&m)
		return
	case "progress":
		e.progress = m.Progress
	case "found", "smaller":
		e.found = m.Failure
	case "met":
		e.met.add(m.Failure)
		return
	case "failure":
		e.found = nil
		e.met.reported(m.Failure)
	case "result":
		if e.done[m.Test] || m.Result == nil {
			return
		}
		for _, f := range e.met.take(m.Test) {
			e.sink(f)
		}
		e.done[m.Test] = true
		e.running = ""
	}
	// Nothing is said twice of a test, whatever the binary does.
	if m.Type != "result" && m.Test != "" && e.done[m.Test] {
		return
	}
	e.sink(m)
}

func (e *exploration) summary() Summary { return Summary{Tests: e.tests} }

func (e *exploration) rest() []string {
	return slices.DeleteFunc(slices.Clone(e.tests), func(t string) bool { return e.done[t] })
}

// died makes up what the process could no longer say of the running test.
func (e *exploration) died(end *ending) {
	failure, result := lastWords(end)
	test := e.running
	if r := e.settled.unless(failure, e.found, result); r != nil {
		e.message(wire.Message{Type: "result", Test: test, Result: r})
		return
	}
	result.Algorithm = algorithmOf(e.config, test)
	if p := e.progress; p != nil {
		result.Executions, result.Blocked, result.Failing = p.Executions, p.Blocked, p.Failing
		result.Events, result.Seconds, result.Estimate = p.Events, p.Seconds, p.Estimate
	}
	if f := e.found; f != nil {
		// An execution that was to be like the one that failed has ended it.
		failure, result = nil, &wire.Result{Verdict: "fail", Algorithm: algorithmOf(e.config, test), Bound: "failure", Executions: f.Execution, Failing: 1}
		e.message(wire.Message{Type: "failure", Test: test, Failure: f})
	}
	if failure != nil {
		failure.Execution = result.Executions + 1
		result.Executions++
		result.Failing++
		e.message(wire.Message{Type: "failure", Test: test, Failure: failure})
	}
	e.message(wire.Message{Type: "result", Test: test, Result: result})
}

// giveUp ends the tests that are left over when starting again does not help.
func (e *exploration) giveUp(end *ending) {
	why := endedSo("the test binary ended without running this test", end)
	for _, t := range e.rest() {
		e.sink(wire.Message{Type: "start", Test: t})
		e.message(wire.Message{Type: "result", Test: t, Result: &wire.Result{Verdict: "error", Reason: why}})
	}
}
