package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// pkg is the litmus' package.
const pkg = "gocheck.dev/testdata/litmus"

// fewTraces is of how many executions dfs is asked for every interleaving.
const fewTraces = 20

// buildCommand builds gocheck into dir.
func buildCommand(ctx context.Context, dir string) (string, error) {
	command := filepath.Join(dir, "gocheck")
	if text, err := exec.CommandContext(ctx, "go", "build", "-o", command, "gocheck.dev/cmd/gocheck").CombinedOutput(); err != nil {
		return "", fmt.Errorf("building gocheck: %w\n%s", err, text)
	}
	return command, nil
}

// checkAll runs gocheck on all litmus. What is wrong is returned apart from the
// error, which means that nothing is known.
func checkAll(ctx context.Context, command string, all []*litmus) (wrong []error, err error) {
	found, err := explore(ctx, command, all, "-count-redundant")
	if err != nil {
		return nil, err
	}
	var small []*litmus
	for _, l := range all {
		l.got = found[l.name]
		wrong = append(wrong, l.compare("gocheck", l.got)...)
		if l.got.wasted != 0 {
			wrong = append(wrong, fmt.Errorf("%s: %d executions are redundant or led nowhere", l.name, l.got.wasted))
		}
		if l.got.executions <= fewTraces {
			small = append(small, l)
		}
	}
	// Where every interleaving is executed nothing depends on what is
	// independent of what.
	if found, err = explore(ctx, command, small, "-algo=dfs", "-executions=5000"); err != nil {
		return nil, err
	}
	for _, l := range small {
		got := found[l.name]
		if got.verdict == "incomplete" {
			continue // there are too many
		}
		wrong = append(wrong, l.compare("dfs", got)...)
	}
	// Where a timer may go ahead of the clock, what happens when it does not is
	// among the outcomes.
	timed := slices.DeleteFunc(slices.Clone(all), func(l *litmus) bool { return !l.slow })
	if len(timed) == 0 {
		return wrong, nil
	}
	if found, err = explore(ctx, command, timed, "-time=free", "-count-redundant"); err != nil {
		return nil, err
	}
	for _, l := range timed {
		got := found[l.name]
		l.free = got.outcomes
		if !got.exhaustive || got.wasted != 0 {
			wrong = append(wrong, fmt.Errorf("%s: with -time=free it comes to %+v", l.name, got))
		}
		for _, o := range l.wants() {
			if !slices.Contains(got.outcomes, o) {
				wrong = append(wrong, fmt.Errorf("%s: with -time=free it comes to %q, and not to %q", l.name, got.outcomes, o))
			}
		}
	}
	return wrong, nil
}

// compare holds what an exploration came to against what is permitted.
func (l *litmus) compare(by string, got checked) []error {
	var wrong []error
	if !got.exhaustive {
		wrong = append(wrong, fmt.Errorf("%s: %s has not explored it to the end: %s", l.name, by, got.verdict))
	}
	if !slices.Equal(got.outcomes, l.wants()) {
		wrong = append(wrong, fmt.Errorf("%s: %s comes to %q, and %q is what it should come to", l.name, by, got.outcomes, l.wants()))
	}
	return wrong
}

// explore runs gocheck on some litmus.
func explore(ctx context.Context, command string, some []*litmus, flags ...string) (map[string]checked, error) {
	names := make([]string, len(some))
	for i, l := range some {
		names[i] = l.name
	}
	args := append([]string{"-json", "-count=1", "-keep-going", "-save=false", "-leaks=off", "-run=^(" + strings.Join(names, "|") + ")$"}, flags...)
	cmd := exec.CommandContext(ctx, command, append(args, pkg)...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	printed, err := cmd.Output()
	if exited := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exited) {
		return nil, fmt.Errorf("running gocheck: %w", err)
	}
	found, kinds := make(map[string]checked), make(map[string][]string)
	lines := bufio.NewScanner(bytes.NewReader(printed))
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var l struct {
			Action, Test, Kind, Verdict             string
			Exhaustive                              bool
			Executions, Blocked, Redundant, Failing int64
			Outcomes                                []struct {
				Observed []string
				Kind     string
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("reading what gocheck printed: %w: %s", err, lines.Text())
		}
		if l.Action == "failure" {
			kinds[l.Test] = append(kinds[l.Test], outcome(nil, l.Kind))
		}
		if l.Action != "result" {
			continue
		}
		c := checked{verdict: l.Verdict, exhaustive: l.Exhaustive, executions: l.Executions, wasted: l.Blocked + l.Redundant}
		for _, o := range l.Outcomes {
			var saw []string
			for _, s := range o.Observed {
				saw = append(saw, strings.TrimPrefix(s, "saw="))
			}
			c.outcomes = append(c.outcomes, outcome(saw, o.Kind))
		}
		if len(l.Outcomes) == 0 { // nothing was seen, ever
			c.outcomes = kinds[l.Test]
			if l.Failing < l.Executions {
				c.outcomes = append(c.outcomes, "")
			}
		}
		slices.Sort(c.outcomes)
		c.outcomes = slices.Compact(c.outcomes)
		found[l.Test] = c
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("reading what gocheck printed: %w", err)
	}
	for _, l := range some {
		if _, ok := found[l.name]; !ok {
			return nil, fmt.Errorf("gocheck has no result of %s:\n%s%s", l.name, printed, errs.Bytes())
		}
	}
	return found, nil
}

// outcome is what was seen, or how it failed.
func outcome(saw []string, kind string) string {
	if kind != "" {
		return "!" + kind
	}
	return strings.Join(saw, " ")
}
