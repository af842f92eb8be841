package report

import (
	"testing"

	"gocheck.dev/internal/wire"
)

func TestCloser(t *testing.T) {
	s := &wire.Schedule{Steps: []wire.Step{
		{Task: "main", Op: "begin", Pos: "x.go:1:1"},
		{Task: "main/1", Op: "begin", Created: "x.go:2:1"},
		{Task: "main/1", Op: "close", Object: "done", Pos: "x.go:3:1"},
		{Task: "main/1", Op: "close", Object: "ch", Pos: "x.go:4:1"},
		{Task: "main", Op: "sendclosed", Object: "ch", Pos: "x.go:5:1", Failed: "main"},
	}}
	f := &Failed{Failure: &wire.Failure{Kind: "close", Schedule: s}}
	if got := closer(f); got != "goroutine 1 (x.go:2) closed ch at x.go:4" {
		t.Errorf("%q", got)
	}
	s.Steps[2].Object = "ch" // two of one name: nobody knows which
	if got := closer(f); got != "" {
		t.Errorf("%q", got)
	}
	f.Kind = "panic"
	if got := closer(f); got != "" {
		t.Errorf("of another kind: %q", got)
	}
}
