package outcome

import (
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gocheck.dev/internal/wire"
)

func TestCompare(t *testing.T) {
	base := wire.Final{
		Observed: []string{"shown=[a b]"},
		State:    []string{"p.x = 1", "p.y = 2"},
		Output:   []string{"one", "two"},
		Sent:     []string{"ui p.go:1", "ui p.go:2"},
		Timers:   []string{"p.go:3"},
	}
	with := func(change func(f *wire.Final)) *wire.Final {
		f := base
		change(&f)
		return &f
	}
	for _, tt := range []struct {
		name      string
		child     *wire.Final
		unordered string // "": none
		want      Comparison
	}{
		{name: "nothing differs", child: with(func(*wire.Final) {})},
		{
			name:  "another failure hides what comes of it",
			child: with(func(f *wire.Final) { f.Failure, f.State, f.Output = "panic: x\nat p.go:7", nil, nil }),
			want:  Comparison{Different, []Part{{"failure", []string{"- passes", "+ panic: x", "+ at p.go:7"}}}},
		},
		{
			name:  "a variable and a message",
			child: with(func(f *wire.Final) { f.State, f.Sent = []string{"p.x = 1", "p.y = 3"}, f.Sent[:1] }),
			want: Comparison{Different, []Part{
				{"state", []string{"- p.y = 2", "+ p.y = 3"}}, {"messages", []string{"- ui p.go:2"}},
			}},
		},
		{
			name:  "observed",
			child: with(func(f *wire.Final) { f.Observed = nil }),
			want:  Comparison{Different, []Part{{"observed", []string{"- shown=[a b]"}}}},
		},
		{
			name:  "timers only",
			child: with(func(f *wire.Final) { f.Timers = nil }),
			want:  Comparison{Approximate, []Part{{"timers", []string{"- p.go:3"}}}},
		},
		{
			name:  "a timer and more",
			child: with(func(f *wire.Final) { f.Timers, f.State = nil, f.State[:1] }),
			want:  Comparison{Different, []Part{{"state", []string{"- p.y = 2"}}, {"timers", []string{"- p.go:3"}}}},
		},
		{
			name:  "the order of output",
			child: with(func(f *wire.Final) { f.Output = []string{"two", "one"} }),
			want:  Comparison{Different, []Part{{"output", []string{"- one", "+ one"}}}},
		},
		{
			name:      "the order of output, declared to mean nothing",
			child:     with(func(f *wire.Final) { f.Output = []string{"two", "one"} }),
			unordered: ".",
			want:      Comparison{Approximate, []Part{{"output", []string{"- one", "+ one"}}}},
		},
		{
			name:      "another output",
			child:     with(func(f *wire.Final) { f.Output = []string{"one", "one"} }),
			unordered: ".",
			want:      Comparison{Different, []Part{{"output", []string{"- two", "+ one"}}}},
		},
		{
			name:      "a line that may be anywhere",
			child:     with(func(f *wire.Final) { f.Output = []string{"two", "one"} }),
			unordered: "^t",
			want:      Comparison{Approximate, []Part{{"output", []string{"- one", "+ one"}}}},
		},
		{
			name:      "lines may be anywhere that are not there",
			child:     with(func(f *wire.Final) { f.Output = []string{"two", "one"} }),
			unordered: "^three",
			want:      Comparison{Different, []Part{{"output", []string{"- one", "+ one"}}}},
		},
		{
			name:      "a line that may be anywhere is not one that may be missing",
			child:     with(func(f *wire.Final) { f.Output = []string{"one"} }),
			unordered: "^t",
			want:      Comparison{Different, []Part{{"output", []string{"- two"}}}},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var unordered *regexp.Regexp
			if tt.unordered != "" {
				unordered = regexp.MustCompile(tt.unordered)
			}
			if d := cmp.Diff(tt.want, Compare(&base, tt.child, unordered)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// pair is a conflict on x at two lines.
func pair(first, second string) *wire.Conflict {
	return &wire.Conflict{
		First: wire.Event{Task: first}, Second: wire.Event{Task: second}, Object: "x",
		FirstAt: wire.Access{Op: "write", Pos: first}, SecondAt: wire.Access{Op: "read", Pos: second},
	}
}

func TestClassify(t *testing.T) {
	r := Classify([]wire.Sequence{
		{Index: 1, Events: make([]wire.Event, 9), Final: &wire.Final{}},
		{Index: 2, Parent: 1, Depth: 1, Pair: pair("a", "b")}, // equal
		{Index: 3, Parent: 1, Depth: 1, Pair: pair("c", "d"), Final: &wire.Final{State: []string{"x = 1"}}},
		{Index: 4, Parent: 3, Depth: 2, Pair: pair("d", "c"), Final: &wire.Final{}},                           // back again
		{Index: 5, Parent: 3, Depth: 2, Pair: pair("a", "b"), Final: &wire.Final{Failure: "deadlock"}},        // now it matters
		{Index: 6, Parent: 2, Depth: 2, Pair: pair("e", "f"), Final: &wire.Final{Timers: []string{"p.go:1"}}}, // of an equal one
		{Index: 7, Parent: 6, Depth: 3, Pair: pair("a", "b"), Final: &wire.Final{Failure: "panic"}},           // later than 5
		{Index: 8, Parent: 1, Depth: 1, Pair: pair("g", "h"), Final: &wire.Final{Observed: []string{"o=1"}, State: nil}},
	}, nil, &wire.Result{Reversals: &wire.Reversals{Enabled: 13, Explored: 3}})
	if r.Pruned() != 76 {
		t.Errorf("%d %% pruned", r.Pruned())
	}
	if len(r.Sequences) != 8 || r.Events != 9 || r.Depth != 3 || r.Classes != [...]int{1, 1, 5} {
		t.Errorf("got %+v", *r)
	}
	if s := r.Sequences[4]; s.Index != 5 || s.Class != Different {
		t.Errorf("sequence 5: got %+v", s)
	}
	type row struct {
		Pair           string
		Class          Class
		Times, Harmful int
		Sequence       int64
	}
	var got []row
	for _, c := range r.Conflicts {
		got = append(got, row{c.First.Task + c.Second.Task, c.Class, c.Times, c.Harmful, c.Sequence.Index})
	}
	want := []row{
		{"ab", Different, 3, 2, 5},
		{"gh", Different, 1, 1, 8},
		{"cd", Different, 2, 2, 3},
		{"ef", Approximate, 1, 0, 6},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
