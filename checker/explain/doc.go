// Package explain makes a failure easy to understand: it finds a small schedule, and the
// difference to a passing execution.
//
// minimise.go makes a failing schedule smaller. contrast.go looks for the nearest passing
// execution and names the difference. changes.go lists the possible changes of an execution,
// demand.go holds an execution to some of them, and guided.go makes an execution as similar to
// a plan as possible. near.go looks for a failure near a schedule that does not fit any more.
// witness.go brings the two accesses of a race next to each other. close_first.go finds out
// what a race of a send and a close leads to.
package explain
