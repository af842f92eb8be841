package e2e

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// side is one side of a race in a report: what, where, by whom, and the
// innermost function of its stack.
var side = regexp.MustCompile(`(?m)^ {8}([a-zA-Z ]+) at \S+_test\.go:(\d+) by (main|goroutine \d+ \(\S+_test\.go:\d+\))\n` +
	`(?: {12}\d+ \| .*\n {12} *\^\n)?` + // the source line, with a caret
	` {12}gocheck\.dev/testdata/races\.\S+ at \S+_test\.go:(\d+)\n`)

// TestRaces: tests of testdata/races that have lines marked as such have a race,
// which is reported with these lines as its two sides, both with their stacks
// and where their goroutines were made. The others have none.
func TestRaces(t *testing.T) {
	dir := filepath.Join(root, "testdata", "races")
	r := explore(t, root, "-save=false", "./testdata/races/...")
	const inits = "gocheck.dev/testdata/races/inits.TestInit"
	if f := r.failures[inits]; f.Kind != "race" {
		t.Errorf("%s: want a race, got %+v, %+v", inits, r.results[inits], f)
	}
	delete(r.results, inits)
	for _, test := range []string{"TestHiddenPointer", "TestHiddenPointerOfReceiver", "TestHiddenPointerOfTarget"} {
		name := "gocheck.dev/testdata/races/hidden." + test
		if f := r.failures[name]; f.Kind != "race" || !strings.Contains(f.Message, "o.hidden") {
			t.Errorf("%s: want a race of o.hidden, got %+v, %+v", name, r.results[name], f)
		}
		delete(r.results, name)
	}
	racy := map[string][]string{}
	for _, file := range []string{"races_test.go", "shared_test.go", "idle_test.go", "conversions_test.go", "carried_test.go", "compare_test.go", "decoded_test.go", "started_test.go"} {
		maps.Copy(racy, markedLines(t, filepath.Join(dir, file)))
	}
	for test, marks := range racy {
		const prefix = "gocheck.dev/testdata/races."
		if f := r.failures[prefix+test]; f.Kind != "race" {
			t.Errorf("%s: want a race, got %+v, %+v", test, r.results[prefix+test], f)
			continue
		}
		if f := r.failures[prefix+test]; strings.HasPrefix(test, "TestStarted") && !strings.HasPrefix(f.Message, "started") {
			t.Errorf("%s: what is accessed? %s", test, f.Message)
		}
		_, text, _ := strings.Cut(r.text, "--- FAIL: "+test+" (")
		text, _, _ = strings.Cut(text, "\n--- ")
		sides := side.FindAllStringSubmatch(text, -1)
		if len(sides) != 2 {
			t.Errorf("%s: the report has not the two sides of a race:\n%s", test, text)
			continue
		}
		named := map[string]bool{}
		for _, s := range sides {
			if named[s[2]] = true; s[2] != s[4] {
				t.Errorf("%s: the stack at line %s begins at line %s", test, s[2], s[4])
			}
		}
		for _, m := range marks {
			if !named[m] {
				t.Errorf("%s: the report does not name line %s:\n%s", test, m, text)
			}
		}
	}
	ordered := 0
	for name, l := range r.results {
		_, test, _ := strings.Cut(name, "races.")
		if _, ok := racy[test]; ok {
			continue
		}
		if ordered++; l.Verdict != "pass" || !l.Exhaustive {
			t.Errorf("%s: want a pass, got %+v, %+v", test, l, r.failures[name])
		}
	}
	if len(racy) < 50 || ordered < 20 {
		t.Errorf("%d tests with a race, %d without", len(racy), ordered)
	}
}

// markedLines are the lines of each test that end in "// race", those of the
// functions that it calls by name included.
func markedLines(t *testing.T, path string) map[string][]string {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	marks := func(f *ast.FuncDecl) (lines []string) {
		for _, c := range file.Comments {
			if c.Text() == "race\n" && f.Pos() < c.Pos() && c.Pos() < f.End() {
				lines = append(lines, strconv.Itoa(fset.Position(c.Pos()).Line))
			}
		}
		return lines
	}
	functions := map[string][]string{}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && !strings.HasPrefix(f.Name.Name, "Test") {
			functions[f.Name.Name] = marks(f)
		}
	}
	tests := map[string][]string{}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || !strings.HasPrefix(f.Name.Name, "Test") {
			continue
		}
		lines := marks(f)
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				lines = append(lines, functions[id.Name]...)
			}
			return true
		})
		if len(lines) > 0 {
			tests[f.Name.Name] = lines
		}
	}
	return tests
}
