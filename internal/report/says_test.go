package report

import (
	"strings"
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
	s.Pos = "net/net.go:4:1" // by the network itself
	if got := d.act(s); got != s.Says {
		t.Errorf("of the network: %q", got)
	}
	a := &wire.Access{Task: "main", Op: "select", Object: "listener", Pos: "x/x_test.go:8", Says: "accept at :1"}
	if got, want := Wait(a), "blocked: accept at :1 at x_test.go:8"; got != want {
		t.Errorf("a wait: %q, want %q", got, want)
	}
}

// TestAside: a step that is a part of another one has no row, unless it wakes somebody, who then
// has it; with Verbose each has its own.
func TestAside(t *testing.T) {
	step := func(task, words string, blocked ...string) wire.Step {
		s := wire.Step{Task: task, Op: "write", Object: "connection", Pos: "x/x_test.go:7", Blocked: blocked}
		s.Say(words)
		return s
	}
	s := &wire.Schedule{Steps: []wire.Step{
		{Task: "main", Op: "begin", Pos: "x.go:1"}, {Task: "main/1", Op: "begin", Created: "x.go:1", Pos: "x.go:1"},
		step("main/1", wire.Aside+"read: nothing yet", "main/1"),
		step("main", wire.Aside+"begin to write", "main/1"), step("main", "write", "main/1"), step("main", wire.Aside+"wake"),
		step("main/1", "read"),
	}}
	s.Steps[2].Waits = []wire.Access{{Task: "main/1", Op: "select", Says: "read"}}
	for verbose, want := range map[bool]string{
		false: "main starts x.go:1|goroutine 1 starts|goroutine 1 blocked: read|main write|goroutine 1 woken by main|goroutine 1 read|",
		true:  "main starts x.go:1|goroutine 1 starts|goroutine 1 read: nothing yet|goroutine 1 blocked: read|main begin to write|main write|main wake|goroutine 1 woken by main|goroutine 1 read|",
	} {
		var w strings.Builder
		Columns(&w, "", s, Options{Width: 20, Verbose: verbose})
		got := ""
		for line := range strings.Lines(w.String()) {
			got += strings.Join(strings.Fields(strings.ReplaceAll(line, "x_test.go:7", "")), " ") + "|"
		}
		if !strings.HasSuffix(got, want) {
			t.Errorf("verbose %v:\n%s, want\n%s", verbose, got, want)
		}
	}
}
