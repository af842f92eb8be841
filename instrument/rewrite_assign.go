package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// A write is announced after everything that the statement evaluates has been
// evaluated. Where the right side calls something, it is evaluated before the
// left side's variables are read, as the compiler does (the specification
// leaves it open): a[i] = f() must see the a that f has appended to.

func (r *fileRewriter) assign(s *ast.AssignStmt, inList bool) frag {
	switch {
	case s.Tok == token.DEFINE:
		return r.define(s)
	case s.Tok != token.ASSIGN:
		op := s.Tok.String()
		return r.update(s, s.Lhs[0], op[:len(op)-1], s.Rhs[0], inList)
	}
	if len(s.Lhs) == 1 {
		return r.assignOne(s, inList)
	}
	announced := r.namedOK(s)
	for _, l := range s.Lhs {
		announced = announced || r.announced(l)
	}
	if !announced {
		var subs []sub
		changed := false
		for _, l := range s.Lhs {
			f := r.target(l)
			changed = changed || f.changed()
			subs = append(subs, sub{l, f})
		}
		if !changed || !anyCall(r.info, s.Rhs) {
			return r.splice(s, append(subs, r.rights(s)...)...)
		}
	}
	return r.block(s, inList, r.assignAll(s))
}

// namedOK reports whether the ok of a receive, an untyped bool, is assigned to
// a variable of another type than bool.
func (r *fileRewriter) namedOK(s *ast.AssignStmt) bool {
	if len(s.Lhs) != 2 || len(s.Rhs) != 1 || isBlank(s.Lhs[1]) || isCall(s.Rhs[0]) {
		return false
	}
	return types.Unalias(r.typeOf(s.Lhs[1])) != types.Typ[types.Bool]
}

// rights renders the right sides of an assignment or definition.
func (r *fileRewriter) rights(s *ast.AssignStmt) []sub {
	if len(s.Rhs) == 1 && len(s.Lhs) == 2 {
		return []sub{{s.Rhs[0], r.commaOK(s.Rhs[0])}}
	}
	return r.vals(s.Rhs)
}

// block puts statements where one statement was.
func (r *fileRewriter) block(s ast.Node, inList bool, body frag) frag {
	if inList {
		return r.cat(s.Pos(), "{ ", body, " }")
	}
	return r.cat(s.Pos(), "func() { ", body, " }()")
}

// announced reports whether an assignment to l is announced.
func (r *fileRewriter) announced(l ast.Expr) bool {
	if isBlank(l) {
		return false
	}
	if m := r.mapTarget(l); m != nil {
		return r.sharing.contents(m.X) || r.notesKeys(m)
	}
	return r.sharedLocation(l)
}

// notesKeys reports whether assigning to an entry of the map notes when its key
// is inserted, for iterations over the map.
func (r *fileRewriter) notesKeys(m *ast.IndexExpr) bool {
	t, ok := under(r.typeOf(m.X)).(*types.Map)
	return ok && !sortable(t.Key())
}

// sortable reports whether package access can sort keys of the type.
func sortable(t types.Type) bool {
	switch u := t.Underlying().(type) { // of a type parameter an interface
	case *types.Basic:
		return u.Kind() != types.UnsafePointer
	case *types.Array:
		return sortable(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !sortable(f.Type()) {
				return false
			}
		}
		return true
	}
	return false
}

func (r *fileRewriter) mapTarget(l ast.Expr) *ast.IndexExpr {
	ix, ok := ast.Unparen(l).(*ast.IndexExpr)
	if !ok {
		return nil
	}
	if _, ok := under(r.typeOf(ix.X)).(*types.Map); !ok {
		return nil
	}
	return ix
}

// target renders the left side of an assignment that is not announced.
func (r *fileRewriter) target(l ast.Expr) frag {
	if ix := r.mapTarget(l); ix != nil {
		return r.splice(l, sub{ix.X, r.val(ix.X)}, sub{ix.Index, r.val(ix.Index)})
	}
	return r.addr(l)
}

// steady reports whether evaluating e twice, or later, is the same: constants,
// nil, functions, and locals that nobody shares.
func (r *fileRewriter) steady(e ast.Expr) bool {
	tv := r.info.Types[e]
	if tv.Value != nil || tv.IsNil() {
		return true
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		switch o := r.object(e).(type) {
		case *types.Func:
			return true
		case *types.Var:
			return !r.sharing.variable(o)
		}
	case *ast.SelectorExpr:
		sel := r.info.Selections[e]
		return sel != nil && sel.Kind() == types.FieldVal && !sel.Indirect() && pointee(r.typeOf(e.X)) == nil && r.steady(e.X)
	}
	return false
}

