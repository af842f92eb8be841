package instrument

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"gocheck.dev/instrument/internal/cache"
	"gocheck.dev/instrument/internal/load"
	"gocheck.dev/internal/longtest"
)

// standIn is a gocheck module that shows who is called, so that these tests do
// not depend on what the runtime does.
const standIn = `
-- go.mod --
module gocheck.dev

go 1.25
-- gocheck.go --
package gocheck

func Whose() string { return "the command's" }
-- runtime/testbin/testbin.go --
package testbin

import (
	"fmt"
	"os"
	"testing"
)

var tests []string

func RegisterTest(name string, f func(*testing.T), pos string, keepsT bool) { tests = append(tests, name) }

var NoTestMain func(*testing.M)

func Main(m *testing.M, path string, user func(*testing.M)) {
	fmt.Println("driver of", path, tests)
	if user != nil {
		user(m)
	}
	os.Exit(m.Run())
}
`

// A bench is a directory with modules to build and a cache of its own.
type bench struct {
	t   *testing.T
	dir string
	cfg Config
	log bytes.Buffer

	rewrite func(*load.Unit) (*load.Rewritten, error)
	last    counts
}

// newBench unpacks files (txtar) into a temporary directory.
func newBench(t *testing.T, files string) *bench {
	t.Helper()
	dir := t.TempDir()
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	b := &bench{t: t, dir: filepath.Join(dir, "src")}
	b.write(b.dir, files)
	b.write(filepath.Join(dir, "standin"), standIn)
	b.cfg = Config{
		Dir:     b.dir,
		Cache:   filepath.Join(dir, "cache"),
		Env:     append(os.Environ(), "GOFLAGS=", "GOPROXY=off", "GOWORK="),
		Verbose: true,
		Log:     &b.log,
	}
	b.rewrite = func(u *load.Unit) (*load.Rewritten, error) { return driverOnly(u), nil }
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("log:\n%s", b.log.Bytes())
		}
	})
	return b
}

func (b *bench) write(dir, files string) {
	b.t.Helper()
	for _, f := range txtar.Parse([]byte(files)).Files {
		if err := cache.WriteTree(dir, map[string][]byte{f.Name: f.Data}); err != nil {
			b.t.Fatal(err)
		}
	}
}

// build builds with the stand-in.
func (b *bench) build(patterns ...string) ([]Binary, error) {
	b.t.Helper()
	cfg := b.cfg
	cfg.Patterns = patterns
	s, err := newSession(context.Background(), &cfg, b.rewrite)
	if err != nil {
		return nil, err
	}
	s.own = filepath.Join(filepath.Dir(b.dir), "standin")
	all, err := s.build(context.Background())
	b.last = s.counts
	return all, err
}

// mustBuild builds, and fails the test unless every package can be run.
func (b *bench) mustBuild(patterns ...string) []Binary {
	b.t.Helper()
	before := b.snapshot()
	all, err := b.build(patterns...)
	if err != nil {
		b.t.Fatalf("Build: %v", err)
	}
	for _, bin := range all {
		if bin.Err != nil {
			b.t.Fatalf("%s: %v", bin.ImportPath, bin.Err)
		}
	}
	if after := b.snapshot(); after != before {
		b.t.Errorf("the user's tree has changed:\nbefore %s\nafter %s", before, after)
	}
	return all
}

