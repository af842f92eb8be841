package trial

import (
	"fmt"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/closure"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/revisit"
	"gocheck.dev/checker/internal/trace"
	"gocheck.dev/checker/oracle/retake"
)

// Again explores by an algorithm up to most executions, and hands over after each what explores and
// what has seen only this execution, and all of it. False: nothing can be folded.
func Again(p checker.Program, algorithm string, fold bool, most int64, compare func(got, want *engine.Exploration) error) (folds bool, err error) {
	x := &engine.Exploration{Program: p, Options: checker.Options{KeepGoing: true, Executions: most, Races: true}}
	if fold {
		defer FoldAtOnce()()
		if x.Folding = x.Learn(); x.Folding == nil {
			return false, nil
		}
	}
	x.Begin()
	x.Options.OnExecution = func(now *checker.Progress) bool {
		again := &engine.Exploration{Program: p, Options: x.Options, Folding: x.Folding}
		again.Begin()
		again.Run(&retake.Retaken{Decisions: x.Driver.Decisions, Trace: &trace.Trace{Program: p}})
		if e := compare(x, again); e != nil && err == nil {
			err = fmt.Errorf("execution %d: %w", now.Executions, e)
		}
		return true
	}
	switch algorithm {
	case "closure":
		closure.Algorithm.Explore(x)
	case "revisit":
		revisit.Algorithm.Explore(x)
	}
	return true, err
}
