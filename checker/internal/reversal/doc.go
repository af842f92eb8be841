// Package reversal finds the race reversals of a trace: for every operation, its other possible
// outcomes, and the events that can stay before each.
//
// reverse.go goes through the operations, reverse_sets.go makes the sets of events that are
// left, reverse_again.go passes over what the trace before had as well. saturate*.go and
// sequencer.go decide whether such a set can be executed at all: messages of one handler must
// not overlap. quiescent.go finds quiet sets: deadlocks with queued messages, and Ticks.
package reversal
