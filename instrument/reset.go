package instrument

import (
	"go/ast"
)

// state is what a unit resets between executions.
type state struct{ inits []string }

func (u *unitRewriter) findMutableState() {}

func (r *fileRewriter) initFunc(d *ast.FuncDecl) frag { return r.around(d, d.Body, r.stmt(d.Body)) }
