package report

import (
	"testing"

	"gocheck.dev/internal/outcome"
	"gocheck.dev/internal/wire"
)

// TestEventNames: a task has one name in all sequences, which says which of its like it is.
func TestEventNames(t *testing.T) {
	begin := wire.Event{Task: "main/4/1", Op: "begin", Pos: "a.go:1:2"}
	step := wire.Event{Task: "main/2/1/1", Handler: "ui", Runs: "p.(*Box).show", Op: "post", Pos: "a.go:3:2"}
	again := wire.Event{Task: "main/2/2", Handler: "ui", Runs: "p.(*Box).show", Pos: "a.go:4:2"}
	alone := wire.Event{Task: "main/3", Handler: "net", Pos: "b.go:5:1"}
	second := wire.Event{Task: "main/9", Op: "lock", Pos: "b.go:6:1"}
	r := &outcome.Report{Sequences: []outcome.Sequence{
		{Sequence: &wire.Sequence{Events: []wire.Event{{Task: "main", Op: "begin", Pos: "a_test.go:1"}, begin, step, alone}}},
		{Sequence: &wire.Sequence{Events: []wire.Event{again, step, second, begin}}},
	}}
	n := EventNamesOf(r, &Options{})
	for _, tt := range []struct {
		e    wire.Event
		want string
	}{
		{wire.Event{Task: "main", Op: "add"}, "add by main"},
		{begin, "start of goroutine 1 (a.go:1)"},
		{second, "lock by goroutine 2 (b.go:6)"},
		{step, "post by 1st p.(*Box).show of ui (a.go:3)"},
		{again, "2nd p.(*Box).show of ui (a.go:4)"},
		{alone, "event of net posted at b.go:5"},
	} {
		if got := n.Name(tt.e); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.e, got, tt.want)
		}
	}
	for n, want := range map[int]string{1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 21: "21st", 102: "102nd", 111: "111th"} {
		if got := ordinal(n); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
}
