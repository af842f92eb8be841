package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"gocheck.dev/instrument/internal/std"
	"gocheck.dev/instrument/internal/typing"
)

// A call of the standard library passes the objects that it accesses through a
// function of package access, which announces the access and returns them:
//
//	buf.WriteString("x")           gocheckmem.Writes(&buf, s).WriteString("x")
//	fmt.Fprintf(&buf, "%d", n)     fmt.Fprintf(gocheckmem.Writes(&buf, s), "%d", n)
//
// That is right where nothing is evaluated after it that other tasks could run
// in. Else, and behind defer, the function becomes a literal that announces when
// it is called, with everything evaluated:
//
//	buf.WriteString(f())           func(p *bytes.Buffer, a string) (int, error) {
//	                                   return gocheckmem.Writes(p, s).WriteString(a) }(&buf, f())

// standard renders a call that accesses objects of the standard library.
func (r *fileRewriter) standard(e *ast.CallExpr) (frag, bool) {
	f := r.calledFunc(e.Fun)
	if f == nil || !r.mayAccess(f) {
		return nil, false
	}
	if _, several := r.multi(e); several { // the literal takes what it is given
		return nil, false
	}
	sel, selection := r.selected(e.Fun)
	if selection != nil && selection.Kind() == types.MethodExpr {
		return nil, false
	}
	args, touched := r.accessed(e, f)
	var recv operand
	mode := byte(0)
	if selection != nil && r.valueOnly(sel) {
		selection = nil
	}
	if selection != nil {
		if !r.touches(sel, selection, f, touched) {
			r.settled = e.Fun
			return nil, false
		}
		recv, mode, _ = r.standardReceiver(sel, selection, f)
	} else if !touched {
		r.settled = e.Fun
		return nil, false
	}
	subs := r.vals(e.Args)
	if r.deferred == e || !r.quietAfter(e, subs, mode, args) || later(args) || r.receiverHelper(f, mode).literal() {
		if lit, ok := r.standardLiteral(e, f, sel, recv, mode, args); ok {
			first := r.cat(e.Pos(), r.depends(e.Fun, f, lit), "(")
			if selection != nil {
				first = r.cat(e.Pos(), first, recv.f)
				if len(e.Args) > 0 {
					first = r.cat(e.Pos(), first, ", ")
				}
			}
			return first.add(r.spliceRange(e.Lparen+1, e.End(), subs...)), true
		}
	}
	for i, a := range args {
		if a.now() {
			subs[i].f = r.cat(e.Args[i].Pos(), a.name+"(", subs[i].f, ", "+r.site(e.Pos(), denoted(e.Args[i]))+a.more+")")
		}
	}
	fun := r.verbatim(e.Fun)
	if selection != nil {
		if h := r.ofReceiver(sel, f, mode); h.now() {
			site := ", " + r.site(e.Pos(), sel.X)
			recv.f = r.cat(sel.Pos(), h.name+"("+h.called, recv.f, h.after(site)+site+h.more+")")
		} else if strings.HasPrefix(recv.f.generated(), "&") {
			recv.f = r.cat(sel.Pos(), "(", recv.f, ")")
		}
		fun = recv.f.add(r.orig(sel.X.End(), e.Fun.End()))
	}
	return r.splice(e, append([]sub{{e.Fun, r.depends(e.Fun, f, fun)}}, subs...)...), true
}

// settle notes a call that accesses nothing shared through its arguments, of a
// function without a receiver to access.
func (r *fileRewriter) settle(e *ast.CallExpr, f *types.Func) {
	if _, several := r.multi(e); several || std.AnyReceiverMode(f) != 0 {
		return
	}
	if _, touched := r.accessed(e, f); !touched {
		r.settled = e.Fun
	}
}

// generated is the text of the first piece, if it is generated.
func (f frag) generated() string {
	if len(f) == 0 {
		return ""
	}
	return f[0].gen
}

// selected takes a call's function apart.
func (r *fileRewriter) selected(fun ast.Expr) (*ast.SelectorExpr, *types.Selection) {
	name := ast.Unparen(fun)
	switch x := name.(type) {
	case *ast.IndexExpr:
		name = ast.Unparen(x.X)
	case *ast.IndexListExpr:
		name = ast.Unparen(x.X)
	}
	sel, _ := name.(*ast.SelectorExpr)
	if sel == nil {
		return nil, nil
	}
	return sel, r.info.Selections[sel]
}

// mayAccess reports whether the tables say anything of f.
func (r *fileRewriter) mayAccess(f *types.Func) bool {
	k := std.Key(f)
	if _, ok := std.Entries[k]; ok || std.Outside[k] || std.Replaced[k] != "" {
		return false
	}
	if std.AnyReceiverMode(f) != 0 {
		return true
	}
	for i := range f.Signature().Params().Len() {
		if std.ParamMode(f, i) != '.' {
			return true
		}
	}
	return false
}

