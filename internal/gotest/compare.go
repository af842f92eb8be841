package main

import (
	"fmt"
	"slices"
	"strings"

	"gocheck.dev/internal/verdicts"
)

// A comparison is one test as gocheck and as Go see it.
type comparison struct {
	name    string // of the program, or package.Test
	native  native
	races   bool // go test -race reports a race
	checked *verdicts.Test
	printed []string // by gocheck's executions
	lost    string   // why gocheck has no verdict, if it has none
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
	if c.checked == nil {
		return differs, "gocheck has no verdict: " + said(c.lost)
	}
	v := c.checked
	if v.Verdict == "skip" {
		v.Verdict = "pass"
	}
	switch {
	case v.Verdict == "unsupported":
		return unsupported, ""
	case v.Verdict == "fail" && c.native.failed:
		return failing, ""
	case v.Verdict == "fail" && v.Kind() == "race" && c.races:
		return racy, ""
	case v.Verdict == "fail":
		return differs, "passes natively; " + v.String()
	case v.Verdict != "pass" && v.Verdict != "incomplete":
		return differs, v.String()
	case c.native.failed:
		return differs, fmt.Sprintf("natively %s; gocheck: %s", c.native.reason, v.Verdict)
	case c.native.output != "" && !slices.Contains(c.printed, c.native.output) && (v.Verdict == "pass" || len(c.printed) > 0):
		return differs, "prints something else than natively"
	case v.Verdict == "incomplete":
		return within, ""
	}
	return same, ""
}
