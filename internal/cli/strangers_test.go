//go:build unix

package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"gocheck.dev/instrument"
	"gocheck.dev/internal/files"
	"gocheck.dev/internal/goplaces"
	"gocheck.dev/internal/portable"
	"gocheck.dev/internal/schedule"
	"gocheck.dev/internal/wire"
)

// A stranger's repository: a module with source, and ways out of it, in a folder in
// which nothing else may be read.
type stage struct {
	*App
	stdout, stderr *strings.Builder
	outside        string // the folder around the module
	called         string // is there once a go command was called
	status         int    // of the last command
	mu             sync.Mutex
	opened         []string
}

// secret is in every file that must not be read.
const secret = "the-secret-of-somebody-else"

func newStrangers(t testing.TB) *stage {
	t.Helper()
	outside, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &stage{stdout: &strings.Builder{}, stderr: &strings.Builder{}, outside: outside, called: filepath.Join(outside, "called")}
	for name, text := range map[string]string{
		"module/go.mod":             "module example.com/m\n\ngo 1.25\n\nrequire (\n\texample.com/near v1.0.0\n\texample.com/far v1.0.0\n)\n\nreplace (\n\texample.com/near => ../near\n\texample.com/far => ../far\n)\n",
		"module/x.go":               "package m // source of the module\n",
		"module/sub/x.go":           "package sub // source of the package\n",
		"module/.git/config":        secret,
		"near/go.mod":               "module example.com/near\n",
		"near/n.go":                 "package near // source of a module that is replaced\n",
		"far/x.go":                  secret, // no module
		"x.go":                      secret,
		"module2/x.go":              secret,
		"cache/example.com/y/y.go":  "package y // source in the cache\n",
		"cache/example.com/y/y.txt": "text in the cache\n",
		"bin/go":                    "#!/bin/sh\necho \"$@\" >>" + s.called + "\nexit 1\n",
	} {
		path := filepath.Join(outside, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"out.go": "../x.go", "up": "..", "zero.go": "/dev/zero", "mem": "/proc/self/mem", "git": ".git", "sub/in.go": "x.go"} {
		if err := os.Symlink(to, filepath.Join(outside, "module", link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(outside, "module", "pipe.go"), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"PATH": filepath.Join(outside, "bin"), "GOMODCACHE": filepath.Join(outside, "cache"), "GOENV": "off", "GOFLAGS": "", "GOWORK": "", "HOME": outside,
	} {
		if tt, ok := t.(interface{ Setenv(string, string) }); ok {
			tt.Setenv(name, value)
		}
	}
	files.Opened = func(path string) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.opened = append(s.opened, path)
	}
	places := portable.GoPlaces
	t.Cleanup(func() { files.Opened, portable.GoPlaces = nil, places })
	s.App = &App{Stdout: s.stdout, Stderr: s.stderr, Dir: filepath.Join(outside, "module"), Width: 100}
	return s
}

// schedule writes a schedule beneath the package in the module, and returns its path.
func (s *stage) schedule(t testing.TB, text []byte) string {
	t.Helper()
	path := filepath.Join(s.Dir, "sub", "testdata", "gocheck", "TestX", "saved")
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// run runs a command and returns all that it says, and what is in the page that it
// may have written.
func (s *stage) run(t testing.TB, args ...string) string {
	t.Helper()
	s.stdout.Reset()
	s.stderr.Reset()
	page := filepath.Join(s.outside, "page.html")
	os.Remove(page)
	s.opened = nil
	portable.GoPlaces = sync.OnceValues(portable.AskGo) // it would be asked once only
	s.status = s.Run(t.Context(), args)
	html, _ := os.ReadFile(page)
	return s.stdout.String() + s.stderr.String() + string(html)
}

// harmless says what must never come of a command: a secret, a file opened that is not
// in the module or where Go has its own, a process.
func (s *stage) harmless(said string, named ...string) string {
	if strings.Contains(said, secret) {
		return "it shows what is outside of the module"
	}
	if called, err := os.ReadFile(s.called); err == nil {
		return "it calls go " + string(called)
	}
	_, root := goplaces.For(s.Dir)
	may := []string{s.Dir, filepath.Join(s.outside, "near"), filepath.Join(s.outside, "cache"), portable.StdOf(root), filepath.Join(root, "VERSION"), filepath.Join(root, "go.env")}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, path := range s.opened {
		if !slices.Contains(named, path) && !slices.ContainsFunc(may, func(dir string) bool { return path == dir || strings.HasPrefix(path, dir+"/") }) || strings.Contains(path, "/.") {
			return "it opens " + path
		}
	}
	return ""
}

// pointing is a schedule all of whose positions are one, with what else a schedule
// can have.
func pointing(pos string) *wire.Schedule {
	access := []wire.Access{{Task: "main", Op: "read", Object: "x", Pos: pos}, {Task: "main/1", Op: "write", Object: "x", Pos: pos}}
	step := wire.Step{Task: "main", Op: "lock", Object: "mu", Pos: pos, Racing: access, Waits: access}
	return &wire.Schedule{
		Package: "example.com/m/sub", Test: "TestX",
		Failure: &wire.Failure{Kind: "race", Message: "data race", Pos: pos, Details: []string{"write at " + pos + " by main/1", "read at " + withoutColumnOf(pos) + " by main"}},
		Steps:   []wire.Step{{Task: "main", Op: "begin", Pos: pos}, step, {Task: "main/1", Op: "begin", Pos: pos, Created: pos}, step},
		Passing: &wire.Passing{Pairs: []wire.Pair{{First: 1, Second: 0}}, Steps: []wire.Step{step}},
	}
}

func withoutColumnOf(pos string) string { return strings.TrimSuffix(pos, ":1") }

// TestPositions: whatever file a position names, show opens source of the module, of
// those beside it and of Go's places only, runs nothing, and comes to an end.
func TestPositions(t *testing.T) {
	s := newStrangers(t)
	for name, want := range map[string]string{
		"x.go":                              "source of the package",
		"in.go":                             "source of the package",
		"../x.go":                           "source of the module",
		"$MODULE/x.go":                      "source of the module",
		"$MODULE(example.com/m)/x.go":       "source of the module",
		"$MODULE(example.com/near)/n.go":    "source of a module that is replaced",
		"../up/near/n.go":                   "source of a module that is replaced",
		"$GOMODCACHE/example.com/y/y.go":    "source in the cache",
		"$GOROOT/src/sync/mutex.go":         "Copyright 2009",
		s.outside + "/module/sub/x.go":      "source of the package",
		"/etc/passwd":                       "",
		"../../../../../../../../dev/zero":  "",
		"/dev/zero":                         "",
		"/dev/stdin":                        "",
		"/proc/self/environ":                "",
		s.outside + "/x.go":                 "",
		"../out.go":                         "",
		"../../x.go":                        "",
		"../../module2/x.go":                "",
		"../up/x.go":                        "",
		"../zero.go":                        "",
		"../mem":                            "",
		"../pipe.go":                        "",
		"../.git/config":                    "",
		"../git/config":                     "",
		"$MODULE/../x.go":                   "",
		"$GOROOT/../../etc/passwd":          "",
		"$GOROOT/bin/go":                    "",
		"$GOMODCACHE/../x.go":               "",
		"$MODULE(example.com/far)/x.go":     "",
		"$MODULE(example.com/near)/../x.go": "",
		"$MODULE(-mod=mod)/x.go":            "",
		"$MODULE(-C=/)/x.go":                "",
		"$MODULE(--)/x.go":                  "",
		"$MODULE(..)/x.go":                  "",
		"$MODULE(all)/x.go":                 "",
		"$MODULE(/etc)/passwd":              "",
		"$MODULE(\n)/x.go":                  "",
		"$MODULE()/x.go":                    "",
		"$MODULE(x.go":                      "",
		"$NOTHING/x.go":                     "",
		"$HOME/x.go":                        "",
		"~/x.go":                            "",
		"file:///etc/passwd":                "",
		"":                                  "",
		"\x00":                              "",
		strings.Repeat("../", 500) + "etc/passwd": "",
	} {
		for _, line := range []string{"1:1", "1", "0:0", "-1:1", "99999999999999999999:1", "1:99999999999999999999"} {
			path := s.schedule(t, schedule.Format(pointing(name+":"+line)))
			for _, args := range [][]string{{"show", path}, {"show", "-v", path}, {"show", "-html", filepath.Join(s.outside, "page.html"), path}} {
				said := s.run(t, args...)
				if why := s.harmless(said, path); why != "" {
					t.Fatalf("%q: %q: %s", name+":"+line, args, why)
				}
				if line != "1:1" && line != "1" {
					continue
				}
				if got := strings.Contains(said, "source of") || strings.Contains(said, "source in"); got != strings.HasPrefix(want, "source") || want != "" && !strings.Contains(said, want) && (strings.HasSuffix(name, ".go") || args[1] == "-html") {
					t.Errorf("%q: %q: want %q of the source in:\n%s", name+":"+line, args, want, said)
				}
			}
		}
	}
}

// TestNoFiles: what is named as a schedule, a trace, a checkpoint, or lies where schedules
// are, is refused in words if it is no file, or too large a one.
func TestNoFiles(t *testing.T) {
	s := newStrangers(t)
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s.Build = func(context.Context, instrument.Config) ([]instrument.Binary, error) {
		return []instrument.Binary{{ImportPath: "example.com/m/sub", Dir: s.Dir + "/sub", ModuleDir: s.Dir, Path: exe}}, nil
	}
	t.Setenv("FAKE", "example.com/m/sub")
	saved, trace := s.schedule(t, nil), filepath.Join(s.outside, "trace.txt")
	if err := os.WriteFile(trace, []byte("1 READ tid:1 obj:x\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, what := range []struct {
		make func(path string) error
		want string
	}{
		{func(path string) error { return os.Symlink("/dev/zero", path) }, "no regular file"},
		{func(path string) error { return syscall.Mkfifo(path, 0o666) }, "no regular file"},
		{func(path string) error { return os.Mkdir(path, 0o777) }, "folder|no such file"},
		{func(path string) error { return errors.Join(os.WriteFile(path, nil, 0o666), os.Truncate(path, 1<<40)) }, `larger than \d+ MiB`},
	} {
		for _, args := range [][]string{{"show", saved}, {"show", "-html", s.outside + "/page.html", saved}, {"replay", saved}, {"explore", saved}, {"explore", "-dependence", saved, trace}, {"-p=1", "-checkpoint", saved}, {"-save=false"}} {
			if err := os.RemoveAll(saved); err != nil {
				t.Fatal(err)
			}
			if err := what.make(saved); err != nil {
				t.Fatal(err)
			}
			said := s.run(t, args...)
			if len(args) == 1 && what.want == "folder|no such file" {
				continue // what is in it could be schedules
			}
			if s.status == exitOK || !regexp.MustCompile(what.want).MatchString(said) {
				t.Errorf("%q: status %d, want %q: %.500s", args, s.status, what.want, said)
			}
		}
	}
}

// TestTakenElsewhere: a schedule that lies anywhere is of the package that it names, if
// the user is in its module.
func TestTakenElsewhere(t *testing.T) {
	s := newStrangers(t)
	path := filepath.Join(s.outside, "report")
	for pkg, want := range map[string]bool{"example.com/m/sub": true, "example.com/m": false, "example.com/m/../m/sub": false, "example.com/mm": false, "-mod=mod": false} {
		f := pointing("../sub/x.go:1:1")
		f.Package = pkg
		if err := os.WriteFile(path, schedule.Format(f), 0o666); err != nil {
			t.Fatal(err)
		}
		said := s.run(t, "show", path)
		if why := s.harmless(said, path); why != "" {
			t.Errorf("%s: %s", pkg, why)
		}
		if got := strings.Contains(said, "source of the package"); got != want {
			t.Errorf("%s: %v: %s", pkg, got, said)
		}
	}
}

// TestPlaces: what is found without the go command is what the go command says.
func TestPlaces(t *testing.T) {
	if modCache, root := portable.GoPlaces(); root == "" {
		t.Error("go env says nothing")
	} else if c, r := goplaces.For("."); c != modCache || r != root {
		t.Errorf("%s and %s, but go env says %s and %s", c, r, modCache, root)
	}
	dir := t.TempDir()
	set := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	set("env", "# mine\nGOPATH="+dir+"/path\n")
	set("root/VERSION", "go1.26.1\ntime 2026\n")
	set("root/go.env", "GOMODCACHE="+dir+"/shared\n")
	set("m/go.mod", "module m\n\ngo 1.26.1\n")
	set("new/go.mod", "module m\n\ngo 1.27.0\n")
	set("newer/go.mod", "module m\n\ngo 1.26\n\ntoolchain go1.27.1\n")
	t.Setenv("GOENV", filepath.Join(dir, "env"))
	t.Setenv("GOMODCACHE", "")
	t.Setenv("GOPATH", "")
	t.Setenv("GOROOT", filepath.Join(dir, "root"))
	if cache, root := goplaces.For(filepath.Join(dir, "m")); cache != filepath.Join(dir, "shared") || root != filepath.Join(dir, "root") {
		t.Error(cache, root)
	}
	set("root/go.env", "")
	cache, root := goplaces.For(filepath.Join(dir, "new"))
	if cache != filepath.Join(dir, "path", "pkg", "mod") || root != "" {
		t.Error(cache, root)
	}
	had := filepath.Join(cache, "golang.org", fmt.Sprintf("toolchain@v0.0.1-go1.27.1.%s-%s", runtime.GOOS, runtime.GOARCH))
	if err := os.MkdirAll(had, 0o777); err != nil {
		t.Fatal(err)
	}
	if _, root := goplaces.For(filepath.Join(dir, "newer")); root != had {
		t.Error(root)
	}
}
