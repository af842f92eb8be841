package report

import (
	"testing"

	"gocheck.dev/internal/wire"
)

// TestSays: a step that has words of its own is told by them, everywhere.
func TestSays(t *testing.T) {
	s := &wire.Step{Task: "main", Op: "write", Object: "connection", Value: "1", Pos: "x/x_test.go:7", Says: "write 2 bytes to server :1"}
	if got := describe(s, nil); got != s.Says {
		t.Errorf("a step: %q", got)
	}
	d := contrast{}
	if got, want := d.act(s), s.Says+" at x_test.go:7"; got != want {
		t.Errorf("in the sentence: %q, want %q", got, want)
	}
	a := &wire.Access{Task: "main", Op: "select", Object: "listener", Pos: "x/x_test.go:8", Says: "accept at :1"}
	if got, want := Wait(a), "blocked: accept at :1 at x_test.go:8"; got != want {
		t.Errorf("a wait: %q, want %q", got, want)
	}
}
