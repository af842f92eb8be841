package golist

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"gocheck.dev/instrument/internal/gocmd"
)

// ModulePath is gocheck's own module.
const ModulePath = "gocheck.dev"

// IsOwn reports whether a package of gocheck's module is linked into test
// binaries. Such packages are never rewritten: they are what rewritten packages
// call.
func IsOwn(path string) bool {
	switch path {
	case ModulePath, ModulePath + "/checker", ModulePath + "/runtime", ModulePath + "/internal/verbs", ModulePath + "/internal/wire", ModulePath + "/internal/wording", ModulePath + "/regress",
		ModulePath + "/internal/machine", ModulePath + "/linear":
		return true
	}
	if room, ok := strings.CutPrefix(path, ModulePath+"/checker/"); ok {
		first, _, _ := strings.Cut(room, "/")
		return first != "lang" && first != "oracle" // these two are for tests
	}
	return strings.HasPrefix(path, ModulePath+"/runtime/")
}

// A Package package is one that `go list -deps -test` knows, in one variant. Its
// ImportPath, with the variant, is its identity.
type Package struct {
	ImportPath, Name, Dir, ForTest string
	Standard, Incomplete           bool
	Match                          []string
	Module                         *Module
	DefaultGODEBUG                 string
	Error                          *Error
	DepsErrors                     []*Error

	Sources

	Imports   []string          // identities
	ImportMap map[string]string // import path in the source → identity, where they differ

	Export string

	generated bool // the main package of a test binary, which the go command writes
	Plain     bool // left as it is, since Config.Instrument says so
}

// Sources are the files of a package, by kind.
type Sources struct {
	GoFiles, CgoFiles, CompiledGoFiles                             []string
	CFiles, CXXFiles, MFiles, HFiles, FFiles, SFiles, SysoFiles    []string
	SwigFiles, SwigCXXFiles, EmbedFiles, TestGoFiles, XTestGoFiles []string
}

// A Module is the module that a package is of.
type Module struct {
	Path, Version, Dir, GoVersion string
	Main                          bool
	Replace                       *Module
}

// An Error is what the go command has found wrong with a package.
type Error struct {
	ImportStack []string
	Pos, Err    string
}

const listFields = "ImportPath,Name,Dir,ForTest,Standard,Incomplete,Match,Module,DefaultGODEBUG,Error,DepsErrors," +
	"GoFiles,CgoFiles,CFiles,CXXFiles,MFiles,HFiles,FFiles,SFiles,SysoFiles,SwigFiles,SwigCXXFiles,EmbedFiles,TestGoFiles,XTestGoFiles," +
	"Imports,ImportMap"

// Path is the import path without the variant.
func (p *Package) Path() string {
	path, _, _ := strings.Cut(p.ImportPath, " [")
	return path
}

// External reports whether p is an external test package.
func (p *Package) External() bool {
	return p.ForTest != "" && p.Path() == p.ForTest+"_test"
}

// UnderTest reports whether p contains the test files of p.ForTest; the other
// packages with ForTest are only compiled against such a package.
func (p *Package) UnderTest() bool {
	return p.ForTest != "" && (p.Path() == p.ForTest || p.External())
}

// Own reports whether p is a package of gocheck that stays as it is.
func (p *Package) Own() bool {
	return p.Module != nil && p.Module.Path == ModulePath && IsOwn(p.Path())
}

// Foreign lists the source files that are not Go for the compiler alone: C,
// assembly, and the Go files that cgo translates.
func (p *Package) Foreign() []string {
	return slices.Concat(p.CgoFiles, p.CFiles, p.CXXFiles, p.MFiles, p.HFiles, p.FFiles, p.SFiles, p.SysoFiles, p.SwigFiles, p.SwigCXXFiles)
}

// Files lists all files that are compiled into p, relative to its directory.
func (p *Package) Files() []string {
	return slices.Concat(p.GoFiles, p.Foreign(), p.EmbedFiles)
}

// A Graph is all packages that the tests of the named packages are made of.
type Graph struct {
	ByID  map[string]*Package
	Order []*Package // dependencies first
	Roots []*Package // the named packages
}

// Load asks the go command for the graph. This is all that a run whose packages
// have not changed needs of it: no file is parsed.
func Load(ctx context.Context, g *gocmd.Command, patterns []string) (*Graph, error) {
	for _, p := range patterns {
		if strings.HasSuffix(p, ".go") {
			return nil, &gocmd.LoadError{Text: fmt.Sprintf("%s is a file: gocheck takes packages (try %s)", p, strings.TrimSuffix("./"+filepath.ToSlash(filepath.Dir(p)), "/."))}
		}
	}
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	all, err := Run(ctx, g, []string{"-e", "-deps", "-test", "-json=" + listFields, "--"}, patterns)
	if err != nil {
		return nil, err
	}
	gr := &Graph{ByID: make(map[string]*Package), Order: all}
	for _, p := range all {
		gr.ByID[p.ImportPath] = p
		if len(p.Match) == 0 || p.ForTest != "" {
			continue
		}
		if p.Error != nil && p.Dir == "" {
			// Not a package but a pattern that names none.
			return nil, &gocmd.LoadError{Text: strings.TrimSpace(p.Error.Err)}
		}
		gr.Roots = append(gr.Roots, p)
	}
	// go list -deps prints dependencies first; go test goes by patterns.
	at := make(map[string]int)
	for i, pattern := range patterns {
		at[pattern] = i
	}
	slices.SortStableFunc(gr.Roots, func(p, q *Package) int {
		return cmp.Or(cmp.Compare(at[p.Match[0]], at[q.Match[0]]), cmp.Compare(p.ImportPath, q.ImportPath))
	})
	for _, p := range gr.Roots {
		if t := gr.TestMain(p); t != nil {
			t.generated = true
		}
	}
	if len(gr.Roots) == 0 {
		return nil, &gocmd.LoadError{Text: fmt.Sprintf("no packages match %s", strings.Join(patterns, " "))}
	}
	return gr, nil
}

