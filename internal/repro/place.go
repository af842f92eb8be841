package repro

import (
	"go/ast"
	"go/token"

	"github.com/dave/dst"
)

// before puts a call of package gate before the step at a position. Of a loop's step that is no
// first one (nth) it is at the end of the round before, and so comes once less: less.
func (s *source) before(line, column int, f, name string, nth int) (less int, err error) {
	p, err := s.spotAt(line, column)
	if err != nil {
		return 0, err
	}
	call := func() dst.Stmt { return &dst.ExprStmt{X: s.call(f, quoted(name))} }
	if p.deferred() {
		p.after(&dst.DeferStmt{Call: s.call(f, quoted(name))})
		return 0, nil
	}
	switch stmt := inside(p.stmt).(type) {
	case *ast.ForStmt:
		if contains(stmt.Cond, p.path) && f != "Soon" {
			loop := s.dec.Dst.Nodes[stmt].(*dst.ForStmt)
			loop.Cond = and(s.call(f, quoted(name)), loop.Cond)
			return 0, nil
		}
	case *ast.RangeStmt:
		if nth > 1 {
			body := &s.dec.Dst.Nodes[stmt].(*dst.RangeStmt).Body.List
			put(body, len(*body), call())
			return 1, nil
		}
	}
	p.before(call())
	return 0, nil
}

// done puts gate.Done after the step at a position. choice is the case of a select that it came
// to.
func (s *source) done(line, column int, name string, choice int) error {
	p, err := s.spotAt(line, column)
	if err != nil {
		return err
	}
	call := func() dst.Stmt { return &dst.ExprStmt{X: s.call("Done", quoted(name))} }
	if p.deferred() {
		p.before(&dst.DeferStmt{Call: s.call("Done", quoted(name))})
		return nil
	}
	switch stmt := inside(p.stmt).(type) {
	case *ast.ExprStmt, *ast.SendStmt, *ast.AssignStmt, *ast.IncDecStmt, *ast.DeclStmt, *ast.GoStmt, *ast.DeferStmt:
		if e, ok := stmt.(*ast.ExprStmt); ok && panics(e) {
			return errNoPlace
		}
		p.after(call())
	case *ast.IfStmt:
		mine := s.dec.Dst.Nodes[stmt].(*dst.IfStmt)
		switch {
		case contains(stmt.Init, p.path):
			mine.Cond = and(s.call("Done", quoted(name)), mine.Cond)
		case contains(stmt.Cond, p.path):
			mine.Cond = s.call("After", quoted(name), mine.Cond)
		default:
			return errNoPlace // in an else-if
		}
	case *ast.ForStmt:
		mine := s.dec.Dst.Nodes[stmt].(*dst.ForStmt)
		if !contains(stmt.Cond, p.path) {
			return errNoPlace
		}
		mine.Cond = s.call("After", quoted(name), mine.Cond)
	case *ast.RangeStmt:
		put(&s.dec.Dst.Nodes[stmt].(*dst.RangeStmt).Body.List, 0, call())
	case *ast.SwitchStmt:
		mine := s.dec.Dst.Nodes[stmt].(*dst.SwitchStmt)
		if !contains(stmt.Tag, p.path) {
			return errNoPlace
		}
		mine.Tag = s.call("After", quoted(name), mine.Tag)
	case *ast.SelectStmt:
		clauses := stmt.Body.List
		if choice < 0 { // default
			for i, c := range clauses {
				if c.(*ast.CommClause).Comm == nil {
					choice = i
				}
			}
		} else {
			choice = nthCase(clauses, choice)
		}
		if choice < 0 || choice >= len(clauses) {
			return errNoPlace
		}
		put(&s.dec.Dst.Nodes[clauses[choice]].(*dst.CommClause).Body, 0, call())
	case *ast.ReturnStmt:
		mine := s.dec.Dst.Nodes[stmt].(*dst.ReturnStmt)
		if len(mine.Results) != 1 || !s.returnsOne(stmt) {
			return errNoPlace
		}
		mine.Results[0] = s.call("After", quoted(name), mine.Results[0])
	default:
		return errNoPlace
	}
	return nil
}

// nthCase is the clause of a select's n-th case that is no default.
func nthCase(clauses []ast.Stmt, n int) int {
	for i, c := range clauses {
		if c.(*ast.CommClause).Comm == nil {
			continue
		}
		if n == 0 {
			return i
		}
		n--
	}
	return -1
}

// choose lets a select come to a case: the others are off for once.
func (s *source) choose(line, column int, name string, choice int) error {
	p, err := s.spotAt(line, column)
	if err != nil {
		return err
	}
	stmt, ok := inside(p.stmt).(*ast.SelectStmt)
	if !ok {
		return errNoPlace
	}
	chosen := nthCase(stmt.Body.List, choice)
	for i, c := range stmt.Body.List {
		comm := s.dec.Dst.Nodes[c].(*dst.CommClause)
		if i == chosen || comm.Comm == nil {
			continue
		}
		switch x := comm.Comm.(type) {
		case *dst.SendStmt:
			x.Chan = s.call("Off", quoted(name), x.Chan)
		case *dst.ExprStmt:
			s.turnOff(x.X, name)
		case *dst.AssignStmt:
			s.turnOff(x.Rhs[0], name)
		}
	}
	p.before(&dst.ExprStmt{X: s.call("Choose", quoted(name))})
	return nil
}

