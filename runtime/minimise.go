package runtime

import (
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
)

// What minimising a failure may take: people wait for it.
const (
	minimiseTime = 2 * time.Second
	minimiseRuns = 5000
)

// minimised makes the schedule of a failure smaller, and says what makes the
// difference to an execution that passes. found is the failure as it was found.
func (r *testRun) minimised(f checker.Found, found *wire.Failure) *wire.Failure {
	var m *checker.Minimised
	r.d.out.capture(func() { // whatever these executions print is nobody's
		o := checker.Options{
			Races: r.x.races == racesReport, Steps: max(r.cfg.Steps, len(f.Decisions)),
			Executions: minimiseRuns, Deadline: time.Now().Add(minimiseTime),
		}
		m = checker.Minimise(r.x, f.Decisions, o, func(again *checker.Replayed) (fails, passes bool) { return r.judge(&f, again) })
	})
	if m == nil {
		return found
	}
	failed := found
	if m.Size.Less(m.From) {
		smaller := r.described(checker.Found{Failure: f.Failure, Decisions: m.Decisions, Execution: f.Execution})
		if smaller.Reproduced {
			failed = smaller
			failed.From = &wire.Size{Steps: len(found.Schedule.Steps), Preemptions: found.Schedule.Preemptions()}
		}
	}
	if d := m.Difference; d != nil && d.First < len(failed.Schedule.Steps) {
		if _, steps, _ := r.again(d.Passing); d.Second < len(steps) {
			failed.Schedule.Passing = &wire.Passing{First: d.First, Second: d.Second, Choice: d.Choice, Steps: steps}
		}
	}
	return failed
}

// judge is the checker.Judge for f: a failure is the same if it is of the same
// kind and position. What is no failure passes, if it came to its end and
// leaves nobody blocked.
func (r *testRun) judge(f *checker.Found, again *checker.Replayed) (fails, passes bool) {
	x := r.x
	if x.uncontrolled != nil {
		return false, false
	}
	got := again.Outcome.Failure
	if got == nil && f.Failure.Kind == "leak" {
		got = x.leaked
	}
	if got == nil {
		return false, x.quiescent && !again.Truncated && x.leaked == nil
	}
	return got.Same(&f.Failure) && len(got.Race) == len(f.Failure.Race), false
}
