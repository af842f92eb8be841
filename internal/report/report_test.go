package report

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gocheck.dev/internal/golden"
	"gocheck.dev/internal/wire"
)

// deadlock is an example: two transfers take two locks in opposite
// orders.
func deadlock() *wire.Failure {
	step := func(task, op, object, pos string) wire.Step {
		return wire.Step{Task: task, Op: op, Object: object, Pos: pos}
	}
	begin := func(task, pos, created string) wire.Step {
		return wire.Step{Task: task, Op: "begin", Pos: pos, Created: created}
	}
	s := &wire.Schedule{Package: "example.com/bank", Test: "TestTransfer", Steps: []wire.Step{
		begin("main", "bank_test.go:9:6", ""),
		step("main", "spawn", "", "bank_test.go:12:2"),
		{Task: "main", Op: "spawn", Pos: "bank_test.go:13:2", Blocked: []string{"main"}},
		begin("main/1", "bank_test.go:12:5", "bank_test.go:12:2"),
		step("main/1", "lock", "a.mu", "bank.go:30:5"),
		begin("main/2", "bank_test.go:13:5", "bank_test.go:13:2"),
		{Task: "main/2", Op: "lock", Object: "b.mu", Pos: "bank.go:30:5", Blocked: []string{"main/1", "main/2", "main"}},
	}}
	s.Preemptions = new(int)
	*s.Preemptions = 1
	return &wire.Failure{
		Kind: "deadlock", Message: "2 goroutines wait for each other", Pos: "bank.go:31:5",
		Details: []string{
			"goroutine 1 (bank_test.go:12) holds a.mu (bank.go:30), waits for b.mu at bank.go:31",
			"goroutine 2 (bank_test.go:13) holds b.mu (bank.go:30), waits for a.mu at bank.go:31",
		},
		Execution: 3, Schedule: s,
	}
}

func TestFailure(t *testing.T) {
	for _, width := range []int{120, 72, 40} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			var w strings.Builder
			Failure(&w, Failed{
				Failure: deadlock(), Of: 3,
				Notes: []string{"Failing schedule written to testdata/gocheck/TestTransfer/3f2a9c01d4e5b6a7"},
				Rerun: "gocheck replay testdata/gocheck/TestTransfer/3f2a9c01d4e5b6a7",
			}, Options{Width: width})
			golden.Check(t, fmt.Sprintf("deadlock-%d.golden", width), w.String())
			if width == 40 {
				return // a list: its lines are as long as they are
			}
			for line := range strings.SplitSeq(w.String(), "\n") {
				if strings.Contains(line, "|") && textWidth(line) > width {
					t.Errorf("%d columns: %s", textWidth(line), line)
				}
			}
		})
	}
}

// What a failure may lack and what it may have besides: no schedule, output of
// the program, a position that the message does not name, others like it.
func TestFailureParts(t *testing.T) {
	var w strings.Builder
	shorten := strings.NewReplacer("/home/me/bank/", "").Replace
	f := deadlock()
	f.Kind, f.Message, f.Details = "panic", "panic: index out of range [1]", nil
	f.Pos = "/home/me/bank/bank.go:31:5"
	f.Output = "before /home/me/bank/x.go\n\nafter\n"
	f.Schedule = nil
	Failure(&w, Failed{Failure: f}, Options{Width: 80, Shorten: shorten})
	f.Schedule = deadlock().Schedule
	f.Schedule.Steps, f.Schedule.Preemptions = f.Schedule.Steps[:1], nil // as older commands have saved it
	f.Execution = 12345
	Failure(&w, Failed{Failure: f, Of: 20000, Alike: 2}, Options{Width: 80, Shorten: shorten})
	golden.Check(t, "parts.golden", w.String())
}

