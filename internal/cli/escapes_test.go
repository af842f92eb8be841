package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"gocheck.dev/instrument"
	"gocheck.dev/internal/longtest"
	"gocheck.dev/internal/schedule"
	"gocheck.dev/internal/wire"
)

// evil has whatever could do something to who reads it: colours of our own and others,
// titles, C0 and C1 controls, an overridden direction, separators of lines, what is no
// UTF-8; lines that look like ours, and orders to GitHub's runner.
const evil = "EVIL\x1b[1;31mEVIL\x1b[2J\x1b]0;t\x07\u009b31m\x7f\b\x00\r\u202e\u2066\u200b\u2028\u2029\x85\xff##[error]x\nforged: line\n::error::forged\n  ::stop-commands::forged\n"

// sgr are the codes of our own colours.
var ownCodes = regexp.MustCompile("\x1b\\[(?:0|1|2|33|32|1;31|1;36)m")

// tame says what is wrong with an output: the first character that does something, or
// a line that is not ours.
func tame(out string, colors bool) string {
	if why := seen(out, colors); why != "" {
		return why
	}
	lines := slices.Collect(strings.Lines(out))
	for at, line := range lines {
		if text := strings.TrimSpace(line); strings.HasPrefix(line, "forged") || strings.HasPrefix(text, "::") && !annotation.MatchString(line) || strings.Contains(line, "##[") && !annotation.MatchString(line) {
			return fmt.Sprintf("it has the line %.150q after %.600q", line, lines[max(0, at-3):at])
		}
	}
	return ""
}

// seen is the first part of it, for files, which no runner reads.
func seen(out string, colors bool) string {
	if strings.Contains(out, "\x1b[1;31mEVIL\x1b") {
		return "it has colours that are not ours"
	}
	if colors {
		out = ownCodes.ReplaceAllString(out, "")
	}
	for i := 0; i < len(out); {
		r, size := utf8.DecodeRuneInString(out[i:])
		if r == utf8.RuneError && size == 1 || !unicode.IsPrint(r) && r != '\n' && r != '\t' {
			return fmt.Sprintf("it has %+q in %+q", out[i:i+size], out[max(0, i-100):min(len(out), i+50)])
		}
		i += size
	}
	return ""
}

// annotation is one that is meant.
var annotation = regexp.MustCompile(`^::(?:error|warning|notice) (?:file=[^:]*,)?title=[^:]*::`)

// TestEvilSchedule: no field of a schedule does anything to who looks at it.
func TestEvilSchedule(t *testing.T) {
	a, stdout, stderr := fakeApp(t)
	evilSource(t, a.Dir)
	dir := filepath.Join(a.Dir, "testdata", "gocheck", "TestX")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	path, page := filepath.Join(dir, "s"), filepath.Join(a.Dir, "page.html")
	said := 0
	look := func(field string, text []byte) {
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"show"}, {"show", "-v", "-color=always"}, {"show", "-html", page}} {
			stdout.Reset()
			stderr.Reset()
			a.Width = 130 - a.Width // as columns, and as a list
			a.Run(t.Context(), append(args, path))
			out := stdout.String() + stderr.String()
			if why := tame(out, slices.Contains(args, "-color=always")); why != "" {
				t.Errorf("%s: %q: %s", field, args, why)
			}
			html, err := os.ReadFile(page)
			if err == nil {
				os.Remove(page)
			}
			if why := seen(string(html), false); why != "" {
				t.Errorf("%s: the page: %s", field, why)
			}
			said += strings.Count(out, "EVIL") + strings.Count(string(html), "EVIL")
		}
	}
	s := full()
	each(s, nil, false, func(field string) { look(field, schedule.Format(s)) })
	// Files that are no schedules: the error quotes them.
	const head = "gocheck schedule v1\npackage p\ntest T\n"
	raw := strings.NewReplacer("\xff", "", "\x85", "", "\n", " ").Replace(evil)
	for _, text := range []string{
		raw, "gocheck schedule " + raw, head + raw, head + `"` + raw, head + `"` + raw + `"`, head + "option a " + raw + " b", head + "step a b c d " + raw + "=1", head + "step a b c d " + raw,
		head + "step a b c d choice=" + raw, head + "step a b c d choice=\"" + raw, head + "step a b c d value=a\"" + raw, head + "step a b c d blocked=a," + raw + "\"", head + "end " + raw, head + "every " + raw,
		head + "passing " + raw + " 1 1", head + "passing order " + raw, head + "option a b\noption a " + raw, head + "detail " + raw + "\"", head + "failure a\"" + raw + "\" b c",
	} {
		look("a damaged file", []byte(text+"\nend 0\n"))
	}
	look("a file's name", []byte(head+"end 0\n"))
	if said < 1000 {
		t.Errorf("EVIL is said %d times only: the test is about little", said)
	}
	path = filepath.Join(dir, strings.NewReplacer("\x00", "", "/", "").Replace(evil))
	look("a file's name", []byte(head+"end 0\n"))
	look("a file's name", []byte("no schedule"))
}

