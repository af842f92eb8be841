package regress_test

import (
	"testing"

	"gocheck.dev/regress"
)

// This test makes go test replay the schedules that gocheck has saved in testdata/gocheck.
func ExampleReplay() {
	TestSchedules := func(t *testing.T) { regress.Replay(t) }
	_ = TestSchedules // in a file of the package whose name ends in _test.go
}
