package cli

import (
	"fmt"
	"io"
	"strings"

	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/wire"
)

// warnNoSubtests says that -run names a subtest and has selected none: then the tests around them
// have run nearly nothing, and pass.
func (r *run) warnNoSubtests(stderr io.Writer) {
	if strings.Contains(r.o.run, "/") && r.subs == 0 {
		fmt.Fprintln(stderr, printable.Line(fmt.Sprintf("gocheck: warning: no subtests match -run %q in %s", r.o.run, r.binary.ImportPath)))
	}
}

// subtests says of each subtest what go test -json would, before the test around it ends: readers
// count them. They are those of the failing execution, or else of the first one.
func (r *run) subtests(t *testState, res *wire.Result) {
	r.subs += len(res.Subtests)
	if !r.o.json {
		return
	}
	all := res.Subtests
	if len(t.failures) > 0 {
		all = t.failures[0].Subtests
	}
	for _, s := range all {
		action := s.Verdict
		switch {
		case testAction(res.Verdict) == "skip" && res.Verdict != "skip":
			action = "skip" // it could not be explored
		case action == "" && res.Verdict == "fail":
			action = "fail" // the execution has ended before it
		case action == "", action == "fail" && testAction(res.Verdict) == "pass":
			action = "pass" // as the test, whose failing executions were set aside
		}
		// As in go test, what one within it stands further to the right.
		indent := strings.Repeat("    ", strings.Count(s.Name, "/"))
		name := printable.Line(s.Name)
		r.emit.action("run", s.Name, 0)
		r.emit.text(s.Name, "=== RUN   "+name+"\n"+fmt.Sprintf("%s--- %s: %s (0.00s)\n", indent, strings.ToUpper(action), name))
		for line := range strings.Lines(s.Said) {
			r.emit.text(s.Name, r.own(r.report.Shorten(indent+line)))
		}
		r.emit.action(action, s.Name, 0)
	}
}
