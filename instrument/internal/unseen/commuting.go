package unseen

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Accesses whose order with others of their kind does not matter, by the look of
// the source: sums that nobody sees, initialisations with something empty, entries
// put into a map. Their sites have a mark (runtime/values.go); whoever does not ask
// for it sees the accesses that they are.
const (
	markSum  = "\tsum"
	markInit = "\tinit"
	MarkPut  = "\tput" // of an entry that is put into a map: the rewriter finds these
)

// sum marks what a number is added to: not one of those for which the order in
// which numbers are added makes a difference.
func (n *Notes) sum(x ast.Expr) {
	if b, ok := typeOf(n.info, x).Underlying().(*types.Basic); ok && b.Info()&types.IsInteger != 0 {
		n.Marks[ast.Unparen(x)] = markSum
	}
}

// initialises marks the variable of if x == nil { x = something empty }: whoever
// comes first, it is the same to all.
func (n *Notes) initialises(s *ast.IfStmt) {
	cond, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.EQL || s.Init != nil || s.Else != nil || len(s.Body.List) != 1 || !n.info.Types[cond.Y].IsNil() {
		return
	}
	set, ok := s.Body.List[0].(*ast.AssignStmt)
	if !ok || set.Tok != token.ASSIGN || len(set.Lhs) != 1 || len(set.Rhs) != 1 || !n.empty(set.Rhs[0]) {
		return
	}
	x, y := ast.Unparen(cond.X), ast.Unparen(set.Lhs[0])
	if fieldPath(x) && n.text(x) == n.text(y) {
		n.Marks[x], n.Marks[y] = markInit, markInit
	}
}

// fieldPath reports whether e is a variable, or a field of what variables and fields
// lead to.
func fieldPath(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return fieldPath(e.X)
	}
	return false
}

// empty reports whether e is something new that depends on nothing.
func (n *Notes) empty(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.UnaryExpr:
		lit, ok := ast.Unparen(e.X).(*ast.CompositeLit)
		return ok && e.Op == token.AND && len(lit.Elts) == 0
	case *ast.CallExpr:
		f, ok := ast.Unparen(e.Fun).(*ast.Ident)
		if !ok {
			return false
		}
		b, ok := n.info.Uses[f].(*types.Builtin)
		if !ok || b.Name() != "make" && b.Name() != "new" || !n.info.Types[e.Args[0]].IsType() {
			return false
		}
		for _, size := range e.Args[1:] {
			if n.info.Types[size].Value == nil {
				return false
			}
		}
		return true
	}
	return false
}
