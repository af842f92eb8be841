package repro

import (
	"slices"
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

// TestElsewhere: what stands in the case of a select is come to as often as that case is.
func TestElsewhere(t *testing.T) {
	at := func(task string, choice int32) wire.RecordedOp {
		return wire.RecordedOp{Task: task, Op: "select", Event: "recv", Pos: "/a.go:1:2", Choice: choice}
	}
	tr := newTrace(&wire.Recorded{Ops: []wire.RecordedOp{at("main", 1), at("main/1", 1), at("main", -1), at("main", 0), at("main", 0), at("main", 1)}})
	for i, want := range []int{0, 0, 1, 2, 2, 3} {
		if got := tr.elsewhere(i, false); got != want {
			t.Errorf("%d.: %d of main, want %d", i, got, want)
		}
	}
	if got := tr.elsewhere(3, true); got != 3 {
		t.Errorf("of anyone: %d, want 3", got)
	}
}

// TestUnnamed: two who cannot say who they are read and then write. That both have read before one
// writes is no order that others imply, as the one who writes first may be either.
func TestUnnamed(t *testing.T) {
	op := func(task, kind, pos string) wire.RecordedOp {
		return wire.RecordedOp{Task: task, Op: kind, Event: kind, Object: 1, Pos: pos}
	}
	tr := newTrace(&wire.Recorded{Ops: []wire.RecordedOp{
		op("main/1", "read", "r"), op("main/2", "read", "r"), op("main/2", "write", "w"), op("main/1", "write", "w"), op("main", "read", "m"),
	}})
	tr.pending = len(tr.ops)
	got := tr.unnamed(func(i int) bool { return tr.ops[i].Task != "main" })
	want := []gate{{first: 1, then: 2}, {first: 1, then: 3}}
	if !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestParallel counts subtests that have called t.Parallel: they begin twice. The test waits for
// them, so none of them fails after its end.
func TestParallel(t *testing.T) {
	begin := func(task, runs string) wire.Step { return wire.Step{Task: task, Runs: runs} }
	r := &repro{Config: Config{Schedule: &wire.Schedule{Test: "TestX", Failure: &wire.Failure{Kind: "fatal"}, Steps: []wire.Step{
		begin("main/1", wire.RunsSubtest+"a"), begin("main/2", wire.RunsSubtest+"b"), begin("main/3", wire.RunsSubtest+"c"),
		begin("main/1/1", wire.RunsSubtest+"a"), begin("main/3/1", wire.RunsSubtest+"c"),
		{Task: "main/3/1", Failed: "main/3/1"},
	}}}}
	if got := r.parallel(); got != 2 {
		t.Errorf("%d, want 2", got)
	}
	rec := &wire.Recorded{Ops: []wire.RecordedOp{
		{Task: "main", Op: "spawn", Event: "spawn", Other: "main/3/1"},
		{Task: "main/3/1", Op: "begin", Event: "begin"},
	}}
	r.trace = newTrace(rec)
	if may, over := r.outlives(); may || over {
		t.Errorf("a subtest fails later: it may %v, it does %v", may, over)
	}
}
