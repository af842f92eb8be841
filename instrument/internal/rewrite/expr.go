package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"gocheck.dev/instrument/internal/typing"
)

// val renders e where its value is wanted: operations in it become calls of
// the runtime, reads of shared variables are announced.
func (r *fileRewriter) val(e ast.Expr) frag {
	if e == nil {
		return nil
	}
	if r.shallow != nil {
		if ast.Unparen(e) != r.shallow {
			return r.verbatim(e)
		}
	} else if names := r.hoisted[ast.Unparen(e)]; names != "" {
		return r.cat(e.Pos(), names)
	}
	tv := r.info.Types[e]
	if tv.IsType() || tv.Value != nil || tv.IsNil() || tv.IsBuiltin() {
		return r.verbatim(e)
	}
	switch e := e.(type) {
	case *ast.Ident:
		switch obj := r.info.Uses[e].(type) {
		case *types.Func:
			return r.funcValue(e, obj, nil, e)
		case *types.Var:
			return r.read(e)
		}
		return r.verbatim(e)
	case *ast.ParenExpr:
		return r.around(e, e.X, r.val(e.X))
	case *ast.SelectorExpr:
		return r.selector(e)
	case *ast.StarExpr:
		text := r.val(e.X)
		if r.sharedLocation(e) {
			text = r.cat(e.Pos(), r.helper("Get")+"(", text, ", "+r.site(e.Pos(), e)+")")
		} else {
			text = r.around(e, e.X, text)
		}
		if r.showsBytes(e) {
			return r.stringView(e, text)
		}
		return r.readString(e, text)
	case *ast.IndexExpr:
		return r.index(e)
	case *ast.IndexListExpr:
		if f := r.calledFunc(e); f != nil {
			return r.funcValue(e, f, nil, e)
		}
		return r.verbatim(e)
	case *ast.SliceExpr:
		x := r.base(e.X)
		if p := typing.Pointee(r.typeOf(e.X)); p != nil && typing.IsArray(p) && r.nameable(r.typeOf(e.X), e.X) {
			// The compiler breaks down on a slice of an array whose pointer a generic function returned.
			x = r.cat(e.X.Pos(), "("+r.typeText(r.typeOf(e.X), e.X)+")(", x, ")")
		}
		return r.splice(e, sub{e.X, x}, sub{e.Low, r.val(e.Low)}, sub{e.High, r.val(e.High)}, sub{e.Max, r.val(e.Max)})
	case *ast.TypeAssertExpr:
		return r.around(e, e.X, r.val(e.X))
	case *ast.CallExpr:
		return r.call(e)
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			return r.splice(e, sub{e.X, r.val(e.X)}, sub{e.Y, r.isolated(e.Y)})
		}
		if f, ok := r.comparison(e); ok {
			return f
		}
		if f, ok := r.comparedTime(e); ok {
			return f
		}
		return r.splice(e, sub{e.X, r.val(e.X)}, sub{e.Y, r.val(e.Y)})
	case *ast.UnaryExpr:
		switch e.Op {
		case token.AND:
			return r.around(e, e.X, r.addr(e.X))
		case token.ARROW:
			return r.receive(e, "Recv")
		}
		return r.around(e, e.X, r.val(e.X))
	case *ast.CompositeLit:
		return r.composite(e)
	case *ast.KeyValueExpr:
		return r.splice(e, sub{e.Key, r.val(e.Key)}, sub{e.Value, r.val(e.Value)})
	case *ast.FuncLit:
		return r.funcLit(e)
	}
	return r.verbatim(e)
}

// A sub is a child of a node and its rendering.
type sub struct {
	n ast.Node
	f frag
}

// splice is the text of n with the given children, in source order, replaced
// by their renderings.
func (r *fileRewriter) splice(n ast.Node, subs ...sub) frag {
	return r.spliceRange(n.Pos(), n.End(), subs...)
}

