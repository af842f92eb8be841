package progress

import (
	"math"
	"strings"
	"testing"
	"time"

	"gocheck.dev/internal/report"
	"gocheck.dev/internal/wire"
)

// A stage is a Line with a clock that is moved by hand.
type stage struct {
	*Line
	w     strings.Builder
	clock time.Time
	cols  int
}

func newStage(terminal bool) *stage {
	s := &stage{clock: time.Unix(1e9, 0), cols: 100}
	width := func() int { return s.cols }
	if !terminal {
		width = nil
	}
	s.Line = newLine(&s.w, width, func() time.Time { return s.clock })
	return s
}

// after lets time pass and looks; it returns what was written meanwhile.
func (s *stage) after(d time.Duration) string {
	s.w.Reset()
	s.clock = s.clock.Add(d)
	s.look()
	return s.w.String()
}

func check(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n got %q\nwant %q", what, got, want)
	}
}

func TestTest(t *testing.T) {
	s := newStage(true)
	s.Start("p.TestX", 0)
	check(t, "at first", s.after(900*time.Millisecond), "")
	check(t, "after a second", s.after(200*time.Millisecond), "\rp.TestX: exploring, 1s\x1b[K")
	check(t, "nothing new", s.after(200*time.Millisecond), "")
	s.Update("p.TestX", &wire.Progress{Executions: 12400, Depth: 24, Seconds: 2, Failing: 1})
	check(t, "an update", s.after(time.Second), "\rp.TestX: 12,400 executions, 1 failing, 6200/s, 2s, depth 24\x1b[K")
	s.Phase("p.TestX", "fails; making the schedule smaller")
	check(t, "a phase", s.after(time.Second), "\rp.TestX: fails; making the schedule smaller, 1s\x1b[K")
	s.Start("p.TestY", 0)
	s.Start("q.TestZ", 0)
	s.Packages(2)
	check(t, "others", s.after(0), "\rp.TestX: fails; making the schedule smaller, 1s; 2 more running; 0 of 2 packages done\x1b[K")
	s.End("p.TestX")
	s.PackageDone()
	check(t, "the next in time", s.after(0), "\rp.TestY: exploring, 0s; 1 more running; 1 of 2 packages done\x1b[K")
	s.End("p.TestY")
	s.End("q.TestZ")
	check(t, "nothing is running", s.after(0), "\r\x1b[K")
	s.Update("p.TestX", &wire.Progress{}) // late
	s.Phase("p.TestX", "over")
	check(t, "nothing comes after the end", s.after(time.Second), "")
}

func TestBuilding(t *testing.T) {
	s := newStage(true)
	s.Building("listing packages")
	check(t, "at first", s.after(500*time.Millisecond), "")
	s.Building("compiling and linking tests: 1 of 3, example.com/p")
	check(t, "after a second", s.after(time.Second), "\rcompiling and linking tests: 1 of 3, example.com/p\x1b[K")
	s.Building("")
	check(t, "at the end", s.after(0), "\r\x1b[K")
}

// Where nobody watches, only what is built is said, and only if it takes long.
func TestBuildingUnwatched(t *testing.T) {
	s := newStage(false)
	s.brief = true
	s.Building("listing packages")
	check(t, "after two seconds", s.after(2*time.Second), "")
	s.Building("compiling and linking tests: 1 of 3, example.com/p")
	check(t, "after three", s.after(time.Second), "gocheck: compiling and linking tests: 1 of 3, example.com/p (after 3s)\n")
	s.Building("compiling and linking tests: 2 of 3, example.com/q")
	check(t, "soon afterwards", s.after(9*time.Second), "")
	check(t, "ten seconds later", s.after(time.Second), "gocheck: compiling and linking tests: 2 of 3, example.com/q (after 13s)\n")
	s.Building("")
	s.Start("p.TestX", 0)
	check(t, "while it explores", s.after(time.Minute), "")
}

// What is printed does not mix with the line, which comes again below it.
func TestWriter(t *testing.T) {
	s := newStage(true)
	s.Start("p.TestX", 0)
	s.after(time.Second)
	s.w.Reset()
	w := s.Writer(&s.w)
	w.Write([]byte("one\n"))
	w.Write([]byte("two\n"))
	check(t, "two lines", s.w.String(), "\r\x1b[Kone\ntwo\n")
	check(t, "afterwards", s.after(0), "\rp.TestX: exploring, 1s\x1b[K")
	s.w.Reset()
	s.Close()
	s.Close()
	check(t, "closed", s.w.String(), "\r\x1b[K")
	s.Start("p.TestY", 0)
	s.Building("x")
}

