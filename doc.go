// Package gocheck is what a program that is checked by the command gocheck may
// import: event loops, assertions, data choices and observations.
//
// # Two lives of one program
//
// Built natively (go build, go test) the package is a small event loop with
// no cost from the checker: a [Handler] is a queue and a goroutine, [Assert]
// panics, [Choose] draws at random, [Observe] and [Sometimes] do nothing.
//
// Under the command gocheck the same calls are steps that the checker orders. It runs a test
// under every schedule that makes a difference. Two events of one handler come in either order,
// if both are possible. A [Choose] returns each of its values. The steps of goroutines,
// channels and locks are reordered likewise. A failure comes with a schedule that can be
// replayed.
//
// # Handlers
//
// A handler runs events one at a time, each to its completion. So data that only the events of
// one handler touch need no lock. Only the order of the events can be wrong, and the checker
// explores it:
//
//	ui := gocheck.NewHandler("ui")
//	ui.Post(func() { balance += 10 })
//
// A handler needs no end: without events it holds no goroutine. A program waits for a handler
// by an event:
//
//	done := make(chan struct{})
//	ui.Post(func() { close(done) })
//	<-done
//
// Under the checker a test does not have to wait: an execution ends when
// nothing can run any more, not when the test function returns.
//
// A program without event loops need not import this package: its goroutines, channels and
// locks are checked as they are.
package gocheck