// said are messages of a test binary that has everything.
func everything() []wire.Message {
	warning := wire.Warning{Kind: "lock-order", Message: "m", Pos: "x.go:1:1", Details: []string{"d"}}
	failure := *full().Failure
	failure.Schedule, failure.From, failure.Execution = full(), &wire.Size{Steps: 99}, 3
	failure.Schedule.Failure = nil
	result := func(verdict string) *wire.Result {
		return &wire.Result{
			Verdict: verdict, Reason: "because", Pos: "x.go:1:1", Algorithm: "closure", Bound: "time", Executions: 3, Failing: 1,
			Warnings: []wire.Warning{warning}, Outcomes: []wire.Outcome{{Observed: []string{"a=b"}, Kind: "panic", Executions: 2}, {Executions: 1}},
		}
	}
	event := func(i uint32) wire.Event {
		return wire.Event{Task: "main/1", Index: i, Op: "op", Handler: "handler", Runs: "f", Pos: "x.go:1:1"}
	}
	all := []wire.Message{{Type: "tests", Tests: []string{"TestX", "TestY", "TestZ", "TestW", "TestV"}}}
	for i, verdict := range []string{"fail", "incomplete", "unsupported", "pass"} {
		test := all[0].Tests[i]
		all = append(all, wire.Message{Type: "start", Test: test}, wire.Message{Type: "progress", Test: test, Progress: &wire.Progress{Executions: 1}},
			wire.Message{Type: "saved", Test: test, Saved: &wire.Saved{Failed: verdict == "fail", Left: 1, Followed: 1, New: 1, Why: "it is gone"}})
		if verdict == "fail" {
			all = append(all, wire.Message{Type: "found", Test: test, Failure: &failure}, wire.Message{Type: "failure", Test: test, Failure: &failure})
		}
		if verdict == "incomplete" {
			access := wire.Access{Task: "main", Op: "read", Object: "x", Pos: "x.go:1:1"}
			pair := &wire.Conflict{Object: "o", First: event(0), Second: event(1), FirstAt: access, SecondAt: access}
			final := func(s string) *wire.Final {
				return &wire.Final{Failure: "f" + s, Observed: []string{s}, State: []string{s}, Output: []string{s}, Sent: []string{s}, Timers: []string{s}}
			}
			all = append(all, wire.Message{Type: "sequence", Test: test, Sequence: &wire.Sequence{Parent: -1, Events: []wire.Event{event(0), event(1)}, Final: final("a")}},
				wire.Message{Type: "sequence", Test: test, Sequence: &wire.Sequence{Index: 1, Depth: 1, Pair: pair, Events: []wire.Event{event(1), event(0)}, Final: final("b")}})
		}
		all = append(all, wire.Message{Type: "result", Test: test, Result: result(verdict)})
	}
	return append(all, wire.Message{Type: "skipped", Test: "TestV", Output: "why"}, wire.Message{Type: "start", Test: "TestW"})
}