func (r *fileRewriter) spliceRange(from, to token.Pos, subs ...sub) frag {
	var f frag
	for _, s := range subs {
		if isNil(s.n) {
			continue
		}
		f = f.add(r.orig(from, s.n.Pos())).add(s.f)
		from = s.n.End()
	}
	return f.add(r.orig(from, to))
}

// around is splice for one child.
func (r *fileRewriter) around(n, child ast.Node, f frag) frag { return r.splice(n, sub{child, f}) }

// vals renders a list of expressions.
func (r *fileRewriter) vals(list []ast.Expr) []sub {
	subs := make([]sub, len(list))
	for i, e := range list {
		subs[i] = sub{e, r.passed(e, r.val(e))}
	}
	return subs
}

// addr renders the addressable expression e (or a composite literal) where its
// location is wanted, under & or as the target of an assignment: what is read
// on the way to it is announced, the location itself is not.
func (r *fileRewriter) addr(e ast.Expr) frag {
	if r.shallow != nil && ast.Unparen(e) != r.shallow {
		return r.verbatim(e)
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return r.around(e, e.X, r.addr(e.X))
	case *ast.SelectorExpr:
		if sel := r.info.Selections[e]; sel != nil && sel.Kind() == types.FieldVal {
			o := r.field(e, sel)
			return o.f
		}
		return r.verbatim(e) // a qualified name
	case *ast.StarExpr:
		return r.around(e, e.X, r.val(e.X))
	case *ast.IndexExpr:
		return r.splice(e, sub{e.X, r.base(e.X)}, sub{e.Index, r.val(e.Index)})
	case *ast.Ident:
		return r.verbatim(e)
	}
	return r.val(e)
}

// base renders what is indexed or sliced: of an array the location.
func (r *fileRewriter) base(e ast.Expr) frag {
	switch t := r.typeOf(e); {
	case typing.IsArray(t):
		return r.addr(e)
	case typing.HasArrays(t) && r.addressable(e): // a type parameter's: an element of an array is a part of the variable
		if !r.sharedLocation(e) {
			return r.addr(e)
		}
		return r.cat(e.Pos(), "(*"+r.helper("Indexed")+"(&", r.addr(e), ", "+r.site(e.Pos(), e)+"))")
	}
	return r.val(e)
}

// read renders a variable, field or element: through Get if it is shared.
// Get returns the value, not a pointer to be dereferenced: the compiler may
// dereference after later calls of the same statement, when other tasks have
// run.
func (r *fileRewriter) read(e ast.Expr) frag {
	if !r.sharedLocation(e) && !r.sharing.Copied(e) {
		return r.readString(e, r.addr(e))
	}
	return r.readString(e, r.cat(e.Pos(), r.helper("Get")+"(&", r.addr(e), ", "+r.site(e.Pos(), e)+")"))
}

// An operand is an expression on the way to a field or method: a location
// (addressable, not yet read) or a value.
type operand struct {
	f        frag
	t        types.Type
	location bool
	shared   bool // a location that tasks may share
}

func (r *fileRewriter) operand(e ast.Expr) operand {
	t := r.typeOf(e)
	if typing.Pointee(t) == nil && r.addressable(e) {
		return operand{r.addr(e), t, true, r.sharedLocation(e)}
	}
	return operand{r.val(e), t, false, false}
}

// load turns a location into its value.
func (r *fileRewriter) load(o operand, at ast.Expr) operand {
	if o.location && o.shared {
		o.f = r.cat(at.Pos(), r.helper("Get")+"(&", o.f, ", "+r.site(at.Pos(), at)+")")
	}
	o.location, o.shared = false, false
	return o
}

// promote follows embedded fields from an operand, so that pointers that are
// read on the way are seen; e is the selector whose path this is. It reports
// false where a field cannot be named here (unexported, of another package).
func (r *fileRewriter) promote(o operand, path []int, e *ast.SelectorExpr) (operand, bool) {
	for _, i := range path {
		f := r.embedded(o.t, i)
		pointer := typing.Pointee(o.t) != nil
		if pointer && o.location {
			o = r.load(o, e.X)
		}
		if f == nil {
			return o, false
		}
		o.f = r.cat(e.Sel.Pos(), o.f, "."+f.Name())
		o.t = f.Type()
		if pointer {
			o.location, o.shared = true, true
		}
	}
	return o, true
}