// inline reports whether e need not be put into a temporary: it has no value
// that could change.
func (r *fileRewriter) inline(e ast.Expr) bool {
	tv := r.info.Types[e]
	return tv.Value != nil || tv.IsNil() || r.calledFunc(e) != nil && tv.IsValue() && r.isFuncName(e)
}

func (r *fileRewriter) isFuncName(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident, *ast.IndexExpr, *ast.IndexListExpr:
		return true
	case *ast.SelectorExpr:
		return r.info.Selections[e] == nil
	}
	return false
}

// fixed reports whether l's location can be computed without reading anything.
func (r *fileRewriter) fixed(l ast.Expr) bool {
	switch l := ast.Unparen(l).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		sel := r.info.Selections[l]
		return sel == nil || !sel.Indirect() && pointee(r.typeOf(l.X)) == nil && r.fixed(l.X)
	case *ast.IndexExpr:
		return isArray(r.typeOf(l.X)) && r.info.Types[l.Index].Value != nil && r.fixed(l.X)
	}
	return false
}

func (r *fileRewriter) assignOne(s *ast.AssignStmt, inList bool) frag {
	l, v := s.Lhs[0], s.Rhs[0]
	if r.toItself(l, v) {
		return r.verbatim(s)
	}
	calls := hasCall(r.info, v)
	if !r.announced(l) {
		t := r.target(l)
		if !t.changed() || !calls {
			return r.splice(s, sub{l, t}, sub{v, r.val(v)})
		}
		return r.block(s, inList, r.assignAll(s))
	}
	if ix := r.mapTarget(l); ix != nil {
		if r.steady(v) && r.steady(ix.Index) {
			return r.mapWrite(ix, r.val(ix.X), r.val(ix.Index), r.val(v))
		}
		return r.block(s, inList, r.assignAll(s))
	}
	if calls && !r.fixed(l) {
		return r.block(s, inList, r.assignAll(s))
	}
	return r.set(l, r.cat(l.Pos(), "&", r.addr(l)), r.val(v))
}

// toItself reports whether a variable is assigned to itself: the compiler neither
// reads nor writes it then.
func (r *fileRewriter) toItself(l, v ast.Expr) bool {
	id, ok := ast.Unparen(l).(*ast.Ident)
	return ok && r.same(id, v)
}

// set is the announced write of v to the location p points to.
func (r *fileRewriter) set(l ast.Expr, p, v frag) frag {
	return r.cat(l.Pos(), "gocheckrt.At(", p, ", "+r.site(l.Pos(), l)+").Set(", v, ")")
}

// mapWrite is an announced assignment to an entry of a map.
func (r *fileRewriter) mapWrite(ix *ast.IndexExpr, m, k, v frag) frag {
	if r.sharing.contents(ix.X) {
		m = r.put(ix, m, k)
	}
	if r.notesKeys(ix) {
		return r.cat(ix.Pos(), r.helper("Into")+"(", m, ").Set(", k, ", ", v, ")")
	}
	return r.cat(ix.Pos(), m, "[", k, "] = ", v)
}

// assignAll is the general form: evaluate the right sides into temporaries,
// then the locations (the other way round where a location calls something:
// calls go from left to right), then write.
func (r *fileRewriter) assignAll(s *ast.AssignStmt) frag {
	var values frag
	vals := make([]frag, len(s.Lhs))
	if len(s.Rhs) == len(s.Lhs) {
		var names []string
		var list []frag
		for i, v := range s.Rhs {
			if r.toItself(s.Lhs[i], v) {
				continue
			}
			if r.inline(v) {
				vals[i] = r.val(v)
				continue
			}
			n := "_"
			if !isBlank(s.Lhs[i]) {
				n = r.fresh()
				vals[i] = r.cat(v.Pos(), n)
			}
			names, list = append(names, n), append(list, r.typed(v, r.val(v)))
		}
		if len(names) > 0 {
			values = r.cat(s.Pos(), commas(names)+assignOp(names), join(r, s, list), "; ")
		}
	} else {
		names := make([]string, len(s.Lhs))
		for i, l := range s.Lhs {
			names[i] = "_"
			if !isBlank(l) {
				names[i] = r.fresh()
				vals[i] = r.cat(l.Pos(), names[i])
			}
		}
		values = r.cat(s.Pos(), commas(names)+assignOp(names), r.rights(s)[0].f, "; ")
		if r.namedOK(s) && isBool(r.typeOf(s.Lhs[1])) {
			vals[1] = r.cat(s.Pos(), r.typeText(r.typeOf(s.Lhs[1]))+"(", vals[1], ")")
		}
	}
	var places, sets frag
	for i, l := range s.Lhs {
		if isBlank(l) || len(s.Rhs) == len(s.Lhs) && r.toItself(l, s.Rhs[i]) {
			continue
		}
		place, set := r.place(l, vals[i], len(s.Lhs) == 1)
		places, sets = places.add(place), sets.add(set)
	}
	if anyCall(r.info, s.Lhs) {
		return places.add(values).add(sets)
	}
	return values.add(places).add(sets)
}

