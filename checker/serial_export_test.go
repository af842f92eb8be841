package checker

// SerialTraces counts the serial traces that the executions of dfs show; false
// if there are more executions than the limit.
func SerialTraces(p Program, limit int64) (int, bool) {
	x := &exploration{p: p, o: Options{KeepGoing: true, Executions: limit}}
	x.begin()
	s := &interleavings{trace: &trace{serial: true}}
	var seen keyTable
	for x.stopped == "" {
		x.count(x.run(s))
		seen.number(s.trace.whole())
		if !s.advance() {
			return len(seen.keys), true
		}
	}
	return 0, false
}
