package repro

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"
)

// A pkg is a package as go list knows it.
type pkg struct {
	ImportPath, Dir, ForTest string
	Standard                 bool
	Module                   *module

	GoFiles, CgoFiles, IgnoredGoFiles, CFiles, CXXFiles, MFiles, HFiles, FFiles, SFiles, SysoFiles []string
	EmbedFiles, TestGoFiles, XTestGoFiles, TestEmbedFiles, XTestEmbedFiles                         []string
}

// A module is one that a package is of.
type module struct {
	Path, Version, Dir, GoMod, GoVersion string
	Main                                 bool
	Replace                              *module
}

// local reports whether the module is worked on here: its source is copied.
func (m *module) local() bool {
	return m.Main || m.Replace != nil && m.Replace.Version == "" || m.Version == ""
}

// old reports whether the module is of a Go without type parameters, as it is if it does not say.
func (m *module) old() bool {
	return m.GoVersion == "" || semver.Compare("v"+m.GoVersion, "v1.18") < 0
}

// A program is what the test is made of.
type program struct {
	dir      string // of the package
	main     *module
	tested   string
	packages []*pkg
	sources  map[string]file // by absolute path: those in packages that may get gates
	copied   map[string]bool // modules whose source is in the folder
}

// A file is a Go file of the program.
type file struct {
	pkg  *pkg
	name string
}

// list asks the go command what a test is made of.
func list(ctx context.Context, dir, pattern, tags string) (*program, error) {
	args := []string{"list", "-deps", "-test", "-json=ImportPath,Dir,ForTest,Standard,Module,GoFiles,CgoFiles,IgnoredGoFiles,CFiles,CXXFiles,MFiles,HFiles,FFiles," +
		"SFiles,SysoFiles,EmbedFiles,TestGoFiles,XTestGoFiles,TestEmbedFiles,XTestEmbedFiles"}
	if tags != "" {
		args = append(args, "-tags="+tags)
	}
	out, err := command(ctx, dir, nil, "go", append(args, "--", pattern)...)
	if err != nil {
		return nil, err
	}
	p := &program{dir: dir, sources: map[string]file{}, copied: map[string]bool{}}
	seen := map[string]bool{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		x := new(pkg)
		if err := d.Decode(x); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("reading what go list prints: %w", err)
		}
		if x.Standard || x.Module == nil || strings.HasSuffix(x.ImportPath, ".test") {
			continue
		}
		x.ImportPath, _, _ = strings.Cut(x.ImportPath, " [")
		tested := len(x.TestGoFiles)+len(x.XTestGoFiles) > 0 && x.ForTest == ""
		variant := x.ForTest != "" && (x.ImportPath == x.ForTest || x.ImportPath == x.ForTest+"_test")
		if variant || seen[x.ImportPath] {
			continue
		}
		seen[x.ImportPath] = true
		p.packages = append(p.packages, x)
		names := slices.Concat(x.GoFiles, x.CgoFiles)
		if tested {
			names = slices.Concat(names, x.TestGoFiles, x.XTestGoFiles)
		}
		for _, name := range names {
			p.sources[filepath.Join(x.Dir, name)] = file{x, name}
		}
	}
	return p, nil
}

// of finds the tested package.
func (p *program) of(tested string) error {
	p.tested = tested
	for _, x := range p.packages {
		if x.ImportPath == tested {
			p.main = x.Module
			p.copied[x.Module.Path] = true
		}
		if x.Module.local() {
			p.copied[x.Module.Path] = true
		}
	}
	if p.main == nil {
		return fmt.Errorf("package %s is of no module", tested)
	}
	return nil
}

// has reports whether a position is in a file that may get gates.
func (p *program) has(pos string) bool {
	name, _, ok := cutPos(pos)
	_, known := p.sources[name]
	return ok && known
}

// place is where a module lies in the folder, "" for the root.
func (p *program) place(m *module) string {
	if m.Path == p.main.Path {
		return ""
	}
	return path.Join("modules", m.Path)
}

// within is a package's folder within its module.
func (x *pkg) within() string {
	rel, err := filepath.Rel(x.Module.Dir, x.Dir)
	if err != nil || !filepath.IsLocal(rel) {
		return ""
	}
	return filepath.ToSlash(rel)
}

// target is the name in the folder of a package's file.
func (p *program) target(f file) string {
	return path.Join(p.place(f.pkg.Module), f.pkg.within(), f.name)
}

