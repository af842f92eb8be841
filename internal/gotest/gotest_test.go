package main

import (
	"bytes"
	"fmt"
	"go/importer"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
	"gocheck.dev/internal/verdicts"
)

// TestSample compares a part of Go's programs and packages, always the same one.
func TestSample(t *testing.T) {
	longtest.Only(t)
	t.Chdir(filepath.Join("..", ".."))
	p, err := compare(t.Context(), t.TempDir(), func(name string) bool { return oneOf(name, 14) })
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range p.write(io.Discard, false) {
		t.Error(err)
	}
	tests := 0
	for _, s := range p.packages {
		tests += len(s.Compared)
	}
	if len(p.programs) < 60 || tests < 40 {
		t.Errorf("%d programs and %d tests of packages were compared", len(p.programs), tests)
	}
}

// TestPrograms: recipes are read, and a program is a package whose main can be called.
func TestPrograms(t *testing.T) {
	root, module := t.TempDir(), t.TempDir()
	write(t, root, map[string]string{
		"a.go":         "// run\n\npackage main\n\nfunc main() { println(1) }\n",
		"x/flags.go":   "// run -gcflags=-l\n\npackage main\n\nfunc main() {}\n",
		"x/other.go":   "// run\n\n//go:build plan9\n\npackage main\n\nfunc main() {}\n",
		"x/wrong.go":   "// errorcheck\n\npackage main\n\nfunc main() {}\n",
		"d.go":         "// rundir\n\npackage ignored\n",
		"d.dir/one.go": "package one\n\nconst X = 1\n",
		"d.dir/two.go": "package one\n\nconst Y = 1\n",
		"d.dir/z.go":   "package main\n\nimport other \"./two\"\n\nfunc main() { println(other.X + other.Y) }\n",
	})
	all, err := findPrograms(root)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range all {
		got = append(got, p.name+": "+p.out)
		if p.out == "" {
			if err := p.write(module); err != nil {
				t.Fatal(err)
			}
		}
	}
	want := []string{
		"a: ", "d: ", "x/flags: needs flags or arguments: run -gcflags=-l",
		"x/other: its build constraints leave it out on this machine",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	for name, want := range map[string]string{
		"p_a/prog.go":    "// run\n\npackage p_a\n\nfunc main() { println(1) }\n\n\nfunc GotestMain() { main() }\n",
		"p_d/one/two.go": "package one\n\nconst Y = 1\n",
		"p_d/z.go":       "package p_d\n\nimport other \"gotest/p_d/one\"\n\nfunc main() { println(other.X + other.Y) }\n\n\nfunc GotestMain() { main() }\n",
	} {
		text, err := os.ReadFile(filepath.Join(module, filepath.FromSlash(name)))
		if err != nil || string(text) != want {
			t.Errorf("%s: %q, %v\nwant %q", name, text, err, want)
		}
	}
}

// TestPrune: what does not compile is taken out with all that needs it, and nothing else is.
func TestPrune(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"p.go": "package p\n\nfunc F() int { return 1 }\n",
		"p_test.go": `package p

import (
	"internal/testenv"
	"os"
	"testing"
)

// hidden is of no use any more.
var hidden = missing

func TestGood(t *testing.T) { F() }

func TestEnv(t *testing.T) {
	testenv.MustHaveExec(t)
	os.Exit(1)
}

func TestHidden(t *testing.T) { _ = hidden }

func TestMain(m *testing.M) { m.Run() }

func Testable(t *testing.T) {}
`,
	})
	text, err := goCommand(t.Context(), ".", "list", "-export", "-f", "{{.ImportPath}} {{.Export}}", "-deps", "testing")
	if err != nil {
		t.Fatal(err, text)
	}
	exports := map[string]string{}
	for line := range strings.Lines(text) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		exports[path] = file
	}
	fset := token.NewFileSet()
	p := &pruner{fset: fset, path: "p", importer: importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})}
	for _, name := range []string{"p.go", "p_test.go"} {
		if err := p.add(filepath.Join(dir, name), name == "p_test.go"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := p.prune(); err != nil {
		t.Fatal(err)
	}
	if got := p.tests(); !reflect.DeepEqual(got, []string{"TestGood"}) {
		t.Errorf("left: %v", got)
	}
	want := []left{
		{"TestEnv", "needs testenv, which only the standard library has"},
		{"TestHidden", "needs hidden, which only the standard library has"},
	}
	if !reflect.DeepEqual(p.left, want) {
		t.Errorf("taken out: %v", p.left)
	}
	if err := p.write(dir); err != nil {
		t.Fatal(err)
	}
	copied, err := os.ReadFile(filepath.Join(dir, "p_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, gone := range []string{"testenv", "missing", "hidden", `"os"`} {
		if bytes.Contains(copied, []byte(gone)) {
			t.Errorf("%s is still there:\n%s", gone, copied)
		}
	}
	if !bytes.Contains(copied, []byte("func TestMain")) || bytes.Count(copied, []byte("\n")) != 23 {
		t.Errorf("the rest has changed:\n%s", copied)
	}
}

// TestClass: what is the same, and what is not.
func TestClass(t *testing.T) {
	is := func(verdict, kind string) *verdicts.Test {
		v := &verdicts.Test{Verdict: verdict}
		if kind != "" {
			v.Failures = []verdicts.Failure{{Kind: kind, Message: "m", Pos: "x.go:1"}}
		}
		return v
	}
	for _, c := range []struct {
		comparison
		want class
	}{
		{comparison{Checked: is("pass", "")}, same},
		{comparison{Checked: is("pass", ""), Native: native{Output: "a"}, Printed: []string{"b", "a"}}, same},
		{comparison{Checked: is("pass", ""), Native: native{Output: "a"}, Printed: []string{"b"}}, differs},
		{comparison{Checked: is("pass", ""), Native: native{Output: "a"}}, differs},
		{comparison{Checked: is("incomplete", ""), Native: native{Output: "a"}, Printed: []string{"b"}}, differs},
		{comparison{Checked: is("incomplete", ""), Native: native{Output: "a"}}, within},
		{comparison{Checked: is("pass", ""), Native: native{Failed: true}}, differs},
		{comparison{Checked: is("incomplete", ""), Native: native{Failed: true}}, differs},
		{comparison{Checked: is("fail", "panic"), Native: native{Failed: true}}, failing},
		{comparison{Checked: is("fail", "panic")}, differs},
		{comparison{Checked: is("fail", "race")}, differs},
		{comparison{Checked: is("fail", "race"), Races: true}, racy},
		{comparison{Checked: is("fail", "panic"), Races: true}, differs},
		{comparison{Checked: is("unsupported", "")}, unsupported},
		{comparison{Checked: is("error", "")}, differs},
		{comparison{Lost: "does not build"}, differs},
	} {
		if got, how := c.class(); got != c.want || (got == differs) != (how != "") {
			t.Errorf("%+v %v: class %d, want %d; %s", c.comparison, c.Checked, got, c.want, how)
		}
	}
}

// TestWrong: a difference needs an explanation, and an explanation a difference.
func TestWrong(t *testing.T) {
	saved := explained
	defer func() { explained = saved }()
	p := &page{programs: []*comparison{{Name: "x"}, {Name: "y", Checked: &verdicts.Test{Verdict: "pass"}}}}
	for _, c := range []struct {
		explained map[string]string
		whole     bool
		want      string
	}{
		{nil, true, "x is different, and not explained"},
		{map[string]string{"x": "Because."}, true, ""},
		{map[string]string{"x": "Because.", "y": "Why?"}, false, ""},
		{map[string]string{"x": "Because.", "y": "Why?"}, true, "y is explained, but not different"},
	} {
		explained = c.explained
		got := fmt.Sprint(p.write(io.Discard, c.whole))
		if c.want == "" && got != "[]" || !strings.Contains(got, c.want) {
			t.Errorf("%v: %s, want %q", c.explained, got, c.want)
		}
	}
}

// TestFailure: a run's text is told in one line.
func TestFailure(t *testing.T) {
	for text, want := range map[string]string{
		"--- FAIL: TestX\n    x: bad\nFAIL\n":         "--- FAIL: TestX",
		"=== RUN TestX\npanic: oh\n\ngoroutine 1\n":   "panic: oh",
		"out\nfatal error: all goroutines are asleep": "fatal error: all goroutines are asleep",
		"exit\n": "exit",
	} {
		if got := failure(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := withoutPlace("a/b_test.go:285:12: testing.X is outside"); got != "testing.X is outside" {
		t.Errorf("%q", got)
	}
}

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestKindOf: what is particular to one test is no reason of its own.
func TestKindOf(t *testing.T) {
	for why, want := range map[string]string{
		"needs testenv, which only the standard library has": "needs what only the standard library has",
		"needs flags or arguments: run -race":                "needs flags or arguments",
		"tests sockets":                                      "tests sockets",
	} {
		if got := kindOf(why); got != want {
			t.Errorf("%q: %q, want %q", why, got, want)
		}
	}
	var b strings.Builder
	grouped(&b, map[string][]string{"few": {"b", "a"}, "many": {"6", "5", "4", "3", "2", "1"}, "one": {"c"}, "another": {"d"}})
	if want := "- many (6): 1\n- 3 others, each of up to 5 tests\n\n"; b.String() != want {
		t.Errorf("grouped: %q, want %q", b.String(), want)
	}
}
