package rewrite

import (
	"go/ast"
	"go/constant"
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
	markPut  = "\tput"
)

// findMarks finds the variables of sums and of initialisations.
func (r *fileRewriter) findMarks(f *ast.File) {
	r.marks = make(map[ast.Node]string)
	ast.Inspect(f, func(n ast.Node) bool {
		switch s := n.(type) {
		case *ast.IncDecStmt:
			r.sum(s.X)
		case *ast.AssignStmt:
			if s.Tok == token.ADD_ASSIGN || s.Tok == token.SUB_ASSIGN {
				r.sum(s.Lhs[0])
			}
		case *ast.IfStmt:
			r.initialises(s)
		}
		return true
	})
}

// sum marks what a number is added to: not one of those for which the order in
// which numbers are added makes a difference.
func (r *fileRewriter) sum(x ast.Expr) {
	if b, ok := r.typeOf(x).Underlying().(*types.Basic); ok && b.Info()&types.IsInteger != 0 {
		r.marks[ast.Unparen(x)] = markSum
	}
}

// initialises marks the variable of if x == nil { x = something empty }: whoever
// comes first, it is the same to all.
func (r *fileRewriter) initialises(s *ast.IfStmt) {
	cond, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.EQL || s.Init != nil || s.Else != nil || len(s.Body.List) != 1 || !r.info.Types[cond.Y].IsNil() {
		return
	}
	set, ok := s.Body.List[0].(*ast.AssignStmt)
	if !ok || set.Tok != token.ASSIGN || len(set.Lhs) != 1 || len(set.Rhs) != 1 || !r.empty(set.Rhs[0]) {
		return
	}
	x, y := ast.Unparen(cond.X), ast.Unparen(set.Lhs[0])
	if fieldPath(x) && r.text(x) == r.text(y) {
		r.marks[x], r.marks[y] = markInit, markInit
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
func (r *fileRewriter) empty(e ast.Expr) bool {
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
		b, ok := r.info.Uses[f].(*types.Builtin)
		if !ok || b.Name() != "make" && b.Name() != "new" || !r.info.Types[e.Args[0]].IsType() {
			return false
		}
		for _, size := range e.Args[1:] {
			if r.info.Types[size].Value == nil {
				return false
			}
		}
		return true
	}
	return false
}

// put announces an assignment to the entry of key k, which can be evaluated twice.
func (r *fileRewriter) put(ix *ast.IndexExpr, m, k frag) frag {
	s := r.site(ix.Pos(), ix.X)
	if !argument(r.info.Types[ix.Index]) {
		return r.cat(ix.Pos(), "gocheckrt.MapW(", m, ", "+s+")")
	}
	r.unit.Sites[len(r.unit.Sites)-1] += markPut
	return r.cat(ix.Pos(), "gocheckrt.MapPut(", m, ", ", k, ", "+s+")")
}

// argument reports whether a function with a type parameter takes the value where
// it is the key of a map: nil has no type then, and not every constant fits the one
// it gets.
func argument(tv types.TypeAndValue) bool {
	if tv.Value == nil {
		return !tv.IsNil()
	}
	switch tv.Value.Kind() {
	case constant.String, constant.Bool:
		return true
	case constant.Int:
		v, exact := constant.Int64Val(tv.Value)
		return exact && v == int64(int32(v))
	}
	return false
}
