package testbin

import (
	"strings"

	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
)

// subtests are those of the first execution: who counts tests as go test does is told of them.
type subtests struct {
	seen  bool
	first []wire.Subtest
}

// note is called after each execution.
func (s *subtests) note(x *rt.Execution) {
	if !s.seen {
		s.seen, s.first = true, subtestsOf(x)
	}
}

// subtestsOf are those of the last execution.
func subtestsOf(x *rt.Execution) []wire.Subtest {
	if t := x.Test(); t != nil {
		return t.Subtests()
	}
	return nil
}

// raced marks those as failed in which there is a race, as go test -race does. Steps are those of
// their execution.
func raced(all []wire.Subtest, test string, steps []wire.Step) []wire.Subtest {
	in := map[string]string{} // the subtest that a task is, or was started in
	for _, s := range steps {
		if sub, ok := strings.CutPrefix(s.Runs, wire.RunsSubtest); ok {
			in[s.Task] = test + "/" + sub
		}
		if len(s.Racing) == 0 {
			continue
		}
		sub, task := "", s.Task
		for sub == "" && task != "" {
			sub, task = in[task], task[:max(0, strings.LastIndexByte(task, '/'))]
		}
		for i := range all {
			if sub == all[i].Name || strings.HasPrefix(sub, all[i].Name+"/") {
				all[i].Verdict = "fail"
			}
		}
	}
	return all
}
