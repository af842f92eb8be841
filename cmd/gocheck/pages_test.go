package main

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
)

var updatePages = flag.Bool("update-pages", false, "write the outputs in README.md and docs/tutorial.md anew")

// tutorial does what docs/tutorial.md says, in an empty folder beside a clone.
// There is nothing on the page that is not tried.
//
//	go test ./cmd/gocheck -run TestScripts/tutorial -update-pages
func tutorial(t *testing.T, repository, cache string) {
	longtest.Only(t)
	s := newSession(t, cache)
	if err := os.Symlink(repository, filepath.Join(s.dir, "gocheck")); err != nil {
		t.Fatal(err)
	}
	s.page(filepath.Join(repository, "docs", "tutorial.md"), true)
	if s.commands < 10 {
		t.Errorf("only %d commands", s.commands)
	}
}

// readme does what the first screen of README.md shows, in a module of its own
// with the example that it names.
//
//	go test ./cmd/gocheck -run TestScripts/readme -update-pages
func readme(t *testing.T, repository, cache string) {
	s := newSession(t, cache)
	build := exec.Command("go", "build", "-o", filepath.Join(s.dir, "bin", "gocheck"), "./cmd/gocheck")
	build.Dir = repository
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	s.dir = filepath.Join(s.dir, "bank")
	if err := os.CopyFS(s.dir, os.DirFS(filepath.Join(repository, "testdata", "examples", "bank"))); err != nil {
		t.Fatal(err)
	}
	// A user who has tried the example in place has schedules there.
	if err := os.RemoveAll(filepath.Join(s.dir, "testdata")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(s.dir, "go.mod"), []byte("module example.com/bank\n\ngo 1.26\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	s.page(filepath.Join(repository, "README.md"), false)
	if s.commands < 2 {
		t.Errorf("only %d commands", s.commands)
	}
}

// newSession is a session in an empty folder. What is in bin beneath it is found.
func newSession(t *testing.T, cache string) *session {
	if runtime.GOOS == "windows" {
		t.Skip("the commands are for a POSIX shell")
	}
	root := t.TempDir()
	bin := filepath.Join(root, "bin")
	return &session{t: t, dir: root, ids: map[string]string{}, env: append(os.Environ(),
		"GOCHECKCACHE="+cache, "GOBIN="+bin, "GOPROXY=off", "GOFLAGS=", "COLUMNS=100", "NO_COLOR=1",
		"PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"))}
}

// page does what a page says:
//
//   - a block "```go NAME" is written to the file NAME;
//   - a block "```go NAME again" has declarations of that file as they are from now on;
//   - in a block "```console" the lines after "$ " are commands, and those
//     between are what they print, up to times and names of schedules. "…"
//     stands for anything, within a line or for any number of lines.
//
// Whatever else is in fences is refused where all is to be tried.
func (s *session) page(path string, all bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		s.t.Fatal(err)
	}
	var out strings.Builder
	for i, block := range strings.Split(string(text), "```") {
		if i%2 == 0 { // between the fences
			out.WriteString(block)
			continue
		}
		info, body, _ := strings.Cut(block, "\n")
		switch kind, name, _ := strings.Cut(info, " "); {
		case kind == "go" && name != "":
			name, again := strings.CutSuffix(name, " again")
			file, content := filepath.Join(s.dir, name), body
			if again {
				content = s.redeclared(file, body)
			}
			if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
				s.t.Fatal(err)
			}
		case info == "console":
			body = s.block(body)
		case all:
			s.t.Fatalf("a block %q: want go FILE, or console", info)
		}
		out.WriteString("```" + info + "\n" + body + "```")
	}
	if *updatePages {
		if err := os.WriteFile(path, []byte(out.String()), 0o666); err != nil {
			s.t.Fatal(err)
		}
	}
}

// declaration is one of a block that is formatted: from its first line to the
// brace that closes it.
var declaration = regexp.MustCompile(`(?ms)^(?:func|type) .*?^}\n`)

// redeclared is a file in which each declaration of a block has taken the place of
// the one with the same first line.
func (s *session) redeclared(file, block string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		s.t.Fatal(err)
	}
	all := declaration.FindAllString(block, -1)
	if len(all) == 0 {
		s.t.Fatalf("no declaration in %q", block)
	}
	was := string(text)
	for _, d := range all {
		head, _, _ := strings.Cut(d, "\n")
		found := false
		was = declaration.ReplaceAllStringFunc(was, func(old string) string {
			if line, _, _ := strings.Cut(old, "\n"); line != head {
				return old
			}
			found = true
			return d
		})
		if !found {
			s.t.Fatalf("%s has no %q", file, head)
		}
	}
	return was
}

// A session is a shell that does what the page says.
type session struct {
	t        *testing.T
	dir      string
	env      []string
	ids      map[string]string // names of schedules: on the page → here
	last     string            // name that was printed
	commands int
}

var (
	prompt     = regexp.MustCompile(`(?m)^\$ `)
	elapsed    = regexp.MustCompile(`\b\d+\.\d+ ?s\b`)
	scheduleID = regexp.MustCompile(`\b[0-9a-f]{16}\b`)
)

