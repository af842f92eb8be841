package verdicts

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A Test is gocheck's result for one test.
type Test struct {
	Package, Name string
	Verdict       string
	Executions    int64
	InVain        int64   // executions that were redundant or given up
	Estimate      float64 // of all executions; 0: none
	Seconds       float64
	Failures      []Failure
	Reason        string   // the line that says why, unless it passed
	Said          []string // what was printed of it for people, unless it passed
}

// A Failure is one of a test.
type Failure struct {
	Kind, Message, Pos, Schedule string
	Execution                    int64
}

// Kind is the kind of the first failure, or empty.
func (t *Test) Kind() string {
	if len(t.Failures) == 0 {
		return ""
	}
	return t.Failures[0].Kind
}

// String is the verdict in a few words.
func (t *Test) String() string {
	switch {
	case len(t.Failures) > 0:
		f := t.Failures[0]
		message, _, _ := strings.Cut(strings.TrimSpace(f.Message), "\n")
		return fmt.Sprintf("fail: %s: %s (%s)", f.Kind, message, f.Pos)
	case t.Reason != "":
		return t.Verdict + ": " + t.Reason
	}
	return t.Verdict
}

// A Command is a gocheck with a cache of its own; without one it takes the user's.
type Command struct{ Path, Cache string }

// Build builds the gocheck of this repository, the working directory, into dir.
func Build(ctx context.Context, dir string) (*Command, error) {
	c := &Command{Path: filepath.Join(dir, "gocheck"), Cache: filepath.Join(dir, "cache")}
	text, err := exec.CommandContext(ctx, "go", "build", "-o", c.Path, "gocheck.dev/cmd/gocheck").CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("building gocheck: %w\n%s", err, text)
	}
	return c, nil
}

// Run runs gocheck -json in dir, with env besides the environment. That tests fail is no error;
// that something does not build is one.
func (c *Command) Run(ctx context.Context, dir string, env []string, args ...string) ([]Test, error) {
	cmd := exec.CommandContext(ctx, c.Path, append([]string{"-json", "-count=1", "-save=false"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "GOWORK=off"), env...)
	if c.Cache != "" {
		cmd.Env = append(cmd.Env, "GOCHECKCACHE="+c.Cache)
	}
	cmd.WaitDelay = 10 * time.Second
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return nil, fmt.Errorf("gocheck %s did not end: %w", strings.Join(args, " "), ctx.Err())
	}
	if exited := (*exec.ExitError)(nil); err != nil && !(errors.As(err, &exited) && exited.ExitCode() == 1) {
		return nil, fmt.Errorf("gocheck %s: %w\n%s%s", strings.Join(args, " "), err, errs.Bytes(), out)
	}
	return Read(out)
}

// Read takes the results from what gocheck -json has printed.
func Read(out []byte) ([]Test, error) {
	var tests []Test
	var failures []Failure // of the running test
	var said []string
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var l struct {
			Action, Package, Test, Output, Verdict string
			Executions, Blocked, Redundant         int64
			Estimate, Elapsed                      float64
		}
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("reading what gocheck printed: %w: %s", err, lines.Text())
		}
		switch l.Action {
		case "run":
			if !isSubtest(l.Test) { // those follow what is said of their test
				failures, said = nil, nil
			}
		case "output":
			if l.Test != "" && !isSubtest(l.Test) {
				said = append(said, l.Output)
			}
		case "failure":
			var f Failure
			if err := json.Unmarshal(lines.Bytes(), &f); err != nil {
				return nil, fmt.Errorf("reading a failure: %w: %s", err, lines.Text())
			}
			failures = append(failures, f)
		case "result":
			t := Test{
				Package: l.Package, Name: l.Test, Verdict: l.Verdict,
				Executions: l.Executions, InVain: l.Blocked + l.Redundant, Estimate: l.Estimate, Seconds: l.Elapsed, Failures: failures,
			}
			if l.Verdict != "pass" {
				t.Reason, t.Said = reason(said), said
			}
			tests = append(tests, t)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("reading what gocheck printed: %w", err)
	}
	return tests, nil
}

// isSubtest reports whether a test's name is that of a subtest.
func isSubtest(name string) bool { return strings.Contains(name, "/") }

// reason is the line of a verdict's text that says why: the one after "---".
func reason(said []string) string {
	for i, line := range said {
		if strings.HasPrefix(line, "--- ") && i+1 < len(said) {
			return strings.TrimSpace(said[i+1])
		}
	}
	return ""
}
