package sharing

import (
	"go/ast"
	"go/constant"
	"go/types"

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
	from, offset := w.seenAs(call.Args[0])
	if from != nil && !types.Identical(from.Underlying(), to.Underlying()) {
		w.Views = append(w.Views, View{call, structure(from), structure(to), offset})
	}
}

// structure is what a type that is local to a function is declared as: leaves
// have the same types.
func structure(t types.Type) types.Type {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Parent() != n.Obj().Pkg().Scope() {
		return n.Underlying()
	}
	return t
}

// seenAs is the type of the variable that an unsafe.Pointer is made of, as far
// as the expression says.
func (w *sharingWalker) seenAs(e ast.Expr) (types.Type, int64) {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		if len(e.Args) == 0 {
			return nil, 0
		}
		x := ast.Unparen(e.Args[0])
		if w.info.Types[e.Fun].IsType() { // unsafe.Pointer(x), uintptr(p)
			if t := typing.Pointee(w.info.TypeOf(x)); t != nil {
				return t, 0
			}
			return w.seenAs(x)
		}
		if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok && sel.Sel.Name == "Add" && len(e.Args) == 2 {
			t, offset := w.seenAs(x)
			return t, offset + w.constant(e.Args[1])
		}
	case *ast.BinaryExpr:
		t, offset := w.seenAs(e.X)
		return t, offset + w.constant(e.Y)
	}
	return nil, 0
}

func (w *sharingWalker) constant(e ast.Expr) int64 {
	v := w.info.Types[e].Value
	if v == nil || v.Kind() != constant.Int {
		return 0
	}
	n, _ := constant.Int64Val(v)
	return n
}
