// Package regress lets go test run the schedules that gocheck has saved.
//
// A schedule in testdata/gocheck is a failure that was found once. gocheck runs it first
// whenever it explores the test. This test makes go test replay the saved schedules:
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
// The command gocheck replays the schedules. If the module's go.mod names it as a tool,
//
//	go get -tool gocheck.dev/cmd/gocheck
//
// it is go tool gocheck, in the version of go.mod, which is also this package's. Otherwise it
// is the gocheck on the PATH, of any version. If there is none, the test is skipped and says
// so. With GOCHECK_REGRESS=required in the environment, as in continuous integration, it fails.
//
// # What it comes to
//
// A subtest fails, with gocheck's report, if its schedule leads to a failure; if the file is
// damaged; and if it belongs to no test any more. Nothing is written. If the program has
// changed, the schedule is followed as far as possible (gocheck help replay). If it no longer
// fails, the log of the subtest says so (go test -v).
//
// -short and -tags are passed on. go test caches the result: it runs the schedules again when
// the package, its imports, a schedule, or go.mod has changed. It does not when another gocheck
// is installed on the PATH, or when a file has changed that the test itself reads; then
// -count=1 helps.
//
// Under gocheck itself Replay does nothing: the schedules are run there anyway.
package regress
