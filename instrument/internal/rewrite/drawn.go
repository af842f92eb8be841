package rewrite

import (
	"go/ast"

	"gocheck.dev/instrument/internal/std"
	"gocheck.dev/instrument/internal/unseen"
)

// knowing lets a draw know what it is compared with.
func (r *fileRewriter) knowing(e *ast.CallExpr, fun frag) frag {
	other := r.Compared[e]
	if other == nil {
		return fun
	}
	return r.cat(e.Pos(), r.helper(unseen.Draws[std.Key(r.calledFunc(e.Fun))])+"(", r.verbatim(other), ", ", fun, ")")
}
