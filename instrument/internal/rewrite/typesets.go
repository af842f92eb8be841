package rewrite

import (
	"go/ast"
	"go/types"
	"strconv"

	"gocheck.dev/instrument/internal/typing"
)

// numbered renders the pointer that a conversion makes something of. Where that is a number, it
// stays one of a pointer, for //go:uintptrescapes.
func (r *fileRewriter) numbered(e *ast.CallExpr) frag {
	x := e.Args[0]
	if !r.addresses().Numbers(e, r.typeOf(e)) {
		return r.val(x)
	}
	return r.cat(x.Pos(), r.helper("DependsOn")+"("+r.site(e.Pos(), e)+", "+quote("an address")+", ", r.val(x), ")")
}

// conversion renders T(x). Making a string of bytes or runes, or an array of a
// slice, reads the elements.
func (r *fileRewriter) conversion(e *ast.CallExpr, to types.Type) frag {
	x := e.Args[0]
	from := r.typeOf(x)
	if typing.IsUnsafePointer(from) {
		return r.around(e, x, r.numbered(e))
	}
	tv := r.info.Types[x]
	if tv.IsNil() || !typing.HasSlices(from) || !typing.HasArrays(to) && !typing.IsString(to) || !r.sharing.Contents(x) {
		return r.splice(e, r.vals(e.Args)...)
	}
	value, site := r.val(x), r.site(e.Pos(), x)
	_, slices := typing.Under(from).(*types.Slice)
	switch u, ok := typing.Under(to).(*types.Array); {
	case typing.IsTypeParam(to) || !slices:
		value = r.cat(x.Pos(), r.helper("ElementsOf")+"[", r.verbatim(ast.Unparen(e.Fun)), "](", value, ", "+site+")")
	case ok:
		value = r.cat(x.Pos(), r.helper("FirstElements")+"(", value, ", "+strconv.FormatInt(u.Len(), 10)+", "+site+")")
	default:
		value = r.cat(x.Pos(), r.helper("Elements")+"(", value, ", "+site+")")
	}
	return r.around(e, x, value)
}
