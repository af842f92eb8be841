package closure

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
)

// ClosureMemory is what closure has kept by the end of an exploration: bytes of the
// store, and of pending fragments at most.
type ClosureMemory struct {
	Traces, IDs, Store, Hashes, Pending int64
}

// MeasureClosure explores by closure, and says how much memory that took.
func MeasureClosure(p checker.Program, memory int64) (*checker.Result, ClosureMemory) {
	var c *Search
	var m ClosureMemory
	x := &engine.Exploration{Program: p, Options: checker.Options{KeepGoing: true, Memory: memory}}
	x.Options.OnExecution = func(*checker.Progress) bool {
		m.Pending = max(m.Pending, c.pending.bytes())
		return true
	}
	x.Begin()
	c = NewSearch(x)
	c.execute(0, Request{})
	c.Explore()
	m.Traces, m.IDs = int64(c.store.Hashes.Len()), int64(c.ids.Len())
	m.Hashes = c.store.Hashes.Bytes()
	m.Store = c.bytes() + m.Hashes
	return x.Result, m
}
