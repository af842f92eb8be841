// Package linear checks that a data structure is linearizable: that whatever goroutines do
// with it at the same time, each operation seems to happen at one moment between its call and
// its return. A test names a constructor and operations:
//
//	func TestQueue(t *testing.T) {
//		linear.Check(t, NewQueue[int],
//			linear.Op("Push", (*Queue[int]).Push, 1, 2), // values to draw arguments from
//			linear.Op("Pop", (*Queue[int]).Pop),
//			linear.Op("Len", (*Queue[int]).Len))
//	}
//
// # Scenarios
//
// Check makes scenarios of the operations: some to begin with, some by two or three goroutines
// at the same time, some at the end. Small ones come first, and none twice up to the names of
// goroutines and values. Each is a subtest.
//
// The command gocheck explores every schedule of each scenario. Under go test some scenarios are
// run fifty times each, so there a pass says little.
//
// # What is right
//
// The same structure says so, used by one goroutine: the results of an execution have to be
// those of some order of the operations, one after the other, which keeps the order in time: an
// operation that has returned before another one is called comes first. [Model] gives another
// structure to compare with. [Sequential] and [Quiescent] ask for less. Panics are results: what
// panics for one goroutine may panic for many. A data race, a deadlock, or an operation that
// never returns is a failure by itself, under gocheck.
//
// An operation that may wait, like a Take from an empty queue, is marked by
// [Operation.Blocking]. It may wait for ever where it would do so in some such order. Scenarios
// with such operations are run under gocheck only.
//
// # What is reported
//
// The first scenario that fails, in the order of their sizes: its results in columns, the orders
// that come nearest and what they would have returned, and a test of this scenario alone.
package linear
