package sharing

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Exits are the statements in a loop by which it is left: what comes after them is none of its
// rounds. label is the loop's own, or nil.
func Exits(info *types.Info, loop ast.Stmt, label types.Object) (exits []ast.Stmt) {
	leaves := func(s *ast.BranchStmt, inner bool) bool {
		if s.Label == nil {
			return s.Tok == token.BREAK && !inner
		}
		to := info.Uses[s.Label]
		outside := to.Pos() < loop.Pos() || to.Pos() >= loop.End()
		return outside && (s.Tok != token.CONTINUE || to != label)
	}
	var walk func(n ast.Node, inner bool)
	walk = func(n ast.Node, inner bool) {
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
				if n != loop && !inner { // which a break without a label leaves there
					walk(n, true)
					return false
				}
			case *ast.ReturnStmt:
				exits = append(exits, n)
			case *ast.BranchStmt:
				if leaves(n, inner) {
					exits = append(exits, n)
				}
			}
			return true
		})
	}
	walk(loop, false)
	return exits
}
