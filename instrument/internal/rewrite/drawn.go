package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"gocheck.dev/instrument/internal/std"
)

// A random number that is drawn for a comparison (rand.Float64() < 0.1) has few values to
// the program: what matters is on which side it is.

// drawnAround are the functions whose draws know what they are compared with, and what takes
// the place of each.
var drawnAround = func() map[string]string {
	m := map[string]string{}
	for _, path := range []string{"math/rand.", "math/rand/v2."} {
		for name := range strings.FieldsSeq("Float32 Float64") {
			m[path+name] = "AroundFloat"
		}
		for name := range strings.FieldsSeq("Intn Int31n Int63n IntN Int32N Int64N UintN Uint32N Uint64N") {
			m[path+name] = "AroundInt"
		}
	}
	return m
}()

// noteDrawn notes the draws that a comparison consists of, with the other side.
func (r *fileRewriter) noteDrawn(e *ast.BinaryExpr) {
	switch e.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ:
	default:
		return
	}
	for _, side := range [][2]ast.Expr{{e.X, e.Y}, {e.Y, e.X}} {
		call, ok := ast.Unparen(side[0]).(*ast.CallExpr)
		if !ok || !r.readsNothing(side[1]) {
			continue
		}
		if f := r.calledFunc(call.Fun); f != nil && f.Signature().Recv() == nil && drawnAround[std.Key(f)] != "" {
			r.compared[call] = side[1]
		}
	}
}

// readsNothing says whether an expression may be evaluated twice: it is a constant, or a
// variable that nobody shares.
func (r *fileRewriter) readsNothing(e ast.Expr) bool {
	if r.info.Types[e].Value != nil {
		return true
	}
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := r.info.Uses[id].(*types.Var)
	return ok && v.Pkg() != nil && v.Parent() != v.Pkg().Scope() && !r.sharing.Variable(v)
}

// knowing lets a draw know what it is compared with.
func (r *fileRewriter) knowing(e *ast.CallExpr, fun frag) frag {
	other := r.compared[e]
	if other == nil {
		return fun
	}
	return r.cat(e.Pos(), r.helper(drawnAround[std.Key(r.calledFunc(e.Fun))])+"(", r.verbatim(other), ", ", fun, ")")
}
