package runtime

import (
	"strings"
	"testing"

	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/calls"
)

// A test that may be waiting for a goroutine or a timer of plain code is not
// deadlocked.
func TestOutsiders(t *testing.T) {
	c, end := make(chan int), make(chan bool)
	wait := func(plain calls.PlainCode) string {
		x := newExecution(Settings{Plain: plain}, func() { Recv(c, 0) })
		out := runOnce(x).Outcome
		switch {
		case x.came.Uncontrolled != nil && out.Failure == nil:
			return x.came.Uncontrolled.What
		case x.came.Uncontrolled == nil && out.Failure != nil:
			return out.Failure.Kind
		}
		t.Errorf("neither nor: %+v, %+v", x.came.Uncontrolled, out.Failure)
		return ""
	}
	here := calls.NewPlainCode(&wire.Config{})
	if got := wait(here); got != "deadlock" {
		t.Fatalf("nobody serves the channel: %s", got)
	}
	if got := wait(calls.NewPlainCode(&wire.Config{PlainTimer: "p.go:7"})); !strings.Contains(got, "a timer set at p.go:7") {
		t.Errorf("a timer of plain code: %s", got)
	}

	started := make(chan bool)
	go func() { close(started); <-end; c <- 1 }()
	<-started
	if got := wait(here); !strings.Contains(got, "outsiders_test.go:") {
		t.Errorf("a goroutine of plain code: %s", got)
	}
	// One that was there before serves other objects, unless its package keeps
	// its state.
	if got := wait(calls.NewPlainCode(&wire.Config{})); got != "deadlock" {
		t.Errorf("a goroutine of package initialisation: %s", got)
	}
	const own = "gocheck.dev/runtime"
	if got := wait(calls.NewPlainCode(&wire.Config{Plain: []string{own}})); !strings.Contains(got, "-instrument leaves out") {
		t.Errorf("a goroutine of a package that -instrument leaves out: %s", got)
	}

	// Rewritten code that an outsider calls starts others.
	natively := make(chan bool)
	begun := make(chan bool)
	go func() { Go(0, func() { close(begun); <-natively }) }()
	<-begun
	before := here
	before.Before = calls.NewPlainCode(&wire.Config{}).Before
	for _, g := range calls.Goroutines() {
		if function, _ := g.Creator(); function == calls.Machine+"Go" {
			delete(before.Before, g.ID)
		}
	}
	if got := wait(before); !strings.Contains(got, "outsiders_test.go:") {
		t.Errorf("a goroutine of rewritten code that plain code has called: %s", got)
	}
	close(natively)
	close(end)
	<-c
}
