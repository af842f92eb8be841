package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A pruner type-checks the test files of a package, and takes out what does not compile where the
// package is copied to, until the rest does.
type pruner struct {
	fset     *token.FileSet
	importer types.Importer
	path     string            // of the package, as it is imported in the copy
	renamed  map[string]string // import paths that the copy changes
	files    []*file
	left     []left // the tests that were taken out
}

// A file is one of the package.
type file struct {
	path    string
	test    bool // may be pruned
	content []byte
	syntax  *ast.File
	edits   []edit
}

// add parses a file.
func (p *pruner) add(path string, test bool) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("reading a package: %w", err)
	}
	syntax, err := parser.ParseFile(p.fset, path, content, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return fmt.Errorf("reading a package: %w", err)
	}
	f := &file{path: path, test: test, content: content, syntax: syntax}
	for _, imported := range syntax.Imports {
		path, err := strconv.Unquote(imported.Path.Value)
		if err != nil {
			return fmt.Errorf("reading a package: %w", err)
		}
		if to := p.renamed[path]; to != "" {
			imported.Path.Value = strconv.Quote(to)
			f.replace(p.fset, imported.Path.Pos(), imported.Path.End(), imported.Path.Value)
		}
	}
	p.files = append(p.files, f)
	return nil
}

// replace replaces what is between two positions.
func (f *file) replace(fset *token.FileSet, from, to token.Pos, text string) {
	f.edits = append(f.edits, edit{fset.PositionFor(from, false).Offset, fset.PositionFor(to, false).Offset, text})
}

// blank removes what is between two positions. Lines stay where they are.
func (f *file) blank(fset *token.FileSet, from, to token.Pos) {
	a, b := fset.PositionFor(from, false).Offset, fset.PositionFor(to, false).Offset
	// What was changed within is gone, too.
	f.edits = slices.DeleteFunc(f.edits, func(e edit) bool { return e.from >= a && e.to <= b })
	f.edits = append(f.edits, edit{a, b, strings.Repeat("\n", strings.Count(string(f.content[a:b]), "\n"))})
}

// prune checks, and takes out, until nothing is wrong. It returns the package.
func (p *pruner) prune() (*types.Package, error) {
	for _, f := range p.files {
		if f.test {
			p.forbidden(f)
		}
	}
	for {
		var wrong []types.Error
		config := types.Config{Importer: p.importer, FakeImportC: true, Error: func(err error) {
			if e := (types.Error{}); errors.As(err, &e) {
				wrong = append(wrong, e)
			}
		}}
		syntax := make([]*ast.File, len(p.files))
		for i, f := range p.files {
			syntax[i] = f.syntax
		}
		pkg, err := config.Check(p.path, p.fset, syntax, nil)
		if err == nil {
			return pkg, nil
		}
		progress := false
		for _, e := range wrong {
			progress = p.remove(e) || progress
		}
		if !progress {
			return nil, fmt.Errorf("type-checking: %w", err)
		}
	}
}

// forbidden takes out the imports that only the standard library may make.
func (p *pruner) forbidden(f *file) {
	for _, imported := range slices.Clone(f.syntax.Imports) {
		if path, err := strconv.Unquote(imported.Path.Value); err == nil && internal(path) {
			p.removeImport(f, imported)
		}
	}
}

// internal tells whether only the standard library may import a package.
func internal(path string) bool {
	return slices.Contains(strings.Split(path, "/"), "internal") || strings.HasPrefix(path, "golang.org/") || path == "C"
}

// remove takes out the declaration that an error is in. It tells whether there is one.
func (p *pruner) remove(e types.Error) bool {
	for _, f := range p.files {
		if !f.test || e.Pos < f.syntax.FileStart || e.Pos > f.syntax.FileEnd {
			continue
		}
		for i, d := range f.syntax.Decls {
			if e.Pos < d.Pos() || e.Pos >= d.End() {
				continue
			}
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
				for _, s := range g.Specs {
					if e.Pos >= s.Pos() && e.Pos <= s.End() {
						p.removeImport(f, s.(*ast.ImportSpec))
						return true
					}
				}
			}
			if fn, ok := d.(*ast.FuncDecl); ok && isTest(fn) {
				p.left = append(p.left, left{fn.Name.Name, needs(e.Msg)})
			}
			start := d.Pos()
			if doc := docOf(d); doc != nil {
				start = doc.Pos()
			}
			f.blank(p.fset, start, d.End())
			f.syntax.Decls = slices.Delete(f.syntax.Decls, i, i+1)
			return true
		}
	}
	return false
}

// needs says in words why a declaration cannot stay.
func needs(msg string) string {
	if name, ok := strings.CutPrefix(msg, "undefined: "); ok {
		return "needs " + name + ", which only the standard library has"
	}
	msg, _, _ = strings.Cut(msg, "\n")
	return "does not compile outside of the standard library: " + msg
}

func docOf(d ast.Decl) *ast.CommentGroup {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Doc
	case *ast.GenDecl:
		return d.Doc
	}
	return nil
}

// removeImport takes out an import.
func (p *pruner) removeImport(f *file, s *ast.ImportSpec) {
	for i, d := range f.syntax.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || !slices.Contains(g.Specs, ast.Spec(s)) {
			continue
		}
		if !g.Lparen.IsValid() {
			f.blank(p.fset, g.Pos(), g.End())
			f.syntax.Decls = slices.Delete(f.syntax.Decls, i, i+1)
		} else {
			f.blank(p.fset, s.Pos(), s.End())
			g.Specs = slices.DeleteFunc(g.Specs, func(other ast.Spec) bool { return other == s })
		}
		break
	}
	f.syntax.Imports = slices.DeleteFunc(f.syntax.Imports, func(other *ast.ImportSpec) bool { return other == s })
}

// isTest tells whether the function is a test.
func isTest(fn *ast.FuncDecl) bool {
	rest, ok := strings.CutPrefix(fn.Name.Name, "Test")
	if !ok || fn.Recv != nil || fn.Name.Name == "TestMain" || len(rest) > 0 && rest[0] >= 'a' && rest[0] <= 'z' {
		return false
	}
	return fn.Type.Params.NumFields() == 1 && fn.Type.TypeParams == nil
}

// tests lists the tests that are left.
func (p *pruner) tests() []string {
	var names []string
	for _, f := range p.files {
		if !f.test {
			continue
		}
		for _, d := range f.syntax.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && isTest(fn) {
				names = append(names, fn.Name.Name)
			}
		}
	}
	return names
}

// write writes the files into dir.
func (p *pruner) write(dir string) error {
	for _, f := range p.files {
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(f.path)), splice(f.content, f.edits), 0o644); err != nil {
			return fmt.Errorf("writing a copy: %w", err)
		}
	}
	return nil
}
