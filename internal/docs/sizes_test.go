package docs

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// What a reader can hold: lines of a package without its tests, lines of a file, fields of a
// struct. Comments and empty lines count.
const (
	packageLines = 6000
	fileLines    = 450
	structFields = 30
	pageWords    = 51_500 // of all pages below docs: who adds some takes others out
)

// Exceptions are allowed what they have, no more: whoever makes one smaller lowers its number,
// and takes it out where it is no longer one.
var (
	largePackages = map[string]int{
		"runtime": 12000, // the machine and its primitives
	}
	largeStructs = map[string]int{
		"checker/internal/trace.Trace": 42, // one concept: what is known of a trace
	}
)

// A goFile is one Go file of the project.
type goFile struct {
	name   string // path from the root
	dir    string // of its package
	lines  int
	syntax *ast.File
}

func (f goFile) test() bool { return strings.HasSuffix(f.name, "_test.go") }

// goFiles are all Go files but programs in folders testdata.
var goFiles = sync.OnceValues(func() (all []goFile, err error) {
	fset := token.NewFileSet()
	for name := range files() {
		if path.Ext(name) != ".go" || strings.HasPrefix(name, "testdata/") || strings.Contains(name, "/testdata/") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		syntax, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			return nil, err
		}
		all = append(all, goFile{name: name, dir: path.Dir(name), lines: bytes.Count(text, []byte("\n")), syntax: syntax})
	}
	slices.SortFunc(all, func(a, b goFile) int { return strings.Compare(a.name, b.name) })
	return all, nil
})

// allGoFiles are there, or the test has failed.
func allGoFiles(t *testing.T) []goFile {
	all, err := goFiles()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 500 {
		t.Fatalf("only %d Go files", len(all))
	}
	return all
}

// linesOfPackages are those of the files that are no tests, by the packages' folders.
func linesOfPackages(t *testing.T) map[string]int {
	lines := map[string]int{}
	for _, f := range allGoFiles(t) {
		if !f.test() {
			lines[f.dir] += f.lines
		}
	}
	return lines
}

// TestSizes holds packages, files and structs to what a reader can hold.
func TestSizes(t *testing.T) {
	for dir, n := range linesOfPackages(t) {
		holds(t, dir, "lines", n, packageLines, largePackages)
	}
	structs := map[string]int{}
	for _, f := range allGoFiles(t) {
		holds(t, f.name, "lines", f.lines, fileLines, nil)
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				if s, ok := spec.Type.(*ast.StructType); ok {
					structs[f.dir+"."+spec.Name.Name] = s.Fields.NumFields()
				}
			}
			return true
		})
	}
	for name, n := range structs {
		holds(t, name, "fields", n, structFields, largeStructs)
	}
	for name := range largePackages {
		if linesOfPackages(t)[name] == 0 {
			t.Errorf("there is no package %s", name)
		}
	}
	for name := range largeStructs {
		if structs[name] == 0 {
			t.Errorf("there is no struct %s", name)
		}
	}
}

// TestWords holds the documents to as many words as a maintainer reads.
func TestWords(t *testing.T) {
	words := 0
	for name := range files() {
		if path.Ext(name) != ".md" || !strings.HasPrefix(name, "docs/") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		words += len(bytes.Fields(text))
	}
	if words < 30_000 {
		t.Fatalf("only %d words: are these all pages?", words)
	}
	holds(t, "docs", "words", words, pageWords, nil)
}

func holds(t *testing.T, what, unit string, n, limit int, exceptions map[string]int) {
	t.Helper()
	allowed, excepted := exceptions[what]
	switch {
	case excepted && n <= limit:
		t.Errorf("%s has %d %s: it is no exception any more", what, n, unit)
	case n > max(limit, allowed):
		t.Errorf("%s has %d %s, want at most %d", what, n, unit, max(limit, allowed))
	}
}
