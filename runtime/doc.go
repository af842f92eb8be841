// Package runtime is the controlled runtime that is linked into a rebuilt test binary. It runs
// goroutines, locks, channels, time and memory as a checker.Scheduler decides.
//
// # One task at a time
//
// A goroutine of the program under test is a task: a coroutine (iter.Pull) that runs until it
// reaches a visible operation, announces it, and waits for its turn. At every scheduling point
// the next operation of every task is known, blocked ones included. The scheduler is asked on
// the goroutine that made the announcement. If it chooses this task again, the task goes on
// without a switch. Otherwise the goroutine resumes the chosen task and waits. If the chosen
// task is itself waiting for a task that it has resumed, the goroutine yields to the task that
// has resumed it, and at last to the driver. Coroutines and all tables are reused from one
// execution to the next, and nothing is allocated between two scheduling points.
//
// # One step
//
// A shadow is the controlled state of one Go value, found by the value's address. Its method
// decisions lists how an announced operation can go on now. Its method perform carries the
// operation out and completes the event. perform runs on the goroutine that asked the
// scheduler, so it must neither block nor panic. The operation's result, or its panic, is
// stored in the task, and the entry point returns or panics when its task goes on. In report
// mode the plain accesses up to the task's next announcement belong to the same event, as its
// effects.
//
// # Beginnings
//
// Most executions begin like the one before. These steps are repeated without the scheduler and
// compared with the earlier ones (repeat.go).
//
// # Outside of an execution
//
// Every entry point first asks current for the running task. If there is none (package
// initialisation, a binary started without gocheck, a goroutine of plain code), it performs the
// plain operation natively.
package runtime
