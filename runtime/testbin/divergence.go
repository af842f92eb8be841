package testbin

import (
	"strings"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wording"
	rt "gocheck.dev/runtime"
)

// diverges notes that the test is not a function of its schedule: two executions of one
// schedule were not the same. That is no failure, as no schedule is to blame; and nothing
// is known of the test, since what was explored are executions of several programs.
func (r *testRun) diverges(f *checker.Failure) {
	if r.diverged != nil {
		return
	}
	lines := []string{f.Message, "The same schedule leads to different steps: the test depends on something that gocheck does not control."}
	for _, n := range r.x.Known.Notes {
		if n.Kind == rt.DependsNote {
			lines = append(lines, "It may be this: "+n.Message)
		}
	}
	r.diverged = &checker.Failure{Kind: "divergence", Pos: f.Pos, Message: strings.Join(lines, "\n")}
}

// failsOnce is diverges, for an execution that has failed and does not when it is made
// again.
func (r *testRun) failsOnce(f checker.Failure) {
	wording.Complete(&f, r.x)
	r.diverges(&checker.Failure{Pos: f.Pos, Message: "an execution fails (" + f.Kind + ": " + f.Message + "), and does not when it is repeated"})
}
