package report

import (
	"fmt"
	"math"
	"strings"

	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/wire"
)

// Verdict writes the line of a test that did not fail, with what is to be
// known of it. A failing test has the line "--- FAIL" and its failures.
func Verdict(w *strings.Builder, test string, r *wire.Result, o Options) {
	head := fmt.Sprintf("--- %s: %s %s", printable.Line(strings.ToUpper(r.Verdict)), printable.Line(test), Took(r))
	switch r.Verdict {
	case "pass", "skip":
		head += " " + Plural(r.Executions, "execution")
		if r.UpToNames {
			head += " up to names of goroutines"
		}
		if r.Exhaustive {
			head += ", " + Stands(r)
		}
		if r.Timed() {
			head += "; timing"
		}
		if r.Blocked > 0 {
			head += fmt.Sprintf(", %s blocked", Number(r.Blocked))
		}
		if r.Redundant > 0 {
			head += fmt.Sprintf(", %s redundant", Number(r.Redundant))
		}
	case "incomplete":
		head += " " + Plural(r.Executions, "execution") + Share(r.Executions, float64(r.Estimate)) + ", none failed, not exhaustive"
	}
	w.WriteString(head + "\n")
	reason := r.Reason
	if r.Pos != "" && !strings.Contains(reason, withoutColumn(r.Pos)) {
		reason = r.Pos + ": " + reason
	}
	if reason != "" {
		block(w, indent1, o.shorten(reason))
	}
	for _, line := range left(r) {
		block(w, indent1, o.shorten(line))
	}
	if r.Verdict != "incomplete" {
		return
	}
	for _, line := range unseen(r) {
		block(w, indent1, o.shorten(line))
	}
}

// unseen are what no execution has shown of what some one has to.
func unseen(r *wire.Result) []string {
	var lines []string
	for i := range r.Properties {
		switch p := &r.Properties[i]; {
		case p.Seen:
		case r.Exhaustive && r.Chosen() == nil:
			lines = append(lines, printable.Text(p.Unseen()))
		default:
			lines = append(lines, printable.Text("not seen: "+p.Unseen()+", so far"))
		}
	}
	return lines
}

// WentOn says how many executions fail of a test that was explored on after its first failure, and
// what none has shown.
func WentOn(r *wire.Result) string {
	lines := []string{fmt.Sprintf("-keep-going: %s of %s failed; ", Number(r.Failing), Plural(r.Executions, "execution"))}
	switch rest := left(r); {
	case r.Exhaustive && len(rest) > 0:
		lines[0] += "all orders were explored"
		lines = append(lines, rest...)
	case r.Exhaustive:
		lines[0] += "all were explored"
	case r.Reason != "":
		lines[0] += r.Reason
	default:
		lines[0] += "not all were explored"
	}
	return strings.Join(append(lines, unseen(r)...), "\n")
}

// Took is how long a test took, in brackets; or that it was explored before.
func Took(r *wire.Result) string {
	if r.Cached {
		return "(cached)"
	}
	return fmt.Sprintf("(%.2fs)", r.Seconds)
}

// Warnings writes what is to be known of a test whatever its verdict.
func Warnings(w *strings.Builder, all []wire.Warning, o Options) {
	for _, x := range all {
		head := "warning: "
		if x.Kind == wire.Timing {
			head = "timing: "
		}
		block(w, indent1, head+o.shorten(x.Message))
		for _, d := range x.Details {
			block(w, indent2, o.shorten(d))
		}
	}
}

// Share is the share of the executions in the estimate of all, to follow their number. It is
// empty if there is no estimate, or if the executions come near it or exceed it: it was wrong, as
// there are more.
func Share(executions int64, estimate float64) string {
	if !(estimate > float64(executions)) || math.IsInf(estimate, 0) {
		return ""
	}
	switch percent := 100 * float64(executions) / estimate; {
	case percent > 98:
		return ""
	case percent < 0.1:
		return ", less than 0.1 % by estimate"
	case percent < 1:
		return fmt.Sprintf(", about %.1f %% by estimate", percent)
	default:
		return fmt.Sprintf(", about %.0f %% by estimate", percent)
	}
}

// Totals are what the line of a package sums up.
type Totals struct {
	Tests                                           int
	Failed, Errors, Unsupported, Incomplete, Passed int
	OwnSkips                                        int // tests that skip themselves in all executions
	Cached                                          int // tests of which the verdict was known
	Executions                                      int64
	Skipped                                         int // tests that are not to be explored; none of Tests
	Seconds                                         float64
	Interrupted                                     bool   // before all tests were run
	Note                                            string // "[no tests to run]", "[interrupted]"
}

// Count takes a test's result into the sums.
func (t *Totals) Count(r *wire.Result) {
	t.Tests++
	t.Executions += r.Executions
	if r.Cached {
		t.Cached++
	}
	switch r.Verdict {
	case "pass":
		t.Passed++
	case "skip":
		t.OwnSkips++
	case "fail":
		t.Failed++
	case "incomplete":
		t.Incomplete++
	case "unsupported":
		t.Unsupported++
	default:
		t.Errors++
	}
}

// Word is a package's verdict: the worst of its tests'. Only a package whose
// every test was explored to the end is "ok".
func (t *Totals) Word() string {
	switch {
	case t.Failed > 0:
		return "FAIL"
	case t.Errors > 0:
		return "ERROR"
	case t.Unsupported > 0:
		return "UNSUPPORTED"
	case t.Incomplete > 0, t.Interrupted:
		return "INCOMPLETE"
	default:
		return "ok  "
	}
}

// Package writes the line that ends a package's output.
func Package(w *strings.Builder, pkg string, t *Totals) {
	if t.Failed > 0 {
		w.WriteString("FAIL\n")
	}
	took := fmt.Sprintf("%.1fs", t.Seconds)
	if t.Cached > 0 && t.Cached == t.Tests {
		took = "(cached)"
	}
	fmt.Fprintf(w, "%s\t%s\t%s", t.Word(), printable.Line(pkg), took)
	if t.Tests > 0 {
		w.WriteString("\t" + Plural(int64(t.Tests), "test"))
		if t.Cached > 0 && t.Cached < t.Tests {
			fmt.Fprintf(w, " (%s cached)", Number(int64(t.Cached)))
		}
		w.WriteString(", " + Plural(t.Executions, "execution"))
		if t.Passed < t.Tests {
			w.WriteString(": " + t.breakdown())
		}
	}
	if t.Skipped > 0 {
		fmt.Fprintf(w, "\t%s skipped", Plural(int64(t.Skipped), "test"))
	}
	if t.Note != "" {
		w.WriteString("\t" + t.Note)
	}
	w.WriteByte('\n')
}

// breakdown is "1 failed, 2 exhaustive".
func (t *Totals) breakdown() string {
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{
		{t.Failed, "failed"},
		{t.Errors, "ended in an error"},
		{t.Unsupported, "unsupported"},
		{t.Incomplete, "incomplete"},
		{t.OwnSkips, "skipped"},
		{t.Passed, "passed"},
	} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.what))
		}
	}
	return strings.Join(parts, ", ")
}