// valueOnly reports whether a method is called on a variable of another package that has no
// contents, like binary.BigEndian: only its type counts.
func (r *fileRewriter) valueOnly(sel *ast.SelectorExpr) bool {
	x, ok := ast.Unparen(sel.X).(*ast.SelectorExpr)
	if !ok || r.info.Selections[x] != nil {
		return false
	}
	s, ok := r.typeOf(x).Underlying().(*types.Struct)
	for ok && s.NumFields() > 0 {
		if s.NumFields() > 1 {
			return false
		}
		s, ok = s.Field(0).Type().Underlying().(*types.Struct)
	}
	return ok
}

// receiverHelper announces the access of a receiver.
func (r *fileRewriter) receiverHelper(f *types.Func, mode byte) helper {
	switch name := std.ReceiverHelpers[mode]; {
	case mode == std.RelatingMode:
		return r.relatingHelper(f)
	case mode == std.GeneratedMode:
		return r.generatedHelper(std.GeneratedWord(f, -1), f.Signature().Recv().Type())
	case name != "":
		return helper{name: r.helper(name)}
	}
	return helper{}
}

// later reports whether one of the announcements needs a literal.
func later(helpers []helper) bool {
	return slices.ContainsFunc(helpers, helper.literal)
}

// touches reports whether a call of a method has an access to announce, be it of an argument only.
func (r *fileRewriter) touches(sel *ast.SelectorExpr, selection *types.Selection, f *types.Func, argument bool) (yes bool) {
	r.glance(sel, func() frag {
		_, mode, ok := r.standardReceiver(sel, selection, f)
		yes = ok && (mode != 0 || argument)
		return nil
	})
	return yes
}

// standardReceiver renders a receiver as the pointer, map or interface that it
// is used by, and says how it is accessed.
func (r *fileRewriter) standardReceiver(sel *ast.SelectorExpr, selection *types.Selection, f *types.Func) (operand, byte, bool) {
	o, ok := r.receiver(sel, selection)
	if !ok {
		return operand{}, 0, false
	}
	mode := std.AnyReceiverMode(f)
	_, byPointer := types.Unalias(f.Signature().Recv().Type()).(*types.Pointer)
	shared := o.shared
	switch {
	case typing.IsInterface(o.t):
		if b, ok := o.t.Underlying().(*types.Interface); ok && b.NumMethods() > 0 && types.Implements(o.t, errorInterface) {
			mode = 0
		}
		o, shared = r.load(o, sel.X), true
	case typing.Pointee(o.t) != nil:
		shared = len(selection.Index()) > 1 || r.sharing.Through(sel.X)
		o = r.load(o, sel.X)
		if !byPointer { // a map or slice behind a pointer
			return operand{}, 0, false
		}
	case byPointer:
		if !o.location {
			return operand{}, 0, false
		}
		o = operand{f: r.cat(sel.Pos(), "&", o.f), t: types.NewPointer(o.t)}
	default:
		shared = len(selection.Index()) > 1 || r.sharing.Contents(sel.X)
		o = r.load(o, sel.X)
	}
	if !shared {
		mode = 0
	}
	return o, mode, true
}

var errorInterface = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// accessed names, for each argument, the function that announces its access.
func (r *fileRewriter) accessed(e *ast.CallExpr, f *types.Func) (helpers []helper, any bool) {
	sig := f.Signature()
	helpers = make([]helper, len(e.Args))
	last := sig.Params().Len() - 1
	formatted := last > 0 && std.ParamMode(f, last) == 'f' && std.ParamMode(f, last-1) == '.'
	verbs := []string(nil)
	if formatted {
		verbs = r.printHelpers(e, last)
	}
	for i, a := range e.Args {
		p := i
		if sig.Variadic() {
			p = min(i, sig.Params().Len()-1)
		}
		mode := std.ParamMode(f, p)
		spread := e.Ellipsis.IsValid() && i == len(e.Args)-1
		if (nameHelpers[mode] != "" || mode == std.RelatingMode && !leads(r.typeOf(a))) && !spread {
			helpers[i], any = r.paramHelper(f, p, r.typeOf(a)), true
			continue
		}
		tv := r.info.Types[a]
		if tv.IsNil() || tv.Value != nil || tv.IsType() {
			continue
		}
		switch {
		case spread && mode == 'f':
			helpers[i] = r.eachPrinted(e, last, formatted)
		case spread:
			helpers[i] = r.eachHelper(f, p)
		case mode != 'e' && r.sharedArgument(a):
			helpers[i] = r.paramHelper(f, p, r.typeOf(a))
			if n := i - last; verbs != nil && helpers[i].name != "" && mode == 'f' && n < len(verbs) {
				if helpers[i] = (helper{}); verbs[n] != "" {
					helpers[i].name = r.helper(verbs[n])
				}
			}
		}
		any = any || helpers[i].name != ""
	}
	return helpers, any
}

