package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

var (
	command string // the command gocheck, built by TestMain
	root    string // of the repository
)

func TestMain(m *testing.M) {
	if os.Getenv("CORES_JOB") != "" {
		coresCommand()
		return
	}
	os.Exit(withCommand(m))
}

func withCommand(m *testing.M) int {
	dir, err := os.MkdirTemp("", "gocheck-e2e")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	defer os.RemoveAll(dir)
	command = filepath.Join(dir, "gocheck")
	if root, err = filepath.Abs("../.."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	if out, err := exec.Command("go", "build", "-o", command, "gocheck.dev/cmd/gocheck").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "building gocheck: %v\n%s", err, out)
		return 2
	}
	return m.Run()
}

// line is a line of -json: the fields that are looked at here.
type line struct {
	Action, Package, Test, Output           string
	Kind, Message, Pos, Schedule            string
	Difference                              string
	Verdict                                 string
	Exhaustive, Timing, UpToNames           bool
	Executions, Blocked, Redundant, Failing int64
	Warnings                                []struct{ Kind, Pos string }
}

// report is what a run of gocheck came to.
type report struct {
	exit     int
	results  map[string]line     // by package and test: "p.TestX"
	failures map[string]line     // the first one of each test
	all      []line              // failures
	output   map[string][]string // lines, by test
	text     string              // what it says to people
}

// explore runs gocheck in dir with the arguments, and reads its -json.
func explore(t *testing.T, dir string, args ...string) report {
	t.Helper()
	return run(t, dir, append([]string{"-json", "-count=1"}, args...))
}

// replay runs gocheck replay in dir, and reads its -json.
func replay(t *testing.T, dir, schedule string) report {
	t.Helper()
	return run(t, dir, []string{"replay", "-json", schedule})
}

// runText runs gocheck in dir and returns what it prints.
func runText(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command(command, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if exited := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exited) {
		t.Fatalf("running gocheck %q: %v", args, err)
	}
	return string(out)
}

// has reports whether a test has a failure of a kind.
func (r *report) has(test, kind string) bool {
	return slices.ContainsFunc(r.all, func(l line) bool { return l.Package+"."+l.Test == test && l.Kind == kind })
}

func run(t *testing.T, dir string, args []string) report {
	t.Helper()
	cmd := exec.Command(command, args...)
	cmd.Dir = dir
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if exited := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exited) {
		t.Fatalf("running gocheck %q: %v", args, err)
	}
	r := report{
		exit:     cmd.ProcessState.ExitCode(),
		results:  map[string]line{},
		failures: map[string]line{},
		output:   map[string][]string{},
		text:     errs.String(),
	}
	lines := bufio.NewScanner(&out)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var l line
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			t.Fatalf("gocheck %q printed a line that is not JSON: %v\n%s", args, err, lines.Text())
		}
		r.text += l.Output
		name := l.Package + "." + l.Test
		switch l.Action {
		case "output":
			r.output[name] = append(r.output[name], l.Output)
		case "result":
			if _, twice := r.results[name]; twice {
				t.Errorf("%s has two results", name)
			}
			r.results[name] = l
		case "failure":
			r.all = append(r.all, l)
			if _, twice := r.failures[name]; !twice {
				r.failures[name] = l
			}
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatalf("reading what gocheck %q printed: %v", args, err)
	}
	return r
}
