//go:build unix

package cli

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"gocheck.dev/instrument"
	"gocheck.dev/internal/longtest"
	"gocheck.dev/internal/schedule"
	"gocheck.dev/internal/strangers"
)

var (
	strangersN    = flag.Int("strangers", longtest.N(300, 4000), "files that TestStrangers makes")
	strangersSeed = flag.Uint64("strangers.seed", 1, "the first one's seed; the others' follow")
)

// TestStrangers gives damaged schedules, traces and directives to the commands. Whatever
// is in them: there is no panic, nothing in the output does anything, no file is opened
// that is not the module's or Go's, and no process is started to show one. A file that
// fails is kept, and its seed makes it again.
func TestStrangers(t *testing.T) {
	s := newStrangers(t)
	words := strangers.Words(s.Dir)
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("FAKE", "example.com/m/sub")
	t.Setenv("FAKE_SAYS", filepath.Join(t.TempDir(), "said"))
	t.Setenv("GOCHECKCACHE", t.TempDir())
	says(t, everything())
	var directives []instrument.Directive
	s.Build = func(_ context.Context, c instrument.Config) ([]instrument.Binary, error) {
		for _, p := range c.Patterns {
			if strings.HasPrefix(p, "-") || p != "." && strings.Contains(p, "...") {
				return nil, fmt.Errorf("forged: the go command is given %q", p)
			}
		}
		tests := []instrument.Test{{Name: "TestX", Pos: token.Position{Filename: s.Dir + "/sub/x.go", Line: 1}}}
		return []instrument.Binary{{ImportPath: "example.com/m/sub", Dir: s.Dir + "/sub", ModuleDir: s.Dir, Path: exe, Tests: tests, Directives: directives}}, nil
	}
	traces := [][]byte{}
	for _, file := range []string{"../tracefile/testdata/go.txt", "../../testdata/traces/multi-queue/trace1/trace.txt"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		traces = append(traces, text)
	}
	trace, dependence := filepath.Join(s.Dir, "trace.txt"), filepath.Join(s.Dir, "dependence.txt")
	path := s.schedule(t, nil)
	page := filepath.Join(s.outside, "page.html")

	understood, refused := map[string]int{}, map[string]int{}
	for i := range *strangersN {
		seed := *strangersSeed + uint64(i)
		r := rand.New(rand.NewPCG(seed, 1))
		kind := []string{"schedule", "schedule", "text", "text", "trace", "trace", "dependence", "directive"}[r.IntN(8)]
		file, text := path, []byte(nil)
		var commands [][]string
		show := []string{"show", "show -v -color=always", "show -html " + page}
		switch kind {
		case "schedule", "text":
			v := full()
			strangers.Struct(r, v, words)
			if kind == "text" {
				v = full()
			}
			if text = schedule.Format(v); kind == "text" {
				text = strangers.Text(r, text, words)
			}
			s.Width = 20 + r.IntN(100)
			if r.IntN(20) == 0 { // processes
				show = []string{"replay -v", "replay -json", "-p=1 -v -save=false -annotations=github", "-p=1 -json -save=false"}
			}
		case "trace", "dependence":
			file, text = trace, traces[r.IntN(len(traces))]
			edges := []byte("src:1 dest:3\n# of it\nsrc:2 dest:4\n")
			if kind == "trace" {
				edges = nil
				for range r.IntN(3) {
					text = renamed(r, text, words)
				}
				if r.IntN(2) == 0 {
					text = strangers.Text(r, text, words)
				}
			} else {
				edges = strangers.Text(r, edges, words)
			}
			if err := os.WriteFile(dependence, edges, 0o666); err != nil {
				t.Fatal(err)
			}
			show = []string{"explore -v -executions=20 -steps=200 -budget=2s", "explore -json -executions=5 -steps=200 -budget=2s"}
		case "directive":
			d := []instrument.Directive{{Name: "budget", Value: "5s"}, {Name: "algo", Value: "pct"}, {Name: "skip", Value: "why"}, {Name: "preemptions", Value: "2"}, {Name: "unordered-output", Value: "^x"}, {Name: "loop"}}
			all := []instrument.Directive{d[r.IntN(len(d))], d[r.IntN(len(d))]}
			for i := range all {
				all[i].Pos, all[i].Test = token.Position{Filename: s.Dir + "/sub/x.go", Line: 1 + i, Column: 1}, "TestX"
			}
			strangers.Struct(r, &all, words)
			directives, show = all, []string{"-v -save=false -p=1"}
			text, _ = json.Marshal(all)
		}
		if err := os.WriteFile(file, text, 0o666); err != nil {
			t.Fatal(err)
		}
		for _, line := range show {
			args := strings.Fields(line)
			if kind != "directive" && !strings.HasPrefix(line, "-") {
				args = append(args, file)
			}
			commands = append(commands, args)
		}
		for _, args := range commands {
			status, why := s.survives(t, args, path, trace, dependence)
			if why != "" {
				kept := filepath.Join(os.TempDir(), fmt.Sprintf("gocheck-stranger-%d", seed))
				os.WriteFile(kept, text, 0o666)
				t.Fatalf("seed %d, a %s, kept as %s: %q: %s", seed, kind, kept, args, why)
			}
			if status == exitUsage {
				refused[kind]++
			} else {
				understood[kind]++
			}
		}
		directives = nil
	}
	if *strangersN >= 300 {
		for _, kind := range []string{"schedule", "text", "trace", "dependence", "directive"} {
			if understood[kind] == 0 || refused[kind] == 0 && kind != "schedule" {
				t.Errorf("%s: %d understood, %d refused: the test is about little", kind, understood[kind], refused[kind])
			}
		}
	}
}

// value is a field's in a trace.
var value = regexp.MustCompile(`:(\S+)`)

// renamed is a trace in which a value is another one wherever it occurs, so that it is
// still a trace, mostly.
func renamed(r *rand.Rand, text []byte, words []string) []byte {
	all := value.FindAllSubmatch(text, -1)
	if len(all) == 0 {
		return text
	}
	old := string(all[r.IntN(len(all))][0])
	word := ":" + strings.Join(strings.Fields(words[r.IntN(len(words))]), "")
	return []byte(strings.NewReplacer(old+" ", word+" ", old+"\n", word+"\n").Replace(string(text)))
}

// survives runs a command and says what is wrong with what comes of it.
func (s *stage) survives(t *testing.T, args []string, named ...string) (status int, why string) {
	defer func() {
		if p := recover(); p != nil {
			why = fmt.Sprintf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	said := s.run(t, args...)
	if args[0] != "show" && args[0] != "explore" {
		os.Remove(s.called) // it builds, and may ask
	}
	if why := s.harmless(said, named...); why != "" {
		return 0, why
	}
	text := s.stdout.String() + s.stderr.String()
	if why := tame(text, strings.Contains(strings.Join(args, " "), "-color=always")); why != "" {
		return 0, why
	}
	if why := seen(said[len(text):], false); why != "" {
		return 0, "the page: " + why
	}
	return s.status, ""
}