// files are the names of all files of the program that are copied, with where they come from.
func (p *program) files() map[string]string {
	all := map[string]string{}
	for _, x := range p.packages {
		if !p.copied[x.Module.Path] {
			continue
		}
		names := slices.Concat(x.GoFiles, x.CgoFiles, x.IgnoredGoFiles, x.CFiles, x.CXXFiles, x.MFiles, x.HFiles, x.FFiles, x.SFiles, x.SysoFiles, x.EmbedFiles)
		if x.ImportPath == p.tested {
			names = slices.Concat(names, x.TestGoFiles, x.XTestGoFiles, x.TestEmbedFiles, x.XTestEmbedFiles, testdata(x.Dir))
		}
		for _, name := range names {
			if x.ImportPath != p.tested && strings.HasSuffix(name, "_test.go") {
				continue
			}
			all[p.target(file{x, filepath.ToSlash(name)})] = filepath.Join(x.Dir, name)
		}
	}
	return all
}

// testdata are the files that tests find beside them, but for schedules.
func testdata(dir string) (names []string) {
	root := filepath.Join(dir, "testdata")
	filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case d.IsDir() && (name == filepath.Join(root, "gocheck") || name != root && exists(filepath.Join(name, "go.mod"))):
			return fs.SkipDir
		case d.Type().IsRegular():
			if rel, err := filepath.Rel(dir, name); err == nil {
				names = append(names, rel)
			}
		}
		return nil
	})
	return names
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// goMod is the go.mod of the folder: the user's, with the modules that are copied beside it.
func (p *program) goMod(bubble bool) (map[string][]byte, error) {
	text, err := os.ReadFile(p.main.GoMod)
	if err != nil {
		return nil, fmt.Errorf("reading go.mod: %w", err)
	}
	f, err := modfile.Parse(p.main.GoMod, text, nil)
	if err != nil {
		return nil, fmt.Errorf("reading go.mod: %w", err)
	}
	for _, t := range slices.Clone(f.Tool) {
		f.DropTool(t.Path)
	}
	for _, r := range slices.Clone(f.Replace) {
		if p.copied[r.Old.Path] {
			f.DropReplace(r.Old.Path, r.Old.Version)
		} else if r.New.Version == "" {
			// Nothing of it is needed: no package of the test is of a local module that is not copied.
			f.DropReplace(r.Old.Path, r.Old.Version)
			f.DropRequire(r.Old.Path)
		}
	}
	if bubble && (semver.Compare("v"+p.main.GoVersion, "v1.23") < 0 || len(f.Godebug) > 0) {
		// There are no bubbles with the timers of older releases, which such a go.mod asks for.
		if err := f.AddGodebug("asynctimerchan", "0"); err != nil {
			return nil, fmt.Errorf("asking for today's timers in go.mod: %w", err)
		}
	}
	made := map[string][]byte{}
	for _, x := range p.packages {
		m := x.Module
		if !p.copied[m.Path] || m.Path == p.main.Path || made[path.Join(p.place(m), "go.mod")] != nil {
			continue
		}
		version := m.Version
		if version == "" {
			version = "v0.0.0"
		}
		if !slices.ContainsFunc(f.Require, func(r *modfile.Require) bool { return r.Mod.Path == m.Path }) {
			f.AddNewRequire(m.Path, version, false)
		}
		if err := f.AddReplace(m.Path, "", "./"+p.place(m), ""); err != nil {
			return nil, fmt.Errorf("replacing %s: %w", m.Path, err)
		}
		its := []byte("module " + m.Path + "\n")
		if from := m.goMod(); from != "" {
			if its, err = os.ReadFile(from); err != nil {
				return nil, fmt.Errorf("reading go.mod of %s: %w", m.Path, err)
			}
		}
		made[path.Join(p.place(m), "go.mod")] = its
	}
	f.Cleanup()
	if made["go.mod"], err = f.Format(); err != nil {
		return nil, fmt.Errorf("writing go.mod: %w", err)
	}
	if sum, err := os.ReadFile(strings.TrimSuffix(p.main.GoMod, "mod") + "sum"); err == nil {
		made["go.sum"] = sum
	}
	return made, nil
}

// goMod is a module's go.mod, "" if it has none.
func (m *module) goMod() string {
	if m.Replace != nil && m.Replace.GoMod != "" && exists(m.Replace.GoMod) {
		return m.Replace.GoMod
	}
	if m.GoMod != "" && exists(m.GoMod) {
		return m.GoMod
	}
	return ""
}

// command runs a command and returns what it prints.
func command(ctx context.Context, dir string, env []string, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return out, fmt.Errorf("%s %s: %w\n%s%s", name, args[0], err, stderr.Bytes(), out)
	}
	return out, nil
}
