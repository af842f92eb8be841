package report

import (
	"fmt"
	"strings"
	"testing"

	"gocheck.dev/internal/golden"
	"gocheck.dev/internal/outcome"
	"gocheck.dev/internal/wire"
)

func TestConflicts(t *testing.T) {
	click := wire.Event{Task: "main/2", Handler: "ui", Pos: "/home/me/show/page.go:30:2"}
	load := wire.Event{Task: "main/1", Handler: "ui", Pos: "/home/me/show/page.go:20:2"}
	other := func(n int) wire.Event {
		return wire.Event{Task: fmt.Sprint("main/3/", n), Handler: "ui", Pos: "/home/me/show/page.go:40:2"}
	}
	retry := wire.Event{Task: "main/2/1", Handler: "ui", Pos: "/home/me/show/page.go:31:2"}
	pair := &wire.Conflict{
		First: load, Second: click, Object: "queue",
		FirstAt:  wire.Access{Op: "write", Pos: "/home/me/show/page.go:21:3"},
		SecondAt: wire.Access{Op: "read", Pos: "/home/me/show/page.go:33:3"},
	}
	stops := &wire.Conflict{First: other(1), Second: retry}
	r := outcome.Classify([]wire.Sequence{
		{Index: 1, Events: []wire.Event{other(1), other(2), other(3), load, click, other(4), other(5), other(6)}, Final: &wire.Final{State: []string{"show.shown = 1"}}},
		{
			Index: 2, Parent: 1, Depth: 1, Pair: pair, Events: []wire.Event{other(1), other(2), other(3), click, load, other(4), other(5), other(6), retry},
			Final: &wire.Final{State: []string{"show.shown = 1"}, Timers: []string{"/home/me/show/page.go:31:2"}},
		},
		{
			Index: 3, Parent: 2, Depth: 2, Pair: stops, Events: []wire.Event{other(2), click, load, retry, other(1)},
			Final: &wire.Final{Failure: "panic: \x1b[2J\nat /home/me/show/page.go:35:2", State: []string{"show.shown = 0"}},
		},
	}, nil, &wire.Result{Reversals: &wire.Reversals{Enabled: 40, Explored: 9}})
	var w strings.Builder
	shorten := strings.NewReplacer("/home/me/show/", "").Replace
	Conflicts(&w, r, Options{Shorten: shorten})
	w.WriteByte('\n')
	Conflicts(&w, r, Options{Shorten: shorten, Verbose: true})
	golden.Check(t, "conflicts.golden", w.String())
}

// Where each step is an event, tasks have several: the pair's two are marked.
func TestSign(t *testing.T) {
	first, second := wire.Event{Task: "main/1", Index: 2}, wire.Event{Task: "main/2"}
	c := &outcome.Conflict{Conflict: wire.Conflict{First: first, Second: second}}
	for e, want := range map[wire.Event]string{first: "①", second: "②", {Task: "main/1", Index: 3}: "", {Task: "main/1"}: "", {Task: "main/2", Index: 1}: ""} {
		if got := Sign(e, c); got != want {
			t.Errorf("%+v: %q, want %q", e, got, want)
		}
	}
}
