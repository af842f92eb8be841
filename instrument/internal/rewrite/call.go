package rewrite

import (
	"go/ast"
	"go/types"
	"strings"

	"gocheck.dev/instrument/internal/std"
	"gocheck.dev/instrument/internal/typing"
	"gocheck.dev/instrument/internal/unseen"
)

// calledFunc is the declared function or method that a call's function
// expression names, else nil.
func (r *fileRewriter) calledFunc(fun ast.Expr) *types.Func { return typing.Called(r.info, fun) }

// A callee is a call's function as the rewriter sees it: what is called, and
// which arguments it gets before those of the source.
type callee struct {
	fun   frag   // what is called
	first []frag // receiver and site
}

// call renders a call. The result is a call expression too, so that it may
// stand behind defer.
func (r *fileRewriter) call(e *ast.CallExpr) frag {
	tv := r.info.Types[e.Fun]
	switch {
	case tv.IsType():
		return r.conversion(e, tv.Type)
	case tv.IsBuiltin():
		return r.builtin(e)
	}
	if f, ok := r.preciseCall(e); ok {
		return f
	}
	if f, ok := r.comparedTime(e); ok {
		return f
	}
	if f, ok := r.standard(e); ok {
		return f
	}
	outer := r.calledNow
	if r.deferred != e {
		r.calledNow = e
	}
	c := r.callee(e.Fun, e)
	r.calledNow = outer
	if len(c.first) == 0 && r.sharing.Asks(e) {
		return r.cat(e.Pos(), r.inLoops("Ask")+"(", c.fun, ")")
	}
	if len(c.first) == 0 {
		return r.splice(e, append([]sub{{e.Fun, r.knowing(e, c.fun)}}, r.carriedAfter(e, r.vals(e.Args))...)...)
	}
	if t, ok := r.multi(e); ok { // f(g()) with several results of g: they cannot follow the site
		names := r.freshes(t.Len())
		return r.cat(e.Pos(), "func() "+r.resultType(e)+"{ "+strings.Join(names, ", ")+" := ", r.val(e.Args[0]), "; "+r.returns(e),
			c.fun, "(", join(r, e, c.first), ", "+strings.Join(names, ", ")+") }()")
	}
	f := r.cat(e.Pos(), c.fun, "(", join(r, e, c.first))
	if len(e.Args) == 0 {
		return r.cat(e.Pos(), f, ")")
	}
	f = r.cat(e.Pos(), f, ", ")
	return f.add(r.spliceRange(e.Args[0].Pos(), e.End(), r.printed(e, r.vals(e.Args))...))
}

// multi reports whether e has one argument that is a call with several results.
func (r *fileRewriter) multi(e *ast.CallExpr) (*types.Tuple, bool) {
	if len(e.Args) != 1 {
		return nil, false
	}
	t, ok := r.info.TypeOf(e.Args[0]).(*types.Tuple)
	return t, ok
}

func (r *fileRewriter) returns(e *ast.CallExpr) string {
	if tv := r.info.Types[e]; tv.IsVoid() {
		return ""
	}
	return "return "
}

func (r *fileRewriter) resultType(e ast.Expr) string {
	tv := r.info.Types[e]
	if tv.IsVoid() {
		return ""
	}
	if t, ok := tv.Type.(*types.Tuple); ok {
		return r.tuple(t, e) + " "
	}
	return r.typeText(tv.Type, e) + " "
}

func join(r *fileRewriter, at ast.Node, list []frag) frag {
	var f frag
	for i, a := range list {
		if i > 0 {
			f = r.cat(at.Pos(), f, ", ")
		}
		f = f.add(a)
	}
	return f
}

