package main

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"time"

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
			Pkg: "p", Name: "TestX", Verdict: "fail", Executions: 3, Seconds: 0.02,
			Failures: []failure{{
				Failure: verdicts.Failure{Kind: "fatal", Message: "want 1", Pos: "p_test.go:7:2", Schedule: "testdata/gocheck/TestX/12", Execution: 3},
				Text:    "--- FAIL: TestX (0.02s)\n    fatal: want 1",
			}},
		},
		{Pkg: "p", Name: "TestY", Verdict: "incomplete", Executions: 7, InVain: 3, Seconds: 1, Estimate: 700, Reason: "-budget 1s: 7 executions explored"},
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
		return test{Pkg: "p", Name: name, Verdict: "fail", Failures: []failure{{Failure: verdicts.Failure{Kind: kind, Pos: "p.go:1:1"}, Lost: lost}}}
	}
	explained = append(explained, explanation{"p", "TestKnown", "leak", bugOfTest, "It leaks."})
	defer func() { explained = explained[:len(explained)-1] }()
	for _, c := range []struct {
		tests []test
		wrong string // part of the only error; empty: none
	}{
		{[]test{{Pkg: "p", Name: "TestX", Verdict: "pass"}, {Pkg: "p", Name: "TestY", Verdict: "unsupported"}, {Pkg: "p", Name: "TestZ", Verdict: "incomplete"}}, ""},
		{[]test{fails("TestKnown", "leak", "")}, ""},
		{[]test{fails("TestKnown", "race", "")}, "is not explained"},
		{[]test{fails("TestNew", "leak", "")}, "is not explained"},
		{[]test{fails("TestKnown", "leak", "it passes")}, "it passes"},
		{[]test{{Pkg: "p", Name: "TestX", Verdict: "fail"}}, "does not say how"},
		{[]test{{Pkg: "p", Name: "TestX", Verdict: "error", Reason: "lost its way"}}, "lost its way"},
		{[]test{{Pkg: "p", Name: "TestX", Verdict: "pass", Executions: 3, InVain: 1}}, "1 of 3 executions"},
		{nil, "no tests were run"},
	} {
		p := page{suites: []*suite{{module: &module{path: "example.com/p", version: "v1.0.0"}, Tests: c.tests}}}
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
		for _, test := range strings.Fields(e.tests) {
			of := key{e.pkg, test, e.kind}
			if seen[of] {
				t.Errorf("%v: two explanations", of)
			}
			seen[of] = true
		}
		if !strings.HasSuffix(e.why, ".") {
			t.Errorf("%s %s: is no sentence: %s", e.pkg, e.tests, e.why)
		}
		known := false
		for _, m := range modules {
			known = known || e.pkg == m.path || strings.HasPrefix(e.pkg, m.path+"/")
		}
		if !known {
			t.Errorf("%s %s: of no module of the list", e.pkg, e.tests)
		}
	}
}

func TestHeadline(t *testing.T) {
	for _, c := range []struct{ message, want string }{
		{"want 1", "want 1"},
		{"\n  want 1\ngot 2", "want 1"},
		{"Error Trace:\tx_test.go:7\n            \tError:      \tNot equal:\n", "Not equal:"},
	} {
		if got := headline(c.message); got != c.want {
			t.Errorf("%q: %q, want %q", c.message, got, c.want)
		}
	}
}

// TestKeep: what was made of a module is found again, as long as the budget is the same.
func TestKeep(t *testing.T) {
	dir := t.TempDir()
	m := &module{path: "example.com/p", version: "v1.0.0"}
	s := &suite{
		module: m, Budget: time.Second, Notes: []string{"is small"}, Cut: "3 tests not run", Wrong: "oh",
		Tests: []test{{Pkg: "p", Name: "TestX", Verdict: "fail", Failures: []failure{{Failure: verdicts.Failure{Kind: "leak"}, Text: "leak", Lost: "it passes"}}}},
	}
	if got, err := kept(dir, m, time.Second); got != nil || err != nil {
		t.Errorf("nothing was kept, and there is %v, %v", got, err)
	}
	if err := s.keep(dir); err != nil {
		t.Fatal(err)
	}
	if got, err := kept(dir, m, time.Second); !reflect.DeepEqual(got, s) || err != nil {
		t.Errorf("kept %+v, found %+v, %v", s, got, err)
	}
	if got, err := kept(dir, m, time.Minute); got != nil || err != nil {
		t.Errorf("with another budget there is %v, %v", got, err)
	}
}

// TestPage: modules have one row if some test fails or is unsupported, what was left out is said,
// and tests are counted by reason.
func TestPage(t *testing.T) {
	explained = append(explained, explanation{"example.com/p/a", "TestX TestY", "leak", bugOfTest, "They leak."})
	defer func() { explained = explained[:len(explained)-1] }()
	leaks := func(name string) test {
		return test{Pkg: "example.com/p/a", Name: name, Verdict: "fail", Failures: []failure{{Failure: verdicts.Failure{Kind: "leak", Pos: "p.go:1:1", Message: "it waits"}}}}
	}
	p := page{left: []string{"example.com/q"}, suites: []*suite{{
		module: &module{path: "example.com/p", version: "v1.0.0", patterns: []string{"./a", "./b"}}, Cut: "gocheck: interrupted: 3 tests not run",
		Tests: []test{
			leaks("TestX"), leaks("TestY"),
			{Pkg: "example.com/p/b", Name: "TestA", Verdict: "unsupported", Reason: "b.go:7:2: net.Dial is outside of gocheck's control"},
			{Pkg: "example.com/p/b", Name: "TestB", Verdict: "unsupported", Reason: "b.go:9:2: net.Dial is outside of gocheck's control"},
			{Pkg: "example.com/p/b", Name: "TestD", Verdict: "unsupported", Reason: "it is not the same again: b.go:9"},
			{Pkg: "example.com/p/b", Name: "TestC", Verdict: "incomplete", Reason: "-budget 1s: 7 executions explored"},
		},
	}, {
		module: &module{path: "example.com/r", version: "v1.1.0"},
		Tests: []test{
			{Pkg: "example.com/r", Name: "TestA", Verdict: "pass", Executions: 2},
			{Pkg: "example.com/r", Name: "TestB", Verdict: "incomplete", Reason: "-budget 1s: 7 executions explored", Executions: 7},
		},
	}}}
	var doc bytes.Buffer
	p.write(&doc)
	for _, want := range []string{
		"\n| example.com/p@v1.0.0 | 6 | 0 | 1 | 2 | 3 |\n", "\n\n3 packages, 9 executions, 0 s.\n",
		" 2 tests pass (1) or are incomplete (1): example.com/r@v1.1.0.\n",
		"\nNot explored: example.com/q.\n",
		"\n- example.com/p had its time: gocheck: interrupted: 3 tests not run.\n",
		"\nTests of each package: example.com/p/a 2.\n",
		"\nnet.Dial (2), it is not the same again: b.go:9 (1).\n",
		"\n- -budget 1s (2)\n",
		"\nNothing: ",
	} {
		if !strings.Contains(doc.String(), want) {
			t.Errorf("the page lacks %q:\n%s", want, &doc)
		}
	}
}
