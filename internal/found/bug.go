package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"gocheck.dev/internal/verdicts"
)

// A bug is shown by a test.
type bug struct {
	test            string
	module, version string
	known           string // whether its tracker has it

	checked *verdicts.Test
	runs    int // natively
	failed  int // of these
}

// comment is the form of the doc comments: the module, what is wrong, whether that is known.
var comment = regexp.MustCompile(`(?s)^\w+: (\S+)\. .* (Not found in its tracker\.|Known.*\.)$`)

// readAll reads the tests of the module, in the order of their modules.
func readAll(dir string, match *regexp.Regexp) ([]*bug, error) {
	data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return nil, fmt.Errorf("reading the versions: %w", err)
	}
	file, err := modfile.Parse("go.mod", data, nil)
	if err != nil {
		return nil, fmt.Errorf("reading the versions: %w", err)
	}
	versions := map[string]string{}
	for _, r := range file.Require {
		versions[r.Mod.Path] = r.Mod.Version
	}
	names, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		return nil, err
	}
	var all []*bug
	for _, name := range names {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			return nil, fmt.Errorf("reading the tests: %w", err)
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv != nil || !strings.HasPrefix(fn.Name.Name, "Test") || !match.MatchString(fn.Name.Name) {
				continue
			}
			m := comment.FindStringSubmatch(strings.Join(strings.Fields(fn.Doc.Text()), " "))
			if m == nil || versions[m[1]] == "" {
				return nil, fmt.Errorf("the comment of %s does not name a module of go.mod, what is wrong and whether it is known", fn.Name.Name)
			}
			all = append(all, &bug{test: fn.Name.Name, module: m[1], version: versions[m[1]], known: m[2]})
		}
	}
	slices.SortStableFunc(all, func(a, b *bug) int { return strings.Compare(strings.ToLower(a.module), strings.ToLower(b.module)) })
	return all, nil
}
