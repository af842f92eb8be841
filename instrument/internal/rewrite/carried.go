package rewrite

import (
	"go/ast"
	"go/types"
	"strings"

	"gocheck.dev/instrument/internal/std"
	"gocheck.dev/instrument/internal/typing"
)

// What the method that the compiler puts between an interface and a method with a value
// receiver reads is announced where the call is: before it, after its arguments, or in a
// function literal that stands for a method which is called later.

// carries reports whether a method of an interface that e selects, of a value or of a type,
// can be named here, so that what it reads of its receiver can be announced.
func (r *fileRewriter) carries(e *ast.SelectorExpr, f *types.Func) bool {
	sig, ok := r.typeOf(e).(*types.Signature)
	return ok && r.nameable(sig, e) && (f.Exported() || f.Pkg() == r.unit.Pkg.Types)
}

// only is the text of the interface that has method f alone.
func (r *fileRewriter) only(f *types.Func, sig *types.Signature, at ast.Node) string {
	return "interface{ " + f.Name() + strings.TrimPrefix(r.typeText(sig, at), "func") + " }"
}

// carrying renders a call that announces what method f, of this signature, reads of the
// receiver x.
func (r *fileRewriter) carrying(sel *ast.SelectorExpr, f *types.Func, sig *types.Signature, x frag) frag {
	return r.cat(sel.Pos(), r.helper("Called")+"["+r.only(f, sig, sel)+"](", x, ", "+r.site(sel.Pos(), sel.X)+")")
}

// carried wraps what a method of an interface is called on. Before arguments that run other
// code it would be announced too early.
func (r *fileRewriter) carried(sel *ast.SelectorExpr, f *types.Func, x frag) frag {
	if !r.calls(sel) || !r.carries(sel, f) || r.lastCall(r.calledNow) >= 0 {
		return x
	}
	return r.carrying(sel, f, r.typeOf(sel).(*types.Signature), x)
}

// ofReceiver is receiverHelper for the receiver that e selects a method of. The dynamic type of an
// interface says what that is: an object, or one of the program's that the method copies.
func (r *fileRewriter) ofReceiver(e *ast.SelectorExpr, f *types.Func, mode byte) helper {
	h := r.receiverHelper(f, mode)
	if h.now() && types.IsInterface(f.Signature().Recv().Type()) && r.carries(e, f) {
		h.called = r.helper("Called") + "[" + r.only(f, std.OnlyTypes(f), e) + "]("
	}
	return h
}

// lastCall is the last argument of a call that runs other code, or -1.
func (r *fileRewriter) lastCall(call *ast.CallExpr) int {
	last := -1
	for i, a := range call.Args {
		if r.hasCall(a) {
			last = i
		}
	}
	return last
}

// carriedAfter announces it after the last argument that runs other code.
func (r *fileRewriter) carriedAfter(call *ast.CallExpr, args []sub) []sub {
	sel, _ := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if sel == nil || r.deferred == call {
		return args
	}
	f, selection := r.calledFunc(sel), r.info.Selections[sel]
	if f == nil || selection == nil || selection.Kind() != types.MethodVal || len(selection.Index()) > 1 || !typing.IsInterface(selection.Recv()) {
		return args
	}
	last := r.lastCall(call)
	if _, several := r.multi(call); several || last < 0 || r.hasCall(sel.X) || !r.carries(sel, f) {
		return args
	}
	one := r.only(f, r.typeOf(sel).(*types.Signature), sel)
	a := call.Args[last]
	args[last].f = r.cat(a.Pos(), r.helper("CalledAfter")+"["+one+"](", r.typed(a, args[last].f), ", ", r.val(sel.X), ", "+r.site(sel.Pos(), sel.X)+")")
	return args
}

// bound renders x.M, a method of an interface that is not called where it stands.
func (r *fileRewriter) bound(sel *ast.SelectorExpr, f *types.Func, x frag) frag {
	sig := r.typeOf(sel).(*types.Signature)
	p := r.fresh()
	later := r.literal(sel, sig, r.carrying(sel, f, sig, r.cat(sel.Pos(), p)).gen()+"."+f.Name(), "", nil)
	return r.cat(sel.Pos(), "func() "+r.typeText(sig, sel)+" { "+p+" := ", x,
		"; return "+r.helper("CalledLater")+"["+r.only(f, sig, sel)+"]("+p+", "+r.site(sel.Pos(), sel.X)+", "+p+"."+f.Name()+", "+later+") }()")
}

// boundType renders T.M, a method of an interface as a function, whose first parameter is p
// and whose receiver x.
func (r *fileRewriter) boundType(sel *ast.SelectorExpr, f *types.Func, p string, x frag) frag {
	sig := r.typeOf(sel).(*types.Signature)
	var params []*types.Var
	for i := 1; i < sig.Params().Len(); i++ {
		params = append(params, sig.Params().At(i))
	}
	method := types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), sig.Results(), sig.Variadic())
	if ofTests(f) {
		x = r.testing(sel, r.only(f, method, sel), x)
	} else {
		x = r.carrying(sel, f, method, x)
	}
	return r.cat(sel.Pos(), r.literal(sel, sig, x.gen()+"."+f.Name(), "", &p))
}
