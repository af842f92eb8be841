package main

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"gocheck.dev/internal/verdicts"
)

func TestRead(t *testing.T) {
	got, err := read([]byte(`{"Action":"start","Package":"p"}
{"Action":"run","Package":"p","Test":"TestX"}
{"Action":"output","Package":"p","Test":"TestX","Output":"=== RUN   TestX\n"}
{"Action":"failure","Package":"p","Test":"TestX","Kind":"fatal","Message":"want 1","Pos":"p_test.go:7:2","Schedule":"testdata/gocheck/TestX/12","Execution":3}
{"Action":"output","Package":"p","Test":"TestX","Output":"--- FAIL: TestX (0.02s)\n"}
{"Action":"output","Package":"p","Test":"TestX","Output":"    fatal: want 1\n"}
{"Action":"output","Package":"p","Test":"TestX","Output":"    Failing schedule written to testdata/gocheck/TestX/12\n"}
{"Action":"result","Package":"p","Test":"TestX","Verdict":"fail","Executions":3,"Failing":1,"Elapsed":0.02}
{"Action":"fail","Package":"p","Test":"TestX","Elapsed":0.02}
{"Action":"run","Package":"p","Test":"TestY"}
{"Action":"output","Package":"p","Test":"TestY","Output":"--- INCOMPLETE: TestY (1.00s)\n"}
{"Action":"output","Package":"p","Test":"TestY","Output":"    -budget 1s: 7 executions explored\n"}
{"Action":"result","Package":"p","Test":"TestY","Verdict":"incomplete","Executions":7,"Redundant":2,"Blocked":1,"Elapsed":1,"Estimate":700}
{"Action":"output","Package":"p","Output":"FAIL\n"}
`))
	if err != nil {
		t.Fatal(err)
	}
	want := []test{
		{
			pkg: "p", name: "TestX", verdict: "fail", executions: 3, seconds: 0.02,
			failures: []failure{{
				Failure: verdicts.Failure{Kind: "fatal", Message: "want 1", Pos: "p_test.go:7:2", Schedule: "testdata/gocheck/TestX/12", Execution: 3},
				text:    "--- FAIL: TestX (0.02s)\n    fatal: want 1",
			}},
		},
		{pkg: "p", name: "TestY", verdict: "incomplete", executions: 7, inVain: 3, seconds: 1, estimate: 700, reason: "-budget 1s: 7 executions explored"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if _, err := read([]byte("panic: oh\n")); err == nil {
		t.Error("what is not JSON is no error")
	}
}

// TestWrong: what must not be is said, and nothing else.
func TestWrong(t *testing.T) {
	fails := func(name, kind, lost string) test {
		return test{pkg: "p", name: name, verdict: "fail", failures: []failure{{Failure: verdicts.Failure{Kind: kind, Pos: "p.go:1:1"}, lost: lost}}}
	}
	explained = append(explained, explanation{"p", "TestKnown", "leak", bugOfTest, "It leaks."})
	defer func() { explained = explained[:len(explained)-1] }()
	for _, c := range []struct {
		tests []test
		wrong string // part of the only error; empty: none
	}{
		{[]test{{pkg: "p", name: "TestX", verdict: "pass"}, {pkg: "p", name: "TestY", verdict: "unsupported"}, {pkg: "p", name: "TestZ", verdict: "incomplete"}}, ""},
		{[]test{fails("TestKnown", "leak", "")}, ""},
		{[]test{fails("TestKnown", "race", "")}, "is not explained"},
		{[]test{fails("TestNew", "leak", "")}, "is not explained"},
		{[]test{fails("TestKnown", "leak", "it passes")}, "it passes"},
		{[]test{{pkg: "p", name: "TestX", verdict: "fail"}}, "does not say how"},
		{[]test{{pkg: "p", name: "TestX", verdict: "error", reason: "lost its way"}}, "lost its way"},
		{[]test{{pkg: "p", name: "TestX", verdict: "pass", executions: 3, inVain: 1}}, "1 of 3 executions"},
		{nil, "no tests were run"},
	} {
		p := page{suites: []*suite{{module: &module{path: "example.com/p", version: "v1.0.0"}, tests: c.tests}}}
		var doc bytes.Buffer
		p.write(&doc)
		switch {
		case c.wrong == "" && len(p.wrong) > 0:
			t.Errorf("%+v: %v", c.tests, p.wrong)
		case c.wrong != "" && (len(p.wrong) != 1 || !strings.Contains(p.wrong[0].Error(), c.wrong) || !strings.Contains(doc.String(), c.wrong)):
			t.Errorf("%+v: want %q, got %v", c.tests, c.wrong, p.wrong)
		}
	}
}

// TestExplained: an explanation is of a package of the list, says something,
// and is the only one.
func TestExplained(t *testing.T) {
	type key struct{ pkg, test, kind string }
	seen := map[key]bool{}
	for _, e := range explained {
		of := key{e.pkg, e.test, e.kind}
		if seen[of] {
			t.Errorf("%v: two explanations", of)
		}
		seen[of] = true
		if !strings.HasSuffix(e.why, ".") {
			t.Errorf("%v: is no sentence: %s", of, e.why)
		}
		known := false
		for _, m := range modules {
			known = known || e.pkg == m.path || strings.HasPrefix(e.pkg, m.path+"/")
		}
		if !known {
			t.Errorf("%v: of no module of the list", of)
		}
	}
}

func TestFirstLine(t *testing.T) {
	for _, c := range []struct{ message, want string }{
		{"want 1", "want 1"},
		{"\n  want 1\ngot 2", "want 1"},
		{"Error Trace:\tx_test.go:7\n            \tError:      \tNot equal:\n", "Not equal:"},
	} {
		if got := firstLine(c.message); got != c.want {
			t.Errorf("%q: %q, want %q", c.message, got, c.want)
		}
	}
}
