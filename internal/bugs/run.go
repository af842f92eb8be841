package main

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
)

// A runner runs the command gocheck, with a cache of its own: every bug begins
// with the source of all packages.
type runner struct{ command, cache string }

// An outcome is what gocheck -json said of a module's one test.
type outcome struct {
	Action, Output               string
	Kind, Message, Pos, Schedule string // of the failure
	Verdict, Algorithm           string // of the result
	Exhaustive                   bool
	Executions, Blocked, Failing int64
	Elapsed                      float64
	text                         string // what it says to people
}

// gocheck runs gocheck on one core.
func (r *runner) gocheck(ctx context.Context, dir string, args ...string) (outcome, error) {
	if args[0] == "replay" {
		args = append([]string{"replay", "-json"}, args[1:]...)
	} else {
		args = append([]string{"-json", "-count=1"}, args...)
	}
	cmd := exec.CommandContext(ctx, r.command, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "GOCHECKCACHE="+r.cache)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if exited := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exited) {
		return outcome{}, fmt.Errorf("running gocheck %q: %w", args, err)
	}
	return read(&stdout, stderr.String())
}

// read takes the result, with the first failure, from what gocheck -json has
// printed.
func read(stdout *bytes.Buffer, stderr string) (outcome, error) {
	var result, failure *outcome
	text := stderr
	lines := bufio.NewScanner(stdout)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		l := new(outcome)
		if err := json.Unmarshal(lines.Bytes(), l); err != nil {
			return outcome{}, fmt.Errorf("reading what gocheck printed: %w: %s", err, lines.Text())
		}
		text += l.Output
		switch {
		case l.Action == "failure" && failure == nil:
			failure = l
		case l.Action == "result" && result != nil:
			return outcome{}, errors.New("the module has more than one test")
		case l.Action == "result":
			result = l
		}
	}
	if err := lines.Err(); err != nil {
		return outcome{}, fmt.Errorf("reading what gocheck printed: %w", err)
	}
	if result == nil {
		return outcome{}, fmt.Errorf("gocheck ran no test:\n%s", text)
	}
	if failure != nil {
		result.Kind, result.Message, result.Pos, result.Schedule = failure.Kind, failure.Message, failure.Pos, failure.Schedule
	}
	result.text = text
	return *result, nil
}

// download has the go command fetch the module's dependencies.
func (r *runner) download(ctx context.Context, dir string) error {
	_, err := goCommand(ctx, dir, "mod", "download")
	return err
}

func goCommand(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	text, err := cmd.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, text)
	}
	return text, nil
}

// natively runs the test by go test -race, and counts. The runs are within one
// process, as -count does it; a test that hangs ends by its own watchdog.
func (r *runner) natively(ctx context.Context, dir string) (failed, tried int, err error) {
	binary := filepath.Join(r.cache, "native.test")
	defer os.Remove(binary)
	if _, err := goCommand(ctx, dir, "test", "-race", "-c", "-o", binary); err != nil {
		return 0, 0, err
	}
	bounded, cancel := context.WithTimeout(ctx, *native)
	defer cancel()
	cmd := exec.CommandContext(bounded, binary, "-test.v", fmt.Sprint("-test.count=", *runs))
	cmd.Dir = dir
	text, err := cmd.Output()
	if exited := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exited) {
		return 0, 0, fmt.Errorf("running go test -race: %w", err)
	}
	failed = bytes.Count(text, []byte("\n--- FAIL: "))
	tried = failed + bytes.Count(text, []byte("\n--- PASS: "))
	if tried == 0 {
		return 0, 0, fmt.Errorf("go test -race ran no test: %s", text)
	}
	return failed, tried, nil
}
