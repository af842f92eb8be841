package scripttest

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// Counted is the command counted EVENTS WANT: the tests in a file of events, as readers of
// test2json count them, are those of the other file, a line each: the verdict, the package and the
// test. A package stands there without a test.
func Counted(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: counted EVENTS WANT")
	}
	got, err := Count(ts.ReadFile(args[0]))
	ts.Check(err)
	var want []string
	for line := range strings.Lines(ts.ReadFile(args[1])) {
		if line = strings.TrimSpace(line); line != "" {
			want = append(want, line)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		ts.Fatalf("counted:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Count counts as gotestsum does: a test begins with "run", or with whatever comes first of it; an
// action that is not known ends it.
func Count(events string) ([]string, error) {
	type test struct{ pkg, name string }
	running := map[test]bool{}
	var all []string
	for line := range strings.Lines(events) {
		var e struct{ Action, Package, Test, ImportPath string }
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			return nil, fmt.Errorf("reading an event: %w: %s", err, line)
		}
		t := test{e.Package, e.Test}
		says := strings.TrimSpace(e.Action + " " + t.pkg + " " + t.name)
		switch {
		case e.Package == "" && e.ImportPath != "": // of the compiler
		case e.Test == "":
			if e.Action == "pass" || e.Action == "fail" || e.Action == "skip" {
				all = append(all, says)
			}
		case e.Action == "run" && running[t]:
			return nil, fmt.Errorf("%s begins twice", says)
		case e.Action == "run", e.Action == "output", e.Action == "pause", e.Action == "cont", e.Action == "attr":
			running[t] = true
		default:
			if parent, _, sub := strings.Cut(e.Test, "/"); sub && !running[test{e.Package, parent}] {
				return nil, fmt.Errorf("%s ends after the test around it", says)
			}
			delete(running, t)
			all = append(all, says)
		}
	}
	for t := range maps.Keys(running) {
		all = append(all, "none "+t.pkg+" "+t.name)
	}
	return all, nil
}
