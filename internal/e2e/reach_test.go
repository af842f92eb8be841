package e2e

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
)

// TestReach: what functions of the standard library read and write of what they
// are given is accessed where they are called. Tests in files named *racy_test.go race,
// those in *quiet_test.go do not.
func TestReach(t *testing.T) {
	longtest.Only(t) // each folder is a test binary of much of the library
	patterns := []string{"-save=false"}
	for _, dir := range reachDirs {
		patterns = append(patterns, "./"+dir)
	}
	r := explore(t, root, patterns...)
	count := map[bool]int{}
	for _, dir := range reachDirs {
		for _, test := range testsIn(t, dir, "*racy_test.go") {
			count[true]++
			name := "gocheck.dev/" + dir + "." + test
			if f := r.failures[name]; f.Kind != "race" {
				t.Errorf("%s: want a race, got %+v %s", name, r.results[name], f.Message)
			}
		}
		for _, test := range testsIn(t, dir, "*quiet_test.go") {
			count[false]++
			name := "gocheck.dev/" + dir + "." + test
			if l := r.results[name]; l.Verdict != "pass" || !l.Exhaustive {
				t.Errorf("%s: want a pass, got %+v %s", name, l, r.failures[name].Message)
			}
		}
	}
	if count[true] < 300 || count[false] < 130 {
		t.Errorf("%d tests with a race, %d without", count[true], count[false])
	}
}

var reachDirs = []string{"testdata/reach", "testdata/reach/various", "testdata/reach/logged", "testdata/reach/generic", "testdata/reach/library"}

// TestReachNatively holds these files against the race detector, which knows what
// is accessed.
func TestReachNatively(t *testing.T) {
	longtest.Only(t)
	for _, dir := range reachDirs {
		reachNatively(t, dir)
	}
}

func reachNatively(t *testing.T, dir string) {
	bin := filepath.Join(t.TempDir(), "reach.test")
	build := exec.Command("go", "test", "-race", "-c", "-o", bin, "./"+dir)
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil && !strings.Contains(string(out), "-race") {
		t.Fatalf("%v\n%s", err, out)
	} else if err != nil {
		t.Skipf("there is no race detector: %v\n%s", err, out)
	}
	run := func(args ...string) (string, error) {
		cmd := exec.Command(bin, args...)
		cmd.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0") // a second of sleep without it
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	// All at once first. The detector reports a race of equal stacks once, so that each
	// without a report is asked again alone.
	quiet := "^(" + strings.Join(testsIn(t, dir, "*quiet_test.go"), "|") + ")$"
	if out, err := run("-test.run", quiet); err != nil {
		t.Errorf("%s: a test without a race fails: %v\n%s", dir, err, out)
	}
	racy := testsIn(t, dir, "*racy_test.go")
	out, _ := run("-test.run", "^("+strings.Join(racy, "|")+")$")
	for _, test := range racy {
		if raced(out, test) {
			continue
		}
		alone, _ := run("-test.run", "^"+test+"$")
		if !strings.Contains(alone, "DATA RACE") { // it may take another order
			alone, _ = run("-test.run", "^"+test+"$", "-test.count=50", "-test.cpu=1,2,4")
		}
		if !strings.Contains(alone, "DATA RACE") {
			t.Errorf("%s: the race detector says nothing\n%s", test, alone)
		}
	}
}

// raced says whether the output of a test binary blames test for a data race.
func raced(out, test string) bool {
	_, after, failed := strings.Cut(out, "--- FAIL: "+test+" ")
	_, lines, _ := strings.Cut(after, "\n")
	own, _, _ := strings.Cut("\n"+lines, "\n--- ")
	return failed && strings.Contains(own, "race detected during execution of test")
}

// testsIn are the tests of files of testdata/reach.
func testsIn(t *testing.T, dir, pattern string) (names []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, dir, pattern))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && strings.HasPrefix(fn.Name.Name, "Test") {
				names = append(names, fn.Name.Name)
			}
		}
	}
	return names
}
