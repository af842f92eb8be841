package instrument

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
)

// modulePath is gocheck's own module.
const modulePath = "gocheck.dev"

// isOwn reports whether a package of gocheck's module is linked into test
// binaries. Such packages are never rewritten: they are what rewritten packages
// call.
func isOwn(path string) bool {
	switch path {
	case modulePath, modulePath + "/checker", modulePath + "/runtime", modulePath + "/internal/wire", modulePath + "/regress":
		return true
	}
	return strings.HasPrefix(path, modulePath+"/runtime/")
}

// A listed package is one that `go list -deps -test` knows, in one variant. Its
// ImportPath, with the variant, is its identity.
type listed struct {
	ImportPath, Name, Dir, ForTest string
	Standard, Incomplete           bool
	Match                          []string
	Module                         *listedModule
	DefaultGODEBUG                 string
	Error                          *listError
	DepsErrors                     []*listError

	GoFiles, CgoFiles, CompiledGoFiles                             []string
	CFiles, CXXFiles, MFiles, HFiles, FFiles, SFiles, SysoFiles    []string
	SwigFiles, SwigCXXFiles, EmbedFiles, TestGoFiles, XTestGoFiles []string

	Imports   []string          // identities
	ImportMap map[string]string // import path in the source → identity, where they differ

	Export string

	generated bool // the main package of a test binary, which the go command writes
	plain     bool // left as it is, since Config.Instrument says so
}

type listedModule struct {
	Path, Version, Dir, GoVersion string
	Main                          bool
	Replace                       *listedModule
}

type listError struct {
	ImportStack []string
	Pos, Err    string
}

const listFields = "ImportPath,Name,Dir,ForTest,Standard,Incomplete,Match,Module,DefaultGODEBUG,Error,DepsErrors," +
	"GoFiles,CgoFiles,CFiles,CXXFiles,MFiles,HFiles,FFiles,SFiles,SysoFiles,SwigFiles,SwigCXXFiles,EmbedFiles,TestGoFiles,XTestGoFiles," +
	"Imports,ImportMap"

// path is the import path without the variant.
func (p *listed) path() string {
	path, _, _ := strings.Cut(p.ImportPath, " [")
	return path
}

// external reports whether p is an external test package.
func (p *listed) external() bool {
	return p.ForTest != "" && p.path() == p.ForTest+"_test"
}

// underTest reports whether p contains the test files of p.ForTest; the other
// packages with ForTest are only compiled against such a package.
func (p *listed) underTest() bool {
	return p.ForTest != "" && (p.path() == p.ForTest || p.external())
}

// own reports whether p is a package of gocheck that stays as it is.
func (p *listed) own() bool {
	return p.Module != nil && p.Module.Path == modulePath && isOwn(p.path())
}

// foreign lists the source files that are not Go for the compiler alone: C,
// assembly, and the Go files that cgo translates.
func (p *listed) foreign() []string {
	return slices.Concat(p.CgoFiles, p.CFiles, p.CXXFiles, p.MFiles, p.HFiles, p.FFiles, p.SFiles, p.SysoFiles, p.SwigFiles, p.SwigCXXFiles)
}

// files lists all files that are compiled into p, relative to its directory.
func (p *listed) files() []string {
	return slices.Concat(p.GoFiles, p.foreign(), p.EmbedFiles)
}

// A graph is all packages that the tests of the named packages are made of.
type graph struct {
	byID  map[string]*listed
	order []*listed // dependencies first
	roots []*listed // the named packages
}

// list asks the go command for the graph. This is all that a run whose packages
// have not changed needs of it: no file is parsed.
func list(ctx context.Context, g *goCommand, patterns []string) (*graph, error) {
	for _, p := range patterns {
		if strings.HasSuffix(p, ".go") {
			return nil, &LoadError{fmt.Sprintf("%s is a file: gocheck takes packages (try %s)", p, strings.TrimSuffix("./"+filepath.ToSlash(filepath.Dir(p)), "/."))}
		}
	}
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	all, err := runList(ctx, g, []string{"-e", "-deps", "-test", "-json=" + listFields, "--"}, patterns)
	if err != nil {
		return nil, err
	}
	gr := &graph{byID: make(map[string]*listed), order: all}
	for _, p := range all {
		gr.byID[p.ImportPath] = p
		if len(p.Match) == 0 || p.ForTest != "" {
			continue
		}
		if p.Error != nil && p.Dir == "" {
			// Not a package but a pattern that names none.
			return nil, &LoadError{strings.TrimSpace(p.Error.Err)}
		}
		gr.roots = append(gr.roots, p)
	}
	// go list -deps prints dependencies first; go test goes by patterns.
	at := make(map[string]int)
	for i, pattern := range patterns {
		at[pattern] = i
	}
	slices.SortStableFunc(gr.roots, func(p, q *listed) int {
		return cmp.Or(cmp.Compare(at[p.Match[0]], at[q.Match[0]]), cmp.Compare(p.ImportPath, q.ImportPath))
	})
	for _, p := range gr.roots {
		if t := gr.testMain(p); t != nil {
			t.generated = true
		}
	}
	if len(gr.roots) == 0 {
		return nil, &LoadError{fmt.Sprintf("no packages match %s", strings.Join(patterns, " "))}
	}
	return gr, nil
}

