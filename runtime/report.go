package runtime

import (
	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/tests"
)

// Report is what an execution has come to.
type Report struct {
	Failure      *checker.Failure
	Second       *checker.Failure // what has ended the program after a test has failed by itself
	Leaked       *checker.Failure // of those that are left behind when nothing else has failed
	Uncontrolled *Uncontrolled    // what was met that cannot be controlled
	Quiescent    bool             // nothing was enabled at the end
	Exited       bool             // a task has called os.Exit
	Alike        bool             // with Settings.Symmetry: two goroutines were started alike
	Observed     string           // gocheck.Observe
	Cycles       []Cycle          // of locks; reused
}

// Last is what the execution that was run last has come to. The next one overwrites it.
func (x *Execution) Last() *Report { return &x.came }

// Uncontrolled is something outside of gocheck's control.
type Uncontrolled struct {
	What string
	Site Site
}

// Reason says so.
func (n *Uncontrolled) Reason() string { return n.What + " is outside of gocheck's control" }

// Known is what the executions of a test have shown of it so far, and what the next ones
// are made by therefore.
type Known struct {
	wire.Met
	Notes    []wire.Warning // what is to be known of the test
	Commutes bool           // some operation is announced otherwise with -commute=off than with on
	Hurried  bool           // in some execution a timer was due since it was set: Settings.Hurries
	// Properties are those of all executions that some execution has come to, in the order in
	// which that was: properties.go.
	Properties []wire.Property

	matters wire.Announced // what was met that is to be one
}

// Unannounced says that the last execution would have been another one if what it has met
// were an operation: nothing can be said of it.
func (x *Execution) Unannounced() bool { return x.Known.matters&^x.Known.Ends != 0 }

// Test is what is known of the test that was run last, and of its subtests; nil: nothing is.
func (x *Execution) Test() *tests.Test {
	if x.suite.top == nil {
		return nil
	}
	return &x.suite.top.Test
}

// Skipped says whether the test of the last execution has skipped itself, where, and
// what it has said.
func (x *Execution) Skipped() (at wire.Place, skipped bool) {
	r := x.suite.top
	if r == nil || !*r.Skipped || x.came.Failure != nil {
		return at, false
	}
	_, why := r.LastLogged()
	return wire.Place{What: why, Pos: r.skippedAt.Position()}, true
}

// Cost is how many tasks there were in all executions, and how often control has passed
// between two.
func (x *Execution) Cost() (tasks, switches int64) { return x.begun, x.switches }

// TaskNames are the names of all tasks that any execution had, by number.
func (x *Execution) TaskNames() []string {
	all := make([]string, len(x.tasks))
	for i, t := range x.tasks {
		all[i] = t.String()
	}
	return all
}

// Question asks, from another goroutine, for control to pass on, and says whether it has
// since the last time.
func (x *Execution) Question() (answered bool) { return !x.questioned.Swap(true) }

// Answered says whether control has passed on since Question.
func (x *Execution) Answered() bool { return !x.questioned.Load() }
