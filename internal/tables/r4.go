package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// The table of R4, which is none of executions but of what is found how soon, and
// how far a minute goes: Table 2 and Figure 5 of its paper. It is written into
// docs/design/conflicts.md, between two lines.
const (
	r4Doc   = "docs/design/conflicts.md"
	r4Begin = "<!-- made by make r4 -->"
	r4End   = "<!-- end -->"
)

// An r4Row is a test with what was found in it.
type r4Row struct {
	name, dir, pkg, test string   // dir: of its module, from the root
	flags                []string // that it needs
	bug                  bool     // it has one

	found    *r4Run // up to the bug, nil: it was not found
	explored *r4Run // as far as the budget goes
}

// An r4Run is what gocheck has said of one test.
type r4Run struct {
	events, sequences int
	cpu               time.Duration
	conflicts         map[string]int // by class
	depth             int            // of the failure
	result            struct {
		Verdict   string
		Bound     string
		Reversals struct {
			Sequences         []int64
			Completed         int
			Enabled, Explored int64
		}
	}
}

// r4Rows are the programs of testdata/r4, the large ones where there are two sizes, and of
// testdata/r4app, which leaves packages plain that only lay out text.
func r4Rows() ([]*r4Row, error) {
	rows := []*r4Row{{name: "Figure 1", pkg: "figure1", test: "TestShow"}}
	for _, p := range []struct{ pkg, test string }{
		{"gallery", "TestVisit"}, {"editor", "TestWrite"}, {"feed", "TestRead"}, {"files", "TestManage"}, {"chat", "TestTalk"}, {"hub", "TestHub"},
	} {
		rows = append(rows, &r4Row{name: p.pkg, pkg: p.pkg, test: p.test + "Large", bug: true})
	}
	for _, r := range rows {
		r.dir, r.pkg = ".", "./testdata/r4/"+r.pkg
	}
	scope, err := os.ReadFile("testdata/r4app/instrument.txt")
	if err != nil {
		return nil, fmt.Errorf("reading what is left plain: %w", err)
	}
	for _, test := range []string{"TestWalk", "TestFilter", "TestSession"} {
		rows = append(rows, &r4Row{name: "reader, " + test[len("Test"):], dir: "testdata/r4app", pkg: ".", test: test, bug: true,
			flags: []string{"-instrument=" + strings.TrimSpace(string(scope))}})
	}
	return rows, nil
}

// r4Table runs the rows whose names match and writes the table.
func r4Table(ctx context.Context, r *runner, rows []*r4Row, matches func(string) bool) error {
	doc, err := os.ReadFile(r4Doc)
	if err != nil {
		return fmt.Errorf("reading where the table goes: %w", err)
	}
	var kept []*r4Row
	for _, row := range rows {
		if !matches(row.name) {
			continue
		}
		kept = append(kept, row)
		if row.bug {
			if row.found, err = r.r4(ctx, row, "-reversals=9"); err != nil {
				return err
			}
			if row.found.result.Verdict != "fail" {
				row.found = nil
			}
		}
		if row.explored, err = r.r4(ctx, row, "-reversals=99", "-keep-going"); err != nil {
			return err
		}
		fmt.Fprintln(os.Stderr, row.line())
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\nThe budget of both runs is %v; seconds are CPU time of all processes, on one core, the\ncomparison of outcomes included. Conflicts: equal / approximately equal / different.\n\n", r.budget)
	b.WriteString("| program | events | sequences to the bug | reversals | largest bound completed | sequences | conflicts | pruned |\n")
	b.WriteString("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	for _, row := range kept {
		b.WriteString(row.line() + "\n")
	}
	b.WriteString("\n")
	text, err := spliced(string(doc), b.String())
	if err != nil {
		return err
	}
	if err := os.WriteFile(r4Doc, []byte(text), 0o644); err != nil {
		return fmt.Errorf("writing the table: %w", err)
	}
	return nil
}

// spliced is a document with a text between the two lines.
func spliced(doc, text string) (string, error) {
	before, rest, ok := strings.Cut(doc, r4Begin+"\n")
	_, after, ended := strings.Cut(rest, r4End+"\n")
	if !ok || !ended {
		return "", fmt.Errorf("%s has no lines %s and %s", r4Doc, r4Begin, r4End)
	}
	return before + r4Begin + "\n" + text + r4End + "\n" + after, nil
}

// line is the row of the table.
func (w *r4Row) line() string {
	x := w.explored
	sequences, depth := "", ""
	switch {
	case w.found != nil:
		sequences, depth = fmt.Sprintf("%d (%s)", w.found.sequences, seconds(w.found.cpu)), fmt.Sprint(w.found.depth)
	case w.bug:
		sequences = "not found"
	}
	bound := fmt.Sprint(x.result.Reversals.Completed)
	if x.result.Bound != "time" {
		bound += ", all"
	}
	v := x.result.Reversals
	return fmt.Sprintf("| %s | %d | %s | %s | %s | %d (%s) | %d/%d/%d | %d%% |", w.name, x.events, sequences, depth, bound, x.sequences, seconds(x.cpu),
		x.conflicts["equal"], x.conflicts["approximately equal"], x.conflicts["different"], (v.Enabled-v.Explored)*100/max(v.Enabled, 1))
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.1fs", d.Seconds()) }

// r4 runs gocheck on a row.
func (r *runner) r4(ctx context.Context, row *r4Row, flags ...string) (*r4Run, error) {
	args := append([]string{"-json", "-count=1", "-save=false", "-minimize=off", "-algo=r4", "-p=1", "-budget=" + r.budget.String(), "-run=^" + row.test + "$"}, flags...)
	cmd := r.gocheck(ctx, append(append(args, row.flags...), row.pkg)...)
	cmd.Dir = filepath.Join(r.root, row.dir)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("%s: preparing gocheck: %w", row.name, err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("%s: starting gocheck: %w", row.name, err)
	}
	run, err := readR4(out)
	exited := (*exec.ExitError)(nil)
	if waited := cmd.Wait(); err == nil && waited != nil && !errors.As(waited, &exited) {
		err = waited
	}
	if err == nil && run.result.Verdict == "" {
		err = errors.New("no result")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", row.name, err, errs.Bytes())
	}
	run.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return run, nil
}

// readR4 takes the sequences, conflicts and the result from what gocheck -json
// prints.
func readR4(out io.Reader) (*r4Run, error) {
	run := &r4Run{conflicts: map[string]int{}}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var l struct {
			Action, Class string
			Parent        int64
			Reversals     json.RawMessage // a number of sequences and conflicts
			Events        json.RawMessage // a list of a sequence's
			Parts         []struct{ Name string }
		}
		err := json.Unmarshal(lines.Bytes(), &l)
		switch {
		case err != nil:
		case l.Action == "sequence":
			run.sequences++
			if l.Parent < 0 {
				var events []string
				err = json.Unmarshal(l.Events, &events)
				run.events = len(events)
			}
		case l.Action == "conflict":
			run.conflicts[l.Class]++
			if run.depth == 0 && len(l.Parts) > 0 && l.Parts[0].Name == "failure" {
				err = json.Unmarshal(l.Reversals, &run.depth)
			}
		case l.Action == "result":
			err = json.Unmarshal(lines.Bytes(), &run.result)
		}
		if err != nil {
			return run, fmt.Errorf("reading what gocheck printed: %w: %.200s", err, lines.Text())
		}
	}
	return run, lines.Err()
}
