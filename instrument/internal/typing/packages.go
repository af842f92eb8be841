package typing

import (
	"go/ast"
	"go/types"
)

// NamesOther reports whether an expression of a package names another one, or what is declared in
// one that its file imports with a dot.
func NamesOther(info *types.Info, pkg *types.Package, e ast.Expr) (is bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && !is {
			obj := info.Uses[id]
			_, is = obj.(*types.PkgName)
			is = is || obj != nil && obj.Pkg() != nil && obj.Pkg() != pkg
		}
		return !is
	})
	return is
}
