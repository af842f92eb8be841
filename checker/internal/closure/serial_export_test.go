package closure

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
)

// SerialClosure is closure on serial traces.
func SerialClosure(p checker.Program) checker.Result {
	x := &engine.Exploration{Program: p, Options: checker.Options{KeepGoing: true}}
	x.Begin()
	c := NewSearch(x)
	c.Trace.Serial = true
	c.execute(0, Request{})
	c.Explore()
	x.Result.Bound = x.Bound()
	x.Result.Exhaustive = x.Result.Bound == ""
	return *x.Result
}
