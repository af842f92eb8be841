// Package regress lets go test run the schedules that gocheck has saved.
//
// A schedule in testdata/gocheck is a failure that was found once. gocheck runs
// it first whenever it explores the test; so that it guards the package where
// only go test is run, too, the package has a test like
//
//	package bank_test
//
//	import (
//		"testing"
//
//		"gocheck.dev/regress"
//	)
//
//	func TestSchedules(t *testing.T) { regress.Replay(t) }
//
// Each schedule is a subtest, named as the test that it is of and as its file:
//
//	go test -run TestSchedules/TestTransfer
//
// # Which gocheck
//
// The schedules are replayed by the command. Where the module's go.mod names it
// as a tool,
//
//	go get -tool gocheck.dev/cmd/gocheck
//
// it is go tool gocheck, in the version of go.mod, which is also this package's.
// Else it is the gocheck on the PATH, of whatever version that is. Where there
// is none, the test is skipped and says so; with GOCHECK_REGRESS=required in the
// environment, as in continuous integration, it fails.
//
// # What it comes to
//
// A subtest fails, with gocheck's report, if its schedule leads to a failure;
// if the file is damaged; and if it belongs to no test any more. Nothing is
// written. A schedule that the program has changed under is followed as far as
// it can be (gocheck help replay); that it no longer fails is said in the log of
// the subtest (go test -v).
//
// -short and -tags are passed on. go test keeps the result as it does for every
// test: it runs the schedules again when the package or what it imports has
// changed, when a schedule has, or go.mod; not when another gocheck is installed
// on the PATH, or a file has changed that the test itself reads (-count=1).
//
// Under gocheck itself Replay does nothing: the schedules are run there anyway.
package regress
