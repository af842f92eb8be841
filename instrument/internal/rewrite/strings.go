package rewrite

import (
	"go/ast"
	"go/types"

	"gocheck.dev/instrument/internal/typing"
)

// stringView renders a string that shows bytes which may be written.
func (r *fileRewriter) stringView(e ast.Expr, text frag) frag {
	return r.cat(e.Pos(), r.helper("StringView")+"(", text, ", "+r.site(e.Pos(), e)+")")
}

// showsBytes reports whether e is *(*string)(unsafe.Pointer(…)).
func (r *fileRewriter) showsBytes(e *ast.StarExpr) bool {
	call, ok := ast.Unparen(e.X).(*ast.CallExpr)
	return ok && len(call.Args) == 1 && typing.IsString(r.typeOf(e)) && r.info.Types[call.Fun].IsType() && typing.IsUnsafePointer(r.typeOf(call.Args[0]))
}

// readString renders the value of a string variable, in a unit where it may be a
// view of bytes.
func (r *fileRewriter) readString(e ast.Expr, text frag) frag {
	t := r.typeOf(e)
	if _, param := types.Unalias(t).(*types.TypeParam); param || !r.sharing.ShowsBytes || !typing.IsString(t) {
		return text
	}
	return r.cat(e.Pos(), r.helper("ReadString")+"(", text, ", "+r.site(e.Pos(), e)+")")
}