// block does the commands of a block, and returns it as it should be.
func (s *session) block(body string) string {
	if !strings.HasPrefix(body, "$ ") {
		s.t.Errorf("a console block that begins with no command: %q", body)
		return body
	}
	var now strings.Builder
	for _, part := range prompt.Split(body, -1)[1:] {
		command, want, _ := strings.Cut(part, "\n")
		got := s.run(scheduleID.ReplaceAllStringFunc(command, func(id string) string {
			if here, ok := s.ids[id]; ok {
				return here
			}
			if *updatePages && s.last != "" { // one that the page does not show yet
				s.ids[id] = s.last
				return s.last
			}
			return id
		}))
		wantIDs, gotIDs := scheduleID.FindAllString(want, -1), scheduleID.FindAllString(got, -1)
		if n := len(gotIDs); n > 0 {
			s.last = gotIDs[n-1]
		}
		if len(wantIDs) == len(gotIDs) {
			for i, id := range wantIDs {
				s.ids[id] = gotIDs[i]
			}
		}
		end := cmp.Or(want[len(strings.TrimRight(want, "\n")):], "\n") // perhaps an empty line before the next command
		if !says(wiped(want), wiped(got)) {
			if !*updatePages {
				s.t.Errorf("$ %s\nprints\n%sand not, as the page has it (-update-pages),\n%s", command, got, want)
			}
			want = strings.TrimRight(got, "\n") + end
		}
		now.WriteString("$ " + command + "\n" + want)
	}
	if *updatePages { // the names of schedules are those of today
		return scheduleID.ReplaceAllStringFunc(now.String(), func(id string) string {
			if here, ok := s.ids[id]; ok {
				return here
			}
			return id
		})
	}
	return now.String()
}

// run does a command; its exit status is printed where it is not 0.
func (s *session) run(command string) string {
	s.commands++
	pwd := filepath.Join(s.t.TempDir(), "pwd")
	cmd := exec.Command("sh", "-c", command+"\nstatus=$?; pwd >"+pwd+"; exit $status")
	var out bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = s.dir, &out, &out
	cmd.Env = append(s.env[:len(s.env):len(s.env)], "PWD="+s.dir) // the clone is a link, and .. is where it lies
	if strings.HasPrefix(command, "go install ") {
		cmd.Env = append(cmd.Env, "GOFLAGS=-trimpath") // packages that lay elsewhere the last time are up to date
	}
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) { // 1: a test has failed
		s.t.Fatalf("$ %s\n%s%v", command, &out, err)
	}
	dir, err := os.ReadFile(pwd)
	if err != nil {
		s.t.Fatal(err)
	}
	s.dir = strings.TrimSpace(string(dir))
	return building.ReplaceAllString(out.String(), "")
}

// building is what a build that takes long is at: on a busy machine, any of them.
var building = regexp.MustCompile(`(?m)^gocheck: .* \(after [0-9hms]+\)\n`)

// wiped is a text without what is different each time.
func wiped(s string) string {
	return scheduleID.ReplaceAllString(elapsed.ReplaceAllString(strings.Trim(s, "\n"), "0.0s"), "SCHEDULE")
}

// says reports whether got is want, where … stands for anything.
func says(want, got string) bool {
	var pattern strings.Builder
	for i, line := range strings.Split(want, "\n") {
		if i > 0 {
			pattern.WriteString(`\n`)
		}
		if strings.TrimSpace(line) == "…" {
			pattern.WriteString(`(?s:.*)`)
			continue
		}
		parts := strings.Split(line, "…")
		for j := range parts {
			parts[j] = regexp.QuoteMeta(parts[j])
		}
		pattern.WriteString(strings.Join(parts, `.*`))
	}
	return regexp.MustCompile(fmt.Sprintf(`^(?:%s)$`, &pattern)).MatchString(got)
}

// TestBuilding: a build may take longer than a minute.
func TestBuilding(t *testing.T) {
	for _, at := range []string{"3s", "59s", "1m4s", "1h2m3s"} {
		if left := building.ReplaceAllString("gocheck: linking: 0 of 1, example.com/p (after "+at+")\nok\n", ""); left != "ok\n" {
			t.Errorf("%q", left)
		}
	}
}

func TestSays(t *testing.T) {
	for _, tt := range []struct {
		want, got string
		ok        bool
	}{
		{"a\nb", "a\nb", true},
		{"a\nb", "a\nc", false},
		{"a\nb", "a\nb\nc", false},
		{"a …\nb", "a b c\nb", true},
		{"a …\nb", "a b\nc\nb", false},
		{"a\n…\nd", "a\nb\nc\nd", true},
		{"a\n…", "b\na\n", false},
		{"(0.10s) x.y", "(0.10s) xzy", false},
		{wiped("(0.10s) 0123456789abcdef\n"), wiped("\n(12.3s) fedcba9876543210"), true},
	} {
		if got := says(tt.want, tt.got); got != tt.ok {
			t.Errorf("%q, %q: %v", tt.want, tt.got, got)
		}
	}
}
