package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// goCommand runs the go command in dir. What it says is returned with an error, too.
func goCommand(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	text, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil {
		return string(text), fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return string(text), nil
}

// A native is what a native run of a test came to.
type native struct {
	Failed bool
	Reason string // the line that says how it failed
	Output string // the file's name: a hash
}

// programTimeout is for one native run of a program. The longest of them take seconds.
const programTimeout = time.Minute

// natively runs the batch's programs, each in a process of its own.
func (b *batch) natively(ctx context.Context, module, scratch string) (map[*program]native, error) {
	binary := filepath.Join(scratch, b.name+".native")
	if text, err := goCommand(ctx, module, "test", "-c", "-vet=off", "-o", binary, "./"+b.name); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, text)
	}
	defer os.Remove(binary)
	outputs := filepath.Join(scratch, b.name+".native.out")
	defer os.RemoveAll(outputs)
	found := map[*program]native{}
	for _, p := range b.programs {
		cmd := exec.CommandContext(ctx, binary, "-test.paniconexit0", "-test.run=^"+p.test()+"$", "-test.timeout="+programTimeout.String())
		cmd.Dir = filepath.Join(module, b.name)
		cmd.Env = append(os.Environ(), "GOTEST_OUTPUT="+outputs)
		cmd.WaitDelay = programTimeout
		text, err := cmd.CombinedOutput()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if exited := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exited) {
			return nil, fmt.Errorf("running %s: %w", p.name, err)
		}
		n := native{Failed: err != nil}
		if n.Failed {
			text = append(text, unfinished(filepath.Join(outputs, p.ident()))...)
			n.Reason = failure(string(text))
		} else if printed, err := outputsIn(filepath.Join(outputs, p.ident())); err != nil {
			return nil, err
		} else if len(printed) == 1 {
			n.Output = printed[0]
		}
		found[p] = n
	}
	return found, nil
}

// outputsIn lists what a program has printed: the names of the files of the harness.
func outputsIn(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("looking what was printed: %w", err)
	}
	var names []string
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), "unfinished") {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// unfinished is what a program had printed when its process ended.
func unfinished(dir string) []byte {
	files, _ := filepath.Glob(filepath.Join(dir, "unfinished*"))
	var all []byte
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err == nil {
			all = append(all, text...)
		}
	}
	return all
}

// failure is the line of a test's text that says how it failed.
func failure(text string) string {
	for _, mark := range []string{"panic: ", "fatal error: ", "WARNING: DATA RACE", "--- FAIL"} {
		for line := range strings.Lines(text) {
			if strings.Contains(line, mark) {
				return strings.TrimSpace(line)
			}
		}
	}
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

// suite runs a package's tests natively, in one process as go test does. Where one of them ends the
// process, those that it had not come to are run without it.
func suite(ctx context.Context, module, pkg string, names []string) (map[string]native, error) {
	found := map[string]native{}
	for {
		var missing []string
		for _, name := range names {
			if _, ok := found[name]; !ok {
				missing = append(missing, name)
			}
		}
		if len(missing) == 0 {
			return found, nil
		}
		more, err := suiteOnce(ctx, module, pkg, missing)
		if err != nil {
			return nil, err
		}
		if len(more) == 0 { // not even the first one has a result
			more = map[string]native{missing[0]: {Failed: true, Reason: "the process ended before"}}
		}
		maps.Copy(found, more)
	}
}

// suiteOnce runs tests natively. One without a result (the process has ended before) is missing.
func suiteOnce(ctx context.Context, module, pkg string, names []string) (map[string]native, error) {
	cmd := exec.CommandContext(ctx, "go", "test", "-json", "-vet=off", "-short", "-timeout=5m", "-run=^("+strings.Join(names, "|")+")$", pkg)
	cmd.Dir = module
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if exited := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exited) {
		return nil, fmt.Errorf("go test %s: %w", pkg, err)
	}
	found := map[string]native{}
	text := map[string]string{}
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var l struct{ Action, Test, Output, FailedBuild string }
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("reading what go test %s printed: %w", pkg, err)
		}
		test, _, _ := strings.Cut(l.Test, "/")
		switch {
		case l.FailedBuild != "":
			return nil, fmt.Errorf("go test %s does not build: %s%s", pkg, errs.String(), out)
		case l.Action == "output":
			text[test] += l.Output
		case l.Test == "" || l.Test != test:
		case l.Action == "pass", l.Action == "skip":
			found[test] = native{}
		case l.Action == "fail":
			found[test] = native{Failed: true, Reason: failure(text[test])}
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("reading what go test %s printed: %w", pkg, err)
	}
	return found, nil
}
