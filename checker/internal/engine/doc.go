// Package engine runs executions for algorithms: it is what all of them share.
//
// An Algorithm describes itself. Its strategy is asked for each decision of an execution by the
// Driver (driver.go), which is the checker.Scheduler of the program. An Exploration (explore.go)
// counts what was executed, and stops when a bound is reached. estimate.go says how far it has
// come.
//
// fold.go leaves steps out of traces that no other task can tell from the step before;
// fold_learn.go finds out which. docs/design/fewer.md has the proof. driver_alone.go does not show
// an algorithm what a task does that is alone.
//
// Most executions begin as the one before. repeat.go and fold_repeat.go are the checker's half of
// checker.Repeater: the program makes the beginning again by itself.
//
// part.go has what is left of an exploration, so that other processes can go on with it;
// part_encode.go makes data of it.
package engine
