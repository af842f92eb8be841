package sharing

import (
	"go/ast"
	"go/token"
	"go/types"

	"gocheck.dev/instrument/internal/typing"
)

// Visit implements ast.Visitor. It notes what a node does to variables; of a node within that runs
// in another function it has another walker.
func (w *sharingWalker) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.FuncDecl:
		w.fn = n.Type
	case *ast.FuncLit:
		inner := *w
		inner.fn = n.Type
		if w.transparent[n] {
			return &inner
		}
		return inner.within(n.Pos(), n.End())
	case *ast.RangeStmt:
		w.ranges(n)
		if !w.loopsItself(n.X) { // the body is a function that the iterator calls
			w.iterated(n)
			return nil
		}
	case *ast.ReturnStmt:
		w.returns(n)
	case *ast.DeferStmt:
		w.runsHere(n.Call)
	case *ast.ExprStmt:
		if call, ok := ast.Unparen(n.X).(*ast.CallExpr); ok {
			w.runsHere(call)
		}
	case *ast.AssignStmt:
		w.assigns(n)
	case *ast.IncDecStmt:
		if !w.own[n] {
			w.write(n.X)
		}
	case *ast.ForStmt:
		// The post statement writes the next iteration's copy, which nobody
		// else knows yet.
		if w.perIteration && n.Init != nil && n.Post != nil {
			if a, ok := n.Init.(*ast.AssignStmt); ok && a.Tok == token.DEFINE {
				w.post(a, n.Post)
			}
		}
	case *ast.Ident:
		if v, ok := w.info.Uses[n].(*types.Var); ok {
			if !w.lookup[n] {
				w.leaked[v] = true
			}
			w.capture(v)
		}
	case *ast.IndexExpr:
		w.lookedUp(n.X)
	case *ast.CallExpr:
		w.calls(n)
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			w.take(n.X)
		}
	case *ast.SliceExpr:
		if typing.IsArray(w.info.TypeOf(n.X)) {
			w.take(n.X)
		}
	case *ast.SelectorExpr:
		w.selects(n)
	}
	return w
}

// returns: a return writes the results, where they have names.
func (w *sharingWalker) returns(n *ast.ReturnStmt) {
	if w.fn == nil || w.fn.Results == nil || len(n.Results) == 0 {
		return
	}
	for _, f := range w.fn.Results.List {
		for _, id := range f.Names {
			if v, ok := w.info.Defs[id].(*types.Var); ok {
				w.written[v] = true
				w.capture(v)
			}
		}
	}
}

// assigns: an assignment writes what it does not declare.
func (w *sharingWalker) assigns(n *ast.AssignStmt) {
	if w.own[n] {
		return
	}
	for _, l := range n.Lhs {
		if n.Tok == token.DEFINE {
			if id := l.(*ast.Ident); w.info.Defs[id] != nil {
				continue
			}
		}
		w.write(l)
	}
}

// ranges: a loop looks what it ranges over up, and writes its variables, unless each iteration has
// its own.
func (w *sharingWalker) ranges(n *ast.RangeStmt) {
	w.lookedUp(n.X)
	for _, l := range []ast.Expr{n.Key, n.Value} {
		if l != nil && (n.Tok == token.ASSIGN || !w.perIteration) {
			w.write(l)
		}
	}
}

// iterated walks a loop over an iterator: the iterator calls what assigns the variables, and the
// body.
func (w *sharingWalker) iterated(n *ast.RangeStmt) {
	ast.Walk(w, n.X)
	inner := w.within(n.Body.Pos(), n.Body.End())
	for _, l := range []ast.Expr{n.Key, n.Value} {
		if l != nil && n.Tok == token.ASSIGN {
			ast.Walk(inner, l)
		}
	}
	ast.Walk(inner, n.Body)
}

// calls: len and cap look their argument up. Conversions, and unsafe.String, may give another view
// of a variable.
func (w *sharingWalker) calls(n *ast.CallExpr) {
	if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok && (id.Name == "len" || id.Name == "cap") && w.info.Types[id].IsBuiltin() {
		w.lookedUp(n.Args[0])
	}
	if w.info.Types[n.Fun].IsType() {
		w.viewed(n)
	} else if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok && sel.Sel.Name == "String" && w.info.Types[sel].IsBuiltin() {
		w.ShowsBytes = true
	}
}

// selects: a method with a pointer receiver takes the address of a variable that it is called on.
// Methods of sync and sync/atomic keep it to themselves.
func (w *sharingWalker) selects(n *ast.SelectorExpr) {
	sel := w.info.Selections[n]
	if sel == nil || sel.Kind() != types.MethodVal {
		return
	}
	recv := sel.Obj().(*types.Func).Signature().Recv().Type()
	p, ok := types.Unalias(recv).(*types.Pointer)
	if !ok || typing.Pointee(w.info.TypeOf(n.X)) != nil {
		return
	}
	if !typing.IsSync(p.Elem()) {
		w.take(n.X)
	} else if v := w.root(n.X); v != nil {
		w.operated[v] = true
	}
}
