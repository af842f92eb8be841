package runtime

import (
	"slices"
	"strings"
	"testing"
	"time"

	"gocheck.dev"
)

// digits appends the digits that messages write to a shared variable, so that
// their order is part of the trace.
type digits struct {
	n int
	s Site
}

func (d *digits) add(i int) { At(&d.n, d.s).Set(*R(&d.n, d.s)*10 + i) }

func TestHandlerDelivery(t *testing.T) {
	program := func(opts ...gocheck.Option) program {
		return func(s Site, out func(string, ...any)) {
			h, d := gocheck.NewHandler("h", opts...), &digits{s: s}
			for i := range 3 {
				HandlerPost(h, s, func() {
					if d.add(i + 1); *R(&d.n, s) > 100 {
						out("%d", *R(&d.n, s))
					}
				})
			}
		}
	}
	check(t, program(), spec{outcomes: []string{"123"}})
	check(t, program(gocheck.FIFO()), spec{outcomes: []string{"123"}})
	check(t, program(gocheck.Unordered()), spec{outcomes: []string{"123", "132", "213", "231", "312", "321"}})
}

// The front is before all that has not begun: main posts while nothing runs,
// or the first message has run already.
func TestHandlerPostFront(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		h, d := gocheck.NewHandler("h"), &digits{s: s}
		add := func(i int) func() {
			return func() {
				if d.add(i); *R(&d.n, s) > 100 {
					out("%d", *R(&d.n, s))
				}
			}
		}
		HandlerPost(h, s, add(1))
		HandlerPost(h, s, add(2))
		HandlerPostFront(h, s, add(3))
	}, spec{outcomes: []string{"123", "132", "312"}})
}

// Close drains: what was posted before it runs, what comes after it fails.
func TestHandlerClose(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		h := gocheck.NewHandler("h")
		HandlerPost(h, s, func() { out("ran") })
		HandlerClose(h, s)
		HandlerClose(h, s)
		defer func() { out("%v", recover()) }()
		HandlerPost(h, s, func() { out("too late") })
	}, spec{outcomes: []string{`gocheck: handler "h": Post after Close ran`}})
}

// One message at a time: another one waits for the end of one that blocks.
func TestHandlerRunsOneMessageAtATime(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		h, ch := gocheck.NewHandler("h", gocheck.Unordered()), make(chan int)
		inside := 0
		for range 2 {
			HandlerPost(h, s, func() {
				if inside++; inside > 1 {
					out("two at a time")
				}
				Recv(ch, s)
				inside--
			})
		}
		SendTo(ch, s).Send(1)
		SendTo(ch, s).Send(2)
	}, spec{outcomes: []string{""}})
}

// An event that waits for ever says which others cannot begin for that.
func TestHandlerAheadOfOthers(t *testing.T) {
	s := testSites(t, "", "ch", "h")
	for behind, want := range map[int]string{
		0: "waits to receive from a channel at p_test.go:1",
		1: "waits to receive from a channel at p_test.go:1, ahead of an event posted at p_test.go:2",
		3: "waits to receive from a channel at p_test.go:1, ahead of 3 events, the first posted at p_test.go:2",
	} {
		x := newExecution(Settings{Leaks: "off"}, func() {
			h, ch, done := gocheck.NewHandler("h"), make(chan int), make(chan bool)
			HandlerPost(h, s, func() {
				for range behind {
					HandlerPost(h, s+1, func() {})
				}
				Recv(ch, s)
			})
			Recv(done, s)
		})
		f := runOnce(x).Outcome.Failure
		if f == nil || !slices.ContainsFunc(f.Details, func(d string) bool { return strings.HasSuffix(d, want) }) {
			t.Errorf("%d events behind it: want %q\n%+v", behind, want, f)
		}
	}
}

func TestHandlerPostAfter(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		h, d := gocheck.NewHandler("h"), &digits{s: s}
		done := make(chan bool)
		HandlerPostAfter(h, s, 2*time.Second, func() { d.add(2); out("%d", *R(&d.n, s)); Close(done, s) })
		HandlerPostAfter(h, s, time.Second, func() { d.add(1) })
		Recv(done, s)
	}, spec{outcomes: []string{"12"}})
}

// Choices, and what is observed of them.
func TestChoose(t *testing.T) {
	s := testSites(t, "n")
	seen := map[int]bool{}
	res := explored(t, Settings{}, "closure", func() {
		n := Choose(s, 3)*10 + Choose(s, 2)
		seen[n] = true
		Observe(s, "n", n)
	})
	if res.Executions != 6 || len(seen) != 6 {
		t.Errorf("%+v, %v", res, seen)
	}
	r := once(Settings{}, func() { Observe(s, "n", Choose(s, 3)) })
	if r.Outcome.Observed != "n=0\n" {
		t.Errorf("%q", r.Outcome.Observed)
	}
}
