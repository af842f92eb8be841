package report

import (
	"fmt"
	"strings"
	"testing"

	"gocheck.dev/internal/wire"
)

// columns are those of a schedule, in one string.
func columns(s *wire.Schedule, width int) string {
	var w strings.Builder
	Columns(&w, "", s, Options{Width: width})
	return w.String()
}

// TestCauses: what decides what happens later stays, however long the stretch around it is: a
// timer that is set, and whether it has fired, what closes, cancels or signals, and the last write
// of what the failing task has read.
func TestCauses(t *testing.T) {
	s := &wire.Schedule{Failure: &wire.Failure{Kind: "fatal", Pos: "a_test.go:9:3"}}
	add := func(task, op, object, value string) *wire.Step {
		s.Steps = append(s.Steps, wire.Step{Task: task, Op: op, Object: object, Value: value, Pos: fmt.Sprintf("a.go:%d:2", len(s.Steps)+1)})
		return &s.Steps[len(s.Steps)-1]
	}
	locks := func(n int) {
		for range n {
			add("main/1", "lock", "mu", "")
			add("main/1", "unlock", "mu", "")
		}
	}
	add("main", "begin", "", "")
	locks(3)
	for _, st := range []struct{ op, object, value string }{
		{"timerset", "retry", ""}, {"timerset", "poll", ""}, {"write", "done", "1"}, {"signal", "cond", ""}, {"write", "context ctx", "1"},
	} {
		add("main/1", st.op, st.object, st.value)
		locks(3)
	}
	add("main/2", "timerfire", "poll", "")
	add("main", "read", "done", "1").Failed = "main"
	text := columns(s, 120)
	for _, want := range []string{
		"set timer retry, not fired by the end", "set timer poll  :", "write done = 1", "signal cond → nobody", "cancel context ctx", "more steps",
	} {
		if !strings.Contains(strings.ReplaceAll(text, "poll  a.go", "poll  "), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "1 more step ") {
		t.Errorf("a row stands for a single step:\n%s", text)
	}
}

// TestCalledAt: of steps in a library it is said where the user's code calls it: once for each
// call, where steps are folded with the row that stands for them, and with those who are blocked.
func TestCalledAt(t *testing.T) {
	const lib = "$GOROOT/src/database/sql/sql.go:1317:2"
	s := &wire.Schedule{Failure: &wire.Failure{Kind: "fatal", Pos: "a_test.go:9:3"}}
	add := func(from string) {
		s.Steps = append(s.Steps, wire.Step{Task: "main", Op: "lock", Object: "db.mu", Pos: lib, From: from})
	}
	for range 3 {
		add("a_test.go:5")
	}
	for range 3 {
		add("a_test.go:6")
	}
	s.Steps = append(s.Steps, wire.Step{Task: "main", Op: "lock", Object: "mu", Pos: "a_test.go:8:2", Failed: "main"})
	text := columns(s, 120)
	for _, want := range []string{"lock db.mu … 3 steps in database/sql  a_test.go:5", "lock db.mu … 3 steps in database/sql  a_test.go:6"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	last := &s.Steps[len(s.Steps)-1]
	last.Failed, last.Blocked = "", []string{"main"}
	last.Waits = []wire.Access{{Task: "main", Op: "recv", Object: "req", Pos: lib, From: "a_test.go:7"}}
	s.Failure = &wire.Failure{Kind: "deadlock", Pos: lib, Message: "main waits for ever", Details: []string{"main waits to receive from req at " + lib[:len(lib)-2] + ", called at a_test.go:7"}}
	if text = columns(s, 120); !strings.Contains(text, "blocked: receive req  sql.go:1317 called at a_test.go:7") || strings.Count(text, "called at") != 3 {
		t.Errorf("each call once, and where it is blocked:\n%s", text)
	}
	s.Passing = &wire.Passing{Pairs: []wire.Pair{{First: 3, Second: 0}}, Steps: s.Steps[:2]}
	if text = Difference(s); !strings.Contains(text, "lock db.mu at sql.go:1317, called at a_test.go:5") || !strings.Contains(text, "lock db.mu at sql.go:1317, called at a_test.go:6") {
		t.Error(text)
	}
	// The line of the call is quoted: that of the library says less.
	var w strings.Builder
	f := *s.Failure
	f.Schedule = s
	Failure(&w, Failed{Failure: &f}, Options{Width: 120, Source: func(file string) []byte { return []byte(strings.Repeat("in "+file+"\n", 1400)) }})
	if !strings.Contains(w.String(), "7 | in a_test.go\n") || strings.Contains(w.String(), "1317 |") {
		t.Errorf("the call is not quoted:\n%s", &w)
	}
}

// TestOtherwise: what the nearest execution fails by, if none passes.
func TestOtherwise(t *testing.T) {
	s := deadlock().Schedule
	s.Passing = &wire.Passing{Pairs: []wire.Pair{{First: 4, Second: 6}}, Steps: s.Steps, Fails: "balance 2, want 3\nand more"}
	if text := Difference(s); !strings.HasPrefix(text, "fails in another way (balance 2, want 3) when lock b.mu ") {
		t.Error(text)
	}
	s.Every = true
	var w strings.Builder
	f := deadlock()
	f.Schedule = s
	Failure(&w, Failed{Failure: f}, Options{Width: 120})
	if !strings.Contains(w.String(), "every execution fails, in another way (balance 2, want 3) when ② lock b.mu") {
		t.Errorf("not said, or without signs:\n%s", &w)
	}
}