// testMain returns the generated main package of p's test binary; nil if p has
// no test files.
func (gr *graph) testMain(p *listed) *listed {
	if len(p.TestGoFiles)+len(p.XTestGoFiles) == 0 {
		return nil
	}
	return gr.byID[p.ImportPath+".test"]
}

// closure returns the packages outside the standard library that from depends
// on, itself included, dependencies first. The generated main package of a test
// binary has no source and is left out.
func (gr *graph) closure(from *listed) []*listed {
	reached := make(map[string]bool)
	var visit func(id string)
	visit = func(id string) {
		p := gr.byID[id]
		if p == nil || p.Standard || reached[id] {
			return
		}
		reached[id] = true
		for _, i := range p.Imports {
			visit(i)
		}
	}
	visit(from.ImportPath)
	var all []*listed
	for _, p := range gr.order {
		if reached[p.ImportPath] && !p.generated {
			all = append(all, p)
		}
	}
	return all
}

// broken reports whether go list found an error in a package of the closure.
func broken(closure []*listed) bool {
	for _, p := range closure {
		if p.Error != nil || p.Incomplete || len(p.DepsErrors) > 0 || p.Module == nil {
			return true
		}
	}
	return false
}

// local reports whether the module is one that is worked on: a main module, or
// one that is replaced by a folder. Vendored ones have no Dir.
func (m *listedModule) local() bool {
	return m.Main || m.Dir != "" && m.Replace != nil && m.Replace.Version == ""
}

// localModules are the local modules of a binary but that of root.
func localModules(root *listed, closure []*listed) map[string]string {
	all := make(map[string]string)
	for _, p := range closure {
		if m := p.Module; m != nil && m.local() && (root.Module == nil || m.Path != root.Module.Path) && !p.standsAside() {
			all[m.Path] = p.moduleRoot()
		}
	}
	return all
}

// moduleRoot returns the directory of p's module. For vendored modules go list
// gives none.
func (p *listed) moduleRoot() string {
	if p.Module.Dir != "" {
		return p.Module.Dir
	}
	path := p.path()
	if p.external() {
		path = p.ForTest
	}
	return strings.TrimSuffix(p.Dir, filepath.FromSlash(strings.TrimPrefix(path, p.Module.Path)))
}

// standsAside reports whether p is of a gocheck.dev that the user's module
// requires: the command's own takes its place.
func (p *listed) standsAside() bool {
	return p.Module.Path == modulePath && !p.Module.Main
}

// listErrors joins what go list said about packages.
func listErrors(closure []*listed) string {
	var all []string
	for _, p := range closure {
		if p.Error != nil {
			all = append(all, strings.TrimPrefix(p.Error.Pos+": "+p.Error.Err, ": "))
		}
	}
	return strings.Join(all, "\n")
}

func absolute(dir string, names []string) []string {
	var all []string
	for _, n := range names {
		if !filepath.IsAbs(n) {
			n = filepath.Join(dir, n)
		}
		all = append(all, n)
	}
	return all
}

// rewritable reports whether p is rewritten.
func (p *listed) rewritable() bool { return !p.plain && !p.own() && !p.standsAside() }

// runList runs go list with flags that make it print JSON.
func runList(ctx context.Context, g *goCommand, flags, args []string) ([]*listed, error) {
	out, err := g.user(ctx, []string{"list"}, append(flags, args...)...)
	if err != nil {
		var failed *goError
		if errors.As(err, &failed) {
			return nil, &LoadError{cmp.Or(g.obstacle(failed.Error()), failed.Error())}
		}
		return nil, err
	}
	var all []*listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(listed)
		if err := dec.Decode(p); err == io.EOF {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("reading go list: %w", err)
		}
		all = append(all, p)
	}
}
