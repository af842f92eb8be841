package repro

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/dst"
)

// Who starts a goroutine. A gate at its beginning stands in a function literal that calls what the
// go statement calls.

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

// saysWho reports whether the first statement of a body says who the goroutine is.
func saysWho(body *[]dst.Stmt) bool {
	if len(*body) == 0 {
		return false
	}
	e, ok := (*body)[0].(*dst.ExprStmt)
	if !ok {
		return false
	}
	c, ok := e.X.(*dst.CallExpr)
	if !ok || len(c.Args) != 1 {
		return false
	}
	f, ok := c.Fun.(*dst.SelectorExpr)
	return ok && f.Sel.Name == "Is"
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
		s.keep(up, call)
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
	if sel := selected(call, durations); sel == nil && len(mine.Args) == 1 { // wg.Go(f)
		if p, err := s.spotOf(call); err == nil {
			s.keepFunction(p, call.Args[0])
		}
		lit := literal(&dst.ExprStmt{X: &dst.CallExpr{Fun: mine.Args[0]}})
		mine.Args[0] = lit
		return &lit.Body.List, nil
	}
	return nil, errNoPlace
}

// who is a name for a goroutine: of several that one go statement starts it has a number.
func (r *repro) who(by *task) string {
	t := r.trace
	if by.created < 0 {
		return "test"
	}
	pos := t.ops[by.created].Pos
	n, all := 0, 0
	for i := range t.ops {
		if creates(&t.ops[i]) && t.ops[i].Pos == pos {
			all++
			if i <= by.created {
				n++
			}
		}
	}
	file, rest, _ := cutPos(pos)
	line, _, _ := strings.Cut(rest, ":")
	name := "go " + filepath.Base(file) + ":" + line
	if all > 1 {
		return fmt.Sprintf("%s #%d", name, n)
	}
	return name
}

func literal(stmt *dst.ExprStmt) *dst.FuncLit {
	return &dst.FuncLit{Type: &dst.FuncType{Func: true, Params: &dst.FieldList{Opening: true, Closing: true}}, Body: &dst.BlockStmt{List: []dst.Stmt{stmt}}}
}

// durations are functions and methods that set timers which call nothing.
var durations = []string{"After", "NewTimer", "NewTicker", "Tick", "Reset"}

// spotOf is the spot of an expression's statement.
func (s *source) spotOf(x ast.Node) (*spot, error) {
	at := s.fset.Position(x.Pos())
	return s.spotAt(at.Line, at.Column)
}

// keep lets what go f(x, g()) evaluates be evaluated where the statement is, and not in the
// function literal that calls f: until then it may have changed, as a loop's variable does.
func (s *source) keep(stmt *ast.GoStmt, call *ast.CallExpr) {
	p, err := s.spotOf(stmt)
	if err != nil {
		return
	}
	s.keepFunction(p, call.Fun)
	for _, arg := range call.Args {
		if s.changes(arg) && (len(call.Args) > 1 || s.oneValue(arg)) {
			s.keepValue(p, arg)
		}
	}
}

// keepFunction keeps a function that is a variable, or a method of one.
func (s *source) keepFunction(p *spot, fun ast.Expr) {
	switch f := fun.(type) {
	case *ast.Ident:
		if !s.changes(f) {
			return
		}
	case *ast.SelectorExpr:
		if of, ok := f.X.(*ast.Ident); ok && !s.changes(of) {
			return
		}
	default:
		return // generic, or a conversion
	}
	s.keepValue(p, fun)
}

// keepValue puts a variable with the value of an expression before the statement.
func (s *source) keepValue(p *spot, x ast.Expr) {
	if s.lazy {
		return
	}
	s.kept = true
	name := s.fresh(nameFor(x) + "Now")
	mine := s.dec.Dst.Nodes[x].(dst.Expr)
	value := dst.Clone(mine).(dst.Expr)
	s.replace(x, dst.NewIdent(name))
	p.before(&dst.AssignStmt{Lhs: []dst.Expr{dst.NewIdent(name)}, Tok: token.DEFINE, Rhs: []dst.Expr{value}})
}

