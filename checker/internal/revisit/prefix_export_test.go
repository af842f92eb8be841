package revisit

import (
	"fmt"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
	"gocheck.dev/checker/oracle/retake"
)

// CheckPrefixes explores by revisit up to most executions, and demands of each
// trace, of which a prefix was kept, that it is what is taken down of the same
// decisions from the start. It returns how many events there were, how many of
// these were kept.
func CheckPrefixes(p checker.Program, most int64) (events, kept int, err error) {
	x := &engine.Exploration{Program: p, Options: checker.Options{KeepGoing: true, Executions: most}}
	x.Begin()
	r := &Search{Engine: x, Trace: &trace.Trace{Program: p}}
	r.Counted = func(flat.Key) {
		events += len(r.Trace.Events)
		kept += int(r.Trace.Prefix.Kept)
		if e := retake.Differs(retake.Trace(&trace.Trace{Program: p}, x.Driver.Decisions, x.Driver.Limit), r.Trace); e != nil && err == nil {
			err = fmt.Errorf("execution %d: %w", x.Result.Executions+1, e)
		}
	}
	r.Explore()
	return events, kept, err
}

// Kept is how many events revisit keeps within most executions.
func Kept(p checker.Program, most int64) (kept int) {
	x := &engine.Exploration{Program: p, Options: checker.Options{KeepGoing: true, Executions: most}}
	x.Begin()
	r := &Search{Engine: x, Trace: &trace.Trace{Program: p}}
	r.Counted = func(flat.Key) { kept += int(r.Trace.Prefix.Kept) }
	r.Explore()
	return kept
}
