package explore

import "gocheck.dev/checker"

// ClosureMemory is what closure has kept by the end of an exploration: bytes of the
// store, and of pending fragments at most.
type ClosureMemory struct {
	Traces, IDs, Store, Hashes, Pending int64
}

// MeasureClosure explores by closure, and says how much memory that took.
func MeasureClosure(p checker.Program, memory int64) (*checker.Result, ClosureMemory) {
	var c *search
	var m ClosureMemory
	x := &exploration{p: p, o: checker.Options{KeepGoing: true, Memory: memory}}
	x.o.OnExecution = func(*checker.Progress) bool {
		m.Pending = max(m.Pending, c.pending.bytes())
		return true
	}
	x.begin()
	c = newSearch(x)
	c.execute(0, request{})
	c.explore()
	m.Traces, m.IDs = int64(c.store.hashes.len()), int64(c.ids.len())
	m.Hashes = c.store.hashes.bytes()
	m.Store = c.bytes() + m.Hashes
	return x.res, m
}

// TraceRoom explores by an algorithm, and says how much the trace of an execution takes, at
// most, and what of the memory is left then for what is kept.
func TraceRoom(p checker.Program, algorithm string, memory int64) (trace, room int64) {
	x := &exploration{p: p, o: checker.Options{KeepGoing: true, Memory: memory}}
	x.o.OnExecution = func(*checker.Progress) bool {
		trace, room = max(trace, x.tracing()), x.room(memory)
		return true
	}
	x.begin()
	switch algorithm {
	case "closure":
		closure(x)
	case "revisit":
		revisit(x)
	}
	return trace, room
}