// TestMain returns the generated main package of p's test binary; nil if p has
// no test files.
func (gr *Graph) TestMain(p *Package) *Package {
	if len(p.TestGoFiles)+len(p.XTestGoFiles) == 0 {
		return nil
	}
	return gr.ByID[p.ImportPath+".test"]
}

// Closure returns the packages outside the standard library that from depends
// on, itself included, dependencies first. The generated main package of a test
// binary has no source and is left out.
func (gr *Graph) Closure(from *Package) []*Package {
	reached := gr.reached(from, false)
	var all []*Package
	for _, p := range gr.Order {
		if reached[p.ImportPath] && !p.generated {
			all = append(all, p)
		}
	}
	return all
}

// Standard returns the packages of the standard library that from depends on, by path.
func (gr *Graph) Standard(from *Package) map[string]*Package {
	standard := make(map[string]*Package)
	for id := range gr.reached(from, true) {
		if p := gr.ByID[id]; p.Standard {
			standard[p.ImportPath] = p
		}
	}
	return standard
}

// reached are the packages that from depends on, itself included: those outside the standard
// library, or all.
func (gr *Graph) reached(from *Package, standard bool) map[string]bool {
	reached := make(map[string]bool)
	var visit func(id string)
	visit = func(id string) {
		p := gr.ByID[id]
		if p == nil || p.Standard && !standard || reached[id] {
			return
		}
		reached[id] = true
		for _, i := range p.Imports {
			visit(i)
		}
	}
	visit(from.ImportPath)
	return reached
}

// Broken reports whether go list found an error in a package of the closure.
func Broken(closure []*Package) bool {
	for _, p := range closure {
		if p.Error != nil || p.Incomplete || len(p.DepsErrors) > 0 || p.Module == nil {
			return true
		}
	}
	return false
}

// Local reports whether the module is one that is worked on: a main module, or
// one that is replaced by a folder. Vendored ones have no Dir.
func (m *Module) Local() bool {
	return m.Main || m.Dir != "" && m.Replace != nil && m.Replace.Version == ""
}

// LocalModules are the local modules of a binary but that of root.
func LocalModules(root *Package, closure []*Package) map[string]string {
	all := make(map[string]string)
	for _, p := range closure {
		if m := p.Module; m != nil && m.Local() && (root.Module == nil || m.Path != root.Module.Path) && !p.StandsAside() {
			all[m.Path] = p.ModuleRoot()
		}
	}
	return all
}

// ModuleRoot returns the directory of p's module. For vendored modules go list
// gives none.
func (p *Package) ModuleRoot() string {
	if p.Module.Dir != "" {
		return p.Module.Dir
	}
	path := p.Path()
	if p.External() {
		path = p.ForTest
	}
	return strings.TrimSuffix(p.Dir, filepath.FromSlash(strings.TrimPrefix(path, p.Module.Path)))
}

// StandsAside reports whether p is of a gocheck.dev that the user's module
// requires: the command's own takes its place.
func (p *Package) StandsAside() bool {
	return p.Module.Path == ModulePath && !p.Module.Main
}

// Errors joins what go list said about packages.
func Errors(closure []*Package) string {
	var all []string
	for _, p := range closure {
		if p.Error != nil {
			all = append(all, strings.TrimPrefix(p.Error.Pos+": "+p.Error.Err, ": "))
		}
	}
	return strings.Join(all, "\n")
}

// Absolute are names of files in a folder.
func Absolute(dir string, names []string) []string {
	var all []string
	for _, n := range names {
		if !filepath.IsAbs(n) {
			n = filepath.Join(dir, n)
		}
		all = append(all, n)
	}
	return all
}

// Rewritable reports whether p is rewritten.
func (p *Package) Rewritable() bool { return !p.Plain && !p.Own() && !p.StandsAside() }

// Run runs go list with flags that make it print JSON.
func Run(ctx context.Context, g *gocmd.Command, flags, args []string) ([]*Package, error) {
	out, err := g.User(ctx, []string{"list"}, append(flags, args...)...)
	if err != nil {
		var failed *gocmd.Error
		if errors.As(err, &failed) {
			return nil, &gocmd.LoadError{Text: cmp.Or(g.Obstacle(failed.Error()), failed.Error())}
		}
		return nil, err
	}
	var all []*Package
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(Package)
		if err := dec.Decode(p); err == io.EOF {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("reading go list: %w", err)
		}
		all = append(all, p)
	}
}
