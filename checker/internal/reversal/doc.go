// Package reversal finds the race reversals of a trace: for every operation, what else could have
// come of it, and what of the trace is left then.
//
// reverse.go goes through the operations, reverse_sets.go makes the sets of events that are left,
// reverse_again.go passes over what the trace before had as well. saturate*.go and sequencer.go
// say whether such a set can be executed at all, as messages of one handler do not overlap;
// quiescent.go has the handlers for which that is easily seen.
package reversal