// embedded is a field of a struct, or of what a pointer to one points to, if it can be
// named here.
func (r *fileRewriter) embedded(t types.Type, i int) *types.Var {
	if elem := typing.Pointee(t); elem != nil {
		t = elem
	}
	st, ok := typing.Under(t).(*types.Struct)
	if !ok {
		return nil
	}
	f := st.Field(i)
	if !f.Exported() && f.Pkg() != r.unit.Pkg.Types {
		return nil
	}
	return f
}

// through announces the reads of embedded pointers on a path that cannot be
// named here.
func (r *fileRewriter) through(o operand, path []int, e *ast.SelectorExpr) operand {
	t, pointers := o.t, false
	for i, n := range path {
		if elem := typing.Pointee(t); elem != nil {
			pointers = pointers || i > 0
			t = elem
		}
		st, ok := typing.Under(t).(*types.Struct)
		if !ok {
			return o
		}
		t = st.Field(n).Type()
	}
	if pointers = pointers || typing.Pointee(t) != nil; !pointers {
		return o
	}
	text := ", " + r.site(e.Sel.Pos(), e)
	for _, n := range path {
		text += ", " + strconv.Itoa(n)
	}
	switch {
	case typing.Pointee(o.t) != nil:
		o = r.load(o, e.X)
		o.f = r.cat(e.Pos(), r.helper("Through")+"(", o.f, text+")")
	case o.location:
		o.f = r.cat(e.Pos(), r.helper("Through")+"(&", o.f, text+")")
	}
	return o
}

// field renders the selected field as a location or a value.
func (r *fileRewriter) field(e *ast.SelectorExpr, sel *types.Selection) operand {
	o := r.operand(e.X)
	index := sel.Index()
	if len(index) > 1 {
		p, ok := r.promote(o, index[:len(index)-1], e)
		if !ok { // leave the path implicit
			o = r.through(o, index[:len(index)-1], e)
			o.f = o.f.add(r.orig(e.X.End(), e.End()))
			o.t, o.location, o.shared = sel.Type(), r.addressable(e), r.sharedLocation(e)
			return o
		}
		if typing.Pointee(p.t) != nil {
			p = r.load(p, e.X)
		}
		o = p
	}
	if typing.Pointee(o.t) != nil {
		o.location, o.shared = true, len(index) > 1 || r.sharing.Through(e.X)
	}
	o.f = o.f.add(r.orig(e.X.End(), e.End()))
	o.t = sel.Type()
	return o
}

func (r *fileRewriter) selector(e *ast.SelectorExpr) frag {
	sel := r.info.Selections[e]
	if sel == nil { // a qualified name
		switch obj := r.info.Uses[e.Sel].(type) {
		case *types.Func:
			return r.funcValue(e, obj, nil, e)
		case *types.Var:
			return r.read(e)
		}
		return r.verbatim(e)
	}
	if sel.Kind() != types.FieldVal {
		return r.funcValue(e, sel.Obj().(*types.Func), sel, e)
	}
	if key := typing.MapHasher(sel); key != "" {
		return r.cat(e.Pos(), r.hashing("OfMap")+"("+r.site(e.Pos(), e)+", ", r.val(e.X), ", "+quote(key)+", "+quote(e.Sel.Name)+")")
	}
	o := r.field(e, sel)
	if !o.location {
		return o.f
	}
	return r.readString(e, r.load(o, e).f)
}

