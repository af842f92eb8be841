package wording_test

import (
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wording"
)

// named is a program that calls its tasks and places something.
type named struct{ checker.Program }

func (named) TaskName(checker.Task) string { return "main/1" }
func (named) Position(checker.Pos) string  { return "x.go:1:1" }

// TestRaced: a longer path says more, but a call is none, nor what a slice is made by.
func TestRaced(t *testing.T) {
	for _, c := range [][]string{
		{"*s", "s.hits", "*s", "s.hits"},
		{"s.hits", "s", "", "s.hits"},
		{"subs", "list[:i]", "subs", "subs"},
		{"b.subs #2", "b.subs[i].n", "f(a.b.c.d)", "b.subs[i].n"},
	} {
		if got := wording.Raced(c[0], c[1], c[2]); got != c[3] {
			t.Errorf("a race of %q is on %q", c[:3], got)
		}
	}
}

// TestRaces: what each sort of race is called, where no more is known of it and of a thing.
func TestRaces(t *testing.T) {
	for _, c := range []struct {
		r                     checker.Race
		of                    string
		first, second, prefix string
	}{
		{r: checker.Race{Second: checker.Effect{Write: true}, FirstAtomic: true}, first: "atomic read", second: "write", prefix: "data race: write at x.go:1:1 by main/1 and atomic read at", of: "x is accessed by two goroutines"},
		{r: checker.Race{First: checker.Effect{Write: true}, Second: checker.Effect{Write: true}, SecondAtomic: true}, first: "write", second: "atomic write", prefix: "data race: atomic write at x.go:1:1 by main/1 and write at", of: "x is accessed by two goroutines"},
		{r: checker.Race{Second: checker.Effect{Write: true}, Misuse: true}, first: "Wait", second: "Add", prefix: "WaitGroup misuse: Add at x.go:1:1 by main/1 and Wait at", of: "WaitGroup misuse: x is added to, from zero"},
		{r: checker.Race{Second: checker.Effect{Write: true}, Closes: true}, first: "send", second: "close", prefix: "send on a channel that may be closed: close at x.go:1:1 by main/1 and send at", of: "x is sent on and closed by two goroutines"},
	} {
		f := checker.Failure{Kind: "race", Race: &c.r}
		wording.Complete(&f, named{})
		if !strings.HasPrefix(f.Message, c.prefix) || len(f.Details) != 2 || !strings.HasPrefix(f.Details[0], c.second+" at ") || !strings.HasPrefix(f.Details[1], c.first+" at ") {
			t.Errorf("%+v: %q, %q", c.r, f.Message, f.Details)
		}
		if got := wording.RaceOf(&c.r, "x"); !strings.HasPrefix(got, c.of) {
			t.Errorf("%+v: %q", c.r, got)
		}
		f.Message = "said"
		if wording.Complete(&f, named{}); f.Message != "said" {
			t.Errorf("%+v: what has words gets others: %q", c.r, f.Message)
		}
	}
}
