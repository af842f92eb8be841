package typing

import (
	"go/ast"
	"go/types"
)

// RecoveringMethods are the names of methods that recover panics by themselves. What is
// deferred does so only if nothing but the compiler's stands between: no function literal.
func RecoveringMethods(files []*ast.File, info *types.Info) map[string]bool {
	names := map[string]bool{}
	for _, file := range files {
		for _, d := range file.Decls {
			d, ok := d.(*ast.FuncDecl)
			if !ok || d.Recv == nil || d.Body == nil {
				continue
			}
			ast.Inspect(d.Body, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FuncLit:
					return false
				case *ast.Ident:
					if n.Name == "recover" && info.Types[n].IsBuiltin() {
						names[d.Name.Name] = true
					}
				}
				return true
			})
		}
	}
	return names
}