// snapshot describes all files of the user's tree.
func (b *bench) snapshot() string {
	b.t.Helper()
	var names []string
	err := filepath.Walk(b.dir, func(path string, fi os.FileInfo, err error) error {
		if err != nil || fi.IsDir() {
			return err
		}
		content, err := cache.HashFile(path)
		names = append(names, path+" "+content)
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
	sort.Strings(names)
	return strings.Join(names, "\n")
}

// run runs a binary in its package's directory and demands parts of its output.
func (b *bench) run(bin Binary, want ...string) {
	b.t.Helper()
	cmd := exec.Command(bin.Path, "-test.v")
	cmd.Dir = bin.Dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		b.t.Fatalf("%s: %v\n%s", bin.ImportPath, err, out)
	}
	for _, w := range want {
		if !strings.Contains(string(out), w) {
			b.t.Errorf("%s: output does not contain %q:\n%s", bin.ImportPath, w, out)
		}
	}
}

const plainModule = `
-- go.mod --
module example.com/plain

go 1.22
-- plain.go --
package plain

func Double(x int) int { return 2 * x }
-- plain_test.go --
package plain

import "testing"

func TestDouble(t *testing.T) {
	if Double(2) != 4 {
		t.Fatal("wrong")
	}
}

func Testimony(t *testing.T) { t.Fatal("not a test") }
-- untested/u.go --
package untested
`

func TestPlainModule(t *testing.T) {
	b := newBench(t, plainModule)
	var phases []string
	b.cfg.Phase = func(p Phase) { phases = append(phases, p.String()) }
	bins := b.mustBuild("./...")
	want := []string{
		"listing packages",
		"asking go for the standard library, which it compiles once",
		"loading and rewriting packages: 0 of 2",
		"loading and rewriting packages: 0 of 2, example.com/plain/untested",
		"loading and rewriting packages: 1 of 2",
		"loading and rewriting packages: 1 of 2, example.com/plain",
		"loading and rewriting packages: 2 of 2",
		"compiling and linking tests: 0 of 2",
	}
	// What comes between is done at the same time.
	if n := len(want); len(phases) < n+1 || !slices.Equal(phases[:n], want) || phases[len(phases)-1] != "compiling and linking tests: 2 of 2" {
		t.Errorf("phases %q", phases)
	}
	phases = nil
	if len(bins) != 2 {
		t.Fatalf("%d binaries, want 2", len(bins))
	}
	if b.last.rewritten != 1 || b.last.built != 1 {
		t.Errorf("first build: %+v", b.last)
	}
	plain, untested := bins[0], bins[1]
	if len(plain.Tests) != 1 || plain.Tests[0].Name != "TestDouble" || plain.Tests[0].Pos.Line != 5 {
		t.Errorf("tests %v", plain.Tests)
	}
	if plain.Dir != b.dir || plain.ModuleDir != b.dir || plain.NoTests {
		t.Errorf("%+v", plain)
	}
	b.run(plain, "driver of example.com/plain [TestDouble]", "PASS: TestDouble")
	if !untested.NoTests || untested.Path != "" {
		t.Errorf("%+v", untested)
	}

	again := b.mustBuild("./...")
	if (b.last != counts{}) {
		t.Errorf("second build of unchanged packages: %+v", b.last)
	}
	if want := []string{"listing packages"}; !slices.Equal(phases, want) {
		t.Errorf("phases of the second build: %q", phases)
	}
	if again[0].Path != plain.Path || len(again[0].Tests) != 1 {
		t.Errorf("from the cache: %+v", again[0])
	}
}

// The user's TestMain stays the one that is called; the driver goes where it is.
func TestUserTestMain(t *testing.T) {
	b := newBench(t, plainModule+`
-- main_test.go --
package plain_test

import (
	"fmt"
	"os"
	"testing"
)

func TestOutside(t *testing.T) {}

func TestMain(m *testing.M) {
	fmt.Println("the user's main")
	os.Exit(m.Run())
}
`)
	var drivers []string
	b.rewrite = func(u *load.Unit) (*load.Rewritten, error) {
		if u.Driver {
			drivers = append(drivers, u.Pkg.ID)
		}
		if u.External != (u.ImportPath == "example.com/plain_test") || u.External && !u.HasTestMain {
			t.Errorf("%s: external %v, hasTestMain %v", u.Pkg.ID, u.External, u.HasTestMain)
		}
		return driverOnly(u), nil
	}
	bins := b.mustBuild(".")
	if len(drivers) != 1 || drivers[0] != "example.com/plain_test [example.com/plain.test]" {
		t.Errorf("drivers in %v", drivers)
	}
	if len(bins[0].Tests) != 2 {
		t.Errorf("tests %v", bins[0].Tests)
	}
	b.run(bins[0], "the user's main")

	// When it goes away, the driver moves: both variants are rewritten again.
	drivers = nil
	b.write(b.dir, "-- main_test.go --\npackage plain_test\nimport \"testing\"\nfunc TestOutside(t *testing.T) {}\n")
	b.rewrite = func(u *load.Unit) (*load.Rewritten, error) {
		if u.Driver {
			drivers = append(drivers, u.Pkg.ID)
		}
		return driverOnly(u), nil
	}
	b.run(b.mustBuild(".")[0], "driver of example.com/plain")
	if len(drivers) != 1 || drivers[0] != "example.com/plain [example.com/plain.test]" {
		t.Errorf("drivers in %v", drivers)
	}
}

func TestBuildTags(t *testing.T) {
	longtest.Only(t)
	b := newBench(t, plainModule+`
-- tagged_test.go --
//go:build special

package plain

import "testing"

func TestTagged(t *testing.T) {}
`)
	if bins := b.mustBuild("."); len(bins[0].Tests) != 1 {
		t.Errorf("without the tag: %v", bins[0].Tests)
	}
	b.cfg.Tags = "special"
	bins := b.mustBuild(".")
	b.run(bins[0], "PASS: TestTagged")
	b.cfg.Tags = ""
	b.cfg.Env = append(b.cfg.Env, "GOFLAGS=-tags=special")
	b.run(b.mustBuild(".")[0], "PASS: TestTagged")
}

// A cgo file is compiled as it is; the package's other files are rewritten.
func TestCgo(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no C compiler")
	}
	b := newBench(t, `
-- go.mod --
module example.com/c

go 1.22
-- c.go --
package c

// static int answer(void) { return 42; }
import "C"

func Answer() int { return int(C.answer()) }
-- go.go --
package c

func Word() string { return "deep" }
-- c_test.go --
package c

import "testing"

func TestAnswer(t *testing.T) { t.Log(Answer(), Word()) }
`)
	b.rewrite = changing
	var doing []string
	b.cfg.Phase = func(p Phase) {
		if len(doing) == 0 || doing[len(doing)-1] != p.Doing {
			doing = append(doing, p.Doing)
		}
	}
	b.run(b.mustBuild(".")[0], "42 rewritten")
	want := []string{"asking go for the standard library, which it compiles once", "asking go for what cgo makes of the packages that use it"}
	if i := slices.Index(doing, want[0]); i < 0 || i+1 >= len(doing) || doing[i+1] != want[1] {
		t.Errorf("phases %q, want %q in them", doing, want)
	}
}

