package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"gocheck.dev/instrument/internal/naming"
	"gocheck.dev/instrument/internal/typing"
)

// A write is announced after everything that the statement evaluates has been
// evaluated. The functions that render assignments return what is hoisted, too.

func (r *fileRewriter) assign(s *ast.AssignStmt, inList bool) (hoisted, f frag) {
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
	p := r.plan(append(s.Lhs[:len(s.Lhs):len(s.Lhs)], s.Rhs...)...)
	p.all = announced
	for _, l := range s.Lhs {
		p.target(l)
	}
	p.rights(s)
	hoisted = p.hoist()
	if announced {
		return hoisted, r.block(s, inList, r.assignAll(s))
	}
	var subs []sub
	for _, l := range s.Lhs {
		subs = append(subs, sub{l, r.target(l)})
	}
	return hoisted, r.splice(s, append(subs, r.rights(s)...)...)
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
		return r.sharing.Contents(m.X) || r.notesKeys(m)
	}
	return r.sharedLocation(l)
}

// notesKeys reports whether assigning to an entry of the map notes when its key
// is inserted, for iterations over the map.
func (r *fileRewriter) notesKeys(m *ast.IndexExpr) bool {
	t, ok := typing.Under(r.typeOf(m.X)).(*types.Map)
	return ok && !typing.Sortable(t.Key())
}

func (r *fileRewriter) mapTarget(l ast.Expr) *ast.IndexExpr {
	ix, ok := ast.Unparen(l).(*ast.IndexExpr)
	if !ok {
		return nil
	}
	if _, ok := typing.Under(r.typeOf(ix.X)).(*types.Map); !ok {
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
	if tv.Value != nil || tv.IsNil() || r.hoisted[ast.Unparen(e)] != "" {
		return true
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		switch o := r.object(e).(type) {
		case *types.Func:
			return true
		case *types.Var:
			return !r.sharing.Variable(o)
		}
	case *ast.SelectorExpr:
		sel := r.info.Selections[e]
		return sel != nil && sel.Kind() == types.FieldVal && !sel.Indirect() && typing.Pointee(r.typeOf(e.X)) == nil && r.steady(e.X)
	}
	return false
}

// inline reports whether e need not be put into a temporary: it has no value
// that could change.
func (r *fileRewriter) inline(e ast.Expr) bool {
	tv := r.info.Types[e]
	return tv.Value != nil || tv.IsNil() || r.hoisted[ast.Unparen(e)] != "" || r.calledFunc(e) != nil && tv.IsValue() && r.isFuncName(e)
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
		return sel == nil || !sel.Indirect() && typing.Pointee(r.typeOf(l.X)) == nil && r.fixed(l.X)
	case *ast.IndexExpr:
		return typing.IsArray(r.typeOf(l.X)) && r.info.Types[l.Index].Value != nil && r.fixed(l.X)
	}
	return false
}

func (r *fileRewriter) assignOne(s *ast.AssignStmt, inList bool) (hoisted, f frag) {
	l, v := s.Lhs[0], s.Rhs[0]
	if r.toItself(l, v) {
		return nil, r.verbatim(s)
	}
	announced, ix := r.announced(l), r.mapTarget(l)
	p := r.plan(l, v)
	p.all = announced && ix != nil
	p.target(l)
	p.rights(s)
	hoisted = p.hoist()
	switch {
	case !announced:
		return hoisted, r.splice(s, sub{l, r.target(l)}, sub{v, r.val(v)})
	case ix == nil:
		return hoisted, r.set(l, r.cat(l.Pos(), "&", r.addr(l)), r.val(v))
	case r.steady(v) && r.steady(ix.Index):
		return hoisted, r.mapWrite(ix, r.val(ix.X), r.val(ix.Index), r.val(v))
	}
	return hoisted, r.block(s, inList, r.assignAll(s))
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
	if r.sharing.Contents(ix.X) {
		m = r.put(ix, m, k)
	}
	if r.notesKeys(ix) {
		return r.cat(ix.Pos(), r.helper("Into")+"(", m, ").Set(", k, ", ", v, ")")
	}
	return r.cat(ix.Pos(), m, "[", k, "] = ", v)
}

// assignAll is the general form, when all events are hoisted: evaluate the right
// sides into temporaries, then the locations, then write.
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
		if r.namedOK(s) && typing.IsBool(r.typeOf(s.Lhs[1])) {
			vals[1] = r.cat(s.Pos(), vals[1], " == ("+naming.Truth(true)+")") // untyped, as the receive's
		}
	}
	assigned := make(map[types.Object]bool)
	for _, l := range s.Lhs {
		if id, ok := ast.Unparen(l).(*ast.Ident); ok {
			assigned[r.object(id)] = true
		}
	}
	var places, sets frag
	for i, l := range s.Lhs {
		if isBlank(l) || len(s.Rhs) == len(s.Lhs) && r.toItself(l, s.Rhs[i]) {
			continue
		}
		place, set := r.place(l, vals[i], len(s.Lhs) == 1, assigned)
		places, sets = places.add(place), sets.add(set)
	}
	return values.add(places).add(sets)
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
	return r.cat(e.Pos(), "("+r.typeText(tv.Type, e)+")(", f, ")")
}

