package load

import (
	"go/ast"
	"go/doc"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Unexplored finds what go test runs beside tests in the package's _test.go files: examples with
// output, and the seeds of fuzz targets.
func Unexplored(pkg *packages.Package) (all []Diagnostic) {
	note := func(at ast.Node, what string) {
		all = append(all, Diagnostic{Pos: pkg.Fset.Position(at.Pos()), Message: what + " is not explored"})
	}
	for _, file := range pkg.Syntax {
		if !strings.HasSuffix(pkg.Fset.File(file.FileStart).Name(), "_test.go") {
			continue
		}
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil && isTestName(fn.Name.Name, "Fuzz") && takes(fn, "F") {
				note(fn.Name, "the fuzz target "+fn.Name.Name)
			}
		}
		for _, e := range doc.Examples(file) {
			if e.Output != "" || e.EmptyOutput {
				note(e.Code, "the example Example"+e.Name)
			}
		}
	}
	return all
}
