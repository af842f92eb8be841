package repro

import (
	"testing"

	"gocheck.dev/internal/wire"
)

// TestLates: two events that one goroutine posts to a handler, which gets the second one first,
// are a post that comes late; in the order of the posts they are nothing.
func TestLates(t *testing.T) {
	post := func(to string) wire.RecordedOp {
		return wire.RecordedOp{Task: "main", Op: "post", Event: "post", Object: 1, Other: to}
	}
	event := func(task string) wire.RecordedOp {
		return wire.RecordedOp{Task: task, Op: "begin", Event: "begin", Handler: 1}
	}
	for name, c := range map[string]struct {
		second, third string
		want          []gate
	}{
		"as posted":   {"e1", "e2", nil},
		"the other's": {"e2", "e1", []gate{{first: 1, then: 0, late: true, pair: true}}},
	} {
		rec := &wire.Recorded{Ops: []wire.RecordedOp{post("e1"), post("e2"), event(c.second), event(c.third)}}
		got := newTrace(rec).lates()
		if len(got) != len(c.want) || len(got) > 0 && got[0] != c.want[0] {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
		for _, g := range newTrace(rec).orders() {
			if g.first >= 2 || g.then >= 2 {
				t.Errorf("%s: the order of events of one handler has a gate: %+v", name, g)
			}
		}
	}
}