// untyped reports whether := would give a value another type than it has where
// it stands: it is a constant or nil.
func untyped(tv types.TypeAndValue) bool { return tv.Value != nil || tv.IsNil() }

// define renders :=. Old variables among the new ones that are shared are
// assigned in statements of their own.
func (r *fileRewriter) define(s *ast.AssignStmt) (hoisted, f frag) {
	p := r.plan(s.Rhs...)
	p.rights(s)
	hoisted = p.hoist()
	var after frag
	subs := make([]sub, 0, len(s.Lhs))
	for i, l := range s.Lhs {
		id := l.(*ast.Ident)
		if old, ok := r.info.Uses[id].(*types.Var); ok && r.sharing.Variable(old) {
			if len(s.Rhs) == len(s.Lhs) && untyped(r.info.Types[s.Rhs[i]]) && !r.nameable(old.Type(), l) {
				subs = append(subs, sub{l, r.cat(l.Pos(), "_")})
				after = after.add(r.cat(l.Pos(), "; ", r.set(l, r.cat(l.Pos(), "&"+id.Name), r.verbatim(s.Rhs[i]))))
				continue
			}
			name := r.fresh()
			subs = append(subs, sub{l, r.cat(l.Pos(), name)})
			after = after.add(r.cat(l.Pos(), "; ", r.set(l, r.cat(l.Pos(), "&"+id.Name), r.cat(l.Pos(), name))))
		}
	}
	values := r.rights(s)
	if after != nil && len(s.Rhs) == len(s.Lhs) {
		for i, l := range s.Lhs {
			if old, ok := r.info.Uses[l.(*ast.Ident)].(*types.Var); ok && r.sharing.Variable(old) && r.nameable(old.Type(), l) {
				values[i].f = r.cat(s.Rhs[i].Pos(), "("+r.typeText(old.Type(), l)+")(", values[i].f, ")")
			}
		}
	}
	return hoisted, r.splice(s, append(subs, values...)...).add(after)
}

func (r *fileRewriter) incDec(s *ast.IncDecStmt, inList bool) (hoisted, f frag) {
	return r.update(s, s.X, s.Tok.String()[:1], nil, inList)
}

// update renders l op= v and, with v nil, l++ and l--: the location once, then
// a read, then a write.
func (r *fileRewriter) update(s ast.Stmt, l ast.Expr, op string, v ast.Expr, inList bool) (hoisted, f frag) {
	announced, ix := r.announced(l), r.mapTarget(l)
	p := r.plan(l, v)
	p.all = announced && ix != nil
	p.target(l)
	if announced {
		if _, ok := ast.Unparen(l).(*ast.Ident); ok {
			p.early(p.size(l))
		} else {
			p.early(lateMemory)
		}
	}
	p.value(v)
	hoisted = p.hoist()
	if !announced {
		return hoisted, r.splice(s, sub{l, r.target(l)}, sub{v, r.val(v)})
	}
	operand := r.cat(s.Pos(), "1")
	if v != nil {
		operand = r.cat(v.Pos(), "(", r.val(v), ")")
	}
	if ix != nil {
		m, k, t := r.fresh(), r.val(ix.Index), r.fresh()
		before := r.cat(ix.Pos(), m+" := ", r.val(ix.X), "; ")
		if !r.steady(ix.Index) {
			name := r.fresh()
			before = before.add(r.cat(ix.Pos(), name+" := ", r.typed(ix.Index, k), "; "))
			k = r.cat(ix.Pos(), name)
		}
		from := m
		if r.sharing.Contents(ix.X) {
			from = "gocheckrt.MapR(" + m + ", " + r.site(ix.Pos(), ix.X) + ")"
		}
		read := r.cat(ix.Pos(), from, "[", k, "]")
		if r.notesKeys(ix) {
			read = r.cat(ix.Pos(), r.helper("Into")+"("+from+").Get(", k, ")")
		}
		write := r.mapWrite(ix, r.cat(ix.Pos(), m), k, r.cat(s.Pos(), t))
		return hoisted, r.block(s, inList, r.cat(s.Pos(), before, t+" := ", read, " "+op+" ", operand, "; ", write))
	}
	at := r.cat(l.Pos(), "&", r.addr(l))
	var before frag
	if !r.fixed(l) {
		name := r.fresh()
		before = r.cat(l.Pos(), name+" := ", at, "; ")
		at = r.cat(l.Pos(), name)
	}
	get := r.cat(l.Pos(), r.helper("Get")+"(", at, ", "+r.site(l.Pos(), l)+")")
	body := r.set(l, at, r.cat(l.Pos(), get, " "+op+" ", operand))
	if before == nil {
		return hoisted, body
	}
	return hoisted, r.block(s, inList, before.add(body))
}

func isBlank(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && id.Name == "_"
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
