package rewrite

import (
	"go/ast"
	"go/types"

	"gocheck.dev/instrument/internal/typing"
)

// builtin renders a call of a predeclared function.
func (r *fileRewriter) builtin(e *ast.CallExpr) frag {
	var name string
	switch fun := ast.Unparen(e.Fun).(type) {
	case *ast.Ident:
		name = fun.Name
	case *ast.SelectorExpr: // of package unsafe: its operands are not evaluated, or no access
		return r.verbatimCall(e, fun.Sel.Name)
	}
	if len(e.Args) == 0 {
		return r.verbatim(e)
	}
	x := e.Args[0]
	t := r.typeOf(x)
	if tuple, ok := t.(*types.Tuple); ok {
		return r.builtinOfTuple(e, name, tuple)
	}
	if typing.Mixed(t) {
		switch {
		case name == "len" && typing.AnyOf(t, isChanOrMap):
			return r.cat(e.Pos(), r.helper("LenOf")+"(", r.val(x), ", "+r.site(e.Pos(), x)+")")
		case name == "clear":
			return r.cat(e.Pos(), r.helper("ClearOf")+"(", r.val(x), ", "+r.site(e.Pos(), x)+")")
		case name == "delete":
			return r.cat(e.Pos(), name+"(gocheckrt.MapW(", r.val(x), ", "+r.site(x.Pos(), x)+"), ", r.val(e.Args[1]), ")")
		}
	}
	switch name {
	case "close":
		return r.cat(e.Pos(), "gocheckrt.Close(", r.val(x), ", "+r.site(e.Pos(), x)+")")
	case "len":
		switch typing.Under(t).(type) {
		case *types.Chan:
			return r.cat(e.Pos(), "gocheckrt.Len(", r.val(x), ", "+r.site(e.Pos(), x)+")")
		case *types.Map:
			return r.around(e, x, r.mapRead(x))
		case *types.Array:
			return r.around(e, x, r.addr(x)) // the length is in the type
		}
	case "cap":
		if typing.IsArray(t) {
			return r.around(e, x, r.addr(x))
		}
	case "delete":
		if r.sharing.Contents(x) {
			return r.cat(e.Pos(), r.helper("Delete")+"(", r.val(x), ", "+r.site(x.Pos(), x)+").Key(", r.val(e.Args[1]), ")")
		}
	case "clear":
		if r.sharing.Contents(x) {
			helper := "ClearSlice"
			if _, ok := typing.Under(t).(*types.Map); ok {
				helper = "ClearMap"
			}
			return r.cat(e.Pos(), r.helper(helper)+"(", r.val(x), ", "+r.site(x.Pos(), x)+")")
		}
	case "copy":
		y := e.Args[1]
		switch {
		case typing.IsString(r.typeOf(y)):
			if r.sharing.Contents(x) {
				return r.cat(e.Pos(), r.helper("CopyString")+"(", r.val(x), ", ", r.val(y), ", "+r.site(x.Pos(), x)+")")
			}
		case r.sharing.Contents(x) || r.sharing.Contents(y):
			return r.cat(e.Pos(), r.helper("Copy")+"(", r.val(x), ", ", r.val(y), ", "+r.site(x.Pos(), x)+", "+r.site(y.Pos(), y)+")")
		}
	case "append":
		return r.append(e)
	case "make":
		if _, ok := typing.Under(t).(*types.Chan); ok {
			return r.cat(e.Pos(), "gocheckrt.Made(", r.splice(e, r.vals(e.Args)...), ")")
		}
	}
	return r.splice(e, r.vals(e.Args)...)
}

