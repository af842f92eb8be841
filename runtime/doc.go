// Package runtime is the controlled runtime that is linked into a rebuilt test
// binary: goroutines, locks, channels, time and memory under the command of a
// checker.Scheduler.
//
// # One task at a time
//
// A goroutine of the program under test is a task: a coroutine (iter.Pull) that runs
// until it reaches a visible operation, announces it, and waits for its turn. At every
// scheduling point the next operation of every task is known, blocked ones included. The
// scheduler is asked on the very goroutine that made the announcement, so that a task
// which is chosen again goes on without a switch; else the goroutine resumes the chosen
// one and waits or, where that waits likewise, yields to who has resumed it: at last to
// the driver. Coroutines and all tables are reused from one execution to the next, and
// nothing is allocated between two scheduling points.
//
// # One step
//
// An operation is a shadow's business: the controlled state of one Go value,
// found by its address. Its decisions method says how an announced operation
// can go on now, its perform method carries it out and completes the event.
// perform runs on whatever goroutine asked the scheduler, so it must neither
// block nor panic: what the operation returns, or that it is to panic, goes
// into the task, and the entry point acts on it when its task goes on. In
// report mode the plain accesses up to the task's next announcement belong to
// the same event, its effects.
//
// # Beginnings
//
// The beginning of an execution is often that of the one before. Its steps are made
// again without the scheduler, and held to what they were (repeat.go).
//
// # Outside of an execution
//
// Every entry point first asks current for the running task. Without one
// (package initialisation, a binary started without gocheck, a goroutine of
// plain code) it performs the plain operation natively.
package runtime
