package rewrite

import (
	"go/ast"

	"gocheck.dev/instrument/internal/captures"
)

// For -symmetry the runtime has to know whether two goroutines begin with the same code and the
// same values. Of a function that was made it sees the code only. So it is told what the function
// refers to: the value of a variable that does not change after its declaration, the address of
// another one, which the compiler has put on the heap for the function already.

func (r *fileRewriter) captures() captures.Finder {
	return captures.Finder{Pkg: r.unit.Pkg.Types, Info: r.info, Sharing: r.sharing}
}

// capturing renders f, a function that refers to what the expressions of say; nil: that is not
// known.
func (r *fileRewriter) capturing(at ast.Node, f frag, of []string) frag {
	if !r.unit.Symmetry || of == nil {
		return f
	}
	if parameters, ok := r.captures().Types(at); ok {
		return r.cat(at.Pos(), "gocheckrt.Capturing(", f, captures.Held(append(of, parameters...))+")")
	}
	return f
}

// passed renders e, of which f is the value, where it is passed on: a function without parameters
// may be started by whom it is passed to.
func (r *fileRewriter) passed(e ast.Expr, f frag) frag {
	if lit, ok := ast.Unparen(e).(*ast.FuncLit); ok && r.unit.Symmetry && lit.Type.Params.NumFields() == 0 {
		return r.capturing(lit, f, r.captures().Literal(lit))
	}
	return f
}

// refersTo is what a go statement's call refers to: captures.Finder.Call.
func (r *fileRewriter) refersTo(call *ast.CallExpr, names []string, bound bool, more []string) []string {
	before := func(e ast.Expr) string { return r.hoisted[ast.Unparen(e)] }
	return r.captures().Call(call, append(names[:len(names):len(names)], more...), bound, before)
}
