package regress

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"gocheck.dev/internal/wire"
)

const (
	folder   = "testdata/gocheck"
	tool     = "gocheck.dev/cmd/gocheck"
	required = "GOCHECK_REGRESS"
)

// checked says that this is a test binary that gocheck has built and runs. The
// variable is gone from the environment once its driver has begun.
var checked = os.Getenv(wire.Env) != ""

// Replay runs the saved schedules of the package in the current directory, each
// as a subtest.
func Replay(t *testing.T) {
	t.Helper()
	if checked {
		return
	}
	saved, err := schedules()
	if err != nil {
		t.Fatalf("looking for saved schedules: %v", err)
	}
	if len(saved) == 0 {
		t.Logf("no schedules are saved in %s", folder)
		return
	}
	command, err := gocheck()
	switch {
	case err == nil:
	case os.Getenv(required) == "required":
		t.Fatal(err)
	default:
		t.Skip(err)
	}
	command = append(command, "replay")
	if testing.Short() {
		command = append(command, "-short")
	}
	if tags := buildTags(); tags != "" {
		command = append(command, "-tags", tags)
	}
	for _, dir := range saved {
		t.Run(dir.name, func(t *testing.T) {
			for _, file := range dir.files {
				t.Run(filepath.Base(file), func(t *testing.T) { replay(t, command, file) })
			}
		})
	}
}

// testDir is what is saved of one test.
type testDir struct {
	name  string
	files []string
}

// schedules lists the files. Each is opened, though gocheck reads it itself, so that
// go test knows what the result depends on; but what is no file is left to gocheck,
// which says so.
func schedules() ([]testDir, error) {
	dirs, err := os.ReadDir(filepath.FromSlash(folder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []testDir
	for _, d := range dirs {
		if !d.IsDir() || strings.HasPrefix(d.Name(), ".") {
			continue
		}
		entries, err := os.ReadDir(filepath.Join(filepath.FromSlash(folder), d.Name()))
		if err != nil {
			return nil, err
		}
		of := testDir{name: d.Name()}
		for _, e := range entries {
			if e.IsDir() || strings.HasPrefix(e.Name(), ".") {
				continue
			}
			path := filepath.Join(filepath.FromSlash(folder), d.Name(), e.Name())
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
				f, err := os.Open(path)
				if err != nil {
					return nil, err
				}
				f.Close()
			}
			of.files = append(of.files, path)
		}
		if len(of.files) > 0 {
			all = append(all, of)
		}
	}
	return all, nil
}

// gocheck is the command line that calls the command.
func gocheck() ([]string, error) {
	if path, ok := moduleFile(); ok {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("looking for gocheck among the module's tools: %w", err)
		}
		if isTool(string(data)) {
			return []string{"go", "tool", tool}, nil
		}
	}
	path, err := exec.LookPath("gocheck")
	if err != nil {
		return nil, fmt.Errorf("the saved schedules are not run, for there is no gocheck: make it a tool of the module with go get -tool %s, or install it with go install %s@latest", tool, tool)
	}
	return []string{path}, nil
}

// moduleFile is the go.mod that the current directory belongs to.
func moduleFile() (string, bool) {
	dir, err := os.Getwd()
	if err != nil {
		return "", false
	}
	for {
		path := filepath.Join(dir, "go.mod")
		if _, err := os.Stat(path); err == nil {
			return path, true
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", false
		}
		dir = up
	}
}

// isTool reports whether a go.mod names gocheck as a tool: alone on its line in a
// block, or after the word.
func isTool(gomod string) bool {
	block := ""
	for line := range strings.Lines(gomod) {
		line, _, _ = strings.Cut(line, "//")
		words := strings.Fields(line)
		for i := range words {
			words[i] = strings.Trim(words[i], "\"`")
		}
		switch {
		case len(words) == 2 && words[1] == "(":
			block = words[0]
		case slices.Equal(words, []string{")"}):
			block = ""
		case block == "tool" && slices.Equal(words, []string{tool}), block == "" && slices.Equal(words, []string{"tool", tool}):
			return true
		}
	}
	return false
}

// buildTags are the build tags of this test binary.
func buildTags() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "-tags" {
			return s.Value
		}
	}
	return ""
}

// grace is how long before the end of the test's time the command is ended, so
// that the test can still say so.
const grace = 5 * time.Second

// replay runs one schedule.
func replay(t *testing.T, command []string, file string) {
	ctx := t.Context()
	if end, ok := t.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end.Add(-grace))
		defer cancel()
	}
	cmd := exec.CommandContext(ctx, command[0], append(command[1:len(command):len(command)], file)...)
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	text := strings.TrimRight(string(out), "\n")
	var exit *exec.ExitError
	switch {
	case err == nil:
		t.Log(text)
	case ctx.Err() != nil:
		t.Errorf("%s has not come to its end in time (go test -timeout)\n%s", strings.Join(cmd.Args, " "), text)
	case errors.As(err, &exit) && exit.ExitCode() == 1 && strings.Contains(text, "--- FAIL: "):
		t.Error(text)
	case errors.As(err, &exit):
		t.Errorf("%s: %v\n%s\nThe schedule could not be run. If its test is gone, or the file cannot be mended, remove %s", strings.Join(cmd.Args, " "), err, text, file)
	default:
		t.Errorf("running gocheck: %v", err)
	}
}
