package report

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gocheck.dev/internal/golden"
	"gocheck.dev/internal/wire"
)

// polling is a loop that looks and sleeps, so many times, beside a lock that another
// goroutine takes again and again; then the test fails, and goes on.
func polling(times int) *wire.Schedule {
	s := &wire.Schedule{Steps: []wire.Step{
		{Task: "main", Op: "begin", Pos: "x.go:1:1"},
		{Task: "main", Op: "spawn", Pos: "x.go:2:1"},
		{Task: "main/1", Op: "begin", Created: "x.go:2:1"},
	}}
	for range times {
		s.Steps = append(s.Steps,
			wire.Step{Task: "main/1", Op: "lock", Object: "mu", Pos: "x.go:8:1"},
			wire.Step{Task: "main/1", Op: "unlock", Object: "mu", Pos: "x.go:9:1"})
	}
	for i := range times {
		s.Steps = append(s.Steps,
			wire.Step{Task: "main", Op: "default", Pos: "x.go:3:1", Blocked: []string{"main"}, Waits: []wire.Access{{Task: "main", Op: "sleep", Pos: "x.go:4:1"}}},
			wire.Step{Task: "clock", Op: "tick", Value: fmt.Sprintf("%dms", i+1)},
			wire.Step{Task: "main", Op: "sleep", Pos: "x.go:4:1"})
	}
	s.Steps = append(s.Steps,
		wire.Step{Task: "main", Op: "lock", Object: "mu", Pos: "x.go:5:1", Failed: "main"},
		wire.Step{Task: "main", Op: "unlock", Object: "mu", Pos: "x.go:6:1"})
	s.Failure = &wire.Failure{Kind: "fatal", Message: "late", Pos: "x.go:6:1"}
	return s
}

// Rounds of loops are folded, of one task and of several with the clock, and the time
// that passes in them is said; what follows a failure of the test says so.
func TestRounds(t *testing.T) {
	var w strings.Builder
	for _, times := range []int{412, 4, 3} {
		Columns(&w, "", polling(times), Options{Width: 100})
		w.WriteByte('\n')
	}
	golden.Check(t, "rounds.golden", w.String())
	w.Reset()
	Columns(&w, "", polling(412), Options{Width: 100, Verbose: true})
	if strings.Contains(w.String(), "…") {
		t.Errorf("-v leaves something out:\n%s", w.String())
	}
}

// The step in which most time passes is never left out, and what is left out says what
// time it is then.
func TestLongestTick(t *testing.T) {
	s := &wire.Schedule{Steps: []wire.Step{{Task: "main", Op: "begin", Pos: "x.go:1:1"}}}
	for i := range 90 {
		at := fmt.Sprintf("%ds", i+1)
		if i >= 45 {
			at = fmt.Sprintf("%ds", i+100)
		}
		s.Steps = append(s.Steps,
			wire.Step{Task: "main", Op: "lock", Object: "mu" + strings.Repeat("x", i*i%7), Pos: fmt.Sprintf("x.go:%d:1", i)},
			wire.Step{Task: "clock", Op: "tick", Value: at})
	}
	var w strings.Builder
	Columns(&w, "", s, Options{Width: 100})
	text := regexp.MustCompile(`\s*\|\n\|\s+`).ReplaceAllString(w.String(), " ") // unwrapped
	for _, want := range []string{"virtual time advances to 145s", "… 76 more steps, until 45s of virtual time", "… 48 more steps, until 169s of virtual time"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q:\n%s", want, w.String())
		}
	}
}

// many is a schedule of so many goroutines with long names and places.
func many(goroutines int) *wire.Schedule {
	s := &wire.Schedule{Steps: []wire.Step{{Task: "main", Op: "begin", Pos: "connection_test.go:100:1"}}}
	for i := range goroutines {
		task := fmt.Sprintf("main/%d", i+1)
		s.Steps = append(s.Steps,
			wire.Step{Task: task, Op: "begin", Created: "connection_test.go:110:1", Runs: "conn.serve"},
			wire.Step{Task: task, Op: "lock", Object: "registry.connections", Pos: "connection.go:120:1"},
			wire.Step{Task: task, Op: "await", Object: "context.WithCancel", Pos: "cancellation.go:99:1"},
			wire.Step{Task: task, Op: "unlock", Object: "registry.connections", Pos: "connection.go:121:1"})
	}
	return s
}

// A word is broken only where nothing is wide enough for it, and columns in which each
// cell takes many lines give way to a list.
func TestReadable(t *testing.T) {
	for goroutines := 1; goroutines <= 7; goroutines++ {
		for _, width := range []int{60, 80, 120, 200} {
			var w strings.Builder
			Columns(&w, "", many(goroutines), Options{Width: width})
			for _, word := range []string{"registry.connections", "context.WithCancel"} {
				if n := strings.Count(w.String(), word); n < goroutines {
					t.Errorf("%d goroutines in %d columns: %d times %s\n%s", goroutines, width, n, word, w.String())
				}
			}
			rows := 1 + 4*goroutines
			if n := strings.Count(w.String(), "\n"); n > 2*rows+5 {
				t.Errorf("%d goroutines in %d columns: %d lines of %d rows\n%s", goroutines, width, n, rows, w.String())
			}
		}
	}
	var w strings.Builder
	Columns(&w, "", many(4), Options{Width: 120})
	golden.Check(t, "many.golden", w.String())
}

// The calls of a recursion are said once.
func TestFoldFrames(t *testing.T) {
	var details []string
	details = append(details, "in main", "m.deep at x.go:1")
	for range 30 {
		details = append(details, "m.even at x.go:2", "m.odd at x.go:3")
	}
	for range 9 {
		details = append(details, "    m.down at x.go:4")
	}
	details = append(details, "m.TestX at x_test.go:5", "m.TestX at x_test.go:5")
	want := []string{
		"in main", "m.deep at x.go:1", "m.even at x.go:2", "m.odd at x.go:3", "… the same 2 frames, 29 times more",
		"    m.down at x.go:4", "    … the same frame, 8 times more", "m.TestX at x_test.go:5", "m.TestX at x_test.go:5",
	}
	o := &Options{}
	if diff := cmp.Diff(want, o.cutStack(details)); diff != "" {
		t.Error(diff)
	}
	o.Verbose = true
	if diff := cmp.Diff(details, o.cutStack(details)); diff != "" {
		t.Error(diff)
	}
	if got := o.cutStack([]string{"waits for a", "waits for a", "waits for a"}); len(got) != 3 {
		t.Error(got)
	}
}
