// Package repro writes a folder in which plain go test fails as a saved schedule says: what one
// sends to somebody who does not have gocheck.
//
// # From a schedule to gates
//
// The failing execution is run again as a trace (orders.go). Two steps of different goroutines
// that do not commute are an order, and what a select or a random number came to is a choice. All
// of them together are the execution. Few of them are needed: those that make the difference to
// the nearest execution that passes come first, and whatever is not needed is dropped, by trying
// (search.go). What is tried is the program as the go command builds it, run natively.
//
// # From gates to source
//
// An order is a gate: gate.Done("A") after the first step, gate.Wait("A") before the second. Which
// goroutine is meant, and which time it comes there, is in the table of package gate (gate.tmpl),
// which is in the folder. The sources are edited as decorated trees (edit.go, place.go), so that
// comments stay where they are and gofmt's form is kept.
//
// The folder is a module (module.go): the packages of the user's module, and of those that have
// gates, as source; all others at their versions. README.md says how it was seen to fail
// (readme.go).
package repro
