package report

import (
	"slices"
	"testing"

	"gocheck.dev/internal/wire"
)

// TestLines: a step in a line has the names and the words of the table.
func TestLines(t *testing.T) {
	steps := []wire.Step{
		{Task: "main", Op: "begin", Pos: "a_test.go:3:6"},
		{Task: "main", Op: "spawn", Pos: "a_test.go:4:2"},
		{Task: "main/2", Op: "begin", Pos: "a_test.go:4:2", Created: "a_test.go:4:2"},
		{Task: "main/2", Op: "timerset", Object: "t", Value: "1s", Pos: "dir/a.go:5:3"},
		{Task: "main/3", Op: "tick"},
		{Task: "main", Op: "send", Object: "c", Partner: "main/2", Pos: "a_test.go:6:2"},
		{Task: "main", Op: "lock", Object: "db.mu", Pos: "$GOROOT/src/database/sql/sql.go:996:2", From: "a_test.go:7"},
	}
	want := []string{
		"   1  main         starts at a_test.go:3",
		"   2  main         go at a_test.go:4",
		"   3  goroutine 1  starts at a_test.go:4",
		"   4  goroutine 1  set timer t 1s at dir/a.go:5",
		"   5               tick",
		"   6  main         send c with goroutine 1 at a_test.go:6",
		"   7  main         lock db.mu at $GOROOT/src/database/sql/sql.go:996, called at a_test.go:7",
	}
	if got := LanesOf(&wire.Schedule{Steps: steps}).Lines(steps); !slices.Equal(got, want) {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
}
