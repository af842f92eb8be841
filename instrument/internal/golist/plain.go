package golist

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Plain is a package that is not rewritten, or in part.
type Plain struct {
	ImportPath string
	Why        string
	Left       bool   // all of it, as Config.Instrument says
	Timer      string // file:line of a call by which it will wake somebody later, where Left is set; or ""
}

// Left lists what of a binary's packages outside the standard library is not
// rewritten.
func (gr *Graph) Left(closure []*Package) ([]Plain, error) {
	var all []Plain
	for _, p := range closure {
		switch {
		case p.Own() || p.StandsAside():
		case p.Plain:
			timer, err := p.timer()
			if err != nil {
				return nil, err
			}
			all = append(all, Plain{ImportPath: p.ImportPath, Why: "left out by -instrument", Left: true, Timer: timer})
		default:
			var why []string
			for _, k := range []struct {
				what  string
				files []string
			}{
				{"uses cgo", p.CgoFiles},
				{"functions in assembly", p.SFiles},
				{"functions in C, C++ or Fortran", slices.Concat(p.CFiles, p.CXXFiles, p.MFiles, p.FFiles, p.SwigFiles, p.SwigCXXFiles)},
				{"object code", p.SysoFiles},
			} {
				if len(k.files) > 0 {
					why = append(why, fmt.Sprintf("%s (%s)", k.what, strings.Join(k.files, ", ")))
				}
			}
			if len(why) > 0 {
				all = append(all, Plain{ImportPath: p.ImportPath, Why: "in part: " + strings.Join(why, "; ")})
			}
		}
	}
	return all, nil
}

// timers are the functions that make something happen later, without a
// goroutine that could be seen until then.
var timers = map[string]string{
	"time":    " After AfterFunc NewTimer NewTicker Tick ",
	"context": " WithTimeout WithTimeoutCause WithDeadline WithDeadlineCause ",
}

// timer finds a call in a package that sets a timer. The syntax is enough: what
// is taken for one by mistake costs a verdict, what was overlooked would make a
// false one.
func (p *Package) timer() (string, error) {
	fset := token.NewFileSet()
	for _, name := range Absolute(p.Dir, slices.Concat(p.GoFiles, p.CgoFiles)) {
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return "", fmt.Errorf("looking for timers in %s: %w", p.ImportPath, err)
		}
		imported := make(map[string]string) // name → what to look for
		dot := ""
		for _, spec := range f.Imports {
			path, _ := strconv.Unquote(spec.Path.Value) // it was parsed
			names := timers[path]
			switch {
			case names == "":
			case spec.Name == nil:
				imported[path] = names
			case spec.Name.Name == ".":
				dot += names
			default:
				imported[spec.Name.Name] = names
			}
		}
		var found token.Pos
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && strings.Contains(imported[x.Name], " "+n.Sel.Name+" ") {
					found = n.Pos()
				}
			case *ast.Ident:
				if strings.Contains(dot, " "+n.Name+" ") {
					found = n.Pos()
				}
			}
			return !found.IsValid()
		})
		if found.IsValid() {
			at := fset.Position(found)
			return filepath.ToSlash(at.Filename) + ":" + strconv.Itoa(at.Line), nil
		}
	}
	return "", nil
}
