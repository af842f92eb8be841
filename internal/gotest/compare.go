package main

import (
	"fmt"
	"slices"
	"strings"

	"gocheck.dev/internal/verdicts"
)

// A comparison is one test as gocheck and as Go see it.
type comparison struct {
	Name    string // of the program, or package.Test
	Native  native
	Races   bool // go test -race reports a race
	Checked *verdicts.Test
	Printed []string // by gocheck's executions
	Lost    string   // why gocheck has no verdict, if it has none
}

// A class is what came out of a comparison.
type class int

const (
	same        class = iota // passes in both, and prints the same
	failing                  // fails in both
	within                   // passes; gocheck found no failure within its bounds
	racy                     // gocheck finds a race, and so does go test -race
	unsupported              // gocheck says so
	differs
	classes
)

// said is the first line that gocheck, and not the go command, said of a package without verdict.
func said(text string) string {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "gocheck: ") || strings.HasPrefix(line, "gocheck's") {
			return strings.TrimSpace(line)
		}
	}
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// class says what came out, and in what the two differ.
func (c *comparison) class() (class, string) {
	if c.Checked == nil {
		return differs, "gocheck has no verdict: " + said(c.Lost)
	}
	v := c.Checked
	if v.Verdict == "skip" {
		v.Verdict = "pass"
	}
	switch {
	case v.Verdict == "unsupported":
		return unsupported, ""
	case v.Verdict == "fail" && c.Native.Failed:
		return failing, ""
	case v.Verdict == "fail" && v.Kind() == "race" && c.Races:
		return racy, ""
	case v.Verdict == "fail":
		return differs, "passes natively; " + v.String()
	case v.Verdict != "pass" && v.Verdict != "skip" && v.Verdict != "incomplete":
		return differs, v.String()
	case c.Native.Failed:
		return differs, fmt.Sprintf("natively %s; gocheck: %s", c.Native.Reason, v.Verdict)
	case c.Native.Output != "" && !slices.Contains(c.Printed, c.Native.Output) && (v.Verdict == "pass" || len(c.Printed) > 0):
		return differs, "prints something else than natively"
	case v.Verdict == "incomplete":
		return within, ""
	}
	return same, ""
}
