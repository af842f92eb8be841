package repro

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/dave/dst"
	"github.com/dave/dst/dstutil"
)

// Where a statement has several steps, as n.Store(n.Load() + 1), a gate between them stands within
// it: n.Store(gate.After("A", n.Load()) + 1), or gate.Before("A", n.Store)(…). No types are known
// here. What does not compile so is written anew without such gates.

// beside reports whether the goroutine's next operation (by: 1), or the one before (-1), is of the
// same statement.
func (d *drawing) beside(s *source, i, by int) bool {
	ops := d.r.trace.tasks[d.r.trace.ops[i].Task].ops
	k := slices.Index(ops, i) + by
	return k >= 0 && k < len(ops) && d.together(s, i, ops[k])
}

// together reports whether two operations are in different places of one statement.
func (d *drawing) together(s *source, i, j int) bool {
	a, b := d.r.trace.ops[i].Pos, d.r.trace.ops[j].Pos
	if d.r.whole || a == b {
		return false
	}
	s2, line2, column2, err := d.at(b)
	if err != nil || s2 != s {
		return false
	}
	_, line, column, _ := d.at(a)
	x, err := s.spotAt(line, column)
	if err != nil {
		return false
	}
	y, err := s.spotAt(line2, column2)
	return err == nil && x.stmt == y.stmt
}

// isOperand reports whether the step at a position is an operand of a call in the same statement,
// which may have steps of its own, elsewhere.
func (s *source) isOperand(line, column int) bool {
	x := s.stepAt(line, column)
	if x == nil {
		return false
	}
	for _, n := range s.path(line, column) {
		switch n := n.(type) {
		case ast.Stmt:
			return false
		case *ast.CallExpr:
			if n != x && n.Pos() < x.Pos() {
				return true
			}
		}
	}
	return false
}

// takesCalls reports whether the step at a position has operands that are calls, which may have
// steps of their own, elsewhere, as n.Store(f()) and c <- f() have.
func (s *source) takesCalls(line, column int) bool {
	if x, ok := s.stepAt(line, column).(*ast.CallExpr); ok {
		return slices.ContainsFunc(x.Args, calls)
	}
	p, err := s.spotAt(line, column)
	if err != nil {
		return false
	}
	send, ok := inside(p.stmt).(*ast.SendStmt)
	return ok && calls(send.Value)
}

// doneWithin puts gate.After around the expression of the step at a position.
func (s *source) doneWithin(line, column int, name string) error {
	x := s.stepAt(line, column)
	if x == nil || !s.single(x) {
		return errNoPlace
	}
	s.around(x, "After", name)
	return nil
}

// waitWithin puts gate.Before where it is evaluated last before the step at a position.
func (s *source) waitWithin(line, column int, name string) error {
	switch x := s.stepAt(line, column).(type) {
	case *ast.CallExpr:
		// The arguments come before the call. What is no call itself has no steps that matter.
		for _, arg := range slices.Backward(x.Args) {
			if calls(arg) {
				s.around(arg, "Before", name)
				return nil
			}
		}
		if !method(x.Fun) {
			return errNoPlace // a conversion, a builtin, a generic function
		}
		s.around(x.Fun, "Before", name)
		return nil
	case *ast.UnaryExpr:
		s.around(x.X, "Before", name)
		return nil
	}
	p, err := s.spotAt(line, column)
	if err != nil {
		return err
	}
	if send, ok := inside(p.stmt).(*ast.SendStmt); ok && calls(send.Value) {
		s.around(send.Value, "Before", name)
		return nil
	}
	// A variable that is written when the value is known.
	if a, ok := inside(p.stmt).(*ast.AssignStmt); ok && len(a.Lhs) == 1 && len(a.Rhs) == 1 && a.Tok != token.DEFINE && contains(a.Lhs[0], p.path) && calls(a.Rhs[0]) {
		s.around(a.Rhs[0], "Before", name)
		return nil
	}
	return errNoPlace
}

// late puts gate.Late around the function of the call at a position, a post.
func (s *source) late(line, column int, name string) error {
	call, ok := s.stepAt(line, column).(*ast.CallExpr)
	if !ok || !method(call.Fun) {
		return errNoPlace
	}
	s.around(call.Fun, "Late", name)
	return nil
}

// stepAt is the call or the receive that begins at a position.
func (s *source) stepAt(line, column int) ast.Expr {
	path := s.path(line, column)
	if len(path) == 0 {
		return nil
	}
	pos := s.fset.File(s.syntax.FileStart).LineStart(line) + token.Pos(max(column-1, 0))
	var found ast.Expr
	for _, n := range path {
		switch x := n.(type) {
		case *ast.CallExpr:
			if x.Pos() == pos {
				found = x // the last of a chain
			}
		case *ast.UnaryExpr:
			if x.Op == token.ARROW && x.Pos() == pos {
				return x
			}
		case ast.Stmt:
			return found
		}
	}
	return found
}

// single reports whether an expression is used as one value, as far as its syntax says.
func (s *source) single(x ast.Expr) bool {
	switch up := s.parentOf(x).(type) {
	case *ast.ExprStmt, *ast.GoStmt, *ast.DeferStmt:
		return false
	case *ast.AssignStmt:
		return len(up.Lhs) == len(up.Rhs)
	case *ast.ReturnStmt:
		return len(up.Results) > 1 || s.returnsOne(up)
	}
	return true
}

// method reports whether a function that is called looks like a method of a variable, or a
// variable: what can be a value.
func method(fun ast.Expr) bool {
	switch f := fun.(type) {
	case *ast.SelectorExpr:
		return true
	case *ast.ParenExpr:
		return method(f.X)
	}
	return false
}

// calls reports whether an expression has a call or a receive in it.
func calls(x ast.Expr) bool {
	found := false
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		}
		return !found
	})
	return found
}

// around puts a call of package gate around an expression.
func (s *source) around(x ast.Expr, f, name string) {
	s.within = true
	s.replace(x, s.call(f, quoted(name), s.dec.Dst.Nodes[x].(dst.Expr)))
}

// replace puts another expression in an expression's place.
func (s *source) replace(x ast.Expr, by dst.Expr) {
	mine := s.dec.Dst.Nodes[x]
	dstutil.Apply(s.tree, func(c *dstutil.Cursor) bool {
		if c.Node() != mine {
			return true
		}
		c.Replace(by)
		return false
	}, nil)
}
