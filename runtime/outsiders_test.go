package runtime

import (
	"strings"
	"testing"

	"gocheck.dev/internal/wire"
)

func TestPackageOf(t *testing.T) {
	for function, want := range map[string]string{
		"example.com/p.(*T).run":                    "example.com/p",
		"gopkg.in/yaml%2ev3.f.func1":                "gopkg.in/yaml.v3",
		"main.main":                                 "main",
		"net/http.(*Server).Serve":                  "net/http",
		"example.com/p.F[example.com/q/r.T].func1":  "example.com/p",
		"example.com/p.(*T[example.com/q/r.X]).run": "example.com/p",
		"iter.Pull[...]":                            "iter",
	} {
		if got := packageOf(function); got != want {
			t.Errorf("%s is of %q, want %q", function, got, want)
		}
	}
}

// A test that may be waiting for a goroutine or a timer of plain code is not
// deadlocked.
func TestOutsiders(t *testing.T) {
	c, end := make(chan int), make(chan bool)
	wait := func(plain PlainCode) string {
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
	here := NewPlainCode(&wire.Config{})
	if got := wait(here); got != "deadlock" {
		t.Fatalf("nobody serves the channel: %s", got)
	}
	if got := wait(NewPlainCode(&wire.Config{PlainTimer: "p.go:7"})); !strings.Contains(got, "a timer set at p.go:7") {
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
	if got := wait(NewPlainCode(&wire.Config{})); got != "deadlock" {
		t.Errorf("a goroutine of package initialisation: %s", got)
	}
	const own = "gocheck.dev/runtime"
	if got := wait(NewPlainCode(&wire.Config{Plain: []string{own}})); !strings.Contains(got, "-instrument leaves out") {
		t.Errorf("a goroutine of a package that -instrument leaves out: %s", got)
	}

	// Rewritten code that an outsider calls starts others.
	natively := make(chan bool)
	begun := make(chan bool)
	go func() { Go(0, func() { close(begun); <-natively }) }()
	<-begun
	before := here
	before.before = NewPlainCode(&wire.Config{}).before
	for _, g := range goroutines() {
		if function, _ := g.creator(); function == ownPackage+"Go" {
			delete(before.before, g.id)
		}
	}
	if got := wait(before); !strings.Contains(got, "outsiders_test.go:") {
		t.Errorf("a goroutine of rewritten code that plain code has called: %s", got)
	}
	close(natively)
	close(end)
	<-c
}
