// Package trial is for tests of the checker: it holds an algorithm to what it promises, on programs
// of which the oracle knows all traces.
//
// campaign.go has the promises, and the flags of campaigns over random programs. programs.go and
// renumbered.go have programs that make it hard: their objects have other numbers in every
// execution, their values change, they are no functions of their decisions. knobs.go changes bounds
// that are too large for tests. again.go and memory.go look at the engine's memory.
package trial
