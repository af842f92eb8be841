// Package checker is the vocabulary of an exploration. It has the messages between a program
// under exploration and the engine, the options, and the results.
//
// A Program announces the next operation of every task (vocab.go). A Scheduler decides which
// operation is performed, and the program reports the resulting event. Fair is the default
// Scheduler. Options say what to explore, and how; a Result has the outcome (options.go). An
// exploration can be divided, and the rest of it can be saved (divided.go).
//
// Package explore, below this one, explores. Two executions are equivalent if they have the
// same events, ordered the same way by happens-before. An equivalence class is a trace. The aim
// is exactly one execution of every trace, and no execution begun in vain.
//
// It knows no Go source and no goroutines, and imports nothing of the project.
package checker
