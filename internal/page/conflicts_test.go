package page

import (
	"strings"
	"testing"

	"gocheck.dev/internal/golden"
	"gocheck.dev/internal/outcome"
	"gocheck.dev/internal/report"
	"gocheck.dev/internal/wire"
)

// explored is a test with a conflict of each class, what it prints and is called
// being HTML.
func explored() Explored {
	event := func(name string) wire.Event {
		return wire.Event{Task: name, Handler: "ui", Runs: "show.<b>" + name, Pos: "/home/me/show.go:2:1"}
	}
	var long []wire.Event
	for range wholeSequence {
		long = append(long, event("z"))
	}
	conflict := func(a, b, object string) *wire.Conflict {
		return &wire.Conflict{
			First: event(a), Second: event(b), Object: object,
			FirstAt: wire.Access{Op: "write", Pos: "/home/me/show.go:1:3"}, SecondAt: wire.Access{Op: "read", Pos: "/home/me/gone.go:33:3"},
		}
	}
	first := append([]wire.Event{event("a"), event("b"), event("c"), event("d")}, long...)
	r := outcome.Classify([]wire.Sequence{
		{Index: 0, Parent: -1, Events: first, Final: &wire.Final{State: []string{"x = 1"}}},
		{Index: 1, Depth: 1, Pair: conflict("a", "b", "<i>x"), Events: []wire.Event{event("b"), event("a"), event("e")}, Final: &wire.Final{Failure: "panic: </pre>\x1b[2J"}},
		{Index: 2, Depth: 1, Pair: conflict("c", "d", "y"), Events: []wire.Event{event("d"), event("c")}, Final: &wire.Final{State: []string{"x = 1"}, Timers: []string{"timer"}}},
		{Index: 3, Depth: 1, Pair: &wire.Conflict{First: event("a"), Second: event("d")}, Events: []wire.Event{event("d"), event("a")}},
	}, nil, &wire.Result{Reversals: &wire.Reversals{Enabled: 100, Explored: 23}})
	return Explored{Package: "example.com/<p>", Test: "TestX", Verdict: "fail", Report: r, Options: report.Options{
		Shorten: strings.NewReplacer("/home/me/", "").Replace,
		Source: func(file string) []byte {
			if file == "/home/me/show.go" {
				return []byte("one <b>\ntwo\nthree\nfour\nfive\nsix\n")
			}
			return nil
		},
	}}
}

func TestConflicts(t *testing.T) {
	html, err := Conflicts([]Explored{explored()})
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(html), "<body>")
	golden.Check(t, "conflicts.golden.html", body)
	for _, evil := range []string{"<script", "<i>x", "<b>a", "\x1b", "http:", "https:", "url("} {
		if strings.Contains(string(html), evil) {
			t.Errorf("the page has %q", evil)
		}
	}
	if n := strings.Count(string(html), "</pre>"); n != strings.Count(string(html), "<pre") {
		t.Error("what a program prints ends an element")
	}
}

// Where nothing was explored the page says so.
func TestNoConflicts(t *testing.T) {
	html, err := Conflicts(nil)
	if err != nil || !strings.Contains(string(html), "No test was explored.") {
		t.Errorf("%v\n%s", err, html)
	}
}
