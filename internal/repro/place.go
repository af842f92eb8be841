package repro

import (
	"fmt"
	"go/ast"
	"go/token"
	"strconv"
	"strings"

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
	body, err := s.started(line, column)
	if err != nil {
		return err
	}
	variable := "who"
	arg := quoted(who)
	if several {
		if s.several++; s.several > 1 {
			variable += strconv.Itoa(s.several)
		}
		p.before(&dst.AssignStmt{Lhs: []dst.Expr{dst.NewIdent(variable)}, Tok: token.DEFINE, Rhs: []dst.Expr{s.call("Next", quoted(who))}})
		arg = dst.NewIdent(variable)
	}
	s.keep(p, line, column)
	put(body, 0, &dst.ExprStmt{X: s.call("Is", arg)})
	s.named[who] = true
	return nil
}

// keep lets variables that are arguments of go f(x) be read where the statement is, and not in the
// function literal that calls f: until then they may have changed, as a loop's do.
func (s *source) keep(p *spot, line, column int) {
	for _, n := range s.path(line, column) {
		stmt, ok := n.(*ast.GoStmt)
		if !ok {
			continue
		}
		if _, literal := stmt.Call.Fun.(*ast.FuncLit); literal {
			return
		}
		for _, a := range stmt.Call.Args {
			id, ok := a.(*ast.Ident)
			if !ok || id.Obj == nil || id.Obj.Kind != ast.Var {
				continue
			}
			mine := s.dec.Dst.Nodes[id].(*dst.Ident)
			if mine.Name != id.Name {
				continue // by another gate
			}
			mine.Name = id.Name + "Now"
			p.before(&dst.AssignStmt{Lhs: []dst.Expr{dst.NewIdent(mine.Name)}, Tok: token.DEFINE, Rhs: []dst.Expr{dst.NewIdent(id.Name)}})
		}
		return
	}
}

// started is the body of the goroutine that is created at a position.
func (s *source) started(line, column int) (*[]dst.Stmt, error) {
	for _, n := range s.path(line, column) {
		switch n := n.(type) {
		case *ast.GoStmt:
			return s.bodyOf(n.Call)
		case *ast.CallExpr:
			return s.bodyOf(n)
		case *ast.DeferStmt:
			return s.bodyOf(n.Call)
		}
	}
	return nil, errNoPlace
}

// goes reports whether a step at a position is all that a go statement at pos says of its
// goroutine: go mu.Lock().
func (s *source) goes(line, column int, pos string) bool {
	for _, n := range s.path(line, column) {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.GoStmt:
			at := s.fset.Position(n.Pos())
			return strings.HasSuffix(pos, fmt.Sprintf(":%d:%d", at.Line, at.Column))
		}
	}
	return false
}

// startOf is who the first statement of a body says that the goroutine is, "" if it does not.
func (s *source) startOf(body *[]dst.Stmt) string {
	if len(*body) == 0 {
		return ""
	}
	e, ok := (*body)[0].(*dst.ExprStmt)
	if !ok {
		return ""
	}
	c, ok := e.X.(*dst.CallExpr)
	if !ok || len(c.Args) != 1 {
		return ""
	}
	if f, ok := c.Fun.(*dst.SelectorExpr); !ok || f.Sel.Name != "Is" {
		return ""
	}
	return "is"
}

// bodyOf is the body of the function that a go statement or the like starts. Where it has a name
// it is called by a function literal.
func (s *source) bodyOf(call *ast.CallExpr) (*[]dst.Stmt, error) {
	if lit, ok := call.Fun.(*ast.FuncLit); ok {
		return &s.dec.Dst.Nodes[lit].(*dst.FuncLit).Body.List, nil
	}
	mine := s.dec.Dst.Nodes[call].(*dst.CallExpr)
	if lit, ok := mine.Fun.(*dst.FuncLit); ok {
		return &lit.Body.List, nil // it was made before
	}
	if up, ok := s.parentOf(call).(*ast.GoStmt); ok {
		stmt := s.dec.Dst.Nodes[up].(*dst.GoStmt)
		if stmt.Call != mine { // it was made before
			return &stmt.Call.Fun.(*dst.FuncLit).Body.List, nil
		}
		lit := literal(&dst.ExprStmt{X: mine})
		stmt.Call = &dst.CallExpr{Fun: lit}
		return &lit.Body.List, nil
	}
	if len(mine.Args) == 1 {
		if lit, ok := mine.Args[0].(*dst.FuncLit); ok {
			return &lit.Body.List, nil
		}
	}
	for _, a := range call.Args {
		if lit, ok := a.(*ast.FuncLit); ok {
			return &s.dec.Dst.Nodes[lit].(*dst.FuncLit).Body.List, nil
		}
	}
	if sel := selected(call, []string{"Reset"}); sel == nil && len(mine.Args) == 1 { // wg.Go(f); a timer is reset
		lit := literal(&dst.ExprStmt{X: &dst.CallExpr{Fun: mine.Args[0]}})
		mine.Args[0] = lit
		return &lit.Body.List, nil
	}
	return nil, errNoPlace
}

func literal(stmt *dst.ExprStmt) *dst.FuncLit {
	return &dst.FuncLit{Type: &dst.FuncType{Func: true, Params: &dst.FieldList{Opening: true, Closing: true}}, Body: &dst.BlockStmt{List: []dst.Stmt{stmt}}}
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
