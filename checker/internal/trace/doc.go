// Package trace has executions as partial orders, and answers questions about them without
// executing anything.
//
// Two executions are equivalent when they have the same events, ordered the same way by
// happens-before: dependence.go defines it, trace.go records it, keys.go has keys for events
// that encode their whole history, so that events of two executions can be compared. prefix.go
// cuts the trace back to the beginning that it shares with the next execution.
//
// A subset of a trace's events, closed under happens-before, is a state. enabled*.go say whether an
// operation is possible in it, alternatives.go and counter.go what else could come of it,
// realise.go finds an order in which the events can be executed, as messages of one handler do not
// overlap; linearize.go counts such orders. serial.go has traces in which handlers are locks.
// procstep.go, stepnames.go and outcomes.go have steps as they mean the same in other executions.
package trace
