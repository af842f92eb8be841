package load

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"

	"gocheck.dev/instrument/internal/cache"
	"gocheck.dev/instrument/internal/gocmd"
	"gocheck.dev/instrument/internal/golist"
)

// A Loader makes syntax and types of listed packages. It does what
// packages.Load does with its own list of packages, except that packages of the
// standard library come from export data and all others from source:
// packages.Load can have all dependencies from source or none.
type Loader struct {
	g      *gocmd.Command
	gr     *golist.Graph
	cache  *cache.Cache
	base   string // of the cache keys: the command and its environment
	fset   *token.FileSet
	Loaded map[string]*packages.Package // by identity
	Failed map[string]error             // packages with errors, or that depend on some
	shells map[string]bool              // loaded without function bodies
	export map[string]string            // export data of the standard library: import path → file
	faults map[string]string            // why there are none of a package
	stdlib map[string]*types.Package    // what gcexportdata has made so far
	sizes  types.Sizes
	plain  map[string]bool // import paths of packages that Config.Instrument leaves out
}

// New is a loader for the packages of a graph; base is what all keys of the cache begin with.
func New(g *gocmd.Command, gr *golist.Graph, c *cache.Cache, base string) *Loader {
	plain := make(map[string]bool)
	for _, p := range gr.Order {
		if p.Plain {
			plain[p.Path()] = true
		}
	}
	return &Loader{
		g: g, gr: gr, cache: c, base: base, plain: plain,
		fset:   token.NewFileSet(),
		Loaded: make(map[string]*packages.Package),
		Failed: make(map[string]error),
		shells: make(map[string]bool),
		faults: make(map[string]string),
		stdlib: make(map[string]*types.Package),
		sizes:  types.SizesFor("gc", g.Getenv("GOARCH")),
	}
}

