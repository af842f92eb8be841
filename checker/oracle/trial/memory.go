package trial

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/internal/closure"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/revisit"
	"gocheck.dev/checker/internal/trace"
	"gocheck.dev/checker/oracle/retake"
)

// RaceBytes explores by closure, and says what the race detector has taken.
func RaceBytes(p checker.Program, o checker.Options) (int64, *checker.Result) {
	x := &engine.Exploration{Program: p, Options: o}
	x.Begin()
	closure.Algorithm.Explore(x)
	x.Result.Bound = x.Bound()
	return x.Driver.Races.Bytes(), x.Result
}

// TraceRoom explores by an algorithm, and says how much the trace of an execution takes, at
// most, and what of the memory is left then for what is kept.
func TraceRoom(p checker.Program, algorithm string, memory int64) (trace, room int64) {
	x := &engine.Exploration{Program: p, Options: checker.Options{KeepGoing: true, Memory: memory}}
	x.Options.OnExecution = func(*checker.Progress) bool {
		trace, room = max(trace, x.Trace.Bytes()), x.Room(memory)
		return true
	}
	x.Begin()
	switch algorithm {
	case "closure":
		closure.Algorithm.Explore(x)
	case "revisit":
		revisit.Algorithm.Explore(x)
	}
	return trace, room
}

// SerialTraces counts the serial traces that the executions of dfs show; false
// if there are more executions than the limit.
func SerialTraces(p checker.Program, limit int64) (int, bool) {
	seen := map[flat.Key]bool{}
	res, err := explore.Run(p, checker.Options{Algorithm: "dfs", KeepGoing: true, Executions: limit, OnExecution: func(now *checker.Progress) bool {
		seen[retake.Trace(&trace.Trace{Program: p, Serial: true}, now.Decisions, 0).Whole()] = true
		return true
	}})
	return len(seen), err == nil && res.Exhaustive
}