func (r *fileRewriter) index(e *ast.IndexExpr) frag {
	if f := r.calledFunc(e); f != nil { // an instantiation
		return r.funcValue(e, f, nil, e)
	}
	t := r.typeOf(e.X)
	if _, ok := typing.Under(t).(*types.Map); ok {
		return r.splice(e, sub{e.X, r.mapRead(e.X)}, sub{e.Index, r.val(e.Index)})
	}
	if r.addressable(e) {
		return r.read(e)
	}
	if typing.IsTypeParam(t) && typing.IsString(t) && typing.HasSlices(t) && r.sharing.Contents(e.X) {
		return r.cat(e.Pos(), r.helper("ByteAt")+"(", r.val(e.X), ", ", r.val(e.Index), ", "+r.site(e.Pos(), e)+")")
	}
	return r.splice(e, sub{e.X, r.val(e.X)}, sub{e.Index, r.val(e.Index)})
}

// mapRead renders a map whose contents are about to be read.
func (r *fileRewriter) mapRead(m ast.Expr) frag {
	if !r.sharing.Contents(m) {
		return r.val(m)
	}
	return r.cat(m.Pos(), "gocheckrt.MapR(", r.val(m), ", "+r.site(m.Pos(), m)+")")
}

func (r *fileRewriter) composite(e *ast.CompositeLit) frag {
	st := typing.Under(r.typeOf(e))
	if p := typing.Pointee(r.typeOf(e)); p != nil { // elided &T in a slice of *T
		st = typing.Under(p)
	}
	m, isMap := st.(*types.Map)
	if isMap && r.acts(e.Elts...) {
		if f := r.mapLiteral(e, m); f != nil {
			return f
		}
	}
	var subs []sub
	for _, elt := range e.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if isMap {
				subs = append(subs, sub{kv.Key, r.val(kv.Key)})
			}
			elt = kv.Value
		}
		subs = append(subs, sub{elt, r.val(elt)})
	}
	return r.splice(e, subs...)
}

// receive renders <-ch by an entry point of the runtime.
func (r *fileRewriter) receive(e *ast.UnaryExpr, name string) frag {
	return r.cat(e.Pos(), "gocheckrt."+name+"(", r.val(e.X), ", "+r.headSite(e, e.Pos(), e.X)+")")
}

func (r *fileRewriter) typeOf(e ast.Expr) types.Type {
	if t := r.info.TypeOf(e); t != nil {
		return t
	}
	return types.Typ[types.Invalid]
}

// addressable reports whether e denotes a variable.
func (r *fileRewriter) addressable(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return r.addressable(e.X)
	case *ast.Ident:
		_, ok := r.object(e).(*types.Var)
		return ok
	}
	tv, ok := r.info.Types[e]
	return ok && tv.Addressable()
}

func (r *fileRewriter) object(id *ast.Ident) types.Object {
	if o := r.info.Uses[id]; o != nil {
		return o
	}
	return r.info.Defs[id]
}

// sharedLocation reports whether tasks may share the location e denotes.
func (r *fileRewriter) sharedLocation(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return r.sharedLocation(e.X)
	case *ast.Ident:
		v, ok := r.object(e).(*types.Var)
		return ok && r.sharing.Variable(v)
	case *ast.SelectorExpr:
		sel := r.info.Selections[e]
		if sel == nil {
			v, ok := r.info.Uses[e.Sel].(*types.Var)
			return ok && r.sharing.Variable(v)
		}
		if sel.Kind() != types.FieldVal {
			return false
		}
		if sel.Indirect() || typing.Pointee(r.typeOf(e.X)) != nil {
			return sel.Indirect() && typing.Pointee(r.typeOf(e.X)) == nil || len(sel.Index()) > 1 || r.sharing.Through(e.X)
		}
		return r.addressable(e.X) && r.sharedLocation(e.X)
	case *ast.IndexExpr:
		t := r.typeOf(e.X)
		within := typing.HasArrays(t) && r.addressable(e.X) && r.sharedLocation(e.X)
		return within || !typing.IsArray(t) && r.sharing.Through(e.X)
	case *ast.StarExpr:
		return r.sharing.Through(e.X)
	}
	return false
}
