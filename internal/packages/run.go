package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"gocheck.dev/internal/verdicts"
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
	verdicts.Failure
	text string // as printed for people
	lost string // why it did not fail again; empty: it did
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
	said, err := verdicts.Read(out)
	if err != nil {
		return nil, err
	}
	var tests []test
	for _, v := range said {
		t := test{
			pkg: v.Package, name: v.Name, verdict: v.Verdict, executions: v.Executions,
			inVain: v.InVain, estimate: v.Estimate, seconds: v.Seconds,
		}
		for _, f := range v.Failures {
			t.failures = append(t.failures, failure{Failure: f})
		}
		switch v.Verdict {
		case "pass":
		case "fail":
			for i := range t.failures {
				t.failures[i].text = schedule(v.Said)
			}
		default:
			t.reason = cmp.Or(v.Reason, strings.TrimSpace(strings.Join(v.Said, "")))
		}
		tests = append(tests, t)
	}
	return tests, nil
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
