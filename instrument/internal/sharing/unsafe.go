package sharing

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

	"gocheck.dev/instrument/internal/typing"
)

// Package unsafe lets a program see memory as another type. An access is known
// by the address of the variable, so the halves of an int64 would be other
// variables than the whole of it; and bytes that a string shows are read by code
// that reads strings, which nobody shares.

// A View is a conversion by which the variable of a type is seen as one
// of another.
type View struct {
	At       ast.Expr
	From, To types.Type
	Offset   int64 // of the second within the first
}

// viewed notes a conversion to a pointer type of what was another pointer.
func (w *sharingWalker) viewed(call *ast.CallExpr) {
	to := typing.Pointee(w.info.TypeOf(call))
	if to == nil || len(call.Args) != 1 || !typing.IsUnsafePointer(w.info.TypeOf(call.Args[0])) {
		return
	}
	if typing.IsString(to) {
		w.ShowsBytes = true
	}
	w.seenAs(call.Args[0], 0, make(map[types.Object][]int64), func(from shown) {
		if !types.Identical(from.typ.Underlying(), to.Underlying()) {
			w.Views = append(w.Views, View{call, structure(from.typ), structure(to), from.offset})
		}
	})
}

// structure is what a type that is local to a function is declared as: leaves
// have the same types.
func structure(t types.Type) types.Type {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Parent() != n.Obj().Pkg().Scope() {
		return n.Underlying()
	}
	return t
}

// A shown variable is what an unsafe.Pointer, or an address that is a number, points into.
type shown struct {
	typ    types.Type
	offset int64 // as far as it is a constant
}

// seenAs yields the variables that an unsafe.Pointer or a number is made of the addresses of, as
// far as the unit says, with more added to the offset. On the way is what keeps it meanwhile: each
// is known by a few offsets.
func (w *sharingWalker) seenAs(e ast.Expr, more int64, known map[types.Object][]int64, yield func(shown)) {
	e = ast.Unparen(e)
	if o := w.keeper(e); w.addresses()[o] != nil {
		if offsets := known[o]; len(offsets) < 8 && !slices.Contains(offsets, more) {
			known[o] = append(offsets, more)
			for _, kept := range w.addresses()[o] {
				w.seenAs(kept, more, known, yield)
			}
		}
		return
	}
	switch e := e.(type) {
	case *ast.CallExpr:
		switch tv := w.info.Types[ast.Unparen(e.Fun)]; {
		case tv.IsType() && len(e.Args) == 1: // unsafe.Pointer(x), uintptr(p)
			if t := typing.Pointee(w.info.TypeOf(e.Args[0])); t != nil {
				yield(shown{t, more})
			} else {
				w.seenAs(e.Args[0], more, known, yield)
			}
		case tv.IsBuiltin() && len(e.Args) == 2: // unsafe.Add
			w.seenAs(e.Args[0], more+w.constant(e.Args[1]), known, yield)
		}
	case *ast.BinaryExpr:
		w.seenAs(e.X, more+w.constant(e.Y), known, yield)
		w.seenAs(e.Y, more+w.constant(e.X), known, yield)
	}
}

// keeper is what keeps the value of an expression: a variable, a field, or a function that returns
// it.
func (w *sharingWalker) keeper(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return origin(w.info.ObjectOf(e))
	case *ast.SelectorExpr:
		return origin(w.info.Uses[e.Sel])
	case *ast.CallExpr:
		if f := typing.Called(w.info, e.Fun); f != nil {
			return f.Origin()
		}
	case *ast.IndexExpr:
		return w.keeper(e.X)
	case *ast.StarExpr:
		return w.keeper(e.X)
	}
	return nil
}

// origin is a variable of a generic type as that declares it.
func origin(o types.Object) types.Object {
	if v, ok := o.(*types.Var); ok {
		return v.Origin()
	}
	return o
}

// addresses are, by what keeps them, the expressions of type unsafe.Pointer or uintptr that the
// unit puts there.
func (w *sharingWalker) addresses() map[types.Object][]ast.Expr {
	if *w.kept != nil {
		return *w.kept
	}
	*w.kept = make(map[types.Object][]ast.Expr)
	for _, f := range w.files {
		var within []ast.Node
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil {
				within = within[:len(within)-1]
				return true
			}
			within = append(within, n)
			switch n := n.(type) {
			case *ast.AssignStmt:
				for i, l := range n.Lhs {
					w.keeps(w.keeper(l), n.Rhs[min(i, len(n.Rhs)-1)])
				}
			case *ast.ValueSpec:
				for i, l := range n.Names {
					if len(n.Values) > 0 {
						w.keeps(w.info.Defs[l], n.Values[min(i, len(n.Values)-1)])
					}
				}
			case *ast.CompositeLit:
				w.keepsElements(n)
			case *ast.CallExpr:
				w.keepsArguments(n)
			case *ast.ReturnStmt:
				w.keepsResults(within, n)
			}
			return true
		})
	}
	return *w.kept
}

// keeps notes that e comes to be the value of a variable or what a function returns, if it may be
// an address.
func (w *sharingWalker) keeps(o types.Object, e ast.Expr) {
	t := w.info.TypeOf(e)
	if v, ok := o.(*types.Var); ok {
		o, t = origin(v), v.Type()
	}
	if o != nil && t != nil && (typing.IsUnsafePointer(t) || types.Identical(t.Underlying(), types.Typ[types.Uintptr])) {
		(*w.kept)[o] = append((*w.kept)[o], e)
	}
}

// keepsArguments notes what a call passes to parameters.
func (w *sharingWalker) keepsArguments(call *ast.CallExpr) {
	sig, ok := typing.Under(w.info.TypeOf(call.Fun)).(*types.Signature)
	if f := typing.Called(w.info, call.Fun); f != nil {
		sig = f.Origin().Signature()
	}
	if !ok || sig.Params().Len() == 0 {
		return
	}
	for i, a := range call.Args {
		w.keeps(sig.Params().At(min(i, sig.Params().Len()-1)), a)
	}
}

// keepsElements notes what a composite literal puts into fields.
func (w *sharingWalker) keepsElements(lit *ast.CompositeLit) {
	t := w.info.TypeOf(lit)
	if p := typing.Pointee(t); p != nil {
		t = p
	}
	st, ok := typing.Under(t).(*types.Struct)
	for i, x := range lit.Elts {
		if kv, is := x.(*ast.KeyValueExpr); is && ok {
			if id, is := kv.Key.(*ast.Ident); is {
				w.keeps(w.info.Uses[id], kv.Value)
			}
		} else if ok {
			w.keeps(st.Field(i), x)
		}
	}
}

// keepsResults notes what the function around a return statement returns.
func (w *sharingWalker) keepsResults(within []ast.Node, ret *ast.ReturnStmt) {
	for _, n := range slices.Backward(within) {
		switch n := n.(type) {
		case *ast.FuncLit:
			return
		case *ast.FuncDecl:
			for _, x := range ret.Results {
				w.keeps(w.info.Defs[n.Name], x)
			}
			return
		}
	}
}

func (w *sharingWalker) constant(e ast.Expr) int64 {
	v := w.info.Types[e].Value
	if v == nil || v.Kind() != constant.Int {
		return 0
	}
	n, _ := constant.Int64Val(v)
	return n
}
