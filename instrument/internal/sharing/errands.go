package sharing

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Errand is the loop of which a go statement starts a task that is part of the round: one that
// leaves nothing behind that the runtime does not hear of (runtime/errands.go); nil: there is none.
func (s *Analysis) Errand(g *ast.GoStmt) ast.Stmt { return s.local.errands[g.Go] }

// sends adds the go statements of a loop that waits. Of inner loops the innermost has them: they
// come later.
func (w *spinFinder) sends(f *ssa.Function, s *loopStmt) {
	for i := range instructions(f, s.body) {
		g, ok := i.(*ssa.Go)
		if !ok {
			continue
		}
		to := callee(&g.Call)
		if to == nil || !w.ours(to) || slices.ContainsFunc(g.Call.Args, func(v ssa.Value) bool { return !ready(v) }) {
			continue
		}
		if w.harmless(to, nil) {
			w.errands[g.Pos()] = s.stmt
		}
	}
}

// ready reports whether v is there without a call, which might start another task.
func ready(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const, *ssa.Parameter, *ssa.FreeVar, *ssa.Alloc, *ssa.Global, *ssa.Function, *ssa.MakeClosure, *ssa.MakeChan, *ssa.Phi:
		return true
	case *ssa.UnOp:
		return v.Op == token.MUL && ready(v.X)
	case *ssa.FieldAddr:
		return ready(v.X)
	case *ssa.ChangeType:
		return ready(v.X)
	}
	return false
}
