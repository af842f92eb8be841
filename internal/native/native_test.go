package main

import (
	"path/filepath"
	"strings"
	"testing"

	"gocheck.dev/internal/verdicts"
)

// TestPrograms: each program says what is wrong with it, and has a twin; what is known is one.
func TestPrograms(t *testing.T) {
	all, err := readAll(filepath.Join("..", "..", "testdata", "native"))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, p := range all {
		names[p.name] = true
		if len(p.about) < 8 || p.class == "" || p.bad.pkg == "" || p.good.pkg == "" {
			t.Errorf("%+v", p)
		}
	}
	if len(all) < 150 {
		t.Errorf("%d programs", len(all))
	}
	for name, why := range known {
		if !names[name] || !strings.HasSuffix(why, ".") {
			t.Errorf("%s is no program, or this no sentence: %s", name, why)
		}
	}
}

// TestWrong: what is not as it has to be is said, unless it is known.
func TestWrong(t *testing.T) {
	saved := known
	defer func() { known = saved }()
	is := func(bad, good string, failed, twin int) *program {
		h := func(verdict string, failed int) half {
			return half{failed: failed, tried: 5, checked: &verdicts.Test{Verdict: verdict}}
		}
		return &program{name: "X", about: "about", bad: h(bad, failed), good: h(good, twin)}
	}
	for _, c := range []struct {
		p     *program
		known bool
		want  string
	}{
		{is("fail", "pass", 1, 0), false, ""},
		{is("unsupported", "incomplete", 1, 0), false, ""},
		{is("fail", "pass", 0, 0), false, "natively it passes, 5 times"},
		{is("fail", "pass", 1, 1), false, "natively the twin fails"},
		{is("pass", "pass", 1, 0), false, "gocheck says pass"},
		{is("incomplete", "pass", 1, 0), false, "gocheck says incomplete"},
		{is("error", "pass", 1, 0), false, "gocheck: error"},
		{is("fail", "fail", 1, 0), false, "gocheck fails of the twin"},
		{is("fail", "error", 1, 0), false, "gocheck on the twin"},
		{&program{name: "X", bad: half{failed: 1}}, false, "has not run it"},
		{is("pass", "pass", 1, 0), true, ""},
		{is("fail", "pass", 1, 0), true, "is as it has to be"},
	} {
		known = map[string]string{}
		if c.known {
			known["X"] = "Why."
		}
		errs := wrong([]*program{c.p})
		if c.want == "" && len(errs) > 0 || c.want != "" && (len(errs) != 1 || !strings.Contains(errs[0].Error(), c.want)) {
			t.Errorf("%+v: %v, want %q", c.p, errs, c.want)
		}
	}
}

// TestWords: the tests of testdata/library have a word, and reasons are comments of tests.
func TestWords(t *testing.T) {
	folder := filepath.Join("..", "..", "testdata", "library")
	all, err := words(folder)
	if err != nil {
		t.Fatal(err)
	}
	known, correct := 0, 0
	for _, w := range all {
		if w.known {
			known++
		}
		if w.correct {
			correct++
		}
	}
	if len(all) < 740 || known < 10 || known > 40 || correct < 200 {
		t.Errorf("%d tests, %d correct, %d with a reason", len(all), correct, known)
	}
}
