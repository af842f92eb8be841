// Package closure keeps the set of explored traces and closes it under race reversal. For each
// reversal that no explored trace contains, it executes one that does. So it makes one
// execution of every trace, and none in vain. docs/design/algorithms.md has the rules by kind
// of operation, and the proof.
//
// closure.go is the loop. asked.go asks whether a fragment is explored already. pending.go keeps
// what has still to be run, debts.go what there is no memory to keep. stretch.go finds the
// reversals of very long executions piece by piece.
//
// Several processes may share an exploration (docs/design/cores.md): owners.go says which
// process owns a trace, split.go gives traces away, question.go finds the question that divides
// them, letters.go has the messages. parts*.go write what is left as data, and read it.
package closure
