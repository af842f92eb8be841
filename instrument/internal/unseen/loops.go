package unseen

import (
	"go/ast"
	"go/token"
	"go/types"

	"gocheck.dev/instrument/internal/std"
	"gocheck.dev/instrument/internal/typing"
)

// The order in which a loop goes through a map is chance, which is explored where somebody
// might see it (-maps). Most loops only count, look for something, copy into another map, or
// collect what is sorted afterwards: nobody sees their order. What cannot be told by the
// few rules here is taken to show.

// sortsAll are the functions whose result does not depend on the order of their argument.
var sortsAll = map[string]bool{"slices.Sort": true, "sort.Strings": true, "sort.Ints": true, "sort.Float64s": true}

// seen is what can be seen of a loop's order.
type seen struct {
	info *types.Info
	loop *ast.RangeStmt
	next []ast.Stmt // that come after the loop

	gathers map[types.Object]token.Token // variables of outside that it changes, and how
	texts   map[types.Object]string      // of those that are set to a constant: which one
	lists   map[types.Object]bool        // that are appended to
	reads   map[types.Object]bool
	leaves  string // what it returns early; " " if that is nothing
}

// nothing says whether the rounds of the loop may come in any order.
func (o *seen) nothing() bool {
	o.gathers, o.texts, o.lists, o.reads = map[types.Object]token.Token{}, map[types.Object]string{}, map[types.Object]bool{}, map[types.Object]bool{}
	if o.loop.Tok == token.ASSIGN || !o.pure(o.loop.X) { // a variable of outside has the last key
		return false
	}
	if !o.block(o.loop.Body.List) {
		return false
	}
	for v := range o.gathers {
		if o.reads[v] {
			return false
		}
	}
	if o.leaves != "" && len(o.gathers) > 0 {
		return false
	}
	return o.sorts()
}

// sorts says whether what is collected is sorted right after the loop.
func (o *seen) sorts() bool {
	left := len(o.lists)
	for _, s := range o.next {
		if left == 0 {
			break
		}
		e, _ := s.(*ast.ExprStmt)
		if e == nil {
			return false
		}
		call, _ := e.X.(*ast.CallExpr)
		if call == nil || len(call.Args) == 0 {
			return false
		}
		f := typing.Called(o.info, call.Fun)
		v := o.variable(call.Args[0])
		if f == nil || !o.lists[v] || !sortsAll[std.Key(f)] {
			return false
		}
		left--
	}
	return left == 0
}

func (o *seen) block(list []ast.Stmt) bool {
	for _, s := range list {
		if !o.stmt(s) {
			return false
		}
	}
	return true
}

func (o *seen) stmt(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.BlockStmt:
		return o.block(s.List)
	case *ast.EmptyStmt:
		return true
	case *ast.IfStmt:
		return (s.Init == nil || o.stmt(s.Init)) && o.pure(s.Cond) && o.block(s.Body.List) && (s.Else == nil || o.stmt(s.Else))
	case *ast.BranchStmt:
		return s.Tok == token.CONTINUE && s.Label == nil
	case *ast.IncDecStmt:
		return o.adds(s.X, token.ADD)
	case *ast.AssignStmt:
		return o.assign(s)
	case *ast.ExprStmt:
		return o.deletes(s.X)
	case *ast.ReturnStmt:
		text := " "
		for _, x := range s.Results {
			if !o.constant(x) {
				return false
			}
			text += types.ExprString(x) + ","
		}
		if o.leaves == "" {
			o.leaves = text
		}
		return o.leaves == text
	}
	return false
}

