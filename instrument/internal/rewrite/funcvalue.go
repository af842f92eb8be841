package rewrite

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"gocheck.dev/instrument/internal/std"
	"gocheck.dev/instrument/internal/typing"
)

// funcValue renders a function or method that is named without being called
// (or called through something that stays). One that loops may call is told to the runtime
// (sharing/conditions.go).
func (r *fileRewriter) funcValue(e ast.Expr, f *types.Func, selection *types.Selection, at ast.Expr) frag {
	value := r.nameOf(e, f, selection, at)
	if !r.calls(e) && (selection == nil || selection.Kind() == types.MethodVal) && r.sharing.CleanValue(f) {
		return r.cat(e.Pos(), r.inLoops("Clean")+"(", value, ")")
	}
	return value
}

// nameOf is what stands for the function: if it is intercepted, a literal that calls the entry
// point.
func (r *fileRewriter) nameOf(e ast.Expr, f *types.Func, selection *types.Selection, at ast.Expr) frag {
	if value, ok := r.standardValue(e, f, selection, at); ok {
		return value
	}
	if selection == nil {
		if name, ok := std.Replaced[std.Key(f)]; ok {
			r.lostReference(f.Pkg())
			return r.cat(e.Pos(), r.announcer(name)+r.instantiation(e))
		}
		if name, ok := std.Seeded[std.Key(f)]; ok {
			return r.cat(e.Pos(), r.helper(name)+"(", r.verbatim(e), ")")
		}
		if value, ok := r.linkedValue(e, f); ok {
			return value
		}
		en, ok := std.EntryIn(r.unit.ImportPath, std.Key(f))
		if !ok || en.Recv {
			return r.unsupported(e, f, r.verbatim(e))
		}
		sig, ok := r.typeOf(e).(*types.Signature)
		if !ok {
			return r.verbatim(e)
		}
		if !r.nameable(sig, e) {
			return r.unspeakable(e, f)
		}
		r.intercept(f)
		return r.reading(e, f, r.cat(e.Pos(), r.literal(e, sig, r.entry(en), r.site(e.Pos(), e), nil)))
	}
	sel := ast.Unparen(e).(*ast.SelectorExpr)
	if selection.Kind() == types.MethodExpr {
		return r.methodExpr(sel, selection, f)
	}
	if adapted, ok := r.adaptedMethod(sel, selection, f); ok {
		return adapted
	}
	c, ok := r.method(sel, selection, f, sel)
	if !ok {
		return r.methodPlain(sel, selection, f)
	}
	sig, ok := r.typeOf(sel).(*types.Signature)
	if !ok {
		return r.verbatim(e)
	}
	if !r.nameable(sig, sel) {
		if std.Key(f) == "sync/atomic.Pointer."+f.Name() {
			r.helpers["gocheckatm"] = true
			return r.cat(e.Pos(), "gocheckatm.AtomicPointerMethods(", c.first[0], ", ", c.first[1], ")."+f.Name())
		}
		return r.unspeakable(e, f)
	}
	p := r.fresh()
	site := string(c.first[1][0].gen)
	fun := string(c.fun[0].gen)
	return r.cat(e.Pos(), "func() "+r.typeText(sig, sel)+" { "+p+" := ", c.first[0], "; return "+r.literal(sel, sig, fun, p+", "+site, nil)+" }()")
}

// funcLit renders a function literal. One that loops may call is told to the runtime.
func (r *fileRewriter) funcLit(e *ast.FuncLit) frag {
	outer := r.fn
	r.literals[outer]++
	n := r.literals[outer]
	exit := r.exit
	r.fn = fmt.Sprintf("%s.func%d", outer, n)
	f := r.around(e, e.Body, r.funcBody(e.Type, e.Body))
	r.fn, r.exit = outer, exit
	if r.sharing.Clean(e) && !r.calls(e) {
		return r.cat(e.Pos(), r.inLoops("Clean")+"(", f, ")")
	}
	return f
}

// unspeakable stands for a function value whose type has parts without a name here.
func (r *fileRewriter) unspeakable(e ast.Expr, f *types.Func) frag {
	what := std.Key(f) + " as a value of a type that cannot be written here"
	r.diagnose(e.Pos(), what+" is outside of gocheck's control")
	return r.cat(e.Pos(), r.helper("Outside")+"("+r.site(e.Pos(), e)+", "+quote(what)+", ", r.verbatim(e), ")")
}

