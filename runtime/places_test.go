package runtime

import (
	"fmt"
	"strings"
	"testing"
)

// statesOf is what each of the goroutines does.
func statesOf(all []Goroutine) string {
	var text []string
	for i := range all {
		text = append(text, all[i].State)
	}
	return strings.Join(text, ", ")
}

func printed(all []Goroutine) string {
	var b strings.Builder
	for i := range all {
		fmt.Fprintln(&b, all[i].String())
	}
	return b.String()
}

// A goroutine that is about to end is not among those at rest; one that is
// blocked is, in whatever order they have run.
func TestStacksAtRest(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		runTest("TestX", func(tt *testing.T) {
			never := make(chan int)
			Go(s, func() { Gosched(s) })
			Go(s, func() { Recv(never, s) })
			TRun(tt, s, "sub", func(*testing.T) {
				all, _ := Goroutines(s, true)
				text := printed(all)
				out("%s, %d in Run, %d of tests", statesOf(all), strings.Count(text, "\ntesting.(*T).Run("), strings.Count(text, "testing.tRunner("))
			})
		})
	}, spec{outcomes: []string{"running, chan receive, chan receive, chan receive, 2 in Run, 3 of tests"}})
	if _, ok := Goroutines(0, false); ok {
		t.Error("there is an answer where no task asks")
	}
}

// TestStacks: who is there is exact, and where is told as of the last moment at which all
// were at rest.
func TestStacks(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		gone, never := make(chan int), make(chan int)
		Go(s, func() { Recv(never, s) })
		TimeSleep(s, 1)
		Go(s, func() { Close(gone, s) })
		Recv(gone, s)
		all, _ := Goroutines(s, false)
		out("%s", statesOf(all))
	}, spec{outcomes: []string{
		"running, chan receive",
		"running, chan receive, runnable",
	}})
}

// TestStacksOfParallelSubtests: a subtest that was paused is one goroutine, which ends once,
// and waits in Parallel until then.
func TestStacksOfParallelSubtests(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		runTest("TestX", func(tt *testing.T) {
			var seen []string
			see := func() string {
				all, _ := Goroutines(s, true)
				return fmt.Sprintf("%s, %d in Parallel", statesOf(all), strings.Count(printed(all), "\ntesting.(*T).Parallel("))
			}
			var before, after uint64
			TestOf(tt).Cleanup(func() { out("%s; %s; %t", strings.Join(seen, "; "), see(), before == after) })
			TRun(tt, s, "group", func(tt *testing.T) {
				TRun(tt, s, "a", func(tt *testing.T) {
					before, _ = Number()
					TParallel(tt, s)
					after, _ = Number()
					TimeSleep(s, 1)
				})
				TRun(tt, s, "b", func(tt *testing.T) { TParallel(tt, s) })
				seen = append(seen, see())
			})
		})
	}, spec{outcomes: []string{
		"running, chan receive, chan receive, chan receive, chan receive, 2 in Parallel; running, chan receive, 0 in Parallel; true",
	}})
}
