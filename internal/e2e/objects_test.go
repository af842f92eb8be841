package e2e

import (
	"strings"
	"testing"
)

// Plain objects of the standard library count as accessed by the calls that are
// given them.
func TestObjects(t *testing.T) {
	r := explore(t, root, "-save=false", "./testdata/objects/...")
	wants := []want{
		{test: "messages.TestListOrder", kind: "assert", message: "the second one came first", pos: "messages_test.go:38"},
		{test: "messages.TestBuilderOrder", kind: "assert", message: "the second one came first", pos: "messages_test.go:63"},
		{test: "messages.TestReaders", executions: 1},
		{test: "messages.TestOwn", executions: 1},
		{test: "messages.TestLinked", executions: 1},
		{test: "goroutines.TestRace", kind: "race", pos: "goroutines_test.go:"},
		{test: "goroutines.TestRaceThroughInterface", kind: "race", pos: "goroutines_test.go:"},
		{test: "goroutines.TestLocked", executions: 2},
		{test: "goroutines.TestGuarded", executions: 2},
		{test: "goroutines.TestReaders", executions: 1},
		{test: "goroutines.TestOne", executions: 1},
	}
	for test := range strings.FieldsSeq("List Elements Builder Promoted Interface Below MethodValue Deferred Number Values Sort Unmarshal Printed") {
		wants = append(wants, want{test: "messages.Test" + test, executions: 2})
	}
	check(t, r, "objects", wants)
	for _, line := range []string{":18", ":21", ":29", ":32"} { // the places that race
		if !strings.Contains(r.text, "goroutines_test.go"+line) {
			t.Errorf("the races are reported without goroutines_test.go%s", line)
		}
	}
}
