package junit

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func sample() []Suite {
	why := "talks to a server"
	return []Suite{
		{
			Name: "example.com/p", Start: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Seconds: 1.5, Output: "note\n",
			Cases: []Case{
				{Name: "TestGood", Seconds: 0.25, Properties: []Property{{"verdict", "pass"}, {"executions", "7"}}},
				{Name: "TestBad", Failures: []Problem{{"race", "race on x", "at x.go:1"}, {"deadlock", "all wait", ""}}, Output: "printed"},
				{Name: "TestSkipped", Skipped: &why},
				{Name: "TestOwn", Error: &Problem{"error", "gocheck has failed", "stack"}},
			},
		},
		{Name: "example.com/q", Error: "# example.com/q\nq.go:1:2: undefined: x\nq.go:3:4: undefined: y"},
		{Name: "example.com/r"},
	}
}

func TestFormat(t *testing.T) {
	const want = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites time="1.500" tests="5" failures="1" errors="2">
	<testsuite name="example.com/p" tests="4" failures="1" errors="1" skipped="1" time="1.500" timestamp="2026-01-02T03:04:05" package="example.com/p">
		<properties>
			<property name="TestGood.verdict" value="pass"></property>
			<property name="TestGood.executions" value="7"></property>
		</properties>
		<testcase name="TestGood" classname="example.com/p" time="0.250"></testcase>
		<testcase name="TestBad" classname="example.com/p" time="0.000">
			<failure type="race" message="race on x">at x.go:1</failure>
			<failure type="deadlock" message="all wait"></failure>
			<system-out>printed</system-out>
		</testcase>
		<testcase name="TestSkipped" classname="example.com/p" time="0.000">
			<skipped message="talks to a server">talks to a server</skipped>
		</testcase>
		<testcase name="TestOwn" classname="example.com/p" time="0.000">
			<error type="error" message="gocheck has failed">stack</error>
		</testcase>
		<system-out>note&#xA;</system-out>
	</testsuite>
	<testsuite name="example.com/q" tests="1" failures="0" errors="1" skipped="0" time="0.000" package="example.com/q">
		<testcase name="(package)" classname="example.com/q" time="0.000">
			<error type="error" message="q.go:1:2: undefined: x"># example.com/q&#xA;q.go:1:2: undefined: x&#xA;q.go:3:4: undefined: y</error>
		</testcase>
	</testsuite>
	<testsuite name="example.com/r" tests="0" failures="0" errors="0" skipped="0" time="0.000" package="example.com/r"></testsuite>
</testsuites>
`
	if diff := cmp.Diff(want, string(Format(sample()))); diff != "" {
		t.Error(diff)
	}
}

// schema is what junit-10.xsd permits: of each element the attributes, those
// that have to be there first, and the elements within it.
var schema = map[string]struct{ required, optional, within string }{
	"testsuites": {"", "name time tests failures errors", "testsuite"},
	"testsuite":  {"name tests failures errors", "group time skipped timestamp hostname id package file log url", "testsuite properties testcase system-out system-err"},
	"properties": {"", "", "property"},
	"property":   {"name value", "", ""},
	"testcase":   {"name", "time classname group", "skipped error failure rerunFailure rerunError flakyFailure flakyError system-out system-err"},
	"failure":    {"", "type message", ""},
	"error":      {"", "type message", ""},
	"skipped":    {"", "type message", ""},
	"system-out": {"", "", ""},
	"system-err": {"", "", ""},
}

// valid reads a report as a build server would.
func valid(t *testing.T, report []byte) {
	t.Helper()
	if !utf8.Valid(report) {
		t.Error("no UTF-8")
	}
	var open []string
	for dec := xml.NewDecoder(strings.NewReader(string(report))); ; {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, report)
		}
		switch x := token.(type) {
		case xml.StartElement:
			rule, ok := schema[x.Name.Local]
			if !ok {
				t.Errorf("element %s", x.Name.Local)
			}
			if parent := append([]string{""}, open...)[len(open)]; parent != "" && !slices.Contains(strings.Fields(schema[parent].within), x.Name.Local) {
				t.Errorf("%s within %s", x.Name.Local, parent)
			}
			var has []string
			for _, a := range x.Attr {
				has = append(has, a.Name.Local)
				if !slices.Contains(strings.Fields(rule.required+" "+rule.optional), a.Name.Local) {
					t.Errorf("attribute %s of %s", a.Name.Local, x.Name.Local)
				}
			}
			for _, name := range strings.Fields(rule.required) {
				if !slices.Contains(has, name) {
					t.Errorf("%s has no attribute %s", x.Name.Local, name)
				}
			}
			open = append(open, x.Name.Local)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if text := strings.TrimSpace(string(x)); text != "" && !slices.Contains([]string{"failure", "error", "skipped", "system-out"}, open[len(open)-1]) {
				t.Errorf("text %q in %v", text, open)
			}
		}
	}
}

func TestSchema(t *testing.T) {
	valid(t, Format(sample()))
	valid(t, Format(nil))
}

// Whatever a test prints, the report is XML, and nothing of it is markup.
func FuzzFormat(f *testing.F) {
	for _, s := range []string{"", "\x00\x1b[31m\xff\xfe", "]]></system-out><testcase>&\"'", "\ufffe\U0010ffff\r\n\t", strings.Repeat("x", 9000)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		report := Format([]Suite{{Name: s, Error: s, Output: s, Cases: []Case{
			{Name: s, Failures: []Problem{{s, s, s}}, Output: s, Properties: []Property{{s, s}}},
			{Name: s, Error: &Problem{s, s, s}}, {Name: s, Skipped: &s},
		}}})
		valid(t, report)
		var read xmlSuites
		if err := xml.Unmarshal(report, &read); err != nil || len(read.Suites) != 1 || read.Tests != read.Suites[0].Tests || len(read.Suites[0].Cases) != read.Tests {
			t.Errorf("%v %+v", err, read)
		}
	})
}

// The file is replaced as a whole, can be read by others, and nothing else is
// left.
func TestWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.xml")
	for _, suites := range [][]Suite{nil, sample()} {
		if err := Write(path, suites); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil || string(data) != string(Format(suites)) {
			t.Errorf("%v %s", err, data)
		}
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("%v %v", entries, err)
	}
	if fi, err := os.Stat(path); err != nil || fi.Mode().Perm() != 0o644 {
		t.Errorf("%v %v", fi.Mode(), err)
	}
	if err := Write(filepath.Join(path, "x"), nil); err == nil || !strings.HasPrefix(err.Error(), "writing the JUnit report: ") {
		t.Error(err)
	}
}