// sharedArgument reports whether tasks may share what the argument leads to.
func (r *fileRewriter) sharedArgument(a ast.Expr) bool {
	if u, ok := ast.Unparen(a).(*ast.UnaryExpr); ok && r.addressable(u.X) {
		return r.sharedLocation(u.X)
	}
	switch typing.Under(r.typeOf(a)).(type) {
	case *types.Slice, *types.Map:
		return r.sharing.Contents(a)
	}
	return r.sharing.Through(a)
}

// denoted is the object that an argument is called by in reports.
func denoted(a ast.Expr) ast.Expr {
	if u, ok := ast.Unparen(a).(*ast.UnaryExpr); ok && u.Op == token.AND {
		return u.X
	}
	return a
}

// quietAfter reports whether nothing that is evaluated after the first object
// lets other tasks run or reads what they share.
func (r *fileRewriter) quietAfter(e *ast.CallExpr, subs []sub, receiver byte, args []helper) bool {
	after := receiver != 0
	for i, a := range e.Args {
		if after && !r.quiet(a, subs[i].f) {
			return false
		}
		after = after || args[i].name != ""
	}
	return true
}

func (r *fileRewriter) quiet(e ast.Expr, f frag) bool {
	if _, ok := ast.Unparen(e).(*ast.FuncLit); ok {
		return true
	}
	return !f.changed() && !r.hasCall(e)
}

// standardLiteral is the function literal that calls f with its parameters,
// after it has announced their accesses; the receiver, if there is one, comes
// first. It is impossible where a type has no name here.
func (r *fileRewriter) standardLiteral(e *ast.CallExpr, f *types.Func, sel *ast.SelectorExpr, recv operand, mode byte, helpers []helper) (frag, bool) {
	sig, ok := r.typeOf(e.Fun).(*types.Signature)
	if !ok || !r.nameable(sig, e) || recv.t != nil && !r.nameable(recv.t, e) {
		return nil, false
	}
	byParam := make([]helper, sig.Params().Len())
	for i, h := range helpers {
		if h.name == "" {
			continue
		}
		if last := sig.Params().Len() - 1; sig.Variadic() && i >= last {
			byParam[last] = r.eachHelper(f, last)
		} else {
			byParam[i] = h
		}
	}
	object := func(i int) ast.Node {
		if i < 0 {
			return sel.X
		}
		return denoted(e.Args[i])
	}
	return r.announcing(e, sig, r.verbatim(e.Fun), f.Name(), recv.t, "", r.ofReceiver(sel, f, mode), byParam, object), true
}

// standardValue renders a function or method of the tables that is named, or
// called with go, or with what another call returns: as a literal that announces
// when it is called. What is called at once, by at, names its arguments.
func (r *fileRewriter) standardValue(e ast.Expr, f *types.Func, selection *types.Selection, at ast.Expr) (frag, bool) {
	sig, ok := r.typeOf(e).(*types.Signature)
	if e == r.settled || !ok || !r.mayAccess(f) || !r.nameable(sig, e) || sig.TypeParams().Len() > 0 {
		return nil, false
	}
	helpers := make([]helper, sig.Params().Len())
	object := func(i int) ast.Node {
		if call, ok := at.(*ast.CallExpr); ok && 0 <= i && i < len(call.Args) {
			return denoted(call.Args[i])
		}
		return e
	}
	if selection != nil && selection.Kind() == types.MethodExpr {
		if len(selection.Index()) > 1 || std.AnyReceiverMode(f) == 0 {
			return nil, false
		}
		helpers[0] = r.ofReceiver(ast.Unparen(e).(*ast.SelectorExpr), f, std.AnyReceiverMode(f))
		helpers[0].with = slices.Clone(helpers[0].with)
		for i := range helpers[0].with {
			helpers[0].with[i]++ // the receiver is the first
		}
		return r.depends(e, f, r.announcing(e, sig, r.cat(e.Pos(), "(", r.verbatim(e), ")"), "", nil, "", helper{}, helpers, object)), true
	}
	touched := false
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		if sig.Variadic() && i == sig.Params().Len()-1 {
			helpers[i] = r.eachHelper(f, i)
		} else {
			helpers[i] = r.paramHelper(f, i, t)
		}
		touched = touched || helpers[i].name != ""
	}
	if selection == nil {
		if !touched {
			return nil, false
		}
		return r.depends(e, f, r.announcing(e, sig, r.verbatim(e), "", nil, "", helper{}, helpers, object)), true
	}
	sel, _ := r.selected(e)
	if !r.touches(sel, selection, f, touched) {
		return nil, false
	}
	recv, mode, _ := r.standardReceiver(sel, selection, f)
	p := r.fresh()
	text := r.depends(e, f, r.announcing(e, sig, nil, f.Name(), nil, p, r.ofReceiver(sel, f, mode), helpers, object))
	return r.cat(e.Pos(), "func() "+r.typeText(sig, e)+" { "+p+" := ", recv.f, "; return ", text, " }()"), true
}