// The terminal is as wide as it is now; wide letters take two columns, and no
// letter is cut in two.
func TestWidth(t *testing.T) {
	s := newStage(true)
	s.Start("p.Test界人", 0)
	for _, tt := range []struct {
		cols int
		want string
	}{{11, "p.Test界人"}, {10, "p.Test界"}, {9, "p.Test界"}, {8, "p.Test"}, {1, ""}, {0, ""}, {12, "p.Test界人:"}} {
		s.cols = tt.cols
		s.shown = "something else"
		check(t, "cut", s.after(time.Second), "\r"+tt.want+"\x1b[K")
	}
	check(t, "combining", report.Cut("Teste\u0301x", 6), "Teste\u0301x")
	check(t, "full width", report.Cut("Testｘy", 6), "Testｘ")
}

// In a log there is a line every now and then, as long as it may be.
func TestPlain(t *testing.T) {
	s := newStage(false)
	s.cols = 10
	s.Start("example.com/p.TestX", 0)
	lines := 0
	for range 12 {
		got := s.after(time.Second)
		lines += strings.Count(got, "\n")
		if strings.ContainsAny(got, "\r\x1b") {
			t.Errorf("%q in a log", got)
		}
	}
	if lines != 2 {
		t.Errorf("%d lines in 12 s, want 2", lines)
	}
	s.w.Reset()
	s.Writer(&s.w).Write([]byte("x\n"))
	s.Close()
	check(t, "what is printed stays as it is", s.w.String(), "x\n")
}

// Who is shown something, and that there is nobody changes nothing.
func TestNew(t *testing.T) {
	terminal := func() int { return 80 }
	for _, tt := range []struct {
		mode     string
		terminal func() int
		want     bool
	}{{"auto", terminal, true}, {"auto", nil, true}, {"off", terminal, false}, {"off", nil, false}, {"plain", nil, true}, {"plain", terminal, true}} {
		var w strings.Builder
		l := New(&w, tt.mode, tt.terminal)
		if (l != nil) != tt.want {
			t.Errorf("%s: %v", tt.mode, l)
		}
		if l != nil && tt.mode == "plain" && l.width != nil {
			t.Error("plain lines are overwritten")
		}
		l.Start("TestX", 0)
		l.Update("TestX", &wire.Progress{})
		l.Phase("TestX", "x")
		l.End("TestX")
		l.Building("x")
		l.Packages(1)
		l.PackageDone()
		l.Writer(&w).Write([]byte("x"))
		l.Close()
		if w.String() != "x" {
			t.Errorf("%q", &w)
		}
	}
}

// The rate is that of late, and what is left follows from it.
func TestRecent(t *testing.T) {
	began := time.Unix(1e9, 0)
	j := &job{name: "X", began: began, budget: time.Minute}
	for i, n := range []int64{0, 1000, 1990, 2000, 2010, 2020, 2030, 2040} {
		j.update(&wire.Progress{Executions: n, Seconds: wire.Number(i + 1), Depth: 3, Estimate: 2140})
	}
	check(t, "slower by and by", j.text(began.Add(8*time.Second)), "X: 2040 of about 2200 executions, 10/s, 8s, about 10s left, depth 3")
}

func TestLeft(t *testing.T) {
	began := time.Unix(1e9, 0)
	for _, tt := range []struct {
		estimate float64
		budget   time.Duration
		want     string
	}{
		{0, 0, "X: 100 executions, 50/s, 2s, depth 3"},
		{400, 0, "X: 100 of about 400 executions, 50/s, 2s, about 6s left, depth 3"},
		{400, 30 * time.Second, "X: 100 of about 400 executions, 50/s, 2s, about 6s left, depth 3"},
		{400, 5 * time.Second, "X: 100 of about 400 executions, 50/s, 2s, 3s left of -budget, depth 3"},
		{0, 5 * time.Second, "X: 100 executions, 50/s, 2s, 3s left of -budget, depth 3"},
		{100, 0, "X: 100 executions, 50/s, 2s, depth 3"},
		{400, 2 * time.Second, "X: 100 of about 400 executions, 50/s, 2s, depth 3"},
		{101, 0, "X: 100 of about 110 executions, 50/s, 2s, depth 3"},
		{123456, 0, "X: 100 of about 130,000 executions, 50/s, 2s, about 41m left, depth 3"},
		{1e6, 0, "X: 100 of about 1,000,000 executions, 50/s, 2s, about 6h left, depth 3"},
		{1e8, 0, "X: 100 of about 100,000,000 executions, 50/s, 2s, about 23 days left, depth 3"},
		{math.Inf(1), 0, "X: 100 executions, 50/s, 2s, depth 3"},
		{math.Inf(-1), 0, "X: 100 executions, 50/s, 2s, depth 3"},
		{math.NaN(), 0, "X: 100 executions, 50/s, 2s, depth 3"},
		{math.NaN(), 5 * time.Second, "X: 100 executions, 50/s, 2s, 3s left of -budget, depth 3"},
		{1e20, 0, "X: 100 executions of very many, 50/s, 2s, years left, depth 3"},
	} {
		j := &job{name: "X", began: began, budget: tt.budget}
		j.update(&wire.Progress{Executions: 100, Depth: 3, Seconds: 2, Estimate: wire.Number(tt.estimate)})
		check(t, "left", j.text(began.Add(2*time.Second)), tt.want)
	}
}
