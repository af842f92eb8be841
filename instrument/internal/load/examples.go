package load

import (
	"go/ast"
	"go/doc"
	"slices"

	"golang.org/x/tools/go/packages"
)

// examplesOf finds the examples of a file that are run, in their order: those with output. Others
// are only compiled.
func examplesOf(pkg *packages.Package, file *ast.File) (tests []Test) {
	all := doc.Examples(file)
	slices.SortFunc(all, func(a, b *doc.Example) int { return a.Order - b.Order })
	for _, e := range all {
		if e.Output == "" && !e.EmptyOutput {
			continue
		}
		name := "Example" + e.Name
		at := e.Code.Pos()
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == name {
				at = fn.Name.Pos()
			}
		}
		tests = append(tests, Test{Name: name, Pos: pkg.Fset.Position(at), Example: &Example{e.Output, e.Unordered}})
	}
	return tests
}
