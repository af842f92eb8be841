package runtime

import (
	"strings"
	"testing"
)

// A goroutine that is about to end is not among those at rest; one that is
// blocked is, in whatever order they have run.
func TestStacksAtRest(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		runTest("TestX", func(tt *testing.T) {
			never := make(chan int)
			Go(s, func() { Gosched(s) })
			Go(s, func() { Recv(never, s) })
			TRun(tt, s, "sub", func(*testing.T) {
				text, _ := StacksAtRest(s)
				var states []string
				for line := range strings.Lines(text) {
					if _, state, ok := strings.Cut(line, "["); ok {
						states = append(states, strings.TrimSuffix(state, "]:\n"))
					}
				}
				out("%s, %d in Run, %d of tests", strings.Join(states, ", "), strings.Count(text, "testing.(*T).Run("), strings.Count(text, "testing.tRunner("))
			})
		})
	}, spec{outcomes: []string{"running, chan receive, chan receive, 1 in Run, 2 of tests"}})
	if _, ok := StacksAtRest(0); ok {
		t.Error("there is an answer where no task asks")
	}
}
