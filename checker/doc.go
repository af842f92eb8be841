// Package checker is the vocabulary of an exploration: what a program under exploration and who
// explores it say to each other, what is asked for, and what comes of it.
//
// A Program announces for every task its next operation (vocab.go). A Scheduler decides which one
// is performed, and the program reports the event that came of it. Fair is the Scheduler for what
// nobody decides. Options say what to explore, and how; a Result is what has come of it
// (options.go). An exploration can be divided, and what is left of it can be kept (divided.go).
//
// Package explore, below this one, explores. Two executions are equivalent when they have the same
// events, ordered the same way by happens-before; an equivalence class is a trace. What is to be
// achieved is one execution of every trace: none missed, none executed twice, no execution begun
// in vain.
//
// It knows no Go source and no goroutine, and imports nothing of the project.
package checker
