package instrument

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"strings"
)

// Package unsafe lets a program see memory as another type. An access is known
// by the address of the variable, so the halves of an int64 would be other
// variables than the whole of it; and bytes that a string shows are read by code
// that reads strings, which nobody shares.
type unsafeViews struct {
	views   []unsafeView
	strings bool // the unit makes strings of bytes that may be written
}

// An unsafeView is a conversion by which the variable of a type is seen as one
// of another.
type unsafeView struct {
	at       ast.Expr
	from, to types.Type
	offset   int64 // of the second within the first
}

// viewed notes a conversion to a pointer type of what was another pointer.
func (w *sharingWalker) viewed(call *ast.CallExpr) {
	to := pointee(w.info.TypeOf(call))
	if to == nil || len(call.Args) != 1 || !isUnsafePointer(w.info.TypeOf(call.Args[0])) {
		return
	}
	if isString(to) {
		w.unsafe.strings = true
	}
	from, offset := w.seenAs(call.Args[0])
	if from != nil && !types.Identical(from.Underlying(), to.Underlying()) {
		w.unsafe.views = append(w.unsafe.views, unsafeView{call, structure(from), structure(to), offset})
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
			if t := pointee(w.info.TypeOf(x)); t != nil {
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

func isUnsafePointer(t types.Type) bool {
	b, ok := under(t).(*types.Basic)
	return ok && b.Kind() == types.UnsafePointer
}

// viewsText registers the views of the unit's test files, or of the others,
// where both types have names at package level.
func (u *unitRewriter) viewsText(test bool) string {
	var b strings.Builder
	known := make(map[string]bool)
	for _, v := range u.sharing.unsafe.views {
		if !u.mine(v.at.Pos(), test) || !u.nameable(v.from) || !u.nameable(v.to) {
			continue
		}
		line := fmt.Sprintf("\tgocheckrt.RegisterView[%s, %s](%d)\n", u.typeText(v.from), u.typeText(v.to), v.offset)
		if !known[line] {
			known[line] = true
			b.WriteString(line)
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return "func init() {\n" + b.String() + "}\n"
}

// stringView renders a string that shows bytes which may be written.
func (r *fileRewriter) stringView(e ast.Expr, text frag) frag {
	return r.cat(e.Pos(), r.helper("StringView")+"(", text, ", "+r.site(e.Pos(), e)+")")
}

// showsBytes reports whether e is *(*string)(unsafe.Pointer(…)).
func (r *fileRewriter) showsBytes(e *ast.StarExpr) bool {
	call, ok := ast.Unparen(e.X).(*ast.CallExpr)
	return ok && len(call.Args) == 1 && isString(r.typeOf(e)) && r.info.Types[call.Fun].IsType() && isUnsafePointer(r.typeOf(call.Args[0]))
}

// readString renders the value of a string variable, in a unit where it may be a
// view of bytes.
func (r *fileRewriter) readString(e ast.Expr, text frag) frag {
	t := r.typeOf(e)
	if _, param := types.Unalias(t).(*types.TypeParam); param || !r.sharing.unsafe.strings || !isString(t) {
		return text
	}
	return r.cat(e.Pos(), r.helper("ReadString")+"(", text, ", "+r.site(e.Pos(), e)+")")
}