// place is one target of an assignment: the statements that compute its
// location, and those that then write v there. last says that nothing stands
// between the two.
func (r *fileRewriter) place(l ast.Expr, v frag, last bool) (places, set frag) {
	if ix := r.mapTarget(l); ix != nil {
		m, k := r.cat(ix.Pos(), r.fresh()), r.val(ix.Index)
		mv := r.val(ix.X)
		if r.inline(ix.Index) || last && r.steady(ix.Index) {
			places = r.cat(ix.Pos(), m, " := ", mv, "; ")
		} else {
			name := r.fresh()
			places = r.cat(ix.Pos(), m, ", "+name+" := ", mv, ", ", r.typed(ix.Index, k), "; ")
			k = r.cat(ix.Pos(), name)
		}
		if !r.announced(l) {
			return places, r.cat(l.Pos(), m, "[", k, "] = ", v, "; ")
		}
		return places, r.cat(l.Pos(), r.mapWrite(ix, m, k, v), "; ")
	}
	if !r.announced(l) && (last || r.fixed(l)) {
		return nil, r.cat(l.Pos(), r.addr(l), " = ", v, "; ")
	}
	if last || r.fixed(l) {
		return nil, r.cat(l.Pos(), r.set(l, r.cat(l.Pos(), "&", r.addr(l)), v), "; ")
	}
	p := r.fresh()
	places = r.cat(l.Pos(), p+" := &", r.addr(l), "; ")
	if !r.announced(l) {
		return places, r.cat(l.Pos(), "*"+p+" = ", v, "; ")
	}
	return places, r.cat(l.Pos(), r.set(l, r.cat(l.Pos(), p), v), "; ")
}

// typed makes sure that := gives a temporary the type that the value has where
// it stood: comparisons and shifts of untyped operands take theirs from there.
func (r *fileRewriter) typed(e ast.Expr, f frag) frag {
	tv := r.info.Types[e]
	switch x := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
	case *ast.UnaryExpr:
		if x.Op == token.AND || x.Op == token.ARROW {
			return f
		}
	default:
		return f
	}
	if b, ok := tv.Type.(*types.Basic); ok && (b.Kind() == types.Bool || b.Kind() == types.UntypedBool || b.Kind() == types.Int || b.Kind() == types.String) {
		return f
	}
	if !r.nameable(tv.Type, e) {
		return f // it is no predeclared type, and so of no untyped operand
	}
	return r.cat(e.Pos(), "("+r.typeText(tv.Type)+")(", f, ")")
}

// untyped reports whether := would give a value another type than it has where
// it stands: it is a constant or nil.
func untyped(tv types.TypeAndValue) bool { return tv.Value != nil || tv.IsNil() }

// define renders :=. Old variables among the new ones that are shared are
// assigned in statements of their own.
func (r *fileRewriter) define(s *ast.AssignStmt) frag {
	var after frag
	subs := make([]sub, 0, len(s.Lhs))
	for _, l := range s.Lhs {
		id := l.(*ast.Ident)
		if old, ok := r.info.Uses[id].(*types.Var); ok && r.sharing.variable(old) {
			name := r.fresh()
			subs = append(subs, sub{l, r.cat(l.Pos(), name)})
			after = after.add(r.cat(l.Pos(), "; ", r.set(l, r.cat(l.Pos(), "&"+id.Name), r.cat(l.Pos(), name))))
		}
	}
	values := r.rights(s)
	if after != nil && len(s.Rhs) == len(s.Lhs) {
		for i, l := range s.Lhs {
			if old, ok := r.info.Uses[l.(*ast.Ident)].(*types.Var); ok && r.sharing.variable(old) && (r.nameable(old.Type(), l) || untyped(r.info.Types[s.Rhs[i]])) {
				values[i].f = r.cat(s.Rhs[i].Pos(), "("+r.typeText(old.Type())+")(", values[i].f, ")")
			}
		}
	}
	return r.splice(s, append(subs, values...)...).add(after)
}

