// Package gocheck is what a program that is checked by the command gocheck may
// import: event loops, assertions, data choices and observations.
//
// # Two lives of one program
//
// Built natively (go build, go test) the package is a small event loop with
// no cost from the checker: a [Handler] is a queue and a goroutine, [Assert]
// panics, [Choose] draws at random, [Observe] does nothing.
//
// Under the command gocheck the same calls are steps that the checker orders.
// It runs a test under every schedule that can be told apart from the others:
// events posted to one handler in either order where both are possible, both
// branches of every [Choose], and goroutines, channels and locks likewise. A
// failure comes with a schedule that can be replayed.
//
// # Handlers
//
// A handler runs events one at a time, each to its completion. So data that
// only the events of one handler touch need no lock. What remains to go wrong
// is the order of the events, and that is what the checker explores:
//
//	ui := gocheck.NewHandler("ui")
//	ui.Post(func() { balance += 10 })
//
// Nothing needs to be ended: a handler without events holds no goroutine. A
// program that has to wait for a handler says so with an event, as it would
// with a goroutine:
//
//	done := make(chan struct{})
//	ui.Post(func() { close(done) })
//	<-done
//
// Under the checker a test does not have to wait: an execution ends when
// nothing can run any more, not when the test function returns.
//
// No package is needed to have ordinary goroutines, channels and locks
// checked; a program that has no event loops need not import this one.
package gocheck
