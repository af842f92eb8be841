package machine

import "testing"

// A Machine is what the calling test is run by.
type Machine interface {
	// Scenario returns one of 0, 1, … n-1, each in executions of its own. A failure is
	// reported of the first number that has one.
	Scenario(n int) int
	// Omit says which of the scenario's operations are left out, a bit for each: who
	// reports a failure tries with less.
	Omit(operations int) uint64
	// Run runs f as a subtest.
	Run(t *testing.T, name string, f func(*testing.T))
	// Go starts a goroutine. To call what it returns waits for its end.
	Go(f func()) (join func())
	// Load and Store are operations on a variable, of an order with each other.
	Load(p *int32) int32
	Store(p *int32, v int32)
	// Settle returns when no goroutine but those that settle can go on.
	Settle()
	// MayWait says that goroutines may wait for ever, which is no leak.
	MayWait()
	// Fatal ends the test, which fails, at a file and line.
	Fatal(t *testing.T, at, message string)
}

// Of is what runs the calling goroutine, or nil: nobody does, it is a native test. Package
// runtime sets it.
var Of = func() Machine { return nil }