func (r *fileRewriter) incDec(s *ast.IncDecStmt, inList bool) frag {
	return r.update(s, s.X, s.Tok.String()[:1], nil, inList)
}

// update renders l op= v and, with v nil, l++ and l--: the location once, then
// a read, then a write.
func (r *fileRewriter) update(s ast.Stmt, l ast.Expr, op string, v ast.Expr, inList bool) frag {
	if !r.announced(l) {
		t := r.target(l)
		if v == nil {
			return r.splice(s, sub{l, t})
		}
		if !t.changed() || !hasCall(r.info, v) {
			return r.splice(s, sub{l, t}, sub{v, r.val(v)})
		}
	}
	var before frag
	operand := r.cat(s.Pos(), "1")
	calls := v != nil && hasCall(r.info, v)
	switch {
	case calls:
		name := r.fresh()
		before = r.cat(v.Pos(), name+" := ", r.typed(v, r.val(v)), "; ")
		operand = r.cat(v.Pos(), name)
	case v != nil:
		operand = r.cat(v.Pos(), "(", r.val(v), ")")
	}
	if ix := r.mapTarget(l); ix != nil {
		m, k, t := r.fresh(), r.val(ix.Index), r.fresh()
		before = before.add(r.cat(ix.Pos(), m+" := ", r.val(ix.X), "; "))
		if !r.steady(ix.Index) {
			name := r.fresh()
			before = before.add(r.cat(ix.Pos(), name+" := ", r.typed(ix.Index, k), "; "))
			k = r.cat(ix.Pos(), name)
		}
		read := r.cat(ix.Pos(), m, "[", k, "]")
		if r.sharing.contents(ix.X) {
			read = r.cat(ix.Pos(), "gocheckrt.MapR("+m+", "+r.site(ix.Pos(), ix.X)+")[", k, "]")
		}
		write := r.cat(ix.Pos(), m, "[", k, "] = "+t)
		if r.announced(l) {
			write = r.mapWrite(ix, r.cat(ix.Pos(), m), k, r.cat(s.Pos(), t))
		}
		return r.block(s, inList, r.cat(s.Pos(), before, t+" := ", read, " "+op+" ", operand, "; ", write))
	}
	p := r.cat(l.Pos(), "&", r.addr(l))
	if !r.fixed(l) {
		name := r.fresh()
		before = before.add(r.cat(l.Pos(), name+" := ", p, "; "))
		p = r.cat(l.Pos(), name)
	}
	body := r.cat(l.Pos(), "*", p, " = *", p, " "+op+" ", operand)
	if r.announced(l) {
		get := r.cat(l.Pos(), r.helper("Get")+"(", p, ", "+r.site(l.Pos(), l)+")")
		body = r.set(l, p, r.cat(l.Pos(), get, " "+op+" ", operand))
	}
	if before == nil {
		return body
	}
	return r.block(s, inList, before.add(body))
}

func isBlank(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && id.Name == "_"
}

func isBool(t types.Type) bool {
	b, ok := under(t).(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

func isCall(e ast.Expr) bool {
	_, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok
}

func commas(names []string) string { return strings.Join(names, ", ") }

// assignOp is := unless there is nothing to define.
func assignOp(names []string) string {
	for _, n := range names {
		if n != "_" {
			return " := "
		}
	}
	return " = "
}

// hasCall reports whether evaluating e runs other code: a call or a receive.
func hasCall(info *types.Info, e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			tv := info.Types[n.Fun]
			if !tv.IsType() && !tv.IsBuiltin() && info.Types[n].Value == nil {
				found = true
			}
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		}
		return !found
	})
	return found
}

func anyCall(info *types.Info, list []ast.Expr) bool {
	for _, e := range list {
		if hasCall(info, e) {
			return true
		}
	}
	return false
}
