package main

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLitmus: gocheck explores every litmus to the end, each trace once, and
// comes to the outcomes that its comment permits; with -algo=dfs too.
func TestLitmus(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	all, err := readAll(filepath.Join("testdata", "litmus"))
	if err != nil {
		t.Fatal(err)
	}
	command, err := buildCommand(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	wrong, err := checkAll(t.Context(), command, all)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range wrong {
		t.Error(w)
	}
}

func TestRead(t *testing.T) {
	l, err := read("One.\nTwo.\n\nOutcomes: b, a,\nb, !panic\n\nNative: slow\n\nGocheck: a; it is so\n")
	if err != nil {
		t.Fatal(err)
	}
	want := &litmus{permits: []string{"!panic", "a", "b"}, slow: true, gocheck: []string{"a"}, why: "it is so"}
	if diff := cmp.Diff(want, l, cmp.AllowUnexported(litmus{}, checked{}, natively{})); diff != "" {
		t.Error(diff)
	}
	for _, doc := range []string{"No outcomes.", "Outcomes: 1", "X.\n\nOutcomes: 1\n\nNative: fast", "X.\n\nOutcomes: 1\n\nGocheck: 2"} {
		if _, err := read(doc); err == nil {
			t.Errorf("nothing is wrong with %q", doc)
		}
	}
}

// TestCompare: what is missing and what is too much is told, on both sides.
func TestCompare(t *testing.T) {
	l := &litmus{name: "x", permits: []string{"1", "2"}}
	for _, c := range []struct {
		got  checked
		want int
	}{
		{checked{exhaustive: true, outcomes: []string{"1", "2"}}, 0},
		{checked{exhaustive: true, outcomes: []string{"1"}}, 1},
		{checked{exhaustive: true, outcomes: []string{"1", "2", "3"}}, 1},
		{checked{exhaustive: false, outcomes: []string{"1", "2"}}, 1},
	} {
		if wrong := l.compare("gocheck", c.got); len(wrong) != c.want {
			t.Errorf("%+v: %v", c.got, wrong)
		}
	}
	l.got.outcomes = []string{"1"}
	for what, want := range map[string]int{"1": 0, "2": 1, "3": 2} {
		l.native.seen = map[string]int{what: 1}
		if wrong := l.compareNative(); len(wrong) != want {
			t.Errorf("natively %s: %v", what, wrong)
		}
	}
}

// TestShake: a call stands before every statement, however deep.
func TestShake(t *testing.T) {
	const text = `package p

func f() {
	a()
	go func() { b() }()
	switch {
	case c():
		d()
		fallthrough
	default:
	}
	select {
	case <-e:
		g()
	}
L:
	for range h(func() int { return 1 }) {
		continue L
	}
}
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, shake)
	var got bytes.Buffer
	if err := format.Node(&got, fset, file); err != nil {
		t.Fatal(err)
	}
	if _, err := parser.ParseFile(fset, "p.go", got.Bytes(), 0); err != nil {
		t.Fatalf("%v\n%s", err, got.Bytes())
	}
	flat := strings.Join(strings.Fields(got.String()), " ")
	for _, want := range []string{
		"func f() { jitter() a() jitter() go func() { jitter(); b() }()", "jitter() switch { case c(): jitter() d() fallthrough default: }",
		"jitter() select { case <-e: jitter() g() }", "jitter() L: for range h(func() int { jitter(); return 1 }) { jitter() continue L }",
	} {
		if !strings.Contains(flat, want) {
			t.Errorf("no %q in %s", want, flat)
		}
	}
}

func TestDied(t *testing.T) {
	for printed, want := range map[string]string{
		"fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1": "deadlock",
		"panic: send on closed channel\n":                                   "close",
		"fatal error: sync: unlock of unlocked mutex\n":                     "unlock",
		"panic: x [recovered]\n":                                            "panic",
		"ok":                                                                "",
	} {
		if got := died(printed); got != want {
			t.Errorf("%q: %q, want %q", printed, got, want)
		}
	}
}