// turnOff puts gate.Off around the channel of a receive.
func (s *source) turnOff(x dst.Expr, name string) {
	for {
		paren, ok := x.(*dst.ParenExpr)
		if !ok {
			break
		}
		x = paren.X
	}
	if u, ok := x.(*dst.UnaryExpr); ok && u.Op == token.ARROW {
		u.X = s.call("Off", quoted(name), u.X)
	}
}

// number lets the call at a position, of gocheck.Choose, return a value for once.
func (s *source) number(line, column int, name, value string) error {
	for _, n := range s.path(line, column) {
		call, ok := n.(*ast.CallExpr)
		if !ok || !chooses(call) {
			continue
		}
		mine := s.dec.Dst.Nodes[call].(*dst.CallExpr)
		drawn := dst.Clone(mine).(*dst.CallExpr)
		drawn.Decs = dst.CallExprDecorations{}
		*mine = dst.CallExpr{
			Fun:  &dst.SelectorExpr{X: dst.NewIdent(s.pkg), Sel: dst.NewIdent("Value")},
			Args: []dst.Expr{quoted(name), drawn, &dst.BasicLit{Kind: token.INT, Value: value}},
			Decs: mine.Decs,
		}
		s.gated = true
		return nil
	}
	return errNoPlace
}

// chooses reports whether a call is one of gocheck.Choose.
func chooses(call *ast.CallExpr) bool {
	f, ok := call.Fun.(*ast.SelectorExpr)
	return ok && f.Sel.Name == "Choose"
}

// name lets the goroutine that is created at a position say who it is. Where the statement
// creates several they are counted.
func (s *source) name(line, column int, who string, several bool) error {
	if s.named[who] {
		return nil
	}
	p, err := s.spotAt(line, column)
	if err != nil {
		return err
	}
	if s.parallel(line, column) {
		// The goroutine stays the same, and all come here one after the other.
		name := quoted(who)
		if several {
			name = s.call("Next", name)
		}
		p.before(&dst.ExprStmt{X: s.call("Is", name)})
		s.named[who] = true
		return nil
	}
	body, err := s.started(line, column)
	if err != nil {
		return err
	}
	arg := quoted(who)
	if several {
		variable := s.fresh("who")
		p.before(&dst.AssignStmt{Lhs: []dst.Expr{dst.NewIdent(variable)}, Tok: token.DEFINE, Rhs: []dst.Expr{s.call("Next", quoted(who))}})
		arg = dst.NewIdent(variable)
	}
	put(body, 0, &dst.ExprStmt{X: s.call("Is", arg)})
	s.named[who] = true
	return nil
}

// parallel reports whether t.Parallel is called at a position: the goroutine of the rest of a test
// is created there.
func (s *source) parallel(line, column int) bool {
	call, ok := s.stepAt(line, column).(*ast.CallExpr)
	if !ok || len(call.Args) > 0 {
		return false
	}
	f, ok := call.Fun.(*ast.SelectorExpr)
	return ok && f.Sel.Name == "Parallel"
}

// parentOf is the node around another.
func (s *source) parentOf(n ast.Node) ast.Node {
	path := s.path(s.fset.Position(n.Pos()).Line, s.fset.Position(n.Pos()).Column)
	for i, x := range path {
		if x == n && i+1 < len(path) {
			return path[i+1]
		}
	}
	return nil
}

// deferred reports whether the position is at the call of a defer statement.
func (p *spot) deferred() bool {
	d, ok := p.stmt.(*ast.DeferStmt)
	if !ok {
		return false
	}
	for _, n := range p.path {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			return n == d.Call
		}
	}
	return false
}

// inside is the statement without its label.
func inside(stmt ast.Stmt) ast.Stmt {
	if l, ok := stmt.(*ast.LabeledStmt); ok {
		return l.Stmt
	}
	return stmt
}

// contains reports whether a path goes through a node.
func contains(n ast.Node, path []ast.Node) bool {
	for _, x := range path {
		if x == n {
			return true
		}
	}
	return false
}

func and(x, y dst.Expr) dst.Expr {
	if b, ok := y.(*dst.BinaryExpr); ok && b.Op == token.LOR {
		y = &dst.ParenExpr{X: y}
	}
	return &dst.BinaryExpr{X: x, Op: token.LAND, Y: y}
}

// panics reports whether a statement is a call after which nothing comes.
func panics(e *ast.ExprStmt) bool {
	call, ok := e.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	id, ok := call.Fun.(*ast.Ident)
	return ok && id.Name == "panic"
}

// returnsOne reports whether the function around a return has one result.
func (s *source) returnsOne(stmt *ast.ReturnStmt) bool {
	at := s.fset.Position(stmt.Pos())
	for _, n := range s.path(at.Line, at.Column) {
		var results *ast.FieldList
		switch f := n.(type) {
		case *ast.FuncLit:
			results = f.Type.Results
		case *ast.FuncDecl:
			results = f.Type.Results
		default:
			continue
		}
		return results.NumFields() == 1
	}
	return false
}