// callee resolves a call's function; at is what the site stands for.
func (r *fileRewriter) callee(fun ast.Expr, at ast.Expr) callee {
	f := r.calledFunc(fun)
	if f == nil {
		return callee{fun: r.val(fun)}
	}
	if call, ok := at.(*ast.CallExpr); ok {
		r.settle(call, f)
	}
	name := typing.FuncName(fun)
	sel, _ := name.(*ast.SelectorExpr)
	var selection *types.Selection
	if sel != nil {
		selection = r.info.Selections[sel]
	}
	if selection == nil || selection.Kind() == types.MethodExpr { // a function, or a method as one
		if en, ok := std.EntryIn(r.unit.ImportPath, std.Key(f)); ok && selection == nil {
			if r.Orderless[at] != "" && f.Pkg().Path() == "maps" {
				en.Name = "Sorted" + en.Name
			}
			r.intercept(f)
			site := r.callSite(at, at)
			if call, ok := at.(*ast.CallExpr); ok {
				for _, name := range r.sharing.BeforeReading(call) {
					site = r.cat(at.Pos(), "gocheckrt."+name+"(", site, ")")
				}
			}
			return callee{fun: r.reading(fun, f, r.cat(fun.Pos(), r.entry(en)+r.instantiation(fun))), first: []frag{site}}
		}
		return callee{fun: r.funcValue(fun, f, selection, at)}
	}
	if adapted, ok := r.adaptedMethod(sel, selection, f); ok {
		return callee{fun: adapted}
	}
	c, ok := r.method(sel, selection, f, at)
	if !ok {
		if value, ok := r.standardValue(fun, f, selection, at); ok {
			return callee{fun: value}
		}
		return callee{fun: r.methodPlain(sel, selection, f)}
	}
	return c
}

// intercept notes that an entry point has taken the place of a function.
func (r *fileRewriter) intercept(f *types.Func) {
	r.lostReference(f.Pkg())
	switch std.Key(f) {
	case "io.Pipe", "os.Pipe":
		r.unit.Out.Pipes = true
	case "mime.AddExtensionType": // handlers look at the types, too
		r.unit.Out.Network = r.unit.Out.Network || r.unit.Pkg.Imports["net/http"] != nil
	}
}

// instantiation is the text of a function's explicit type arguments: f[int] → [int].
func (r *fileRewriter) instantiation(fun ast.Expr) string {
	name := typing.FuncName(fun)
	fun = ast.Unparen(fun)
	if fun == name {
		return ""
	}
	return string(r.src[r.offset(name.End()):r.offset(fun.End())])
}

// method resolves a call of a method that the runtime has an entry point for.
func (r *fileRewriter) method(sel *ast.SelectorExpr, selection *types.Selection, f *types.Func, at ast.Expr) (callee, bool) {
	t, ok := r.receiverType(sel, selection)
	if !ok {
		return callee{}, false
	}
	en, ok := r.methodEntry(t, f)
	if !ok {
		return callee{}, false
	}
	o, _ := r.receiver(sel, selection)
	site := r.callSite(at, r.named(sel, f, at))
	fun := r.cat(sel.Pos(), r.entry(en))
	if typing.ByValue(f) && typing.Pointee(o.t) != nil {
		return callee{fun, []frag{r.cat(sel.Pos(), r.helper("Get")+"(", r.load(o, sel.X).f, ", "+r.site(sel.Pos(), sel.X)+")"), site}}, true
	}
	if typing.IsInterface(o.t) || typing.Pointee(o.t) != nil || typing.ByValue(f) {
		return callee{fun, []frag{r.load(o, sel.X).f, site}}, true
	}
	if !o.location { // the compiler has seen that it is addressable: cannot be
		return callee{}, false
	}
	return callee{fun, []frag{r.cat(sel.Pos(), "&", o.f), site}}, true
}

// named is what the site of a method's call names: what it is called on or, of a test's context,
// the call.
func (r *fileRewriter) named(sel *ast.SelectorExpr, f *types.Func, at ast.Expr) ast.Node {
	call, ok := at.(*ast.CallExpr)
	if !ok || !unseen.OfTest(f) {
		return sel.X
	}
	if r.Contexts[call] == "" {
		r.Contexts[call] = "context " + r.text(call)
	}
	return call
}

// receiver renders what a method is called on, embedded fields followed; receiverType says
// whether that can be written. What asks is rendered once only if it looks at the type first:
// in a chain of calls the receiver is all that comes before.
func (r *fileRewriter) receiver(sel *ast.SelectorExpr, selection *types.Selection) (operand, bool) {
	if _, ok := r.receiverType(sel, selection); !ok {
		return operand{}, false
	}
	return r.promote(r.operand(sel.X), receiverPath(selection), sel)
}

// receiverType is the type of what receiver renders.
func (r *fileRewriter) receiverType(sel *ast.SelectorExpr, selection *types.Selection) (types.Type, bool) {
	t := r.typeOf(sel.X)
	for _, i := range receiverPath(selection) {
		f := r.embedded(t, i)
		if f == nil {
			return nil, false
		}
		t = f.Type()
	}
	return t, true
}

