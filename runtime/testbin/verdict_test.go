package testbin

import (
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
)

// Only an exhaustive exploration passes a test; what gocheck could not complete
// although it should is gocheck's own fault.
func TestVerdictOfBounds(t *testing.T) {
	for _, c := range []struct{ bound, verdict, reason string }{
		{"", "pass", ""},
		{"time", "incomplete", "-budget 0s"},
		{"memory", "incomplete", "-memory 1024 MiB"},
		{"length", "incomplete", "32768 steps"},
		{"searches", "incomplete", "some may be missing"},
		{"blocked", "error", "in 2 of 9 executions"},
	} {
		r := newTestRun(&driver{cfg: wire.Config{Settings: wire.Settings{Memory: 1 << 30}}}, rt.Test{Name: "TestX"})
		w := r.result(&checker.Result{Bound: c.bound, Exhaustive: c.bound == "", Executions: 7, Blocked: 2})
		if w.Verdict != c.verdict || !strings.Contains(w.Reason, c.reason) || w.Exhaustive != (c.bound == "") {
			t.Errorf("%s: %+v", c.bound, w)
		}
		r.failed = true
		if w := r.result(&checker.Result{Bound: c.bound, Blocked: 2}); w.Verdict != "fail" {
			t.Errorf("%s: a failure found is reported as %s", c.bound, w.Verdict)
		}
	}
}

// What sockets do has no place in a source.
func TestPlace(t *testing.T) {
	first := rt.RegisterSites("net", wire.Nominal+"3:1\tRead\tconnection\n/src/a/a.go:4:2\tF\tx\n")
	for i, want := range []string{"package net (connection: Read)", "/src/a/a.go:4"} {
		if got := place(first + rt.Site(i)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
