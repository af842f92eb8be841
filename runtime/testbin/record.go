package testbin

import (
	"fmt"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/tracing"
)

// recordTrace runs the test once, by the default scheduler, and sends its
// operations.
func (r *testRun) recordTrace() (result *wire.Result) {
	defer r.ownFault(&result)
	x := r.x
	var out *checker.Replayed
	var trace *wire.Recorded
	printed := r.d.out.capture(func() {
		trace = tracing.Trace(x, func() { out = explore.Replay(x, nil, checker.Options{Steps: r.cfg.Steps}, nil) })
	})
	w := &wire.Result{Verdict: "pass", Executions: 1, Events: int64(len(out.Decisions))}
	switch n := x.Last().Uncontrolled; {
	case n != nil:
		w.Verdict, w.Pos = "unsupported", n.Site.Position()
		w.Reason = n.Reason()
		return w
	case out.Truncated:
		w.Verdict = "incomplete"
		w.Reason = fmt.Sprintf("-steps %d: the execution was cut there", r.cfg.Steps)
		return w
	}
	trace.Package, trace.Test, trace.Races = r.d.importPath, r.test.Name, r.cfg.Races
	r.send(wire.Message{Type: "recorded", Recorded: trace})
	if f := out.Outcome.Failure; f != nil {
		w.Verdict, w.Failing = "fail", 1
		r.send(wire.Message{Type: "failure", Failure: &wire.Failure{
			Kind: f.Kind, Message: f.Message, Pos: f.Pos, Details: f.Details, Execution: 1, Output: printed,
		}})
	}
	return w
}
