package rewrite

import (
	"go/ast"
	"go/types"

	"gocheck.dev/instrument/internal/typing"
)

// Where an assignment writes.

// place is one target of an assignment: the statements that compute its
// location, and those that then write v there. last says that nothing stands
// between the two; else assigned holds the variables that may be written there.
func (r *fileRewriter) place(l ast.Expr, v frag, last bool, assigned map[types.Object]bool) (places, set frag) {
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
	if !last && r.implicit(l) {
		p := r.fresh()
		places = r.cat(l.Pos(), p+" := &", r.addr(l), "; ")
		if !r.announced(l) {
			return places, r.cat(l.Pos(), "*"+p+" = ", v, "; ")
		}
		return places, r.cat(l.Pos(), r.set(l, r.cat(l.Pos(), p), v), "; ")
	}
	if !last {
		if names, list := r.operands(l, assigned, nil, nil); len(names) > 0 {
			places = r.cat(l.Pos(), commas(names)+" := ", join(r, l, list), "; ")
		}
	}
	if !r.announced(l) {
		return places, r.cat(l.Pos(), r.addr(l), " = ", v, "; ")
	}
	return places, r.cat(l.Pos(), r.set(l, r.cat(l.Pos(), "&", r.addr(l)), v), "; ")
}

// operands puts what the location of an assignment is made of into variables:
// pointers, slices and indices. What is wrong with them shows when it is assigned
// to.
func (r *fileRewriter) operands(l ast.Expr, assigned map[types.Object]bool, names []string, list []frag) ([]string, []frag) {
	hoist := func(e ast.Expr) {
		if id, ok := ast.Unparen(e).(*ast.Ident); r.inline(e) || ok && r.steady(e) && !assigned[r.object(id)] {
			return
		}
		name := r.fresh()
		names, list = append(names, name), append(list, r.typed(e, r.val(e)))
		if r.hoisted == nil {
			r.hoisted = make(map[ast.Expr]string)
		}
		r.hoisted[ast.Unparen(e)] = name
	}
	switch e := ast.Unparen(l).(type) {
	case *ast.SelectorExpr:
		sel := r.info.Selections[e]
		switch {
		case sel == nil:
		case typing.Pointee(r.typeOf(e.X)) != nil:
			hoist(e.X)
		default:
			names, list = r.operands(e.X, assigned, names, list)
		}
	case *ast.StarExpr:
		hoist(e.X)
	case *ast.IndexExpr:
		if typing.HasArrays(r.typeOf(e.X)) {
			names, list = r.operands(e.X, assigned, names, list)
		} else {
			hoist(e.X)
		}
		hoist(e.Index)
	}
	return names, list
}

// implicit reports whether embedded pointers are on the way to a location.
func (r *fileRewriter) implicit(l ast.Expr) bool {
	switch e := ast.Unparen(l).(type) {
	case *ast.SelectorExpr:
		sel := r.info.Selections[e]
		return sel != nil && (len(sel.Index()) > 1 && sel.Indirect() || typing.Pointee(r.typeOf(e.X)) == nil && r.implicit(e.X))
	case *ast.IndexExpr:
		return typing.HasArrays(r.typeOf(e.X)) && r.implicit(e.X)
	}
	return false
}