// methodExpr renders (*T).M as a function literal if M is intercepted.
func (r *fileRewriter) methodExpr(sel *ast.SelectorExpr, selection *types.Selection, f *types.Func) frag {
	recv := selection.Recv()
	path := selection.Index()
	path = path[:len(path)-1]
	if n := len(path); n > 0 && f.Pkg() != nil && f.Pkg().Path() == "testing" && std.ReceiverName(f.Signature().Recv().Type()) == "common" {
		path = path[:n-1]
	}
	p := r.fresh()
	o := operand{f: r.cat(sel.Pos(), p), t: recv}
	o, ok := r.promote(o, path, sel) // from a generated name: there is nothing of the source in it
	if !ok {
		return r.unsupported(sel, f, r.verbatim(sel))
	}
	sig, isSig := r.typeOf(sel).(*types.Signature)
	if isSig && !r.nameable(sig, sel) {
		if _, ours := r.methodEntry(o.t, f); ours {
			return r.unspeakable(sel, f)
		}
		return r.unsupported(sel, f, r.verbatim(sel))
	}
	if adapt, ok := r.adapted(f, sel); ok && isSig {
		return r.cat(sel.Pos(), r.literal(sel, sig, adapt+"("+r.load(o, sel).f.gen()+", "+r.site(sel.Pos(), sel)+")."+f.Name(), "", &p))
	}
	en, ok := r.methodEntry(o.t, f)
	if !ok || !isSig {
		switch {
		case !isSig || recv == nil || std.Outside[std.Key(f)] || r.recovering[f.Name()]:
		case typing.IsInterface(o.t) && r.carries(sel, f):
			return r.boundType(sel, f, p, r.load(o, sel).f)
		case typing.ByValue(f) && (typing.Pointee(recv) != nil || o.location || typing.Pointee(o.t) != nil):
			// The receiver is copied out of what a pointer points to.
			value := r.load(o, sel).f.gen()
			if typing.Pointee(o.t) != nil {
				value = r.helper("Get") + "(" + value + ", " + r.site(sel.Pos(), sel) + ")"
			}
			return r.cat(sel.Pos(), r.literal(sel, sig, value+"."+f.Name(), "", &p))
		}
		return r.unsupported(sel, f, r.verbatim(sel))
	}
	if !typing.IsInterface(o.t) && typing.Pointee(o.t) == nil && !typing.ByValue(f) {
		o.f = r.cat(sel.Pos(), "&", o.f)
	} else {
		o = r.load(o, sel)
	}
	if typing.ByValue(f) && typing.Pointee(o.t) != nil {
		o.f = r.cat(sel.Pos(), "*", o.f)
	}
	return r.cat(sel.Pos(), r.literal(sel, sig, r.entry(en), o.f.gen()+", "+r.site(sel.Pos(), sel), &p))
}

// literal is the text of a function literal of the given signature that calls
// fun with the arguments first and its own parameters; recv names the first
// parameter when it is among first already.
func (r *fileRewriter) literal(at ast.Node, sig *types.Signature, fun, first string, recv *string) string {
	var params, args []string
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		if i == 0 && recv != nil {
			params = append(params, *recv+" "+r.typeText(t, at))
			continue
		}
		name := r.fresh()
		if sig.Variadic() && i == sig.Params().Len()-1 {
			params = append(params, name+" ..."+r.typeText(t.(*types.Slice).Elem(), at))
			args = append(args, name+"...")
			continue
		}
		params = append(params, name+" "+r.typeText(t, at))
		args = append(args, name)
	}
	ret := ""
	if sig.Results().Len() > 0 {
		ret = "return "
	}
	if sel, ok := at.(*ast.SelectorExpr); ok && recv != nil && typing.NamesOther(r.info, r.unit.Pkg.Types, sel.X) {
		ret = "type _ = " + r.text(sel.X) + "; " + ret // else the import would not be used
	}
	result := r.tuple(sig.Results(), at)
	if result != "" {
		result += " "
	}
	if first != "" {
		args = append([]string{first}, args...)
	}
	all := strings.Join(args, ", ")
	return "func(" + strings.Join(params, ", ") + ") " + result + "{ " + ret + fun + "(" + all + ") }"
}
