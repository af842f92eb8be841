package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"

	"gocheck.dev/internal/verdicts"
)

// A program is a wrong test and its correct twin.
type program struct {
	name, class, about string
	bad, good          half
}

// A half is one of the two.
type half struct {
	pkg           string // its folder
	failed, tried int    // natively
	how           string // the line that says how it failed
	checked       *verdicts.Test
}

// readAll reads the programs of the module.
func readAll(module string) ([]*program, error) {
	files, err := filepath.Glob(filepath.Join(module, "*", "*_test.go"))
	if err != nil {
		return nil, fmt.Errorf("looking for programs: %w", err)
	}
	var all []*program
	goods := map[string]string{} // name to folder
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			return nil, fmt.Errorf("reading programs: %w", err)
		}
		pkg := filepath.Base(filepath.Dir(file))
		class := strings.TrimSuffix(filepath.Base(file), "_test.go")
		if class == "main" {
			class = pkg
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			name, test := strings.CutPrefix(fn.Name.Name, "Test")
			if good, ok := strings.CutSuffix(name, "Good"); test && ok {
				goods[good] = pkg
			}
			bad, ok := strings.CutSuffix(name, "Bad")
			if !test || !ok {
				continue
			}
			p := &program{name: bad, class: class, bad: half{pkg: pkg}}
			about, ok := strings.CutPrefix(strings.TrimSpace(fn.Doc.Text()), bad+": ")
			if p.about = strings.TrimSuffix(strings.ReplaceAll(about, "\n", " "), "."); !ok {
				return nil, fmt.Errorf("%s: the comment of %s does not say what is wrong", file, fn.Name.Name)
			}
			all = append(all, p)
		}
	}
	seen := map[string]bool{}
	for _, p := range all {
		if seen[p.name] {
			return nil, fmt.Errorf("two programs have the name %s", p.name)
		}
		seen[p.name] = true
		if p.good.pkg = goods[p.name]; p.good.pkg == "" {
			return nil, fmt.Errorf("%s has no correct twin", p.name)
		}
	}
	return all, nil
}

// wrong says what is not as it has to be, and is not known.
func wrong(all []*program) []error {
	var errs []error
	for _, p := range all {
		why := p.shortfall()
		switch reason, ok := known[p.name]; {
		case why != "" && !ok:
			errs = append(errs, fmt.Errorf("%s (%s): %s", p.name, p.about, why))
		case why == "" && ok:
			errs = append(errs, fmt.Errorf("%s is as it has to be, but known for this: %s", p.name, reason))
		}
	}
	return errs
}

// shortfall says in what the program is not as it has to be.
func (p *program) shortfall() string {
	switch bad, good := p.bad, p.good; {
	case bad.failed == 0:
		return fmt.Sprintf("natively it passes, %d times", bad.tried)
	case good.failed > 0:
		return "natively the twin fails: " + good.how
	case bad.checked == nil || good.checked == nil:
		return "gocheck has not run it, or its twin"
	case bad.checked.Verdict == "pass" || bad.checked.Verdict == "incomplete":
		return "gocheck says " + bad.checked.Verdict
	case bad.checked.Verdict != "fail" && bad.checked.Verdict != "unsupported":
		return "gocheck: " + bad.checked.String()
	case good.checked.Verdict == "fail":
		return "gocheck fails of the twin: " + good.checked.String()
	case good.checked.Verdict == "error":
		return "gocheck on the twin: " + good.checked.String()
	}
	return ""
}