// assign judges an assignment: of a variable of the round, a sum, an element of a map under
// the round's key, a list that is sorted later, or a constant.
func (o *seen) assign(s *ast.AssignStmt) bool {
	if s.Tok == token.DEFINE {
		for _, x := range s.Rhs {
			if !o.pure(x) {
				return false
			}
		}
		return true
	}
	if len(s.Lhs) != 1 || len(s.Rhs) != 1 {
		return false
	}
	to, x := ast.Unparen(s.Lhs[0]), ast.Unparen(s.Rhs[0])
	switch s.Tok {
	case token.ADD_ASSIGN, token.SUB_ASSIGN:
		return o.pure(x) && o.adds(to, token.ADD)
	case token.OR_ASSIGN, token.AND_ASSIGN, token.XOR_ASSIGN, token.MUL_ASSIGN:
		return o.pure(x) && o.adds(to, s.Tok)
	case token.ASSIGN:
	default:
		return false
	}
	if ix, ok := to.(*ast.IndexExpr); ok {
		into := o.variable(ix.X)
		_, isMap := typing.Under(typeOf(o.info, ix.X)).(*types.Map)
		if !isMap || into == nil || into == o.variable(o.loop.X) || !o.pure(ix.Index) || !o.pure(x) {
			return false
		}
		key := o.variable(ix.Index)
		ofRound := key != nil && o.loop.Key != nil && key == o.variable(o.loop.Key)
		if !ofRound && !o.constant(x) {
			return false
		}
		how := token.ASSIGN
		if !ofRound {
			how = token.DEFINE // the same constant under any key
			if !o.sets(into, types.ExprString(x)) {
				return false
			}
		}
		return o.gather(into, how)
	}
	v := o.variable(to)
	switch {
	case v == nil:
		return false
	case o.inside(v):
		return o.pure(x)
	case o.constant(x):
		return o.sets(v, types.ExprString(x)) && o.gather(v, token.DEFINE)
	}
	call, ok := x.(*ast.CallExpr)
	if !ok || len(call.Args) == 0 || call.Ellipsis.IsValid() || !o.info.Types[call.Fun].IsBuiltin() || types.ExprString(call.Fun) != "append" || o.variable(call.Args[0]) != v {
		return false
	}
	for _, a := range call.Args[1:] {
		if !o.pure(a) {
			return false
		}
	}
	o.lists[v] = true
	return o.gather(v, token.COMMA)
}

// sets says whether a variable is set to the same constant everywhere.
func (o *seen) sets(v types.Object, text string) bool {
	if old, ok := o.texts[v]; ok && old != text {
		return false
	}
	o.texts[v] = text
	return true
}

// adds judges an update that commutes.
func (o *seen) adds(to ast.Expr, how token.Token) bool {
	v := o.variable(to)
	if v == nil {
		return false
	}
	if o.inside(v) {
		return true
	}
	b, ok := v.Type().Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0 && o.gather(v, how)
}

// gather notes how a variable of outside is changed: in one way only.
func (o *seen) gather(v types.Object, how token.Token) bool {
	if old, ok := o.gathers[v]; ok && old != how || o.inside(v) {
		return false
	}
	o.gathers[v] = how
	return true
}

// deletes judges delete(m, k) of another map, or of the round's key.
func (o *seen) deletes(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok || !o.info.Types[call.Fun].IsBuiltin() || types.ExprString(call.Fun) != "delete" || !o.pure(call.Args[1]) {
		return false
	}
	m, key := o.variable(call.Args[0]), o.variable(call.Args[1])
	if m == nil {
		return false
	}
	if m == o.variable(o.loop.X) {
		return o.loop.Key != nil && key != nil && key == o.variable(o.loop.Key)
	}
	return o.gather(m, token.REM)
}

// variable is the variable that an expression is, else nil.
func (o *seen) variable(e ast.Expr) types.Object {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	if v, ok := o.info.ObjectOf(id).(*types.Var); ok {
		return v
	}
	return nil
}

// inside says whether a variable is one of a round.
func (o *seen) inside(v types.Object) bool {
	return v.Pos() >= o.loop.Pos() && v.Pos() < o.loop.End()
}

func (o *seen) constant(e ast.Expr) bool {
	tv := o.info.Types[e]
	if tv.Value != nil || tv.IsNil() {
		return true
	}
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	return ok && len(lit.Elts) == 0
}

// pure says whether an expression changes nothing, and notes what it reads.
func (o *seen) pure(e ast.Expr) bool {
	pure := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			pure = false
		case *ast.UnaryExpr:
			pure = pure && n.Op != token.ARROW
		case *ast.CallExpr:
			pure = pure && o.pureCall(n)
		case *ast.Ident:
			if v, ok := o.info.ObjectOf(n).(*types.Var); ok {
				o.reads[v] = true
			}
		}
		return pure
	})
	return pure
}

// pureCall judges a call by itself: a conversion, a builtin that only looks, or a function
// that computes.
func (o *seen) pureCall(call *ast.CallExpr) bool {
	tv := o.info.Types[call.Fun]
	switch {
	case tv.IsType():
		return true
	case tv.IsBuiltin():
		switch types.ExprString(call.Fun) {
		case "len", "cap":
			_, isChan := typing.Under(typeOf(o.info, call.Args[0])).(*types.Chan)
			return !isChan // where it is an operation
		case "min", "max":
			return true
		}
		return false
	}
	f := typing.Called(o.info, call.Fun)
	if f == nil || f.Pkg() == nil || f.Signature().Recv() != nil {
		return false
	}
	for v := range f.Signature().Params().Variables() {
		if _, ok := v.Type().Underlying().(*types.Signature); ok {
			return false
		}
	}
	switch f.Pkg().Path() {
	case "strings", "strconv", "math", "unicode", "unicode/utf8", "math/bits":
		return true
	}
	return false
}
