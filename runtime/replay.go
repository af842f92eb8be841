package runtime

import (
	"fmt"
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
)

// follower is a Scheduler that follows a saved schedule by names: numbers of
// tasks mean nothing in another process. Where the program has changed since,
// it goes on approximately: it leaves out steps that are not enabled. What the
// schedule does not say is up to the default scheduler.
type follower struct {
	checker.Fair
	steps     []wire.Step
	at        int
	decisions []checker.Decision
	limit     int
	left      int // 1-based number of the first step that was left out
	why       string
	buf       []checker.Decision
	x         *execution
}

// Next implements checker.Scheduler.
func (f *follower) Next(st checker.State) (checker.Decision, bool) {
	if f.limit > 0 && len(f.decisions) >= f.limit {
		return checker.Decision{}, false
	}
	for f.at < len(f.steps) {
		d, why := f.find(st, &f.steps[f.at])
		f.at++
		if why == "" {
			return d, true
		}
		if f.left == 0 {
			f.left, f.why = f.at, why
		}
	}
	return f.Fair.Next(st)
}

// find is the decision that a step stands for, or why there is none.
func (f *follower) find(st checker.State, step *wire.Step) (d checker.Decision, why string) {
	for _, id := range st.Tasks() {
		if f.x.TaskName(id) != step.Task {
			continue
		}
		op := st.Op(id)
		if !mayBecome(op.Kind, step.Op) {
			return d, fmt.Sprintf("%s does not do %s there but %s at %s", step.Task, step.Op, kindNames[op.Kind], f.x.Position(op.Pos))
		}
		f.buf = st.Decisions(id, f.buf[:0])
		if len(f.buf) == 0 {
			return d, fmt.Sprintf("%s cannot %s at %s: it is blocked", step.Task, step.Op, f.x.Position(op.Pos))
		}
		for _, d := range f.buf {
			partner := ""
			if d.Partner != checker.NoTask {
				partner = f.x.TaskName(d.Partner)
			}
			if d.Choice == step.Choice && partner == step.Partner && d.PartnerChoice == step.PartnerChoice {
				return d, ""
			}
		}
		return d, fmt.Sprintf("%s cannot %s at %s with the choice of the schedule", step.Task, step.Op, f.x.Position(op.Pos))
	}
	return d, fmt.Sprintf("there is no task %s there", step.Task)
}

// Did implements checker.Scheduler.
func (f *follower) Did(st checker.State, ev *checker.Event) {
	f.decisions = append(f.decisions, ev.Decision)
	f.Fair.Did(st, ev)
}

// follow runs a saved schedule, and then once more as decisions, for races
// are found by the checker.
func (r *testRun) follow(s *wire.Schedule) (f *follower, found *checker.Found) {
	f = &follower{steps: s.Steps, limit: r.cfg.Steps, x: r.x}
	r.x.Run(f)
	if r.x.beginAgain() {
		f = &follower{steps: s.Steps, limit: r.cfg.Steps, x: r.x}
		r.x.Run(f)
	}
	if r.x.uncontrolled != nil {
		return f, nil
	}
	out, steps, printed := r.again(f.decisions)
	if r.d.cfg.Mode == "replay" && r.d.cfg.Verbose {
		r.narrate(steps, printed)
	}
	failure := out.Outcome.Failure
	if failure == nil && s.Failure != nil && s.Failure.Kind == "leak" {
		failure = r.x.leaked
	}
	if failure == nil {
		return f, nil
	}
	return f, &checker.Found{Failure: *failure, Decisions: slices.Clone(out.Decisions), Execution: 1}
}

// narrate sends each step of a replay, and what the program printed.
func (r *testRun) narrate(steps []wire.Step, printed string) {
	for i, s := range steps {
		text := fmt.Sprintf("%4d  %-12s %s", i+1, s.Task, s.Op)
		if s.Object != "" {
			text += " " + s.Object
		}
		if s.Partner != "" {
			text += " with " + s.Partner
		}
		if s.Value != "" {
			text += " = " + s.Value
		}
		if s.Pos != "" {
			text += " at " + s.Pos
		}
		r.send(wire.Message{Type: "output", Output: text + "\n"})
	}
	if printed != "" {
		r.send(wire.Message{Type: "output", Output: printed})
	}
}

// runSaved runs a saved schedule before the exploration.
func (r *testRun) runSaved(i int, s *wire.Schedule) {
	defer func(old selection) { r.x.selection = old }(r.x.selection)
	var err error
	if r.x.selection, err = newSelection(s.Options["run"], s.Options["skip"]); err != nil {
		r.send(wire.Message{Type: "saved", Saved: &wire.Saved{Index: i, Left: 1, Why: "it says " + err.Error()}})
		return
	}
	f, found := r.follow(s)
	r.send(wire.Message{Type: "saved", Saved: &wire.Saved{Index: i, Failed: found != nil, Left: f.left, Why: f.why}})
	if found != nil {
		r.failing++
		r.failed = true
		failed := r.described(*found)
		if len(failed.Schedule.Steps) == len(s.Steps) { // it is the same one
			failed.Schedule.Passing, failed.Schedule.Every = s.Passing, s.Every
		}
		r.send(wire.Message{Type: "failure", Failure: failed})
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