// nameFor is a word for the value of an expression.
func nameFor(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	case *ast.CallExpr:
		return nameFor(x.Fun)
	case *ast.IndexExpr:
		return nameFor(x.X)
	case *ast.StarExpr:
		return nameFor(x.X)
	case *ast.UnaryExpr:
		return nameFor(x.X)
	case *ast.ParenExpr:
		return nameFor(x.X)
	}
	return "value"
}

// fresh is a name that the file does not have.
func (s *source) fresh(name string) string {
	if s.words == nil {
		s.words = map[string]bool{}
		ast.Inspect(s.syntax, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				s.words[id.Name] = true
			}
			return true
		})
	}
	one := name
	for n := 2; s.words[one]; n++ {
		one = name + strconv.Itoa(n)
	}
	s.words[one] = true
	return one
}

// changes reports whether an expression may have another value later: no constant, no function.
// What is declared in other files of the package is taken for one of these.
func (s *source) changes(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.BasicLit, *ast.FuncLit:
		return false
	case *ast.Ident:
		return x.Obj != nil && x.Obj.Kind == ast.Var && !s.steady(x)
	case *ast.SelectorExpr:
		return !s.ofPackage(x)
	case *ast.ParenExpr:
		return s.changes(x.X)
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			_, literal := x.X.(*ast.CompositeLit)
			return literal || s.changes(x.X)
		}
		return x.Op == token.ARROW || s.changes(x.X)
	case *ast.BinaryExpr:
		return s.changes(x.X) || s.changes(x.Y)
	}
	return true
}

// steady reports whether a variable is a parameter that nobody assigns to, of a type whose values
// have no parts of their own.
func (s *source) steady(variable *ast.Ident) bool {
	field, ok := variable.Obj.Decl.(*ast.Field)
	if !ok {
		return false
	}
	switch t := field.Type.(type) {
	case *ast.StarExpr, *ast.ChanType, *ast.MapType, *ast.FuncType, *ast.InterfaceType:
	case *ast.Ident:
		if types.Universe.Lookup(t.Name) == nil {
			return false
		}
	default:
		return false
	}
	is := func(x ast.Expr) bool {
		id, ok := x.(*ast.Ident)
		return ok && id.Obj == variable.Obj
	}
	steady := true
	ast.Inspect(s.syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			steady = steady && !slices.ContainsFunc(n.Lhs, is)
		case *ast.IncDecStmt:
			steady = steady && !is(n.X)
		case *ast.RangeStmt:
			steady = steady && !is(n.Key) && !is(n.Value)
		case *ast.UnaryExpr:
			steady = steady && (n.Op != token.AND || !is(n.X))
		}
		return steady
	})
	return steady
}

// ofPackage reports whether x.Sel is of an imported package.
func (s *source) ofPackage(x *ast.SelectorExpr) bool {
	id, ok := x.X.(*ast.Ident)
	if !ok || id.Obj != nil {
		return false
	}
	for _, spec := range s.syntax.Imports {
		from, err := strconv.Unquote(spec.Path.Value)
		switch {
		case err != nil:
		case spec.Name != nil && spec.Name.Name == id.Name:
			return true
		case spec.Name == nil && (strings.Contains(path.Base(from), id.Name) || strings.Contains(path.Base(path.Dir(from)), id.Name)):
			return true // its name is most often a part of that
		}
	}
	return false
}

// oneValue reports whether an expression cannot be a call with several results.
func (s *source) oneValue(x ast.Expr) bool {
	call, ok := x.(*ast.CallExpr)
	if !ok {
		return true
	}
	id, ok := call.Fun.(*ast.Ident)
	if !ok {
		return false
	}
	if id.Obj == nil { // of another file; or a builtin, or a conversion
		return types.Universe.Lookup(id.Name) != nil
	}
	fn, ok := id.Obj.Decl.(*ast.FuncDecl)
	return ok && fn.Type.Results.NumFields() == 1
}
