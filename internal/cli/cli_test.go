package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"gocheck.dev/instrument"
	"gocheck.dev/internal/inturn"
	"gocheck.dev/internal/tips"
	"gocheck.dev/internal/wire"
)

// The test binary plays a test binary of package FAKE: the scripts in
// testdata/script see to the real ones, this to what they would do too seldom.
func TestMain(m *testing.M) {
	if pkg := os.Getenv("FAKE"); pkg != "" {
		fake(pkg)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func say(m wire.Message) {
	data, _ := json.Marshal(m)
	fmt.Println(string(data))
}

func fake(pkg string) {
	var config wire.Config
	data, _ := os.ReadFile(os.Getenv(wire.Env))
	if err := json.Unmarshal(data, &config); err != nil {
		os.Exit(9)
	}
	if said := os.Getenv("FAKE_SAYS"); said != "" {
		data, _ := os.ReadFile(said)
		os.Stdout.Write(data)
		return
	}
	if os.Getenv("FAKE_HANGS") != "" {
		time.Sleep(time.Hour)
	}
	wd, _ := os.Getwd()
	say(wire.Message{Type: "tests", Tests: []string{"TestX"}})
	say(wire.Message{Type: "start", Test: "TestX"})
	if os.Getenv("FAKE_STAYS") != "" {
		signal.Ignore(os.Interrupt)
		say(wire.Message{Type: "progress", Test: "TestX", Progress: &wire.Progress{Executions: 1}})
		time.Sleep(time.Hour)
	}
	schedule := func(n int32) *wire.Schedule {
		return &wire.Schedule{Package: pkg, Test: "TestX", Options: map[string]string{"queue": "fifo"}, Steps: []wire.Step{
			{Task: "main", Op: "choose", Pos: wd + "/x.go:1:1", Choice: n},
		}}
	}
	r := &wire.Result{Verdict: "fail", Algorithm: "closure", Executions: 9, Failing: 3}
	fail := func(n int32, message string) {
		say(wire.Message{Type: "failure", Test: "TestX", Failure: &wire.Failure{
			Kind: "assert", Message: message, Pos: wd + "/x.go:1:1", Execution: int64(n), Schedule: schedule(n),
		}})
	}
	for i, s := range config.Saved["TestX"] {
		left := 0
		if s.Steps[0].Choice == 7 {
			left = 1
		}
		failed := s.Steps[0].Choice < 7
		say(wire.Message{Type: "saved", Test: "TestX", Saved: &wire.Saved{Index: i, Failed: failed, Exact: failed, Left: left, Why: "it is gone"}})
		if failed {
			fail(s.Steps[0].Choice, "one")
			say(wire.Message{Type: "result", Test: "TestX", Result: r})
			return
		}
	}
	fail(1, "one")
	fail(2, "one") // looks the same
	fail(3, "two")
	say(wire.Message{Type: "result", Test: "TestX", Result: r})
}

func fakeApp(t *testing.T) (a *App, stdout, stderr *strings.Builder) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("FAKE", "example.com/p")
	t.Setenv("GOCHECKCACHE", t.TempDir())
	dir := t.TempDir()
	stdout, stderr = &strings.Builder{}, &strings.Builder{}
	return &App{
		Stdout: stdout, Stderr: stderr, Dir: dir, Width: 100,
		Build: func(context.Context, instrument.Config) ([]instrument.Binary, error) {
			return []instrument.Binary{{ImportPath: "example.com/p", Dir: dir, ModuleDir: dir, Path: exe}}, nil
		},
	}, stdout, stderr
}

// Failures that look the same are printed once; each other one is saved, and
// on the next run the first saved one fails first, without being saved again.
func TestKeepGoing(t *testing.T) {
	a, stdout, stderr := fakeApp(t)
	if status := a.Run(t.Context(), []string{"-keep-going"}); status != exitFailure || stderr.Len() > 0 {
		t.Fatal(status, stderr)
	}
	for text, n := range map[string]int{
		"    assert: one\n": 1, "    assert: two\n": 1, "    1 more execution failed the same way\n": 1,
		"Failing schedule written to testdata/gocheck/TestX/": 2, "execution 3 of 9, 1 step": 1,
	} {
		if got := strings.Count(stdout.String(), text); got != n {
			t.Errorf("%q occurs %d times, want %d:\n%s", text, got, n, stdout)
		}
	}
	saved, _ := filepath.Glob(filepath.Join(a.Dir, "testdata/gocheck/TestX/*"))
	if len(saved) != 2 {
		t.Fatal(saved)
	}
	stdout.Reset()
	if status := a.Run(t.Context(), nil); status != exitFailure {
		t.Fatal(status)
	}
	if !strings.Contains(stdout.String(), "(saved before)\n") || strings.Contains(stdout.String(), "written") {
		t.Error(stdout)
	}
	if now, _ := filepath.Glob(filepath.Join(a.Dir, "testdata/gocheck/TestX/*")); len(now) != 2 {
		t.Error(now)
	}
}

// A saved schedule that does not fail any more is mentioned with -v, or if nothing
// is left of it, and none that was made under other options is run.
func TestSavedBefore(t *testing.T) {
	a, stdout, _ := fakeApp(t)
	dir := filepath.Join(a.Dir, "testdata/gocheck/TestX")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	const text = "gocheck schedule v1\npackage example.com/p\ntest TestX\noption queue %s\nstep main choose - x.go:1 choice=%d\nend 1\n"
	save := func(name, queue string, choice int) {
		if err := os.WriteFile(filepath.Join(dir, name), fmt.Appendf(nil, text, queue, choice), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	save("a", "fifo", 7)
	save("b", "unordered", 7)
	save("c", "fifo", 8)
	for _, tt := range []struct {
		flag string
		c    bool
	}{{"-progress=off", false}, {"-v", true}, {"-json", true}} {
		stdout.Reset()
		a.Run(t.Context(), []string{tt.flag, "-save=false"})
		if want := "TestX/a no longer fails; the program does something else from the first of its 1 step on: it is gone\n"; strings.Count(strings.ReplaceAll(stdout.String(), `\n`, "\n"), want) != 1 {
			t.Errorf("%s: %s", tt.flag, stdout)
		}
		if !strings.Contains(stdout.String(), "it tests hardly anything any more") {
			t.Errorf("%s: %s", tt.flag, stdout)
		}
		if strings.Contains(stdout.String(), "TestX/b") {
			t.Errorf("%s: %s", tt.flag, stdout)
		}
		if got := strings.Contains(stdout.String(), "TestX/c no longer fails"); got != tt.c {
			t.Errorf("%s: %s", tt.flag, stdout)
		}
	}
}

// The names and the order of these are fixed: docs/manual.md, "JSON".
func TestJSONFields(t *testing.T) {
	a, stdout, _ := fakeApp(t)
	a.Run(t.Context(), []string{"-json", "-save=false"})
	var got []string
	for line := range strings.Lines(stdout.String()) {
		if strings.HasPrefix(line, `{"Action"`) {
			got = append(got, line)
		}
	}
	want := []string{
		`{"Action":"failure","Package":"example.com/p","Test":"TestX","Kind":"assert","Message":"one","Pos":"x.go:1:1","Schedule":"","Execution":1,"Steps":1}` + "\n",
		`{"Action":"failure","Package":"example.com/p","Test":"TestX","Kind":"assert","Message":"two","Pos":"x.go:1:1","Schedule":"","Execution":3,"Steps":1}` + "\n",
		`{"Action":"result","Package":"example.com/p","Test":"TestX","Verdict":"fail","Algorithm":"closure","Exhaustive":false,"Executions":9,"Blocked":0,"Redundant":0,"Failing":3,"Events":0,"Elapsed":0}` + "\n",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestBuildErrors(t *testing.T) {
	a, stdout, stderr := fakeApp(t)
	a.Build = func(context.Context, instrument.Config) ([]instrument.Binary, error) {
		return nil, &instrument.LoadError{Text: "no packages match ./x/...\n"}
	}
	if status := a.Run(t.Context(), nil); status != exitUsage || stderr.String() != "no packages match ./x/...\n" {
		t.Error(status, stderr)
	}
	stderr.Reset()
	a.Build = func(context.Context, instrument.Config) ([]instrument.Binary, error) {
		return []instrument.Binary{
			{ImportPath: "p/a", Dir: a.Dir, Err: &instrument.BuildError{ImportPath: "p/a", Text: a.Dir + "/x.go:1:2: bad"}},
			{ImportPath: "p/b", NoTests: true},
		}, nil
	}
	if status := a.Run(t.Context(), nil); status != exitUsage {
		t.Error(status)
	}
	if stderr.String() != "x.go:1:2: bad\n" || stdout.String() != "FAIL\tp/a\t[build failed]\n?   \tp/b\t[no test files]\n" {
		t.Errorf("%s%s", stderr, stdout)
	}
	stderr.Reset()
	ctx, cancel := context.WithCancel(t.Context())
	a.Build = func(context.Context, instrument.Config) ([]instrument.Binary, error) {
		cancel()
		return nil, fmt.Errorf("listing packages: %w", ctx.Err())
	}
	if status := a.Run(ctx, nil); status != exitIncomplete || stderr.String() != "gocheck: interrupted\n" {
		t.Error(status, stderr)
	}
}

// A tip comes once, with the first slot that has it, whichever is written first.
func TestTipsInOrder(t *testing.T) {
	var w strings.Builder
	q := inturn.New(&w, 3, &tips.Given{})
	for i := len(q.Slots) - 1; i >= 0; i-- {
		e := textEmitter{q.Slots[i]}
		for _, kind := range []string{"leak", "race", "leak"} {
			e.text("", fmt.Sprintf("%d %s\n", i, kind))
			e.tip(tips.Kind(kind))
		}
	}
	for _, s := range q.Slots {
		s.Close()
	}
	var got []string
	for line := range strings.Lines(w.String()) {
		got = append(got, strings.Join(strings.Fields(line)[:2], " "))
	}
	want := []string{"0 leak", "tip: by", "0 race", "tip: a", "0 leak", "1 leak", "1 race", "1 leak", "2 leak", "2 race", "2 leak"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Tips are for people: -json has none, nor has who does not want them.
func TestNoTips(t *testing.T) {
	a, stdout, _ := fakeApp(t)
	for _, tt := range []struct {
		env  string
		args []string
		want int
	}{
		{"", []string{"-save=false"}, 1},
		{"", []string{"-save=false", "-tips=off"}, 0},
		{"off", []string{"-save=false"}, 0},
		{"off", []string{"-save=false", "-tips=on"}, 1},
		{"", []string{"-save=false", "-json"}, 0},
	} {
		stdout.Reset()
		t.Setenv("GOCHECKTIPS", tt.env)
		a.Run(t.Context(), tt.args)
		if got := strings.Count(stdout.String(), "tip: "); got != tt.want {
			t.Errorf("GOCHECKTIPS=%s %q: %d tips, want %d:\n%s", tt.env, tt.args, got, tt.want, stdout)
		}
	}
}

// A watchedWriter tells of a text when it has been written.
type watchedWriter struct {
	mu   sync.Mutex
	all  strings.Builder
	text string
	seen chan struct{}
}

func (w *watchedWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	before := strings.Contains(w.all.String(), w.text)
	w.all.Write(p)
	if !before && strings.Contains(w.all.String(), w.text) {
		close(w.seen)
	}
	return len(p), nil
}

// What an interrupt leaves over is counted, and nothing is said to have passed.
func TestInterrupted(t *testing.T) {
	a, stdout, stderr := fakeApp(t)
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	a.Build = func(context.Context, instrument.Config) ([]instrument.Binary, error) {
		cancel()
		b := instrument.Binary{ImportPath: "example.com/p", Dir: a.Dir, ModuleDir: a.Dir, Path: exe}
		return []instrument.Binary{b, b}, nil
	}
	if status := a.Run(ctx, nil); status != exitIncomplete || stdout.Len() > 0 || stderr.String() != "gocheck: interrupted: 2 packages not run\n" {
		t.Error(status, stdout, stderr)
	}

	schedule := filepath.Join(a.Dir, "s")
	const text = "gocheck schedule v1\npackage example.com/p\ntest TestX\noption queue fifo\nstep main choose - x.go:1 choice=7\nend 1\n"
	if err := os.WriteFile(schedule, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	a.Build = func(context.Context, instrument.Config) ([]instrument.Binary, error) {
		cancel()
		return []instrument.Binary{{ImportPath: "example.com/p", Dir: a.Dir, ModuleDir: a.Dir, Path: exe}}, nil
	}
	t.Setenv("FAKE_HANGS", "1")
	stderr.Reset()
	if status := a.Run(ctx, []string{"replay", "s", "s"}); status != exitIncomplete || stdout.Len() > 0 || stderr.String() != "gocheck: interrupted: 2 schedules not run\n" {
		t.Error(status, stdout, stderr)
	}

	trace, err := filepath.Abs(filepath.Join("..", "..", "testdata", "traces", "threads", "trace1", "trace.txt"))
	if err != nil {
		t.Fatal(err)
	}
	stderr.Reset()
	if status := a.Run(ctx, []string{"explore", trace, trace}); status != exitIncomplete || stderr.String() != "gocheck: interrupted: 1 trace not run\n" {
		t.Error(status, stderr)
	}
	if !strings.Contains(stdout.String(), "interrupted: 0 executions explored, and one more cut short") || strings.Contains(stdout.String(), "ok") {
		t.Error(stdout)
	}
}

// The second Ctrl-C ends it without a word: nothing is said of what is killed.
func TestAbandon(t *testing.T) {
	a, _, _ := fakeApp(t)
	t.Setenv("FAKE_STAYS", "1")
	stdout := &watchedWriter{text: "=== RUN", seen: make(chan struct{})}
	a.Stdout = stdout
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan int)
	go func() { over <- a.Run(ctx, []string{"-p", "1", "-v"}) }()
	<-stdout.seen
	before := stdout.all.String()
	cancel()
	if status := a.Abandon(); status != exitIncomplete {
		t.Errorf("exit status %d", status)
	}
	<-over
	if got := stdout.all.String(); got != before {
		t.Errorf("after %q it says %q", before, got)
	}
}

// A long build says what it is at, and nothing of that is left when it fails.
func TestBuildingShown(t *testing.T) {
	a, _, _ := fakeApp(t)
	w := &watchedWriter{text: "compiling and linking tests: 1 of 3, example.com/p", seen: make(chan struct{})}
	a.Stderr = w
	a.Watched = func() int { return 80 }
	a.Build = func(_ context.Context, cfg instrument.Config) ([]instrument.Binary, error) {
		cfg.Phase(instrument.Phase{Doing: "compiling and linking tests", Package: "example.com/p", Done: 1, Of: 3})
		<-w.seen
		return nil, &instrument.LoadError{Text: "no packages"}
	}
	a.Run(t.Context(), nil)
	if got := w.all.String(); !strings.HasSuffix(got, "\r\x1b[Kno packages\n") {
		t.Errorf("%q", got)
	}
}
