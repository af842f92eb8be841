package e2e

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
	"gocheck.dev/internal/wire"
)

var updateKernels = flag.Bool("kernels.update", false, "write the table of testdata/kernels/README.md")

// A kernel is a pattern of a bug: two tests, of the buggy and of the fixed
// program.
type kernel struct {
	name    string // "package.TestX", without Buggy or Fixed
	pattern string // what its comment says
	kind    string // of the failure that its comment demands; timing: a warning
	fixed   bool   // there is a fixed variant
}

// TestKernels: of every kernel the buggy variant fails, with the kind that its
// comment says, and the fixed one is explored to the end without a failure, nor a
// warning that it fails if somebody is held up. No flag helps; -executions keeps a
// search that goes wrong short, and each bug has to be found within -budget.
func TestKernels(t *testing.T) {
	dir := filepath.Join(root, "testdata", "kernels")
	kernels, all := readKernels(t, dir), longtest.Asked() || *updateKernels
	args := []string{"-save=false", "-executions=1000", "-budget=10s"}
	if all {
		args = append(args, "./testdata/kernels/...")
	} else {
		for _, pkg := range quickKernels {
			args = append(args, "./testdata/kernels/"+pkg)
		}
		kernels = slices.DeleteFunc(kernels, func(k *kernel) bool {
			pkg, _, _ := strings.Cut(k.name, ".")
			return !slices.Contains(quickKernels, pkg)
		})
	}
	r := explore(t, root, args...)
	var table strings.Builder
	table.WriteString("| kernel | pattern | kind | executions to the bug | executions of the fixed one |\n| --- | --- | --- | --- | --- |\n")
	for _, k := range kernels {
		const prefix = "gocheck.dev/testdata/kernels/"
		buggy, failure := r.results[prefix+k.name+"Buggy"], r.failures[prefix+k.name+"Buggy"]
		found := buggy.Verdict == "fail" && failure.Kind == k.kind
		if k.kind == wire.Timing {
			found = buggy.Verdict == "pass" && buggy.Timing
		}
		if !found {
			t.Errorf("%sBuggy: want a failure of kind %q, got %+v, %+v", k.name, k.kind, buggy, failure)
		}
		fixed := r.results[prefix+k.name+"Fixed"]
		if fixed.Verdict != "pass" || !fixed.Exhaustive || fixed.Blocked != 0 || fixed.Failing != 0 || fixed.Timing {
			t.Errorf("%sFixed: want a pass of all executions, and no warning of pauses, got %+v\n%s", k.name, fixed, r.failures[prefix+k.name+"Fixed"].Message)
		}
		name := strings.Replace(k.name, ".Test", ".", 1)
		fmt.Fprintf(&table, "| %s | %s | %s | %d | %d |\n", name, k.pattern, k.kind, buggy.Executions, fixed.Executions)
	}
	if want := 2 * len(kernels); want == 0 || len(r.results) != want || r.exit != 1 {
		t.Errorf("%d tests have results, want %d; exit status %d, want 1", len(r.results), want, r.exit)
	}
	if all {
		compareTable(t, filepath.Join(dir, "README.md"), table.String(), search, *updateKernels, "kernels.update")
	}
	if t.Failed() {
		t.Logf("gocheck printed:\n%s", r.text)
	}
}

// quickKernels are the packages that are built unless long tests are asked for: each is a binary.
var quickKernels = []string{"communication", "polls", "resource"}

// readKernels reads from the source which kernels there are, by package and in
// the order in which they stand there.
func readKernels(t *testing.T, dir string) []*kernel {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*", "*_test.go"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no kernels in %s: %v", dir, err)
	}
	var kernels []*kernel
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv != nil || !strings.HasPrefix(f.Name.Name, "Test") {
				continue
			}
			name := file.Name.Name + "." + f.Name.Name
			if buggy, ok := strings.CutSuffix(name, "Buggy"); ok {
				pattern, kind, ok := strings.Cut(f.Doc.Text(), "\n\nwant: ")
				if !ok {
					t.Errorf("%s: no pattern, or no kind that it wants: %q", name, f.Doc.Text())
				}
				kernels = append(kernels, &kernel{name: buggy, pattern: strings.ReplaceAll(pattern, "\n", " "), kind: strings.TrimSpace(kind)})
				continue
			}
			fixed, ok := strings.CutSuffix(name, "Fixed")
			i := slices.IndexFunc(kernels, func(k *kernel) bool { return k.name == fixed })
			if !ok || i < 0 {
				t.Errorf("%s: is neither the buggy nor, after it, the fixed variant of a kernel", name)
				continue
			}
			kernels[i].fixed = true
		}
	}
	for _, k := range kernels {
		if !k.fixed {
			t.Errorf("%s has no fixed variant", k.name)
		}
	}
	return kernels
}

// search is the column of the table that depends on the order of the search,
// which is no promise.
var search = regexp.MustCompile(`\| \d+ (\| \d+ \|\n)`)

// compareTable compares the table in a document with what was measured, but for
// what is no promise; update, which the flag named sets, writes it.
func compareTable(t *testing.T, path, table string, noPromise *regexp.Regexp, update bool, flag string) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(content), "<!-- table -->\n")
	old, after, ok2 := strings.Cut(rest, "<!-- end -->\n")
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the table", path)
	}
	switch {
	case update:
		if err := os.WriteFile(path, []byte(before+"<!-- table -->\n"+table+"<!-- end -->\n"+after), 0o666); err != nil {
			t.Fatal(err)
		}
	case noPromise.ReplaceAllString(old, "| $1") != noPromise.ReplaceAllString(table, "| $1"):
		t.Errorf("%s says\n%s\nbut (go test ./internal/e2e -run %s -%s writes it)\n%s", path, old, t.Name(), flag, table)
	}
}
