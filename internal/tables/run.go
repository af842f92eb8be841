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
	"slices"
	"strings"
	"time"
)

// A state is what became of a cell.
type state int

const (
	complete   state = iota // every trace was explored
	incomplete              // a bound ended it
	refused                 // the algorithm is not defined for the program
	failed                  // what must not happen
	notTried                // a smaller size was incomplete, or there was no time
)

// A cell is what one algorithm did on one row.
type cell struct {
	state                       state
	executions, blocked, events int64
	failing                     int64
	seconds                     float64
	reason                      string // why it is not complete, unless a smaller size was too large
}

// A runner runs the command gocheck.
type runner struct {
	command  string // the executable
	root     string // of the repository
	budget   time.Duration
	deadline time.Time
}

// newRunner builds the command into dir.
func newRunner(ctx context.Context, dir string) (*runner, error) {
	root, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("finding the repository: %w", err)
	}
	r := &runner{command: dir + "/gocheck", root: root}
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", r.command, "gocheck.dev/cmd/gocheck").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building gocheck: %w\n%s", err, out)
	}
	// The test binaries are made once; from then on they are in the cache.
	if out, err := r.gocheck(ctx, "-run=^$", "./testdata/benchmarks/...").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the benchmarks: %w\n%s", err, out)
	}
	return r, nil
}

func (r *runner) gocheck(ctx context.Context, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, r.command, args...)
	c.Dir = r.root
	return c
}

// table runs the cells of t, row by row. A larger size of a program is not
// tried with an algorithm for which a smaller one was too large.
func (r *runner) table(ctx context.Context, t *table) ([][]cell, error) {
	var cells [][]cell
	tooLarge := map[string]bool{} // by algorithm and program: a size was
	for i := range t.rows {
		w := &t.rows[i]
		line := make([]cell, len(t.ours))
		for j, c := range t.ours {
			key := c.algorithm + " " + w.program()
			switch {
			case tooLarge[key]:
				line[j] = cell{state: notTried}
				continue
			case time.Now().After(r.deadline):
				line[j] = cell{state: notTried, reason: "the time for all tables was over"}
				continue
			}
			got, err := r.cell(ctx, slices.Concat(t.args, w.args), c.algorithm)
			if err != nil {
				return nil, fmt.Errorf("%s with %s: %w", w.name, c.algorithm, err)
			}
			if got.state == incomplete {
				tooLarge[key] = true
			}
			line[j] = got
			fmt.Fprintf(os.Stderr, "%-24s %-8s %s %.3f s\n", w.name, c.algorithm, got.text(), got.seconds)
		}
		cells = append(cells, line)
	}
	return cells, nil
}

// cell runs gocheck once.
func (r *runner) cell(ctx context.Context, args []string, algorithm string) (cell, error) {
	flags := []string{"-json", "-count=1", "-save=false", "-keep-going", "-algo=" + algorithm, "-budget=" + r.budget.String()}
	if args[0] == "explore" {
		flags = []string{"explore", "-json", "-algo=" + algorithm, "-budget=" + r.budget.String()}
		args = args[1:]
	}
	cmd := r.gocheck(ctx, append(flags, args...)...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1") // as the papers' tools: one core
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if exited := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exited) {
		return cell{}, fmt.Errorf("running gocheck: %w", err)
	}
	return read(out, errs.String())
}

// read takes the result from what gocheck -json has printed.
func read(out []byte, errs string) (cell, error) {
	var found *cell
	var said []string // of the test
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var l struct {
			Action, Test, Output, Verdict        string
			Exhaustive                           bool
			Executions, Blocked, Failing, Events int64
			Elapsed                              float64
		}
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return cell{}, fmt.Errorf("reading what gocheck printed: %w: %s", err, lines.Text())
		}
		switch l.Action {
		case "output":
			if l.Test != "" {
				said = append(said, strings.TrimSpace(l.Output))
			}
		case "result":
			if found != nil {
				return cell{}, errors.New("gocheck ran more than one test")
			}
			found = &cell{executions: l.Executions, blocked: l.Blocked, events: l.Events, failing: l.Failing, seconds: l.Elapsed}
			switch {
			case l.Verdict == "unsupported":
				found.state = refused
			case l.Verdict == "error":
				found.state = failed
			case !l.Exhaustive:
				found.state = incomplete
			}
		}
	}
	if err := lines.Err(); err != nil {
		return cell{}, fmt.Errorf("reading what gocheck printed: %w", err)
	}
	if found == nil {
		return cell{}, fmt.Errorf("gocheck ran no test: %s", errs)
	}
	if found.state != complete {
		found.reason = reason(said)
	}
	return *found, nil
}

// reason is the line of a verdict's text that says why: the one after "---".
func reason(said []string) string {
	for i, line := range said {
		if strings.HasPrefix(line, "--- ") && i+1 < len(said) {
			return said[i+1]
		}
	}
	return strings.Join(said, " ")
}