// builtinOfTuple renders a builtin that is given the results of a call, copy(f()): a helper takes
// them all, and its method the position.
func (r *fileRewriter) builtinOfTuple(e *ast.CallExpr, name string, given *types.Tuple) frag {
	x := e.Args[0]
	helper := ""
	switch name {
	case "copy":
		helper = "CopyTuple"
		if typing.IsString(given.At(1).Type()) {
			helper = "CopyStringTuple"
		}
	case "delete":
		helper = "DeleteTuple"
	case "append":
		s, ok := typing.Under(given.At(0).Type()).(*types.Slice)
		if !ok {
			break
		}
		helper = "AppendTuple"
		for i := 1; i < given.Len(); i++ {
			if !types.Identical(given.At(i).Type(), s.Elem()) {
				helper = "" // which would have to convert it
			}
		}
	}
	if helper == "" {
		return r.splice(e, r.vals(e.Args)...)
	}
	return r.cat(e.Pos(), r.helper(helper)+"(", r.val(x), ").At("+r.site(x.Pos(), x)+")")
}

// builtinOf renders a builtin that accesses what its operands refer to, which have been evaluated.
func (r *fileRewriter) builtinOf(e *ast.CallExpr, name string, operands []frag, first, last types.Type) frag {
	s := r.site(e.Args[0].Pos(), e.Args[0])
	switch {
	case name == "delete":
		return r.cat(e.Pos(), r.helper("Delete")+"(", operands[0], ", "+s+").Key(", operands[1], ")")
	case name == "copy" && typing.IsString(last):
		return r.cat(e.Pos(), r.helper("CopyString")+"(", operands[0], ", ", operands[1], ", "+s+")")
	case name == "copy":
		return r.cat(e.Pos(), r.helper("Copy")+"(", operands[0], ", ", operands[1], ", "+s+", "+s+")")
	}
	helper := "ClearSlice"
	if _, ok := typing.Under(first).(*types.Map); ok {
		helper = "ClearMap"
	}
	return r.cat(e.Pos(), r.helper(helper)+"(", operands[0], ", "+s+")")
}

func (r *fileRewriter) verbatimCall(e *ast.CallExpr, name string) frag {
	switch name {
	case "Sizeof", "Offsetof", "Alignof":
		return r.verbatim(e)
	case "String":
		return r.stringView(e, r.splice(e, r.vals(e.Args)...))
	}
	return r.splice(e, r.vals(e.Args)...)
}

// append renders append(x, v…): the values are passed to a method of a generic
// helper, so that each is converted to the element type as append does.
func (r *fileRewriter) append(e *ast.CallExpr) frag {
	x := e.Args[0]
	if len(e.Args) == 1 || !r.sharing.Contents(x) && !(e.Ellipsis.IsValid() && r.sharing.Contents(e.Args[1])) || fresh(r.info, x) && !e.Ellipsis.IsValid() {
		return r.splice(e, r.vals(e.Args)...)
	}
	head := r.cat(e.Pos(), r.helper("Append")+"(", r.val(x), ", "+r.site(x.Pos(), x)+")")
	method := ".Values("
	if e.Ellipsis.IsValid() {
		method = ".Slice("
		switch {
		case r.info.Types[e.Args[1]].IsNil():
		case typing.IsString(r.typeOf(e.Args[1])):
			return r.cat(e.Pos(), r.helper("AppendString")+"(", r.val(x), ", ", r.val(e.Args[1]), ", "+r.site(x.Pos(), x)+")")
		}
	}
	end := e.Rparen
	if e.Ellipsis.IsValid() {
		end = e.Ellipsis
	}
	return r.cat(e.Pos(), head, method, r.spliceRange(e.Args[1].Pos(), end, r.vals(e.Args[1:])...), ")")
}

func isChanOrMap(u types.Type) bool {
	switch u.(type) {
	case *types.Chan, *types.Map:
		return true
	}
	return false
}

// fresh reports whether x has no elements that anybody else could know:
// nil, a literal, a conversion of nil, make.
func fresh(info *types.Info, x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		if info.Types[x.Fun].IsType() {
			return len(x.Args) == 1 && info.Types[x.Args[0]].IsNil()
		}
		if id, ok := x.Fun.(*ast.Ident); ok && info.Types[id].IsBuiltin() {
			return id.Name == "make"
		}
	}
	return info.Types[x].IsNil()
}
