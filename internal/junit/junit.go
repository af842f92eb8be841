package junit

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
	"time"

	"gocheck.dev/internal/files"
	"gocheck.dev/internal/printable"
)

// A Suite is the tests of a package.
type Suite struct {
	Name    string // import path
	Start   time.Time
	Seconds float64
	Cases   []Case
	Error   string // why the package has not been tested, or not all of it
	Output  string // what belongs to no test
}

// A Case is a test.
type Case struct {
	Name       string
	Seconds    float64
	Failures   []Problem
	Error      *Problem   // gocheck's own, or the build's
	Skipped    *string    // why it was not explored; nil if it was
	Properties []Property // they are the suite's in the file, with the test's name in front
	Output     string
}

// A Problem is a failure, an error, or the reason of a skip.
type Problem struct {
	Type    string // kind of the failure
	Message string // a line
	Text    string
}

// A Property is a fact about a test.
type Property struct{ Name, Value string }

type xmlSuites struct {
	XMLName  xml.Name   `xml:"testsuites"`
	Time     string     `xml:"time,attr"`
	Tests    int        `xml:"tests,attr"`
	Failures int        `xml:"failures,attr"`
	Errors   int        `xml:"errors,attr"`
	Suites   []xmlSuite `xml:"testsuite"`
}

type xmlSuite struct {
	Name       string         `xml:"name,attr"`
	Tests      int            `xml:"tests,attr"`
	Failures   int            `xml:"failures,attr"`
	Errors     int            `xml:"errors,attr"`
	Skipped    int            `xml:"skipped,attr"`
	Time       string         `xml:"time,attr"`
	Timestamp  string         `xml:"timestamp,attr,omitempty"`
	Package    string         `xml:"package,attr"`
	Properties *xmlProperties `xml:"properties"`
	Cases      []xmlCase      `xml:"testcase"`
	Output     string         `xml:"system-out,omitempty"`
}

type xmlProperties struct {
	All []xmlProperty `xml:"property"`
}

type xmlProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type xmlCase struct {
	Name      string       `xml:"name,attr"`
	Classname string       `xml:"classname,attr"`
	Time      string       `xml:"time,attr"`
	Skipped   *xmlProblem  `xml:"skipped"`
	Error     *xmlProblem  `xml:"error"`
	Failures  []xmlProblem `xml:"failure"`
	Output    string       `xml:"system-out,omitempty"`
}

type xmlProblem struct {
	Type    string `xml:"type,attr,omitempty"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// Format writes suites as XML. XML has no place for most controls, and readers show the
// rest: all texts are made printable.
func Format(suites []Suite) []byte {
	all := xmlSuites{}
	total := 0.0
	for i := range suites {
		x := suites[i].xml()
		total += suites[i].Seconds
		all.Tests += x.Tests
		all.Failures += x.Failures
		all.Errors += x.Errors
		all.Suites = append(all.Suites, x)
	}
	all.Time = seconds(total)
	printable.All(&all)
	var b bytes.Buffer
	b.WriteString(xml.Header)
	enc := xml.NewEncoder(&b)
	enc.Indent("", "\t")
	if err := enc.Encode(all); err != nil {
		panic(err) // strings and numbers only
	}
	b.WriteByte('\n')
	return b.Bytes()
}

// Package is the test case that stands for a package as a whole, where it was
// not tested: readers show test cases, and nothing else.
const Package = "(package)"

func (s *Suite) xml() xmlSuite {
	x := xmlSuite{Name: s.Name, Package: s.Name, Time: seconds(s.Seconds), Output: s.Output}
	if !s.Start.IsZero() {
		x.Timestamp = s.Start.UTC().Format("2006-01-02T15:04:05")
	}
	cases := s.Cases
	if s.Error != "" {
		cases = append(cases[:len(cases):len(cases)], Case{Name: Package, Error: &Problem{Type: "error", Message: buildError(s.Error), Text: s.Error}})
	}
	var properties []xmlProperty
	for _, c := range cases {
		x.Tests++
		one := xmlCase{Name: c.Name, Classname: s.Name, Time: seconds(c.Seconds), Output: c.Output}
		switch {
		case len(c.Failures) > 0:
			x.Failures++
			for _, f := range c.Failures {
				one.Failures = append(one.Failures, xmlProblem(f))
			}
		case c.Error != nil:
			x.Errors++
			p := xmlProblem(*c.Error)
			one.Error = &p
		case c.Skipped != nil:
			x.Skipped++
			one.Skipped = &xmlProblem{Message: *c.Skipped, Text: *c.Skipped}
		}
		for _, p := range c.Properties {
			properties = append(properties, xmlProperty{c.Name + "." + p.Name, p.Value})
		}
		x.Cases = append(x.Cases, one)
	}
	if len(properties) > 0 {
		x.Properties = &xmlProperties{properties}
	}
	return x
}

func seconds(s float64) string { return strconv.FormatFloat(s, 'f', 3, 64) }

// buildError is the first line of what go build says that is not a head, "# p", which says where.
func buildError(s string) string {
	for line := range strings.Lines(s) {
		if !strings.HasPrefix(line, "# ") {
			return printable.First(line)
		}
	}
	return s
}

// Write writes suites into a file. It is there as a whole or not at all: a build
// server may read it while gocheck runs, or after it was killed.
func Write(path string, suites []Suite) error {
	// Temporary files are private, reports are not.
	if err := files.Replace(path, Format(suites), 0o644); err != nil {
		return fmt.Errorf("writing the JUnit report: %w", err)
	}
	return nil
}
