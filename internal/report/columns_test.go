package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gocheck.dev/internal/golden"
	"gocheck.dev/internal/wire"
)

// waiting is a schedule in which main waits for a lock, which is free for a
// while and taken by others, and an event waits for main.
func waiting() *wire.Schedule {
	return &wire.Schedule{Steps: []wire.Step{
		{Task: "main", Op: "begin", Pos: "x.go:1:1"},
		{Task: "main/1", Op: "begin", Created: "x.go:2:1", Runs: "s.run"},
		{Task: "main/1", Op: "lock", Object: "mu", Pos: "x.go:3:1", Blocked: []string{"main"}, Waits: []wire.Access{{Task: "main", Op: "lock", Object: "mu", Pos: "x.go:9:1"}}},
		{Task: "main/1", Op: "unlock", Object: "mu", Pos: "x.go:4:1"},
		{Task: "main/1", Op: "lock", Object: "mu", Pos: "x.go:3:1", Blocked: []string{"main"}},
		{Task: "main/2", Op: "begin", Object: "ui", Created: "x.go:5:1", Blocked: []string{"main"}},
		{Task: "main/2", Op: "post", Object: "log", Pos: "x.go:6:1", Blocked: []string{"main", "main/2"}, Waits: []wire.Access{{Task: "main/2", Op: "recv", Object: "c", Pos: "x.go:7:1"}}},
		{Task: "main/1", Op: "unlock", Object: "mu", Pos: "x.go:4:1", Blocked: []string{"main/2"}},
		{Task: "main", Op: "lock", Object: "mu", Pos: "x.go:9:1", Blocked: []string{"main/2"}},
		{Task: "main", Op: "send", Object: "c", Pos: "x.go:10:1", Partner: "main/2"},
		{Task: "main/3", Op: "begin", Object: "ui", Created: "x.go:5:1"},
	}}
}

// Who waits says so once, and is woken once: by the last one who could.
func TestWakings(t *testing.T) {
	if diff := cmp.Diff(map[int][]string{7: {"main"}}, wakings(waiting().Steps)); diff != "" {
		t.Error(diff)
	}
	var w strings.Builder
	Columns(&w, "", waiting(), Options{Width: 100})
	golden.Check(t, "waiting.golden", w.String())
}

// What the sentence names has its sign in the columns: as a step, as what a
// task is blocked in, or not at all.
func TestMarks(t *testing.T) {
	s := waiting()
	s.Steps = s.Steps[:7]
	passing := func(task string, before int) *wire.Passing {
		p := &wire.Passing{Pairs: []wire.Pair{{First: 2, Second: before}}}
		for range before {
			p.Steps = append(p.Steps, wire.Step{Task: task, Op: "begin"})
		}
		p.Steps = append(p.Steps, wire.Step{Task: task, Op: "lock", Object: "mu", Pos: "x.go:9:1"})
		return p
	}
	for _, tt := range []struct {
		task   string
		before int
		want   string
	}{
		{"main/1", 2, "② unlock mu"},
		{"main", 1, "② blocked: lock mu"},
		{"main", 2, ""},
		{"main/9", 0, ""},
	} {
		s.Passing = passing(tt.task, tt.before)
		var w strings.Builder
		Columns(&w, "", s, Options{Width: 200})
		said := difference(s, marksOf(s))
		if !strings.Contains(w.String(), "① lock mu") || !strings.Contains(said, "before ① lock mu") {
			t.Errorf("%+v: no ①: %s\n%s", tt, said, w.String())
		}
		if tt.want == "" && strings.Contains(w.String()+said, "②") || !strings.Contains(w.String(), tt.want) || tt.want != "" && !strings.Contains(said, "② lock mu") {
			t.Errorf("%+v: %s\n%s", tt, said, w.String())
		}
		if plain := Difference(s); strings.ContainsAny(plain, "①②") {
			t.Errorf("%s", plain)
		}
	}
}

// Libraries fold but for what the failure is about; nothing is folded with -v.
func TestFold(t *testing.T) {
	s := &wire.Schedule{Failure: &wire.Failure{Kind: "panic", Pos: "$GOMODCACHE/example.com/b@v1.0.0/sub/b.go:3:1"}}
	lib := func(name string, n int) {
		for i := range n {
			s.Steps = append(s.Steps, wire.Step{Task: "main", Op: "lock", Object: name, Pos: fmt.Sprintf("$GOMODCACHE/example.com/%s@v1.0.0/sub/%s.go:%d:1", name, name, i+1)})
		}
	}
	lib("a", 3)
	lib("b", 2)
	s.Steps[4].Failed = "main"
	show := func(o Options) string {
		var w strings.Builder
		o.Width = 100
		Columns(&w, "", s, o)
		return w.String()
	}
	got := show(Options{})
	if !strings.Contains(got, "lock a … 3 steps in example.com/a/sub") || strings.Contains(got, "a.go") {
		t.Errorf("not folded:\n%s", got)
	}
	if !strings.Contains(got, "lock b  b.go:1") {
		t.Errorf("what the failure is about is folded:\n%s", got)
	}
	if got := show(Options{Verbose: true}); strings.Contains(got, "…") {
		t.Errorf("-v:\n%s", got)
	}
	// Before a schedule is saved its positions are those of this machine.
	for i := range s.Steps {
		s.Steps[i].Pos = strings.Replace(s.Steps[i].Pos, "$GOMODCACHE", "/elsewhere", 1)
	}
	s.Failure.Pos = ""
	if got := show(Options{Portable: strings.NewReplacer("/elsewhere/", "$GOMODCACHE/").Replace}); !strings.Contains(got, "5 steps in example.com/a/sub, example.com/b/sub") {
		t.Errorf("elsewhere:\n%s", got)
	}
}

