package runtime

import (
	"strings"

	"gocheck.dev/checker"
)

// diverges notes that the test is not a function of its schedule: two executions of one
// schedule were not the same. That is no failure, as no schedule is to blame; and nothing
// is known of the test, since what was explored are executions of several programs.
func (r *testRun) diverges(f *checker.Failure) {
	if r.diverged != nil {
		return
	}
	lines := []string{f.Message, "The same schedule leads to different steps: the test depends on something that gocheck does not control."}
	for _, n := range r.x.notes {
		if n.Kind == dependsNote {
			lines = append(lines, "It may be this: "+n.Message)
		}
	}
	r.diverged = &checker.Failure{Kind: "divergence", Pos: f.Pos, Message: strings.Join(lines, "\n")}
}

// failsOnce is diverges, for an execution that has failed and does not when it is made
// again.
func (r *testRun) failsOnce(f *checker.Failure) {
	r.diverges(&checker.Failure{Pos: f.Pos, Message: "an execution fails (" + f.Kind + ": " + f.Message + "), and does not when it is repeated"})
}

// dependsNote is the kind of a note that names something on which a test depends besides
// its schedule.
const dependsNote = "depends"

// Depends notes that the test asks for something that is not a function of its schedule:
// at s, or 0 where the caller of the entry point is to be looked for.
func Depends(s Site, what string) {
	t := current()
	if t == nil || len(t.x.notes) == mostNotes {
		return
	}
	at := s.line()
	if s == 0 {
		at = userCaller()
	}
	t.x.note(dependsNote, what+", asked for at "+at+", is not a function of the schedule: another run may come to something else", s)
}
