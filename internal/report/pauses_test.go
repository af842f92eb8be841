package report

import (
	"testing"

	"gocheck.dev/internal/wire"
)

// TestPauses: ticks that hold up the same tasks at the same places are one pause, as long as none
// of these makes a step.
func TestPauses(t *testing.T) {
	main, child := wire.Access{Task: "main", Op: "lock", Pos: "a.go:1:1"}, wire.Access{Task: "main/1", Op: "send", Pos: "a.go:2:1"}
	tick := func(at string, held ...wire.Access) wire.Step {
		return wire.Step{Task: "clock", Op: "tick", Value: at, Held: held}
	}
	joint := wire.Step{Task: "main", Op: "send", Partner: "main/1"}
	step := func(task string) wire.Step { return wire.Step{Task: task, Op: "lock"} }
	// What is on its way in a network has a task, which is at no place.
	flies := wire.Access{Task: "main/2", Op: "recv", Pos: wire.Nominal + "4:1"}
	flight := wire.Step{Task: "main/2", Op: "begin", Labels: "network, to :58689"}
	for want, steps := range map[string][]wire.Step{
		"it takes a pause: goroutine 1 (network, to :58689) is held up for 4ms": {flight, tick("4ms", flies)},
		"it takes a pause: main/2 is held up for 4ms":                           {tick("4ms", flies)},
		"": {tick("1ms"), step("main"), tick("3ms")},
		"it takes a pause: main/1 at a.go:2 is held up for 4ms":                                                                             {step("main"), tick("1ms", child), step("main"), tick("2ms", child), tick("4ms", child)},
		"it takes a pause: goroutine 1 at a.go:2 is held up for 1ms, then goroutine 1 at a.go:2 is held up for 2ms: 3ms altogether":         {tick("1ms", child), step("main/1"), tick("3ms", child)},
		"it takes a pause: main/1 at a.go:2 is held up for 1ms, then main/1 at a.go:2 is held up for 1ms: 2ms altogether":                   {tick("1ms", child), tick("5ms"), tick("6ms", child), step("main")},
		"it takes a pause: goroutine 1 at a.go:2 is held up for 1ms, then goroutine 1 at a.go:2 is held up for 4ms: 5ms altogether":         {step("main/1"), tick("1ms", child), joint, tick("5ms", child)},
		"it takes a pause: main at a.go:1 and main/1 at a.go:2 are held up for 1ms, then main at a.go:1 is held up for 1ms: 2ms altogether": {tick("1ms", main, child), tick("2ms", main)},
	} {
		if got := Pauses(&wire.Schedule{Steps: steps}); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}
