// Package tracing turns an execution into the operations of a trace, for `gocheck record`: what
// each task announced, with its operands, rather than what came of it, since the trace is to be run
// in other orders. It is an observer of executions (runtime.Observer): of the machine it knows what
// runtime.Standing and runtime.Deed tell.
package tracing