func TestLibraryOf(t *testing.T) {
	for pos, want := range map[string]string{
		"x.go:3:1":         "",
		"$MODULE/y/x.go:3": "",
		"$GOMODCACHE/golang.org/x/sync@v0.1.0/semaphore/s.go:7:2":                               "golang.org/x/sync/semaphore",
		"/home/me/go/pkg/mod/example.com/lib@v2.0.0/l.go:7:2":                                   "example.com/lib",
		"$GOMODCACHE/golang.org/toolchain@v0.0.1-go1.26.linux-amd64/src/encoding/json/d.go:9:1": "encoding/json",
		"$GOROOT/src/sync/pool.go:9:1":                                                          "sync",
		"vendor/example.com/lib/l.go:1:1":                                                       "example.com/lib",
		"/w/vendor/example.com/lib/l.go:1:1":                                                    "example.com/lib",
		"":                                                                                      "",
	} {
		if got := libraryOf(pos); got != want {
			t.Errorf("%s: %q, want %q", pos, got, want)
		}
	}
}

// Nothing that a program names or says moves the cursor or colours the report.
func TestVisible(t *testing.T) {
	s := &wire.Schedule{Steps: []wire.Step{
		{Task: "main", Op: "lock", Object: "a\n\x1b[2J", Pos: "x.go:1:1"},
		{Task: "main/1", Op: "begin", Object: "\x1b]0;ui\x07事件", Created: "x.go:2:1"},
		{Task: "main/1", Op: "post", Object: "事件循环🦊", Pos: "y.go:1:1"},
	}}
	var w strings.Builder
	Columns(&w, "", s, Options{Width: 80})
	width := 0
	for line := range strings.Lines(w.String()) {
		n := textWidth(strings.TrimSuffix(line, "\n"))
		if width == 0 {
			width = n
		}
		if n != width || strings.Contains(line, "\x1b") {
			t.Errorf("the table is broken: %q\n%s", line, w.String())
		}
	}
}

// The line is quoted of what is said to be "at" it, with tabs and wide
// characters before the column, and only if it is there.
func TestQuote(t *testing.T) {
	o := Options{Width: 60, Source: func(file string) []byte {
		if file != "x.go" {
			return nil
		}
		return []byte("package x\n\tf(\"事\",\t1); mu.Lock()\r\n\n" + strings.Repeat("long ", 30))
	}}
	for pos, want := range map[string]string{
		"x.go:2:15":  "            2 | f(\"事\", 1); mu.Lock()\n                            ^\n",
		"x.go:2:900": "            2 | f(\"事\", 1); mu.Lock()\n",
		"x.go:3:1":   "", "x.go:99:1": "", "y.go:1:1": "", "x.go": "", "": "",
	} {
		var w strings.Builder
		quote(&w, pos, &o)
		if diff := cmp.Diff(want, w.String()); diff != "" {
			t.Errorf("%s: %s", pos, diff)
		}
	}
	var w strings.Builder
	if quote(&w, "x.go:4:3", &o); textWidth(strings.SplitN(w.String(), "\n", 2)[0]) > 60 {
		t.Errorf("too long: %s", w.String())
	}
	if names("goroutine 1 (x.go:2) waits at x.go:21", "x.go:2") || !names("in f\n    f at x.go:2", "x.go:2") {
		t.Error("places")
	}
}

// Subtests are called by their names. One that was paused goes on in its column, though as
// another task; goroutines are numbered without them.
func TestSubtests(t *testing.T) {
	s := &wire.Schedule{Steps: []wire.Step{
		{Task: "main", Op: "begin", Pos: "x_test.go:1:1"},
		{Task: "main", Op: "spawn", Pos: "x_test.go:2:1"},
		{Task: "main/1", Op: "begin", Created: "x_test.go:2:1", Runs: "subtest a/b"},
		{Task: "main", Op: "spawn", Pos: "x_test.go:2:1"},
		{Task: "main/2", Op: "begin", Created: "x_test.go:2:1", Runs: "subtest a/b"},
		{Task: "main/2", Op: "lock", Object: "mu", Pos: "x_test.go:3:1"},
		{Task: "main/3", Op: "begin", Created: "x_test.go:4:1", Runs: "work"},
	}}
	l := LanesOf(s)
	var names []string
	for _, lane := range l.All() {
		names = append(names, lane.Name+" "+lane.Runs)
	}
	if diff := cmp.Diff([]string{"main ", "subtest a/b ", "goroutine 1 work"}, names); diff != "" {
		t.Error(diff)
	}
	if l.Of("main/1") != l.Of("main/2") || l.Name("main/2") != "subtest a/b" {
		t.Error(l.Of("main/1"), l.Of("main/2"), l.Name("main/2"))
	}
}
