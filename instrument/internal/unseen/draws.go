package unseen

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"gocheck.dev/instrument/internal/std"
	"gocheck.dev/instrument/internal/typing"
)

// A random number that is drawn for a comparison (rand.Float64() < 0.1) has few values to
// the program: what matters is on which side it is.

// Draws are the functions whose draws know what they are compared with, and what takes
// the place of each.
var Draws = func() map[string]string {
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

// drawn notes the draws that a comparison consists of, with the other side.
func (n *Notes) drawn(e *ast.BinaryExpr) {
	switch e.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ:
	default:
		return
	}
	for _, side := range [][2]ast.Expr{{e.X, e.Y}, {e.Y, e.X}} {
		call, ok := ast.Unparen(side[0]).(*ast.CallExpr)
		if !ok || !n.readsNothing(side[1]) {
			continue
		}
		if f := typing.Called(n.info, call.Fun); f != nil && f.Signature().Recv() == nil && Draws[std.Key(f)] != "" {
			n.Compared[call] = side[1]
		}
	}
}

// readsNothing says whether an expression may be evaluated twice: it is a constant, or a
// variable that nobody shares.
func (n *Notes) readsNothing(e ast.Expr) bool {
	if n.info.Types[e].Value != nil {
		return true
	}
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := n.info.Uses[id].(*types.Var)
	return ok && v.Pkg() != nil && v.Parent() != v.Pkg().Scope() && !n.shared(v)
}
