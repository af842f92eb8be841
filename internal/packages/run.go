package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// A test is what gocheck has said of one test.
type test struct {
	pkg, name         string
	verdict           string
	executions        int64
	inVain            int64 // executions that were redundant or given up
	estimate, seconds float64
	reason            string // unless it passed or failed
	failures          []failure
}

// A failure is one of a test.
type failure struct {
	Kind, Message, Pos, Schedule string
	Execution                    int64
	text                         string // as printed for people
	lost                         string // why it did not fail again; empty: it did
}

// A suite is what was made of a module.
type suite struct {
	module *module
	notes  []string
	tests  []test
}

// A runner runs the command gocheck.
type runner struct {
	command string
	budget  time.Duration // of a test
	timeout time.Duration // of a module: longer is a hang
}

// suite explores the tests of the module in dir, and replays what fails.
func (r *runner) suite(ctx context.Context, m *module, dir string) ([]test, error) {
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	out, err := r.gocheck(ctx, dir, append([]string{"-json", "-budget=" + r.budget.String()}, m.packages()...)...)
	if err != nil {
		return nil, err
	}
	tests, err := read(out)
	if err != nil {
		return nil, err
	}
	for i := range tests {
		for j := range tests[i].failures {
			f := &tests[i].failures[j]
			f.Message = strings.ReplaceAll(f.Message, dir+"/", "")
			if f.lost, err = r.replay(ctx, dir, f); err != nil {
				return nil, fmt.Errorf("replaying %s: %w", tests[i].name, err)
			}
		}
	}
	return tests, nil
}

// replay says why a failure does not fail again in the same way; nothing if it
// does. A divergence is that a schedule can not be replayed.
func (r *runner) replay(ctx context.Context, dir string, f *failure) (string, error) {
	switch {
	case f.Kind == "divergence":
		return "", nil
	case f.Schedule == "":
		return "no schedule was saved", nil
	}
	out, err := r.gocheck(ctx, dir, "replay", "-json", f.Schedule)
	if err != nil {
		return "", err
	}
	tests, err := read(out)
	if err != nil {
		return "", err
	}
	for _, t := range tests {
		if len(t.failures) == 0 {
			continue
		}
		if again := t.failures[0]; again.Kind != f.Kind || again.Pos != f.Pos {
			return fmt.Sprintf("replayed, it is %s at %s", again.Kind, again.Pos), nil
		}
		return "", nil
	}
	return "it passes when it is replayed", nil
}

// gocheck runs the command. That tests fail is no error.
func (r *runner) gocheck(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, r.command, args...)
	cmd.Dir = dir
	cmd.WaitDelay = 10 * time.Second
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return nil, fmt.Errorf("gocheck %s did not end: %w", strings.Join(args, " "), ctx.Err())
	}
	if exited := (*exec.ExitError)(nil); err != nil && !(errors.As(err, &exited) && exited.ExitCode() == 1) {
		return nil, fmt.Errorf("gocheck %s: %w\n%s", strings.Join(args, " "), err, errs.Bytes())
	}
	return out, nil
}

// read takes the results from what gocheck -json has printed.
func read(out []byte) ([]test, error) {
	var tests []test
	var failures []failure // of the running test
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
			failures, said = nil, nil
		case "output":
			if l.Test != "" {
				said = append(said, l.Output)
			}
		case "failure":
			var f failure
			if err := json.Unmarshal(lines.Bytes(), &f); err != nil {
				return nil, fmt.Errorf("reading a failure: %w: %s", err, lines.Text())
			}
			failures = append(failures, f)
		case "result":
			t := test{
				pkg: l.Package, name: l.Test, verdict: l.Verdict, executions: l.Executions,
				inVain: l.Blocked + l.Redundant, estimate: l.Estimate, seconds: l.Elapsed, failures: failures,
			}
			if l.Verdict == "fail" {
				for i := range t.failures {
					t.failures[i].text = schedule(said)
				}
			} else if l.Verdict != "pass" {
				t.reason = reason(said)
			}
			tests = append(tests, t)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("reading what gocheck printed: %w", err)
	}
	return tests, nil
}

// reason is the line of a verdict's text that says why: the one after "---".
func reason(said []string) string {
	for i, line := range said {
		if strings.HasPrefix(line, "--- ") && i+1 < len(said) {
			return strings.TrimSpace(said[i+1])
		}
	}
	return strings.TrimSpace(strings.Join(said, ""))
}

// schedule is a failure's text, from its verdict to where the saved schedule
// is named.
func schedule(said []string) string {
	var b strings.Builder
	for _, line := range said {
		if b.Len() == 0 && !strings.HasPrefix(line, "--- FAIL") {
			continue
		}
		if strings.HasPrefix(line, "    Failing schedule") {
			break
		}
		b.WriteString(line)
	}
	return strings.TrimRight(b.String(), "\n")
}
