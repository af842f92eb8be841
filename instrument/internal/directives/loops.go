package directives

import (
	"go/ast"
	"go/token"
	"go/types"

	"gocheck.dev/instrument/internal/typing"
)

// Event loops (docs/design/instrument.md): loops each round of which begins with a receive.
// What the runtime is told is where that is; to -algo=r4 the rest of the round is
// what comes of what was received. They are
//   - range over a channel;
//   - for with nothing but a condition, whose first statement that sends, receives,
//     selects or loops is a receive, or a select without default that may receive;
//   - whatever for //gocheck:loop stands before, if one of its own statements is such
//     a receive: that one.

// loopDirective is the name of the directive.
const loopDirective = "loop"

// EventLoops finds the receives that rounds begin with in a file: the range, the
// select, or the receive itself; and why directives are no good, by their positions.
func EventLoops(fset *token.FileSet, info *types.Info, file *ast.File) (heads map[ast.Node]bool, wrong map[token.Pos]string) {
	heads, wrong = map[ast.Node]bool{}, map[token.Pos]string{}
	named := map[int]token.Pos{} // by the line after the directive
	for _, g := range file.Comments {
		for _, c := range g.List {
			if d, ok := directiveOf(c); ok && d.Name == loopDirective {
				named[fset.Position(g.End()).Line+1] = c.Pos()
				wrong[c.Pos()] = "not on the line before a for"
			}
		}
	}
	takes := func(n ast.Stmt) bool {
		at, ok := named[fset.Position(n.Pos()).Line]
		if ok {
			delete(wrong, at)
		}
		return ok
	}
	labelled := map[ast.Stmt]*ast.LabeledStmt{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.LabeledStmt:
			labelled[n.Stmt] = n
		case *ast.RangeStmt, *ast.ForStmt:
			stmt := n.(ast.Stmt)
			asked := takes(stmt) || labelled[stmt] != nil && takes(labelled[stmt])
			head := headOf(info, stmt, asked)
			if head != nil {
				heads[head] = true
			} else if asked {
				line := fset.Position(stmt.Pos()).Line
				if l := labelled[stmt]; l != nil {
					line = min(line, fset.Position(l.Pos()).Line)
				}
				wrong[named[line]] = "before a for that does not receive: no statement of its body is a receive, or a select without default that receives. Move the receive there from where it is"
			}
		}
		return true
	})
	return heads, wrong
}

// headOf is the receive that a loop's rounds begin with, or nil. Whoever asks for it
// may have a loop of any form.
func headOf(info *types.Info, s ast.Stmt, asked bool) ast.Node {
	var body *ast.BlockStmt
	switch s := s.(type) {
	case *ast.RangeStmt:
		if t := info.TypeOf(s.X); t != nil {
			if _, ok := typing.Under(t).(*types.Chan); ok {
				return s
			}
		}
		body = s.Body
		if !asked {
			return nil
		}
	case *ast.ForStmt:
		body = s.Body
		if !asked && (s.Init != nil || s.Post != nil) {
			return nil
		}
	}
	for _, s := range body.List {
		if head := receives(s); head != nil {
			return head
		}
		if !asked && communicates(s) {
			return nil
		}
	}
	return nil
}

// receives is the receive that a statement begins with: the select without default
// that it is, or an expression that it evaluates in any case.
func receives(s ast.Stmt) ast.Node {
	switch s := s.(type) {
	case *ast.LabeledStmt:
		return receives(s.Stmt)
	case *ast.SelectStmt:
		may := false
		for _, c := range s.Body.List {
			switch comm := c.(*ast.CommClause).Comm; comm.(type) {
			case nil:
				return nil
			case *ast.SendStmt:
			default:
				may = true
			}
		}
		if may {
			return s
		}
	case *ast.ExprStmt, *ast.AssignStmt, *ast.DeclStmt:
		return firstReceive(s)
	case *ast.IfStmt:
		if head := firstReceive(s.Init); head != nil {
			return head
		}
		return firstReceive(s.Cond)
	case *ast.SwitchStmt:
		if head := firstReceive(s.Init); head != nil {
			return head
		}
		return firstReceive(s.Tag)
	case *ast.TypeSwitchStmt:
		if head := firstReceive(s.Init); head != nil {
			return head
		}
		return firstReceive(s.Assign)
	}
	return nil
}

// firstReceive is the first receive in a statement or expression, or nil.
func firstReceive(n ast.Node) (head ast.Node) {
	walk(n, func(n ast.Node) bool {
		if u, ok := n.(*ast.UnaryExpr); ok && u.Op == token.ARROW && head == nil {
			head = u
		}
		return head == nil
	})
	return head
}

// communicates says whether a statement sends, receives, selects or loops.
func communicates(s ast.Stmt) (does bool) {
	walk(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt, *ast.SelectStmt, *ast.ForStmt, *ast.RangeStmt:
			does = true
		case *ast.UnaryExpr:
			does = does || n.Op == token.ARROW
		}
		return !does
	})
	return does
}

// walk is ast.Inspect but for function literals, and for what is not there.
func walk(n ast.Node, f func(ast.Node) bool) {
	switch n := n.(type) {
	case nil:
		return
	case ast.Stmt:
		if n == nil {
			return
		}
	}
	ast.Inspect(n, func(n ast.Node) bool {
		if _, lit := n.(*ast.FuncLit); lit || n == nil {
			return false
		}
		return f(n)
	})
}
