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

// TestEarly: who was started by an initialiser meets others if it uses what they use, or one whom
// it has started does; what initialisers themselves do comes before all else, and is not counted.
func TestEarly(t *testing.T) {
	const pos = "/a.go:1:2"
	op := func(task, kind string, object int, other string, init bool) wire.RecordedOp {
		return wire.RecordedOp{Task: task, Op: kind, Event: kind, Object: object, Other: other, Init: init, Pos: pos}
	}
	start := []wire.RecordedOp{op("main", "write", 1, "", true), op("main", "spawn", 0, "main/1", true)}
	for name, c := range map[string]struct {
		ops    []wire.RecordedOp
		meets  bool
		orders int
	}{
		"alone":           {[]wire.RecordedOp{op("main/1", "write", 2, "", false), op("main", "write", 3, "", false)}, false, 0},
		"its initialiser": {[]wire.RecordedOp{op("main/1", "write", 1, "", false)}, false, 0},
		"others":          {[]wire.RecordedOp{op("main/1", "write", 2, "", false), op("main", "write", 2, "", false)}, true, 1},
		"its own":         {[]wire.RecordedOp{op("main/1", "spawn", 0, "main/1/1", false), op("main/1/1", "write", 2, "", false), op("main", "write", 2, "", false)}, true, 1},
	} {
		tr := newTrace(&wire.Recorded{Ops: append(start[:2:2], c.ops...)})
		tr.pending = len(tr.ops)
		if got := tr.meetsEarly(); got != c.meets {
			t.Errorf("%s: it meets others: %v", name, got)
		}
		if got := tr.orders(); len(got) != c.orders {
			t.Errorf("%s: %d orders, want %d", name, len(got), c.orders)
		}
		if n := tr.nth(len(tr.ops)-1, true); n > 2 {
			t.Errorf("%s: the last is the %d. of its kind: initialisers count", name, n)
		}
	}
}

// TestOutlives: who fails after the test is let do so when it is over, but for a race, which is
// looked for within the test.
func TestOutlives(t *testing.T) {
	for kind, want := range map[string]bool{"panic": true, "race": false} {
		rec := &wire.Recorded{Ops: []wire.RecordedOp{
			{Task: "main", Op: "spawn", Event: "spawn", Other: "main/1", Last: true},
			{Task: "main/1", Op: "begin", Event: "begin"},
		}}
		r := &repro{Config: Config{Schedule: &wire.Schedule{Test: "TestX", Failure: &wire.Failure{Kind: kind}}}, trace: newTrace(rec), races: kind == "race"}
		if may, over := r.outlives(); !may || over != want {
			t.Errorf("%s: may come later %v, when the test is over %v", kind, may, over)
		}
	}
}
