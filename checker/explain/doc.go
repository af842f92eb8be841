// Package explain makes a failure easy to understand: what it takes, and what makes the difference.
//
// minimise.go makes a failing schedule smaller. contrast.go looks for the passing execution that is
// nearest to it, and says in what they differ. changes.go lists what can be otherwise in an
// execution, demand.go says what an execution has to keep, and guided.go makes one as much like a
// plan as can be. near.go looks for a failure near a schedule that does not fit any more.
// witness.go brings the two accesses of a race next to each other. close_first.go looks for what a
// race of a send and a close leads to.
package explain
