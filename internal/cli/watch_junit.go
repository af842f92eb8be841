package cli

import (
	"strconv"
	"strings"
	"time"

	"gocheck.dev/internal/junit"
	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/report"
	"gocheck.dev/internal/wire"
)

// A junitWatcher fills a suite. A test case in it fails or has an error where
// the exit status says so, too: with -exhaustive (strict) also where a test was
// not explored to the end.
type junitWatcher struct {
	suite  *junit.Suite
	strict bool
}

func (j *junitWatcher) ended(r *run, test string, t *testState, res *wire.Result, text string) {
	c := junit.Case{Name: test, Seconds: float64(res.Seconds)}
	property := func(name, value string) {
		if value != "" {
			c.Properties = append(c.Properties, junit.Property{Name: name, Value: value})
		}
	}
	property("verdict", res.Verdict)
	property("executions", strconv.FormatInt(res.Executions, 10))
	property("exhaustive", strconv.FormatBool(res.Exhaustive))
	property("bound", res.Bound)
	property(wire.Timing, strconv.FormatBool(res.Timed()))
	reason, text := r.report.Shorten(reasonOf(res)), printable.WithoutOwn(text)
	switch {
	case res.Verdict == "fail":
		plain := r.report
		plain.Color, plain.Own = false, nil
		for _, f := range t.failures {
			var w strings.Builder
			report.Failure(&w, r.printed(t, f, res), plain)
			c.Failures = append(c.Failures, junit.Problem{Type: f.Kind, Message: r.report.Shorten(report.Said(f.Message)), Text: w.String()})
			c.Output += f.Output
			property("schedule", relativeOrNone(r.dir, f.file))
		}
		if len(t.failures) == 0 {
			c.Failures = []junit.Problem{{Type: res.Verdict, Message: reason}}
		}
	case res.Verdict == "error":
		c.Error = &junit.Problem{Type: res.Verdict, Message: reason, Text: text}
	case res.Verdict != "pass" && res.Verdict != "skip" && j.strict:
		c.Failures = []junit.Problem{{Type: res.Verdict, Message: reason, Text: text}}
	case res.Verdict == "unsupported", res.Verdict == "skip":
		c.Skipped = &reason
		fallthrough
	default:
		c.Output = text
	}
	j.suite.Cases = append(j.suite.Cases, c)
}

func (j *junitWatcher) skipped(test, reason string) {
	j.suite.Cases = append(j.suite.Cases, junit.Case{Name: test, Skipped: &reason})
}

func (j *junitWatcher) broken(text string) {
	j.suite.Error = strings.TrimSpace(j.suite.Error + "\n" + text)
}

func (j *junitWatcher) over(r *run, notRun []string) {
	j.suite.Name, j.suite.Start, j.suite.Seconds = r.binary.ImportPath, r.started, time.Since(r.started).Seconds()
	for _, test := range notRun {
		j.skipped(test, "not run: gocheck was interrupted")
	}
}

// reasonOf says why a test has not passed, and where.
func reasonOf(res *wire.Result) string {
	if res.Pos != "" && !strings.HasPrefix(res.Reason, res.Pos) {
		return res.Pos + ": " + res.Reason
	}
	return res.Reason
}
