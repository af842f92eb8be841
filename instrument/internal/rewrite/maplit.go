package rewrite

import (
	"go/ast"
	"go/types"

	"gocheck.dev/instrument/internal/typing"
)

// mapLiteral renders a map's literal as assignments to its entries, which is
// what the compiler makes of it, where the order within an entry asks for it.
func (r *fileRewriter) mapLiteral(e *ast.CompositeLit, m *types.Map) frag {
	plans := make([]*plan, len(e.Elts))
	needed := false
	for i, x := range e.Elts {
		kv := x.(*ast.KeyValueExpr)
		p := r.plan(kv)
		p.key(m, kv.Key)
		p.assigned(kv.Value, m.Elem())
		plans[i] = p
		needed = needed || p.needed()
	}
	t := r.typeOf(e)
	if !needed || typing.Pointee(t) != nil || !r.nameable(t, e) {
		return nil
	}
	outer := r.hoisted
	defer func() { r.hoisted = outer }()
	r.hoisted = nil
	name := r.fresh()
	constant := func(e ast.Expr) bool { return r.info.Types[e].Value != nil || r.info.Types[e].IsNil() }
	var static, rest frag
	for i, x := range e.Elts {
		kv := x.(*ast.KeyValueExpr)
		if constant(kv.Key) && constant(kv.Value) {
			static = r.cat(x.Pos(), static, r.verbatim(kv), ", ")
			continue
		}
		rest = r.cat(x.Pos(), rest, plans[i].hoist())
		rest = r.cat(x.Pos(), rest, name+"[", r.elided(kv.Key, m.Key()), "] = ", r.elided(kv.Value, m.Elem()), "; ")
	}
	text := r.typeText(t, e)
	return r.cat(e.Pos(), "func() "+text+" { "+name+" := "+text+"{", static, "}; ", rest, "return "+name+" }()")
}

// elided renders an element of a literal with the type that it may have left out.
func (r *fileRewriter) elided(e ast.Expr, t types.Type) frag {
	f := r.val(e)
	if lit, ok := e.(*ast.CompositeLit); ok && lit.Type == nil && f[0].gen == "" {
		if p := typing.Pointee(t); p != nil {
			return r.cat(e.Pos(), "&"+r.typeText(p, e), f)
		}
		return r.cat(e.Pos(), r.typeText(t, e), f)
	}
	return f
}