// A program of every sort of column: handlers and their messages, a
// rendezvous, a timer, the clock, a signal, a choice, code of libraries.
func kinds() *wire.Schedule {
	steps := []wire.Step{
		{Task: "main", Op: "begin", Pos: "x_test.go:3:6"},
		{Task: "main", Op: "post", Object: "ui", Pos: "x_test.go:4:3"},
		{Task: "main", Op: "post", Object: "ui", Pos: "x_test.go:5:3"},
		{Task: "main/1", Op: "begin", Object: "ui", Pos: "x_test.go:4:10", Created: "x_test.go:4:3"},
		{Task: "main/1", Op: "choose", Pos: "x.go:7:1", Choice: 2},
		{Task: "main/1", Op: "write", Object: "balance", Pos: "x.go:8:1", Value: "10"},
		{Task: "main", Op: "spawn", Pos: "x_test.go:6:3"},
		{Task: "main/2", Op: "begin", Object: "ui", Pos: "x_test.go:5:10", Created: "x_test.go:5:3"},
		{Task: "main/3", Op: "begin", Pos: "x_test.go:6:6", Created: "x_test.go:6:3"},
		{Task: "main/3", Op: "send", Object: "results", Pos: "x.go:20:2", Partner: "main"},
		{Task: "main", Op: "enqueue", Object: "cond", Pos: "x_test.go:9:3"},
		{Task: "main/3", Op: "signal", Object: "cond", Pos: "x.go:21:2", Partner: "main"},
		{Task: "main/3", Op: "signal", Object: "cond", Pos: "x.go:22:2"},
		{Task: "main/3", Op: "write", Object: "context.WithCancel", Pos: "x.go:24:2", Value: "1"},
		{Task: "time", Op: "tick", Value: "1s"},
		{Task: "main/4", Op: "timerfire", Object: "t", Pos: "x.go:23:2", Created: "x_test.go:10:2"},
	}
	for range 5 {
		steps = append(steps, wire.Step{Task: "main/4", Op: "lock", Object: "l.mu", Pos: "$GOMODCACHE/example.com/lib@v1.0.0/lib.go:9:2"})
	}
	return &wire.Schedule{Package: "p", Test: "TestX", Steps: steps}
}

func TestColumns(t *testing.T) {
	var w strings.Builder
	Columns(&w, "", kinds(), Options{Width: 110})
	w.WriteByte('\n')
	Columns(&w, "", kinds(), Options{Width: 88, Verbose: true})
	golden.Check(t, "kinds.golden", w.String())
}

// Long schedules show the ends of long stretches, and the beginning and the end
// of the whole.
func TestElide(t *testing.T) {
	s := &wire.Schedule{}
	for i := range 400 {
		s.Steps = append(s.Steps, wire.Step{Task: "main", Op: "send", Object: "c", Pos: fmt.Sprintf("x.go:%d:1", i)})
		if i%3 == 0 && i < 300 {
			s.Steps = append(s.Steps, wire.Step{Task: "main/1", Op: "recv", Object: "c", Pos: "x.go:7:1"})
		}
	}
	var w strings.Builder
	Columns(&w, "", s, Options{Width: 80})
	golden.Check(t, "elide.golden", w.String())
	const side = "RACE: write n  x.go:9"
	if strings.Contains(w.String(), side) {
		t.Fatalf("%q without a race", side)
	}
	s.Steps[202].Racing = []wire.Access{{Task: s.Steps[202].Task, Op: "write", Object: "n", Pos: "x.go:9:3"}}
	w.Reset()
	Columns(&w, "", s, Options{Width: 80})
	if strings.Count(w.String(), side) != 1 {
		t.Errorf("a side of the race is left out:\n%s", w.String())
	}

	// Whatever is left out is counted.
	m := maker{s: s, o: &Options{}, l: LanesOf(s)}
	n := 0
	for _, r := range m.l.elide(m.rows()) {
		n += r.steps()
	}
	if n != len(s.Steps) {
		t.Errorf("%d steps shown or counted of %d", n, len(s.Steps))
	}
}

