package sharing

import (
	"go/ast"
	"go/types"

	"gocheck.dev/instrument/internal/typing"
)

// Copied reports whether tasks may share e, an expression that is read as a
// whole, because there is an atomic variable in it: its methods write it, and
// do not count as writes of the variable that it is part of.
func (s *Analysis) Copied(e ast.Expr) bool {
	v := s.root(e)
	if v == nil || !s.operated[v] || !holdsAtomic(s.info.TypeOf(e)) {
		return false
	}
	return s.captured[v] || !v.IsField() && v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
}

// holdsAtomic reports whether a value of the type is or holds a variable of
// sync/atomic.
func holdsAtomic(t types.Type) bool {
	return t != nil && typing.Holds(t, func(t types.Type) (is, within bool) {
		if !typing.IsSync(t) {
			return false, true
		}
		return types.Unalias(t).(*types.Named).Obj().Pkg().Path() == "sync/atomic", false
	})
}
