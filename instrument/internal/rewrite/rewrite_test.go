package rewrite

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"gocheck.dev/instrument/internal/load"
	"gocheck.dev/instrument/internal/loadtest"
	"gocheck.dev/internal/longtest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// A module is one whose units are rewritten in place.
type module struct{ *loadtest.Module }

func newModule(t *testing.T, files map[string]string) *module {
	t.Helper()
	return &module{loadtest.New(t, files)}
}

// rewrite rewrites every unit in place.
func (m *module) rewrite() map[string]*load.Rewritten {
	m.T.Helper()
	units := m.Load()
	all := make(map[string]*load.Rewritten)
	for _, u := range units {
		r, err := Unit(u)
		if err != nil {
			m.T.Fatal(err)
		}
		all[u.ImportPath] = r
		for name, text := range r.Files {
			if err := os.WriteFile(name, text, 0o666); err != nil {
				m.T.Fatal(err)
			}
		}
		for name, text := range r.Extra {
			if err := os.WriteFile(filepath.Join(filepath.Dir(u.Pkg.GoFiles[0]), name), text, 0o666); err != nil {
				m.T.Fatal(err)
			}
		}
	}
	return all
}

// TestGolden holds what each construct becomes. Every archive of
// testdata/golden says in its comment what it proves, and has the source
// (in.go) and what becomes of it (out.go, without the declarations at its end
// and the generated files). The results are compiled.
func TestGolden(t *testing.T) {
	paths, err := filepath.Glob("testdata/golden/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no golden files", err)
	}
	files := make(map[string]map[string]string) // by go.mod
	archives := make(map[string]*txtar.Archive)
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		archives[name] = a
		goMod := ""
		for _, f := range a.Files {
			if f.Name == "go.mod" {
				goMod = string(f.Data)
			}
		}
		if files[goMod] == nil {
			files[goMod] = map[string]string{"go.mod": goMod}
		}
		for _, f := range a.Files {
			if f.Name != "go.mod" && f.Name != "out.go" && f.Name != "unsupported" {
				files[goMod][name+"/"+f.Name] = string(f.Data)
			}
		}
	}
	for _, fs := range files {
		m := newModule(t, fs)
		results := m.rewrite()
		if out, err := m.Run("test", "-run=NONE", "-vet=off", "./..."); err != nil {
			t.Errorf("the rewritten packages do not compile:\n%s", out)
		}
		for path, r := range results {
			name := filepath.Base(strings.TrimSuffix(path, "_test"))
			if strings.HasSuffix(path, "_test") {
				continue
			}
			t.Run(name, func(t *testing.T) { golden(t, m.Dir, name, archives[name], r) })
		}
	}
}

func golden(t *testing.T, dir, name string, a *txtar.Archive, r *load.Rewritten) {
	got := strings.ReplaceAll(string(r.Files[filepath.Join(dir, name, "in.go")]), filepath.Join(dir, name)+"/", "")
	got = regexp.MustCompile(`(?s)\nvar _ gocheckrt\.Site.*`).ReplaceAllString(got, "")
	var unsupported strings.Builder
	for _, d := range r.Unsupported {
		fmt.Fprintf(&unsupported, "%d:%d: %s\n", d.Pos.Line, d.Pos.Column, d.Message)
	}
	want := make(map[string]*txtar.File)
	for i := range a.Files {
		want[a.Files[i].Name] = &a.Files[i]
	}
	for file, text := range map[string]string{"out.go": got, "unsupported": unsupported.String()} {
		text = strings.TrimRight(text, "\n")
		old := ""
		if f := want[file]; f != nil {
			old = strings.TrimRight(string(f.Data), "\n")
		}
		if old == text {
			continue
		}
		if !*update {
			t.Errorf("%s differs (-update to accept) (-want +got):\n%s", file, cmp.Diff(old, text))
			continue
		}
		if f := want[file]; f != nil {
			f.Data = []byte(text + "\n")
		} else {
			a.Files = append(a.Files, txtar.File{Name: file, Data: []byte(text + "\n")})
		}
		if err := os.WriteFile(filepath.Join("testdata", "golden", name+".txtar"), txtar.Format(a), 0o666); err != nil {
			t.Error(err)
		}
	}
}

// TestEquivalence runs the programs of testdata/equivalence as they are and
// rewritten, without a driver: what they print (values, orders of evaluation,
// line numbers, panics with the lines of their stacks) must be the same.
func TestEquivalence(t *testing.T) {
	paths, err := filepath.Glob("testdata/equivalence/*.go")
	if err != nil || len(paths) == 0 {
		t.Fatal("no programs", err)
	}
	for _, goVersion := range []string{"1.26", "1.18"} {
		files := map[string]string{"go.mod": "module example.com/m\n\ngo " + goVersion + "\n"}
		var names []string
		for _, path := range paths {
			src, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if m := regexp.MustCompile(`(?m)^// Needs go (.*)\.$`).FindSubmatch(src); m != nil && goVersion < string(m[1]) {
				continue
			}
			name := strings.TrimSuffix(filepath.Base(path), ".go")
			if !longtest.Asked() && !slices.Contains(quickEquivalence[goVersion], name) {
				continue
			}
			names = append(names, name)
			files[name+"/"+filepath.Base(path)] = string(src)
		}
		m := newModule(t, files)
		build := func(suffix string) {
			if out, err := m.Run("build", "-o", filepath.Join(m.Dir, "bin"+suffix)+"/", "./..."); err != nil {
				t.Errorf("%s: %v\n%s", suffix, err, out)
			}
		}
		build(".original")
		m.rewrite()
		build(".rewritten")
		for _, name := range names {
			t.Run("go"+goVersion+"/"+name, func(t *testing.T) {
				want, got := m.output("bin.original/"+name), m.output("bin.rewritten/"+name)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("the rewritten program behaves differently (-original +rewritten):\n%s", diff)
				}
				if len(want) < 20 {
					t.Errorf("the program prints too little to compare: %q", want)
				}
			})
		}
	}
}

// quickEquivalence are the programs of TestEquivalence unless long tests are asked for, by the
// language's version: each is linked twice. TestShadowed has others.
var quickEquivalence = map[string][]string{
	"1.26": {"channels", "inits", "lines", "oldkeys", "order", "ranges"},
	"1.18": {"ranges"}, // of which a loop has one variable
}

// output runs a program; of a crash it keeps what does not depend on addresses
// and on the frames of the runtime.
func (m *module) output(name string) string {
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(filepath.Join(m.Dir, name))
	cmd.Env = append(os.Environ(), "GOTRACEBACK=single")
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return err.Error()
	}
	var crash strings.Builder
	for _, line := range strings.Split(stderr.String(), "\n") {
		if strings.Contains(line, m.Dir) {
			line, _, _ = strings.Cut(strings.TrimSpace(line), " +0x")
			crash.WriteString(line + "\n")
		} else if strings.HasPrefix(line, "panic:") || strings.HasPrefix(line, "fatal error:") {
			crash.WriteString(line + "\n")
		}
	}
	return fmt.Sprintf("%s%sexit %v", stdout.String(), crash.String(), err)
}
