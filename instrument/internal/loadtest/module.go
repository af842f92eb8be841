package loadtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"gocheck.dev/instrument/internal/load"
)

// A Module is a module in a temporary directory, to be rewritten in place.
type Module struct {
	T   *testing.T
	Dir string
}

// New writes files (by slash-separated path) into a new module, with a
// workspace in which it can import gocheck's packages.
func New(t *testing.T, files map[string]string) *Module {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	goMod, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Dir(strings.TrimSpace(string(goMod)))
	m := &Module{t, dir}
	own := files["go.mod"]
	if own == "" {
		own = "module example.com/m\n\ngo 1.26\n"
	}
	m.Write("go.mod", own)
	m.Write("go.work", "go 1.26.0\n\nuse .\n\nuse "+root+"\n")
	for name, text := range files {
		if name != "go.mod" {
			m.Write(name, text)
		}
	}
	return m
}

// Write writes a file of the module, by its slash-separated path.
func (m *Module) Write(name, text string) {
	m.T.Helper()
	path := filepath.Join(m.Dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		m.T.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		m.T.Fatal(err)
	}
}

// Load loads the packages of the module as units, with their tests.
func (m *Module) Load() (units []*load.Unit) {
	m.T.Helper()
	cfg := &packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedModule | packages.NeedForTest,
		Dir: m.Dir, Tests: true, Env: m.env(),
	}
	all, err := packages.Load(cfg, "./...")
	if err != nil {
		m.T.Fatal(err)
	}
	tested, broken := make(map[string]bool), false
	for _, p := range all {
		for _, e := range p.Errors {
			m.T.Error(e)
			broken = true
		}
		if p.ForTest != "" {
			tested[p.PkgPath] = true
		}
	}
	if broken {
		m.T.FailNow()
	}
	for _, p := range all {
		if strings.HasSuffix(p.ID, ".test") || p.ForTest == "" && tested[p.PkgPath] {
			continue
		}
		u := &load.Unit{Pkg: p, ImportPath: p.PkgPath, TestFor: p.ForTest, External: strings.HasSuffix(p.PkgPath, "_test")}
		if u.TestFor != "" {
			u.Tests, u.HasTestMain = load.TestsOf(p)
			u.Driver = u.HasTestMain || !u.External
		}
		units = append(units, u)
	}
	return units
}

// env is the environment of the go command. With -trimpath it knows what it has compiled before in
// another folder.
func (m *Module) env() []string {
	return append(os.Environ(), "GOWORK="+filepath.Join(m.Dir, "go.work"), "GOFLAGS=-trimpath -ldflags=-w", "GOPROXY=off")
}

// Run runs the go command in the module and returns its combined output.
func (m *Module) Run(args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = m.Dir
	cmd.Env = append(m.env(), "GOTRACEBACK=single")
	out, err := cmd.CombinedOutput()
	return string(out), err
}
