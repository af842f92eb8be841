// Package engine runs executions for all algorithms.
//
// An Algorithm describes itself. Its strategy is asked for each decision of an execution by the
// Driver (driver.go), which is the checker.Scheduler of the program. An Exploration
// (explore.go) counts executions, and stops when a bound is reached. estimate.go estimates the
// number of all traces.
//
// fold.go leaves steps out of traces if no other task can tell them from the step before;
// fold_learn.go finds out which. docs/design/fewer.md has the proof. driver_alone.go hides from
// an algorithm the steps of a task that is alone.
//
// Most executions begin like the one before. repeat.go and fold_repeat.go are the checker's
// half of checker.Repeater: the program makes the beginning again by itself.
//
// part.go has the rest of an exploration, so that other processes can go on with it;
// part_encode.go writes it as data.
package engine