// says makes the fake binary say messages.
func says(t testing.TB, all []wire.Message) {
	t.Helper()
	var text strings.Builder
	for _, m := range all {
		data, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(append(data, '\n'))
	}
	if err := os.WriteFile(os.Getenv("FAKE_SAYS"), []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestEvilBinary: no field of what a test binary says does, nor of what is known of its
// package, whatever is made of it. What the program prints comes out as it is, in text.
func TestEvilBinary(t *testing.T) {
	a, stdout, stderr := fakeApp(t)
	evilSource(t, a.Dir)
	t.Setenv("FAKE_SAYS", filepath.Join(t.TempDir(), "said"))
	dir := filepath.Join(a.Dir, "testdata", "gocheck", "TestX")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	saved, report, page := filepath.Join(dir, "s"), filepath.Join(a.Dir, "report.xml"), filepath.Join(a.Dir, "page.html")
	if err := os.WriteFile(saved, schedule.Format(full()), 0o666); err != nil {
		t.Fatal(err)
	}
	look := func(field string, args ...string) {
		t.Helper()
		stdout.Reset()
		stderr.Reset()
		a.Run(t.Context(), args)
		if why := tame(stdout.String()+stderr.String(), slices.Contains(args, "-color=always")); why != "" {
			t.Errorf("%s: %q: %s", field, args, why)
		}
		for _, file := range []string{report, page, filepath.Join(a.Dir, "trace.txt")} {
			text, err := os.ReadFile(file)
			if err != nil {
				continue
			}
			if why := seen(string(text), false); why != "" {
				t.Errorf("%s: %q: %s %s", field, args, file, why)
			}
			os.Remove(file)
		}
		for line := range strings.Lines(stdout.String()) {
			if slices.Contains(args, "-json") && !json.Valid([]byte(line)) {
				t.Errorf("%s: no JSON: %q", field, line)
			}
		}
	}
	text := []string{"-p=1", "-v", "-save=false", "-color=always", "-annotations=github", "-junit", report, "-html", page, "-algo=r4"}
	all := everything()
	each(all, regexp.MustCompile(`\.Type$|\.Failure\.Output$`), true, func(field string) {
		says(t, all)
		look(field, text...)
		if field == "everything" || strings.Contains(field, "Failure") || strings.Contains(field, "Sequence") || strings.Contains(field, "Warning") {
			look(field, "-p=1", "-json", "-save=false", "-annotations=github")
		}
		if strings.Contains(field, "Test") || strings.Contains(field, "Why") || field == "everything" {
			look(field, "replay", "-v", saved)
			look(field, "replay", "-json", saved)
			look(field, "record", "-o", "trace.txt")
		}
	})

	// What is recorded.
	rec := &wire.Recorded{
		Package: "p", Test: "TestX", Races: "report", Objects: []wire.RecordedObject{{Kind: "mutex", Name: "mu"}, {Kind: "variable", Name: "x"}},
		Ops: []wire.RecordedOp{
			{Task: "main", Op: "begin", Event: "begin", Pos: "x.go:1:1"}, {Task: "main", Op: "spawn", Event: "spawn", Other: "main/1", Pos: "x.go:2:1"},
			{Task: "main", Op: "lock", Event: "lock", Object: 1, Pos: "x.go:3:1", Effects: []wire.RecordedEffect{{Task: "main", Object: 2, Pos: "x.go:4:1"}}, Last: true},
		},
	}
	recorded := []wire.Message{
		{Type: "tests", Tests: []string{"TestX"}}, {Type: "start", Test: "TestX"}, {Type: "recorded", Test: "TestX", Recorded: rec},
		{Type: "failure", Test: "TestX", Failure: &wire.Failure{Kind: "panic", Message: "m"}}, {Type: "result", Test: "TestX", Result: &wire.Result{Verdict: "fail"}},
	}
	traces := 0
	each(recorded, regexp.MustCompile(`\.Type$|\.Kind$|\.Event$|\.Act$`), true, func(field string) {
		says(t, recorded)
		look(field, "record", "-o", "trace.txt")
		if strings.Contains(stdout.String(), "written to") {
			traces++
		}
	})
	if traces < 5 {
		t.Errorf("%d traces were written", traces)
	}

	// What a saved schedule says, in a replay that differs from it.
	says(t, everything())
	s := full()
	each(s, nil, true, func(field string) {
		if err := os.WriteFile(saved, schedule.Format(s), 0o666); err != nil {
			t.Fatal(err)
		}
		look(field, "replay", "-color=always", saved)
		look(field, "-p=1", "-save=false", "-v")
	})
	if err := os.WriteFile(saved, []byte("gocheck schedule v1\npackage p\ntest T\nstep a b c d \x1b[2J=\x7f\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	look("a damaged schedule", text...)
	os.Remove(saved)

	// What the package is, and its directives.
	build := a.Build
	binaries, _ := build(t.Context(), instrument.Config{})
	b := &binaries[0]
	pos := token.Position{Filename: "/x.go", Line: 1, Column: 1}
	b.Tests, b.Plain = []instrument.Test{{Name: "TestX", Pos: pos}}, []instrument.Plain{{ImportPath: "a", Why: "b", Left: true, Timer: "c"}}
	b.Unsupported = []instrument.Diagnostic{{Pos: pos, Message: "m"}}
	path, local := b.Path, b.Dir
	b.Directives = []instrument.Directive{{Pos: pos, Name: "skip", Value: "why", Test: "TestX"}}
	a.Build = func(context.Context, instrument.Config) ([]instrument.Binary, error) {
		c := *b
		c.Path, c.Dir = path, local
		return []instrument.Binary{c}, nil
	}
	for range 2 {
		each(b, regexp.MustCompile(`^\.(?:Path|Dir)$`), true, func(field string) { look(field, text...) })
		b.Directives = []instrument.Directive{{Pos: pos, Name: "budget", Value: "5s", Test: "TestX"}, {Pos: pos, Name: "steps", Value: "x", Test: "TestX"}, {Pos: pos, Name: "queue", Misplaced: "here"}}
	}
	// Errors are the file system's and the go command's, and may have several lines.
	lines := strings.ReplaceAll(evil, "forged: line", "more")
	for _, err := range []error{errors.New(lines), &instrument.LoadError{Text: lines}, &instrument.BuildError{ImportPath: lines, Text: lines}} {
		a.Build = func(context.Context, instrument.Config) ([]instrument.Binary, error) { return nil, err }
		look("an error", text...)
		a.Build = func(context.Context, instrument.Config) ([]instrument.Binary, error) {
			return []instrument.Binary{{ImportPath: "p", Dir: a.Dir, Err: err}}, nil
		}
		look("an error of a package", text...)
		look("an error of a package", "-json")
	}

	// What the program prints is its own.
	a.Build = build
	own := "\x1b[32mgreen\x1b[0m\n::notice::the program's\n"
	all = everything()
	all = slices.Insert(all, 2, wire.Message{Type: "output", Test: "TestX", Output: own})
	for i := range all {
		if all[i].Type == "failure" {
			all[i].Failure.Output = own
		}
	}
	says(t, all)
	stdout.Reset()
	a.Run(t.Context(), []string{"-p=1", "-save=false"})
	if !strings.Contains(stdout.String(), own) || !strings.Contains(stdout.String(), "        \x1b[32mgreen\x1b[0m\n        ::notice::") {
		t.Errorf("%q", stdout)
	}
	if why := tame(strings.NewReplacer("::notice::", "", "\x1b[32m", "", "\x1b[0m", "").Replace(stdout.String()), false); why != "" {
		t.Error(why)
	}
	look("its own output, in a report", "-p=1", "-json", "-save=false", "-junit", report)
}

// TestEvilTrace: no field of a trace does.
func TestEvilTrace(t *testing.T) {
	a, stdout, stderr := fakeApp(t)
	trace, dependence := filepath.Join(a.Dir, "trace.txt"), filepath.Join(a.Dir, "dependence.txt")
	look := func(text, edges string) {
		for file, text := range map[string]string{trace: text, dependence: edges} {
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for _, args := range [][]string{{"explore", trace}, {"explore", "-v", trace}, {"explore", "-json", trace}} {
			stdout.Reset()
			stderr.Reset()
			a.Run(t.Context(), args)
			if why := tame(stdout.String()+stderr.String(), false); why != "" {
				t.Errorf("%q: %s\n%+q", args, why, text)
			}
		}
	}
	word := strings.Join(strings.Fields(evil), "")
	for _, file := range []string{"../tracefile/testdata/go.txt", "../../testdata/traces/multi-queue/trace1/trace.txt"} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		words := regexp.MustCompile(`\S+`).FindAllIndex(data, -1)
		seen := map[string]bool{}
		for _, at := range words {
			was := string(data[at[0]:at[1]])
			if seen[was] || len(seen) > longtest.N(30, 300) {
				continue
			}
			seen[was] = true
			key, _, pair := strings.Cut(was, ":")
			// One occurrence, and all: then it is still consistent, and is explored.
			look(string(data[:at[0]])+word+string(data[at[1]:]), "")
			if pair {
				look(string(data[:at[0]])+key+":"+word+string(data[at[1]:]), "")
				value := regexp.MustCompile(`(?m):` + regexp.QuoteMeta(was[len(key)+1:]) + `( |$)`)
				look(value.ReplaceAllString(string(data), ":"+strings.ReplaceAll(word, "$", "")+"$1"), "")
			}
		}
		look(string(data), word)
		look(string(data), "src:"+word+" dest:"+word)
	}
	trace = filepath.Join(a.Dir, strings.NewReplacer("\x00", "", "/", "").Replace(evil))
	data, _ := os.ReadFile("../tracefile/testdata/go.txt")
	look(string(data), "")
	look("no trace", "")
}