// What comes after a failure does not take the place of what came before it.
func TestElideAfter(t *testing.T) {
	var rows []row
	add := func(n int, what string) {
		for i := range n {
			rows = append(rows, row{cells: []cell{{lane: i % 2, task: fmt.Sprint("main/", i%2), text: what, pos: fmt.Sprint(i), look: plain}}, step: true})
		}
	}
	add(50, "before")
	rows = append(rows, row{span: afterFailure, telling: true})
	add(200, "after")
	shown, steps := map[string]int{}, 0
	for _, r := range new(Lanes).elide(rows) {
		steps += r.steps()
		if len(r.cells) > 0 {
			shown[r.cells[0].text]++
		}
	}
	if shown["before"] != 50 || shown["after"] > latest || shown["after"] == 0 || steps != 250 {
		t.Errorf("shown: %v; %d steps of 250", shown, steps)
	}
}

// Nothing is said to come after the failure if none of it is shown: the end of a test's context.
func TestNothingAfter(t *testing.T) {
	s := &wire.Schedule{Failure: &wire.Failure{Kind: "fatal", Pos: "a_test.go:9:3"}, Steps: []wire.Step{
		{Task: "main", Op: "begin", Pos: "a_test.go:7:6"}, {Task: "main", Op: "read", Object: "n", Pos: "a_test.go:8:3", Failed: "main"},
		{Task: "main", Op: "write", Value: "1"},
	}}
	for _, verbose := range []bool{false, true} {
		var w strings.Builder
		Columns(&w, "", s, Options{Width: 100, Verbose: verbose})
		if strings.Contains(w.String(), afterFailure) != verbose {
			t.Errorf("verbose %v:\n%s", verbose, &w)
		}
	}
}

// What went wrong has a row of its own behind the step's, in its column; after
// the end of the program nobody is said to be blocked.
func TestTelling(t *testing.T) {
	s := deadlock().Schedule
	last := &s.Steps[len(s.Steps)-1]
	last.Racing = []wire.Access{{Task: "main/1", Op: "read", Object: "a.n", Pos: "bank.go:33:2"}, {Task: "main/2", Op: "write", Object: "a.n", Pos: "bank.go:34:2"}}
	var w strings.Builder
	s.Failure = &wire.Failure{Kind: "race", Pos: "bank.go:34:2"}
	Columns(&w, "", s, Options{Width: 100})
	last.Racing, last.Failed = nil, "main/2"
	for _, kind := range []string{"panic", "fatal"} {
		w.WriteByte('\n')
		s.Failure = &wire.Failure{Kind: kind, Pos: "bank.go:35:4"}
		Columns(&w, "", s, Options{Width: 100})
	}
	golden.Check(t, "telling.golden", w.String())
}

func TestVerdicts(t *testing.T) {
	var w strings.Builder
	results := []*wire.Result{
		{Verdict: "pass", Exhaustive: true, Executions: 24, Seconds: 0.012},
		{Verdict: "pass", Exhaustive: true, Executions: 1, Blocked: 3, Redundant: 2},
		{Verdict: "incomplete", Executions: 12400, Estimate: 400000, Seconds: 30, Bound: "time", Reason: "-budget 30s: 12400 executions explored"},
		{Verdict: "incomplete", Executions: 20, Bound: "preemptions", Reason: "-preemptions 2: 20 executions explored, all that have no more preemptions"},
		{Verdict: "unsupported", Reason: "net.Dial blocks", Pos: "x.go:9:3"},
		{Verdict: "error", Reason: "the test binary ended: exit status 2"},
	}
	for _, r := range results {
		Verdict(&w, "TestX", r, Options{Width: 80})
	}
	var all Totals
	for _, r := range append(results, &wire.Result{Verdict: "fail"}) {
		t := Totals{Seconds: 0.31}
		t.Count(r)
		all.Count(r)
		Package(&w, "example.com/p", &t)
	}
	Package(&w, "example.com/all", &all)
	Package(&w, "example.com/none", &Totals{Note: "[no tests to run]"})
	golden.Check(t, "verdicts.golden", w.String())
}

