package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// stdModule is the module of the standard packages' copies.
const stdModule = "stdtest"

// A packageResult is what came out of a standard package.
type packageResult struct {
	Name     string
	Whole    bool // it is copied, not its tests alone
	Compared []*comparison
	Left     []left // tests
}

// A listed is what go list says of a package.
type listed struct {
	ImportPath, Dir, Export            string
	GoFiles, SFiles, CgoFiles          []string
	TestGoFiles, XTestGoFiles, Imports []string
}

// machine says of packages why they are not compared.
var machine = map[string]string{
	"net": "sockets", "net/http": "sockets", "net/http/cgi": "processes", "net/http/pprof": "profiles of the process",
	"os": "files and processes", "os/exec": "processes", "os/signal": "signals of the process", "os/user": "the machine's users",
	"plugin": "loads machine code", "runtime": "the runtime itself", "runtime/cgo": "C", "runtime/debug": "the runtime itself",
	"runtime/coverage": "the runtime itself", "runtime/metrics": "the runtime itself", "runtime/pprof": "profiles of the process",
	"runtime/race": "the race detector itself", "runtime/trace": "the runtime itself", "syscall": "system calls",
	"log/syslog": "sockets", "crypto/tls": "sockets",
}

// packages compares the tests of standard packages.
func (r *runner) packages(ctx context.Context, p *page, selected func(string) bool) error {
	all, err := listStd(ctx)
	if err != nil {
		return err
	}
	module := filepath.Join(r.scratch, "std")
	if err := os.MkdirAll(module, 0o755); err != nil {
		return fmt.Errorf("making the copies' module: %w", err)
	}
	if err := os.WriteFile(filepath.Join(module, "go.mod"), []byte("module "+stdModule+"\n\ngo 1.26\n"), 0o644); err != nil {
		return fmt.Errorf("making the copies' module: %w", err)
	}
	exports := map[string]string{}
	for _, l := range all {
		exports[l.ImportPath] = l.Export
	}
	for _, l := range all {
		if internal(l.ImportPath) || strings.HasPrefix(l.ImportPath, "vendor/") || len(l.TestGoFiles)+len(l.XTestGoFiles) == 0 || !selected(l.ImportPath) {
			continue
		}
		if why := machine[l.ImportPath]; why != "" {
			p.left = append(p.left, left{l.ImportPath, "tests " + why})
			continue
		}
		start := time.Now()
		var s *packageResult
		file := strings.ReplaceAll(l.ImportPath, "/", "-")
		found, err := r.load(file, &s)
		if err != nil {
			return err
		}
		if !found && *part != "" && *part != "packages" {
			continue
		}
		if !found {
			if s, err = r.standard(ctx, module, l, exports); err != nil {
				return fmt.Errorf("package %s: %w", l.ImportPath, err)
			}
			if err := r.save(file, s); err != nil {
				return err
			}
		}
		p.packages = append(p.packages, s)
		if len(s.Compared) > 0 {
			say(l.ImportPath, s.Compared, time.Since(start))
		}
	}
	return nil
}

// listStd lists the standard library.
func listStd(ctx context.Context) ([]*listed, error) {
	text, err := goCommand(ctx, ".", "list", "-export", "-json=ImportPath,Dir,Export,GoFiles,SFiles,CgoFiles,TestGoFiles,XTestGoFiles,Imports", "std")
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, text)
	}
	var all []*listed
	for d := json.NewDecoder(strings.NewReader(text)); ; {
		l := new(listed)
		if err := d.Decode(l); err == io.EOF {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("listing the standard library: %w", err)
		}
		all = append(all, l)
	}
}

// standard copies a package and compares its tests.
func (r *runner) standard(ctx context.Context, module string, l *listed, exports map[string]string) (*packageResult, error) {
	s := &packageResult{Name: l.ImportPath}
	dir := filepath.Join(module, filepath.FromSlash(l.ImportPath))
	names, err := s.copyPackage(l, dir, exports)
	if err != nil || len(names) == 0 {
		return s, err
	}
	pkg := "./" + l.ImportPath
	natives, err := suite(ctx, module, pkg, names)
	if err != nil {
		return nil, err
	}
	bounded, cancel := context.WithTimeout(ctx, 15*time.Minute)
	defer cancel()
	tests, lost := r.gocheck.Run(bounded, module, nil, "-short", "-budget="+r.budget.String(), pkg)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	found := byName(tests)
	for _, name := range names {
		c := &comparison{Name: l.ImportPath + "." + name, Native: natives[name], Checked: found[name]}
		if lost != nil {
			c.Lost = lost.Error()
		}
		if class, _ := c.class(); class == differs && c.Checked != nil && c.Checked.Kind() == "race" {
			if c.Races, err = r.race(ctx, module, pkg, name); err != nil {
				return nil, err
			}
		}
		s.Compared = append(s.Compared, c)
	}
	return s, nil
}