// Whatever gocheck.dev the user's module requires, the command's own is used.
func TestOwnModuleWins(t *testing.T) {
	b := newBench(t, `
-- go.mod --
module example.com/handlers

go 1.22

require gocheck.dev v0.0.0

replace gocheck.dev => ./theirs
-- theirs/go.mod --
module gocheck.dev
-- theirs/gocheck.go --
package gocheck

func Whose() string { return "the user's" }
-- h_test.go --
package handlers

import (
	"testing"

	"gocheck.dev"
)

func TestWhose(t *testing.T) { t.Log(gocheck.Whose()) }
`)
	b.run(b.mustBuild(".")[0], "the command's")
	if b.last.rewritten != 1 {
		t.Errorf("%d units rewritten", b.last.rewritten)
	}
}

// Packages of gocheck's own module can be tested too: its runtime comes from
// there then.
func TestWithinOwnModule(t *testing.T) {
	b := newBench(t, standIn+`
-- testdata/examples/x/x_test.go --
package x

import (
	"testing"

	"gocheck.dev"
)

func TestWhose(t *testing.T) { t.Log(gocheck.Whose()) }
`)
	b.run(b.mustBuild("./testdata/examples/...")[0], "driver of gocheck.dev/testdata/examples/x", "the command's")
	if b.last.rewritten != 1 {
		t.Errorf("%d units rewritten", b.last.rewritten)
	}
	bins, err := b.build(".", "./runtime")
	if err != nil || bins[0].Err == nil || bins[1].Err == nil {
		t.Errorf("gocheck's runtime under test: %v %+v", err, bins)
	}
}