func TestWrap(t *testing.T) {
	for _, tt := range []struct {
		text, pos string
		width     int
		want      []string
	}{
		{"lock a.mu", "bank.go:30", 30, []string{"lock a.mu  bank.go:30"}},
		{"lock a.mu", "bank.go:30", 14, []string{"lock a.mu", "  bank.go:30"}},
		{"lock a.mu", "bank.go:30", 20, []string{"lock a.mu bank.go:30"}},
		{"lock aVeryLongNameOfALock", "", 10, []string{"lock", "  aVeryLon", "  gNameOfA", "  Lock"}},
		{"äöüäöüäöü", "", 5, []string{"äöüäö", "  üäö", "  ü"}},
		{"lock 事件循环的锁", "x.go:3", 10, []string{"lock", "  事件循环", "  的锁", "  x.go:3"}},
		{"send 🦊🦊́x", "", 9, []string{"send", "  🦊🦊́x"}},
	} {
		var got []string
		var b table
		for _, line := range wrap(b.words(cell{text: tt.text, pos: tt.pos}), tt.width) {
			text := ""
			for _, s := range line {
				text += strings.Repeat(" ", s.blanks) + s.text
			}
			if got = append(got, text); textWidth(text) > tt.width {
				t.Errorf("%q is wider than %d", text, tt.width)
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q in %d: %s", tt.text, tt.width, diff)
		}
	}
}

func TestShare(t *testing.T) {
	for estimate, want := range map[float64]string{
		0: "", 400000: ", about 3 % by estimate", 12400: "", 12399: "", 12401: "", 13000: ", about 95 % by estimate", math.Inf(1): "", math.Inf(-1): "", math.NaN(): "", 3e6: ", about 0.4 % by estimate", 1e300: ", less than 0.1 % by estimate",
	} {
		if got := Share(12400, estimate); got != want {
			t.Errorf("of %g: %q, want %q", estimate, got, want)
		}
	}
}

func TestNumber(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 9999: "9999", 10000: "10,000", 1234567: "1,234,567"} {
		if got := Number(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

// TestFaults: how many things fail is said above the columns, and each is marked in them; that
// nothing fails is not.
func TestFaults(t *testing.T) {
	for n, counted := range []string{"1 step, 0 preemptions\n", "2 steps, 0 preemptions, 1 fault\n", "3 steps, 0 preemptions, 2 faults\n"} {
		s := &wire.Schedule{Preemptions: new(int), Steps: []wire.Step{{Task: "main", Op: "choose", Object: wire.Fault, Pos: "a.go:1:1", Says: "no fault"}}}
		for range n {
			s.Steps = append(s.Steps, wire.Step{Task: "main", Op: "choose", Object: wire.Fault, Pos: "a.go:2:1", Says: "the dial is refused", Choice: 1})
		}
		var w strings.Builder
		Failure(&w, Failed{Failure: &wire.Failure{Kind: "fatal", Schedule: s}}, Options{Width: 120})
		text := w.String()
		if !strings.Contains(text, counted) || strings.Count(text, "FAULT: the dial is refused") != n || strings.Contains(text, "no fault") {
			t.Errorf("%d faults:\n%s", n, text)
		}
	}
}

// TestDifferenceUnknown: what was looked for and not found is said; else nothing is.
func TestDifferenceUnknown(t *testing.T) {
	for _, unexplained := range []bool{false, true} {
		f := deadlock()
		f.Unexplained = unexplained
		var w strings.Builder
		Failure(&w, Failed{Failure: f}, Options{Width: 120})
		if said := strings.Contains(w.String(), "was not found in the time"); said != unexplained {
			t.Errorf("unexplained %t:\n%s", unexplained, &w)
		}
	}
	f := deadlock()
	f.Unexplained, f.Tried = true, 12_345
	var w strings.Builder
	Failure(&w, Failed{Failure: f}, Options{Width: 120})
	if !strings.Contains(w.String(), "all 12,345 executions that were tried fail: perhaps no order") {
		t.Errorf("none of those that were tried passes:\n%s", &w)
	}
}
