package repro

import (
	"testing"

	"gocheck.dev/internal/wire"
)

// A bubble's clock moves when all in it wait: who looks at it in a loop without waiting is in none.
func TestTimed(t *testing.T) {
	timer := wire.RecordedOp{Task: "main", Op: "timerset", Object: 2}
	for _, c := range []struct {
		what string
		ops  []wire.RecordedOp
		want bool
	}{
		{"nothing of time", []wire.RecordedOp{{Task: "main", Op: "lock", Object: 1}}, false},
		{"a timer", []wire.RecordedOp{{Task: "main", Op: "timerset", Object: 1}}, true},
		{"a loop that looks at the clock", []wire.RecordedOp{timer}, false},
		{"and somebody else sleeps", []wire.RecordedOp{timer, {Task: "main/1", Op: "sleep"}}, false},
		{"a loop that sleeps, and looks at the clock", []wire.RecordedOp{timer, {Task: "main", Op: "sleep"}}, true},
		{"a loop that waits for a ticker", []wire.RecordedOp{timer, {Task: "main", Op: "timerrecv", Object: 1}}, true},
	} {
		rec := &wire.Recorded{Objects: []wire.RecordedObject{{Kind: "timer", Name: "time.After"}, {Kind: "timer", Name: theTime}}, Ops: c.ops}
		r := &repro{Config: Config{Trace: rec}, trace: newTrace(rec)}
		if got := r.timed(); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
}