// copyPackage copies the package, or its tests alone, into dir. It returns the names of the tests.
func (s *packageResult) copyPackage(l *listed, dir string, exports map[string]string) ([]string, error) {
	if err := os.RemoveAll(dir); err != nil {
		return nil, fmt.Errorf("making a folder for a copy: %w", err)
	}
	if err := copyData(l.Dir, dir); err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	std := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, fmt.Errorf("package %s is not in the standard library", path)
		}
		return os.Open(exports[path])
	})
	copied := stdModule + "/" + l.ImportPath
	var names []string
	inside := &pruner{fset: fset, importer: std, path: copied}
	if s.Whole = canCopy(l); s.Whole {
		for _, name := range l.GoFiles {
			if err := inside.add(filepath.Join(l.Dir, name), false); err != nil {
				return nil, err
			}
		}
	}
	if err := s.addTests(inside, l, l.TestGoFiles); err != nil {
		return nil, err
	}
	outside := &pruner{fset: fset, importer: std, path: copied + "_test"}
	if s.Whole {
		pkg, err := inside.prune()
		if err != nil {
			return nil, err
		}
		names = inside.tests()
		if err := inside.write(dir); err != nil {
			return nil, err
		}
		outside.renamed = map[string]string{l.ImportPath: copied}
		outside.importer = withCopy{std, pkg}
	} else {
		for _, name := range inside.tests() {
			s.Left = append(s.Left, left{name, "is an internal test of a package that imports internal packages or has assembly"})
		}
	}
	s.Left = append(s.Left, inside.left...)
	if err := s.addTests(outside, l, l.XTestGoFiles); err != nil {
		return nil, err
	}
	if len(outside.files) > 0 {
		if _, err := outside.prune(); err != nil {
			return nil, err
		}
		if err := outside.write(dir); err != nil {
			return nil, err
		}
	}
	s.Left = append(s.Left, outside.left...)
	return append(names, outside.tests()...), nil
}

// addTests adds test files. One that takes names of other packages by the linker stays out.
func (s *packageResult) addTests(p *pruner, l *listed, names []string) error {
	for _, name := range names {
		if err := p.add(filepath.Join(l.Dir, name), true); err != nil {
			return err
		}
		last := len(p.files) - 1
		if !bytes.Contains(p.files[last].content, []byte("\n//go:linkname ")) {
			continue
		}
		only := &pruner{files: p.files[last:]}
		for _, test := range only.tests() {
			s.Left = append(s.Left, left{test, "is in a file with //go:linkname"})
		}
		p.files = p.files[:last]
	}
	return nil
}

// canCopy tells whether the package compiles outside of the standard library.
func canCopy(l *listed) bool {
	if slices.ContainsFunc(l.Imports, internal) || len(l.SFiles)+len(l.CgoFiles) > 0 || len(l.TestGoFiles)+len(l.GoFiles) == 0 {
		return false
	}
	for _, name := range l.GoFiles {
		content, err := os.ReadFile(filepath.Join(l.Dir, name))
		if err != nil || bytes.Contains(content, []byte("\n//go:linkname ")) {
			return false
		}
	}
	return true
}

// withCopy imports a copy besides the standard library.
type withCopy struct {
	types.Importer
	copied *types.Package
}

func (w withCopy) Import(path string) (*types.Package, error) {
	if path == w.copied.Path() {
		return w.copied, nil
	}
	return w.Importer.Import(path)
}

// copyData copies what is no Go source: testdata, and what is embedded.
func copyData(from, to string) error {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return fmt.Errorf("making a folder for a copy: %w", err)
	}
	entries, err := os.ReadDir(from)
	if err != nil {
		return fmt.Errorf("copying a package: %w", err)
	}
	for _, e := range entries {
		path, copied := filepath.Join(from, e.Name()), filepath.Join(to, e.Name())
		switch {
		case e.IsDir() && e.Name() == "testdata":
			err = os.CopyFS(copied, os.DirFS(path))
		case e.Type().IsRegular() && !strings.HasSuffix(e.Name(), ".go") && !strings.HasSuffix(e.Name(), ".s"):
			var content []byte
			if content, err = os.ReadFile(path); err == nil {
				err = os.WriteFile(copied, content, 0o644)
			}
		}
		if err != nil {
			return fmt.Errorf("copying a package: %w", err)
		}
	}
	return nil
}
