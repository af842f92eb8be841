package e2e

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var staleKernels = flag.Int("stale.kernels", 0, "rounds of TestStaleKernels: random edits of every kernel")

// insertions are what TestStaleKernels puts somewhere into a test: none of them
// mends it.
var insertions = []string{
	"staleN.Add(1)\n",
	"staleMu.Lock()\nstaleMu.Unlock()\n",
	"go func() { staleN.Add(1) }()\n",
	"// a line\n\n",
	"{ staleC := make(chan int, 1); staleC <- 1; <-staleC }\n",
}

// TestStaleKernels puts operations that have nothing to do with the bug into
// random places of every buggy kernel, and replays the schedule that was saved
// before. Most of them are found again; which are not is logged.
func TestStaleKernels(t *testing.T) {
	if *staleKernels == 0 {
		t.Skip("-stale.kernels=N makes N rounds of it")
	}
	dir := t.TempDir()
	write := func(name string, text []byte) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", []byte("module example.com/k\n\ngo 1.26.0\n\nrequire gocheck.dev v0.0.0\nreplace gocheck.dev => "+root+"\n"))
	sources := map[string][]byte{}
	paths, err := filepath.Glob(filepath.Join(root, "testdata/kernels/*/*_test.go"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no kernels", err)
	}
	for _, path := range paths {
		name, _ := filepath.Rel(filepath.Join(root, "testdata/kernels"), path)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		sources[name] = text
		write(name, text)
		pkg := filepath.Base(filepath.Dir(path))
		write(filepath.Join(filepath.Dir(name), "stale_test.go"), fmt.Appendf(nil, "package %s\n\nimport (\n\t\"sync\"\n\t\"sync/atomic\"\n)\n\nvar (\n\tstaleN  atomic.Int32\n\tstaleMu sync.Mutex\n)\n\nvar _, _ = &staleN, &staleMu\n", pkg))
	}
	r := explore(t, dir, "-run", "Buggy$", "-executions=1000", "./...")
	var files []string
	for _, f := range r.failures {
		if f.Schedule != "" {
			files = append(files, f.Schedule)
		}
	}
	slices.Sort(files)
	if len(files) < 20 {
		t.Fatalf("%d schedules:\n%s", len(files), r.text)
	}
	found, first, near, all := 0, 0, 0, 0
	for round := range *staleKernels {
		random := rand.New(rand.NewPCG(uint64(round), 0))
		for _, name := range slices.Sorted(maps.Keys(sources)) {
			write(name, edited(t, random, sources[name]))
		}
		saved, _, text := replayAll(t, dir, files)
		for _, f := range files {
			test := filepath.Base(filepath.Dir(f))
			s, ok := saved[test]
			all++
			switch {
			case !ok:
				t.Errorf("round %d: %s has no result\n%s", round, f, text)
			case !s.Same:
				t.Logf("round %d: %s is not found: %+v", round, f, s)
			case s.Tried > 40:
				near++
				found++
			default:
				found++
			}
			if ok && s.Same && s.Tried == 1 {
				first++
			}
		}
	}
	t.Logf("of %d edited programs %d failures were found, %d by the first execution, %d by more than 40", all, found, first, near)
	if found < all*9/10 {
		t.Errorf("%d of %d found", found, all)
	}
}

// edited is a file with an insertion in each of its buggy tests.
func edited(t *testing.T, random *rand.Rand, text []byte) []byte {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	type edit struct {
		at   int
		text string
	}
	var edits []edit
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || !strings.HasSuffix(f.Name.Name, "Buggy") {
			continue
		}
		var places []token.Pos
		add := func(list []ast.Stmt) {
			for _, s := range list {
				places = append(places, s.Pos())
			}
		}
		ast.Inspect(f.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BlockStmt:
				if len(n.List) > 0 {
					switch n.List[0].(type) {
					case *ast.CaseClause, *ast.CommClause: // of a switch or select
					default:
						add(n.List)
					}
				}
			case *ast.CaseClause:
				add(n.Body)
			case *ast.CommClause:
				add(n.Body)
			}
			return true
		})
		at := places[random.IntN(len(places))]
		edits = append(edits, edit{fset.Position(at).Offset, insertions[random.IntN(len(insertions))]})
	}
	slices.SortFunc(edits, func(a, b edit) int { return b.at - a.at })
	for _, e := range edits {
		text = slices.Insert(slices.Clone(text), e.at, []byte(e.text)...)
	}
	return text
}