// Load type-checks packages, which prepare was told of, in dependency order and
// complete with their dependencies outside the standard library. Of those that shell reports
// true of, nothing is wanted but what their importers see. Errors in packages
// are kept in l.failed; the error returned is one of the machinery. Each
// package is handed over as soon as it is there, so that who does not need it
// any longer may let go of its syntax.
func (l *Loader) Load(ctx context.Context, wanted []*golist.Package, shell func(*golist.Package) bool, loaded func(*golist.Package)) error {
	for _, p := range wanted {
		if l.Loaded[p.ImportPath] != nil || l.Failed[p.ImportPath] != nil {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		l.shells[p.ImportPath] = shell(p)
		pkg, err := l.check(p)
		if err != nil {
			l.Failed[p.ImportPath] = err
			continue
		}
		l.Loaded[p.ImportPath] = pkg
		loaded(p)
	}
	return nil
}

// Standard type-checks packages of the standard library from source, each for itself: all
// that they import is what export data says of it.
func (l *Loader) Standard(ctx context.Context, wanted []*golist.Package) ([]*Unit, error) {
	if err := l.Prepare(ctx, wanted, func(string) {}); err != nil {
		return nil, err
	}
	var units []*Unit
	for _, p := range wanted {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		pkg, err := l.check(p)
		if err != nil {
			return nil, err
		}
		units = append(units, &Unit{Pkg: pkg, ImportPath: p.Path(), Plain: l.plain})
	}
	return units, nil
}

// Prepare asks the go command for what it makes by compiling: export data of
// the standard library, and the Go files that cgo makes. begin is told what it is asked for, since
// either may take long.
func (l *Loader) Prepare(ctx context.Context, wanted []*golist.Package, begin func(doing string)) error {
	var std, cgo []string
	seen := make(map[string]bool)
	for _, p := range wanted {
		imports := p.Imports
		if len(p.CgoFiles) > 0 {
			cgo = append(cgo, p.Path())
			imports = append([]string{"runtime/cgo", "syscall"}, imports...) // of the files that cgo makes
		}
		for _, id := range imports {
			if q := l.gr.ByID[id]; q != nil && q.Standard && !seen[id] && id != "unsafe" {
				seen[id] = true
				if _, ok := l.export[id]; !ok {
					std = append(std, id)
				}
			}
		}
	}
	if l.export == nil {
		l.export = make(map[string]string)
	}
	if len(std) > 0 {
		begin("asking go for the standard library, which it compiles once")
		if err := l.exportsOf(ctx, std); err != nil {
			return err
		}
	}
	if len(cgo) > 0 {
		begin("asking go for what cgo makes of the packages that use it")
		all, err := golist.Run(ctx, l.g, []string{"-e", "-test", "-compiled", "-json=ImportPath,CompiledGoFiles", "--"}, cgo)
		if err != nil {
			return err
		}
		for _, c := range all {
			if p := l.gr.ByID[c.ImportPath]; p != nil && len(p.CgoFiles) > 0 {
				p.CompiledGoFiles = c.CompiledGoFiles
			}
		}
	}
	return nil
}

// check parses and type-checks a package whose dependencies have been.
func (l *Loader) check(p *golist.Package) (*packages.Package, error) {
	pkg := &packages.Package{
		ID: p.ImportPath, Name: p.Name, PkgPath: p.Path(), Dir: p.Dir, ForTest: p.ForTest,
		GoFiles:    golist.Absolute(p.Dir, p.GoFiles),
		EmbedFiles: golist.Absolute(p.Dir, p.EmbedFiles),
		OtherFiles: golist.Absolute(p.Dir, slices.Concat(p.Foreign(), p.EmbedFiles)),
		Imports:    make(map[string]*packages.Package),
		Fset:       l.fset, TypesSizes: l.sizes,
	}
	if m := p.Module; m != nil {
		pkg.Module = &packages.Module{Path: m.Path, Version: m.Version, Main: m.Main, Dir: m.Dir, GoVersion: m.GoVersion}
	}
	pkg.CompiledGoFiles = pkg.GoFiles
	if len(p.CgoFiles) > 0 {
		if pkg.CompiledGoFiles = golist.Absolute(p.Dir, p.CompiledGoFiles); len(p.CompiledGoFiles) == 0 {
			return nil, fmt.Errorf("go makes nothing of %s, which uses cgo", p.ImportPath) // and a package without files has no tests
		}
	}
	for _, id := range p.Imports {
		if err := l.Failed[id]; err != nil {
			return nil, fmt.Errorf("%s imports %s: %w", p.ImportPath, id, err)
		}
	}

	var err error
	if pkg.Syntax, err = l.parse(pkg.PkgPath, pkg.CompiledGoFiles); err != nil {
		return nil, err
	}
	pkg.TypesInfo = &types.Info{
		Types:        make(map[ast.Expr]types.TypeAndValue),
		Defs:         make(map[*ast.Ident]types.Object),
		Uses:         make(map[*ast.Ident]types.Object),
		Implicits:    make(map[ast.Node]types.Object),
		Instances:    make(map[*ast.Ident]types.Instance),
		Scopes:       make(map[ast.Node]*types.Scope),
		Selections:   make(map[*ast.SelectorExpr]*types.Selection),
		FileVersions: make(map[*ast.File]string),
	}
	var errs []error
	conf := types.Config{
		Importer: importerFunc(func(path string) (*types.Package, error) {
			return l.importFor(p, pkg, path)
		}),
		Sizes:            l.sizes,
		IgnoreFuncBodies: l.shells[p.ImportPath],
		// Imports look unused when nothing but declarations is read.
		DisableUnusedImportCheck: l.shells[p.ImportPath],
		Error:                    func(err error) { errs = append(errs, err) },
	}
	if m := p.Module; m != nil {
		// A module without a go line is compiled as Go 1.16.
		conf.GoVersion = "go1.16"
		if m.GoVersion != "" {
			conf.GoVersion = "go" + m.GoVersion
		}
	}
	pkg.Types, err = conf.Check(pkg.PkgPath, l.fset, pkg.Syntax, pkg.TypesInfo)
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	if err != nil {
		return nil, err
	}
	return pkg, nil
}

// parse parses files of the package path, several at a time; all errors are reported.
func (l *Loader) parse(path string, names []string) ([]*ast.File, error) {
	files := make([]*ast.File, len(names))
	errs := make([]error, len(names))
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for i, name := range names {
		wg.Add(1)
		slots <- struct{}{}
		go func() {
			defer wg.Done()
			defer func() { <-slots }()
			src, err := ReadSource(path, name)
			if err != nil {
				errs[i] = err
				return
			}
			files[i], errs[i] = parser.ParseFile(l.fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
		}()
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return files, nil
}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// importFor resolves an import of p, and records it in pkg.
func (l *Loader) importFor(p *golist.Package, pkg *packages.Package, path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	id := path
	if mapped, ok := p.ImportMap[path]; ok {
		id = mapped
	}
	imported := l.Loaded[id]
	if imported == nil {
		var err error
		if imported, err = l.importStd(id); err != nil {
			return nil, err
		}
	}
	pkg.Imports[path] = imported
	return imported.Types, nil
}

// importStd makes a package of the standard library, with all that it depends
// on, from export data. The dependencies are not needed by go/types, but go/ssa
// wants every package known that a type may come from.
func (l *Loader) importStd(id string) (*packages.Package, error) {
	if pkg := l.Loaded[id]; pkg != nil {
		return pkg, nil
	}
	pkg := &packages.Package{ID: id, PkgPath: id, Fset: l.fset, Imports: make(map[string]*packages.Package), TypesSizes: l.sizes}
	if id == "unsafe" {
		pkg.Name, pkg.Types = id, types.Unsafe
		l.Loaded[id] = pkg
		return pkg, nil
	}
	p := l.gr.ByID[id]
	if p == nil || !p.Standard || l.export[id] == "" {
		return nil, fmt.Errorf("no export data of %s%s", id, l.faults[id])
	}
	for _, dep := range p.Imports {
		if dep == "C" {
			continue
		}
		q, err := l.importStd(dep)
		if err != nil {
			return nil, err
		}
		pkg.Imports[dep] = q
	}
	f, err := os.Open(l.export[id])
	if err != nil {
		return nil, fmt.Errorf("reading export data of %s: %w", id, err)
	}
	defer f.Close()
	// Up to go1.27 the files that go list -export names are archives, which
	// Read does not take as they are.
	//lint:ignore SA1019 needed as long as such a Go is supported
	r, err := gcexportdata.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("reading export data of %s: %w", id, err)
	}
	if pkg.Types, err = gcexportdata.Read(r, l.fset, l.stdlib, id); err != nil {
		return nil, fmt.Errorf("reading export data of %s: %w", id, err)
	}
	pkg.Name = pkg.Types.Name()
	l.Loaded[id] = pkg
	return pkg, nil
}

// Unit makes a unit of a loaded package.
func (l *Loader) Unit(p *golist.Package) *Unit {
	u := &Unit{Pkg: l.Loaded[p.ImportPath], ImportPath: p.Path(), Plain: l.plain}
	if !p.UnderTest() {
		return u
	}
	u.TestFor, u.External = p.ForTest, p.External()
	u.Tests, u.HasTestMain = TestsOf(u.Pkg)

	// The test main replaces the user's, where there is one; else it goes
	// into the package itself, unless that has no test files: to give it some
	// would compile everything again that depends on it.
	plain := l.gr.ByID[p.ForTest]
	other := l.Loaded[p.ForTest+"_test ["+p.ForTest+".test]"]
	if u.External {
		other = l.Loaded[p.ForTest+" ["+p.ForTest+".test]"]
	}
	otherHas := false
	if other != nil {
		_, otherHas = TestsOf(other)
	}
	u.Driver = u.HasTestMain || !otherHas && u.External == (len(plain.TestGoFiles) == 0)
	return u
}

// TestsOf finds what the go command takes for tests, fuzz targets, examples and the test main of
// the package's _test.go files.
func TestsOf(pkg *packages.Package) (tests []Test, testMain bool) {
	for _, file := range pkg.Syntax {
		if !strings.HasSuffix(pkg.Fset.File(file.FileStart).Name(), "_test.go") {
			continue
		}
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Recv != nil {
				continue
			}
			name := fn.Name.Name
			switch {
			case name == "TestMain" && takes(fn, "M"):
				testMain = true
			case isTestName(name, "Test") && takes(fn, "T"):
				tests = append(tests, Test{Name: name, Pos: pkg.Fset.Position(fn.Name.Pos()), KeepsT: keepsT(fn)})
			case isTestName(name, "Fuzz") && takes(fn, "F"):
				tests = append(tests, Test{Name: name, Pos: pkg.Fset.Position(fn.Name.Pos())})
			}
		}
		tests = append(tests, examplesOf(pkg, file)...)
	}
	return tests, testMain
}

// takes reports whether fn has one parameter, written as a pointer to the named
// type: cmd/go looks at the syntax too (load.isTestFunc).
func takes(fn *ast.FuncDecl, typeName string) bool {
	params := fn.Type.Params.List
	if fn.Type.Results.NumFields() > 0 || fn.Type.TypeParams != nil || len(params) != 1 || len(params[0].Names) > 1 {
		return false
	}
	star, ok := params[0].Type.(*ast.StarExpr)
	if !ok {
		return false
	}
	switch t := star.X.(type) {
	case *ast.Ident:
		return t.Name == typeName
	case *ast.SelectorExpr:
		return t.Sel.Name == typeName
	}
	return false
}

// KeepsT reports whether a test function can be seen to give its T to nobody: all that it
// does with it is to call, in its own body, methods that give it to nobody. The
// runtime may use such a T again.
func keepsT(fn *ast.FuncDecl) bool {
	if fn.Body == nil {
		return false
	}
	names := fn.Type.Params.List[0].Names
	if len(names) == 0 || names[0].Name == "_" {
		return true
	}
	isT := func(e ast.Node) bool { // or something else of that name
		id, ok := e.(*ast.Ident)
		return ok && id.Name == names[0].Name
	}
	uses, calls := 0, 0
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if isT(n) {
			uses++
		}
		return true
	})
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if of, ok := call.Fun.(*ast.SelectorExpr); ok && keepingT[of.Sel.Name] && isT(of.X) {
				calls++
			}
		}
		_, literal := n.(*ast.FuncLit) // which may be called by anybody, at any time
		return !literal
	})
	return uses == calls
}

// keepingT are the methods of a testing.T that give it to nobody.
var keepingT = map[string]bool{
	"Error": true, "Errorf": true, "Fail": true, "FailNow": true, "Failed": true, "Fatal": true, "Fatalf": true, "Helper": true,
	"Log": true, "Logf": true, "Name": true, "Skip": true, "SkipNow": true, "Skipf": true, "Skipped": true,
}

// isTestName reports whether name is the prefix, like Test, or that and something that does not
// begin with a lower-case letter.
func isTestName(name, prefix string) bool {
	rest, ok := strings.CutPrefix(name, prefix)
	if !ok {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || !unicode.IsLower(r)
}
