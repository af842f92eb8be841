package explore

import "gocheck.dev/checker"

// SerialTraces counts the serial traces that the executions of dfs show; false
// if there are more executions than the limit.
func SerialTraces(p checker.Program, limit int64) (int, bool) {
	x := &exploration{p: p, o: checker.Options{KeepGoing: true, Executions: limit}}
	x.begin()
	s := &interleavings{trace: &trace{serial: true}}
	var seen keyTable
	for x.stopped == "" {
		x.count(x.run(s))
		seen.number(s.trace.whole())
		if !s.advance() {
			return seen.len(), true
		}
	}
	return 0, false
}

// SerialClosure is closure on serial traces.
func SerialClosure(p checker.Program) checker.Result {
	x := &exploration{p: p, o: checker.Options{KeepGoing: true}}
	x.begin()
	c := newSearch(x)
	c.t.serial = true
	c.execute(0, request{})
	c.explore()
	x.res.Bound = x.bound()
	x.res.Exhaustive = x.res.Bound == ""
	return *x.res
}
