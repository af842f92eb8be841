package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"gocheck.dev/internal/verdicts"
)

// A test is what gocheck has said of one test.
type test struct {
	Pkg, Name         string
	Verdict           string
	Executions        int64
	InVain            int64 // executions that were redundant or given up
	Estimate, Seconds float64
	Reason            string // unless it passed or failed
	Failures          []failure
}

// A failure is one of a test.
type failure struct {
	verdicts.Failure
	Text string // as printed for people, for who looks into it
	Lost string // why it did not fail again; empty: it did
}

// A suite is what was made of a module.
type suite struct {
	Budget time.Duration // that it was run with
	Notes  []string
	Tests  []test
	Cut    string // what gocheck said when the module's time was over; empty: it was not
	Wrong  string // what gocheck said besides the verdicts, if it ended in an error
	module *module
}

// A runner runs the command gocheck.
type runner struct {
	command string
	procs   int           // -p
	budget  time.Duration // of a test
	timeout time.Duration // of a module, which is interrupted then
}

// patience is how long after an interrupt gocheck is waited for: longer is a hang.
const patience = time.Minute

// replaysFor is how long a replay may take: on a busy machine most of that is building.
const replaysFor = 5 * time.Minute

// suite explores the tests of the module in dir, and replays what fails.
func (r *runner) suite(ctx context.Context, m *module, dir string) (*suite, error) {
	args := []string{"-json", "-count=1", "-budget=" + r.budget.String(), "-p=" + strconv.Itoa(r.procs)}
	bounded, cancel := context.WithTimeout(ctx, r.timeout)
	out, said, err := r.gocheck(bounded, dir, append(args, m.packages()...)...)
	cut := bounded.Err() != nil
	cancel()
	s := &suite{Budget: r.budget, module: m}
	switch exited := (*exec.ExitError)(nil); {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err == nil, errors.As(err, &exited) && exited.ExitCode() == 1:
	case cut && exited != nil && exited.ExitCode() == 3:
	case exited != nil && exited.ExitCode() == 2:
		s.Wrong = cmp.Or(strings.TrimSpace(said), err.Error())
	default:
		return nil, fmt.Errorf("%w\n%s", err, said)
	}
	if cut {
		s.Cut = cmp.Or(strings.TrimSpace(said), "gocheck did not say what is left")
	}
	if s.Tests, err = read(out); err != nil {
		return nil, err
	}
	for i := range s.Tests {
		for j := range s.Tests[i].Failures {
			f := &s.Tests[i].Failures[j]
			f.Message = strings.ReplaceAll(f.Message, dir+"/", "")
			if f.Lost, err = r.replay(ctx, dir, f); err != nil {
				f.Lost = err.Error()
			}
		}
	}
	return s, nil
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
	ctx, cancel := context.WithTimeout(ctx, replaysFor)
	defer cancel()
	out, said, err := r.gocheck(ctx, dir, "replay", "-json", f.Schedule)
	if exited := (*exec.ExitError)(nil); err != nil && !(errors.As(err, &exited) && exited.ExitCode() == 1) {
		return "", fmt.Errorf("%w\n%s", err, said)
	}
	tests, err := read(out)
	if err != nil {
		return "", err
	}
	for _, t := range tests {
		if len(t.Failures) == 0 {
			continue
		}
		if again := t.Failures[0]; again.Kind != f.Kind || again.Pos != f.Pos {
			return fmt.Sprintf("replayed, it is %s at %s", again.Kind, again.Pos), nil
		}
		return "", nil
	}
	return "it passes when it is replayed", nil
}

// gocheck runs the command, and interrupts it at the end of ctx. An error is its exit status, too.
func (r *runner) gocheck(ctx context.Context, dir string, args ...string) (out []byte, said string, err error) {
	cmd := exec.CommandContext(ctx, r.command, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = patience
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if out, err = cmd.Output(); err != nil {
		err = fmt.Errorf("gocheck %s: %w", strings.Join(args, " "), err)
	}
	return out, errs.String(), err
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
			Pkg: v.Package, Name: v.Name, Verdict: v.Verdict, Executions: v.Executions,
			InVain: v.InVain, Estimate: v.Estimate, Seconds: v.Seconds,
		}
		for _, f := range v.Failures {
			t.Failures = append(t.Failures, failure{Failure: f})
		}
		switch v.Verdict {
		case "pass":
		case "fail":
			for i := range t.Failures {
				t.Failures[i].Text = schedule(v.Said)
			}
		default:
			t.Reason = cmp.Or(v.Reason, strings.TrimSpace(strings.Join(v.Said, "")))
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
