// Package closure keeps the set of explored traces and closes it under race reversal: for each
// reversal that no explored trace contains, an execution is made that does. So it executes one of
// every trace, and none in vain. docs/design/algorithms.md has the rules by kind of operation, and
// why they are complete.
//
// closure.go is the loop. asked.go asks whether a fragment is explored already. pending.go keeps
// what has still to be run, debts.go what there is no memory to keep. stretch.go finds the
// reversals of very long executions piece by piece.
//
// Several processes may explore by it: owners.go says whose a trace is, split.go gives some away,
// for which question.go finds a question; letters.go has what they send each other. parts*.go make
// data of what is left, and read it. docs/design/cores.md.
package closure
