package sharing

import (
	"go/ast"
	"go/token"
	"go/types"

	"gocheck.dev/instrument/internal/typing"
)

// A ForeignWrite is an assignment to a variable of another package, or the
// taking of its address.
type ForeignWrite struct {
	V   *types.Var
	Pos token.Pos
}

// foreign reports whether v is a variable of another package.
func (s *Analysis) foreign(v *types.Var) bool {
	_, ok := s.info.Defs[s.local.ident[v]]
	return !ok
}

// A ForeignField is an assignment to a field of the struct that a variable of
// another package points to: http.DefaultClient.Timeout = 1. Packages that are
// reset make another object; standard ones do not.
type ForeignField struct {
	V     *types.Var // the variable
	Ptr   types.Type // what it holds, perhaps in an interface
	Field string
	Pos   token.Pos
}

// changesField notes e if it is such a field.
func (w *sharingWalker) changesField(e ast.Expr) {
	field, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok || w.info.Selections[field] == nil || !field.Sel.IsExported() || !Copyable(w.info.TypeOf(field)) {
		return
	}
	x := ast.Unparen(field.X)
	ptr := w.info.TypeOf(x)
	if a, ok := x.(*ast.TypeAssertExpr); ok {
		x = ast.Unparen(a.X)
	}
	sel, ok := x.(*ast.SelectorExpr)
	if !ok || w.info.Selections[sel] != nil || typing.Pointee(ptr) == nil {
		return
	}
	if v, ok := w.info.Uses[sel.Sel].(*types.Var); ok && v.Pkg() != w.pkg {
		w.ForeignFields = append(w.ForeignFields, ForeignField{v, ptr, field.Sel.Name, e.Pos()})
	}
}