// receiverPath is the path to a method's receiver. The methods of *testing.T are those of an
// embedded, unexported field: there the path ends at the T.
func receiverPath(selection *types.Selection) []int {
	path := selection.Index()
	path = path[:len(path)-1]
	if n := len(path); n > 0 && std.ReceiverName(selection.Obj().(*types.Func).Signature().Recv().Type()) == "common" && selection.Obj().Pkg().Path() == "testing" {
		path = path[:n-1]
	}
	return path
}

// methodEntry is the entry point for method f on a receiver of type t.
func (r *fileRewriter) methodEntry(t types.Type, f *types.Func) (std.Entry, bool) {
	if f.Pkg() == nil {
		return std.Entry{}, false
	}
	if types.IsInterface(f.Signature().Recv().Type()) {
		en, ok := std.Entries[std.Key(f)] // testing.TB
		return en, ok
	}
	en, ok := std.Entries[f.Pkg().Path()+"."+std.ReceiverName(t)+"."+f.Name()]
	if named := typing.NamedOf(t); named == nil || named.Obj().Pkg() != f.Pkg() {
		return std.Entry{}, false // a type of the user with the same name
	}
	return en, ok
}

// methodPlain renders the selector of a method that stays as it is. Calling a
// value method on a variable reads the variable.
func (r *fileRewriter) methodPlain(sel *ast.SelectorExpr, selection *types.Selection, f *types.Func) frag {
	path := selection.Index()
	o := r.operand(sel.X)
	if p, ok := r.promote(o, path[:len(path)-1], sel); ok {
		o = p
	} else { // the path stays implicit
		o = r.through(o, path[:len(path)-1], sel)
		return r.unsupported(sel, f, o.f.add(r.orig(sel.X.End(), sel.End())))
	}
	recv := f.Signature().Recv().Type()
	_, byPointer := types.Unalias(recv).(*types.Pointer)
	if k := std.Key(f); std.Outside[k] && (types.IsInterface(recv) || f.Pkg().Path() == "net/http" && std.ThroughTransport[std.ReceiverName(recv)]) {
		switch {
		case types.IsInterface(recv) || typing.Pointee(o.t) != nil:
			o = r.load(o, sel.X)
		default:
			o.f = r.cat(sel.Pos(), "&", o.f)
		}
		helper := "OutsideOf"
		if std.Networked[k] {
			helper = "OnNetworkOf"
		}
		return r.cat(sel.Pos(), r.helper(helper)+"(", o.f, ", "+r.site(sel.Pos(), sel.X)+", "+quote(k)+")").add(r.orig(sel.X.End(), sel.End()))
	}
	if ofTests(f) {
		o = r.load(o, sel.X)
		as := ""
		if r.carries(sel, f) && (typing.IsTypeParam(o.t) || o.t.Underlying().(*types.Interface).NumMethods() > 1) {
			// What stands for a T is none of its own type, and has no other methods.
			as = r.only(f, r.typeOf(sel).(*types.Signature), sel)
		}
		return r.testing(sel, as, o.f).add(r.orig(sel.X.End(), sel.End()))
	}
	switch {
	case typing.Pointee(o.t) != nil:
		o = r.load(o, sel.X)
		if _, iface := recv.Underlying().(*types.Interface); !byPointer && !iface && (len(path) > 1 || r.sharing.Through(sel.X)) {
			o = operand{f: r.cat(sel.Pos(), r.helper("Get")+"(", o.f, ", "+r.site(sel.Pos(), sel.X)+")"), t: typing.Pointee(o.t)}
		}
	case !byPointer:
		o = r.load(o, sel.X)
		if typing.IsInterface(o.t) {
			if !r.calls(sel) && r.carries(sel, f) && !r.recovering[f.Name()] {
				return r.bound(sel, f, o.f)
			}
			o.f = r.carried(sel, f, o.f)
		}
	}
	return r.unsupported(sel, f, o.f.add(r.orig(sel.X.End(), sel.End())))
}

// calls reports whether fun is called where it stands, and neither deferred nor named only.
func (r *fileRewriter) calls(fun ast.Expr) bool {
	return r.calledNow != nil && ast.Unparen(r.calledNow.Fun) == ast.Unparen(fun)
}
