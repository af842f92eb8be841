package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"

	"gocheck.dev/instrument/internal/typing"
)

// value plans an expression whose value is wanted.
func (p *plan) value(e ast.Expr) {
	if e == nil || p.idle {
		return
	}
	r := p.r
	e = ast.Unparen(e)
	if tv := r.info.Types[e]; tv.IsType() || tv.Value != nil || tv.IsNil() || tv.IsBuiltin() {
		return
	}
	switch e := e.(type) {
	case *ast.Ident:
		p.own(e, p.size(e))
	case *ast.SelectorExpr:
		sel := r.info.Selections[e]
		if sel != nil && sel.Kind() != types.MethodExpr {
			p.operand(e.X)
		}
		if sel == nil {
			p.own(e, p.size(e))
			return
		}
		p.own(e, lateMemory)
	case *ast.StarExpr:
		p.value(e.X)
		p.own(e, lateMemory)
	case *ast.IndexExpr:
		p.index(e)
	case *ast.SliceExpr:
		p.enter()
		if typing.IsArray(r.typeOf(e.X)) {
			p.location(e.X)
		} else {
			p.value(e.X)
		}
		for _, i := range []ast.Expr{e.Low, e.High, e.Max} {
			if i == nil || p.variable(i) {
				p.value(i)
			} else {
				p.copied(i)
			}
		}
		p.leave(e, harmless)
	case *ast.TypeAssertExpr:
		if t := r.typeOf(e.Type); e.Type != nil && (typing.Parameterized(t) || typing.Direct(t)) {
			p.value(e.X)
			return
		}
		p.enter()
		p.value(e.X)
		p.leave(e, harmless)
	case *ast.CallExpr:
		p.call(e)
	case *ast.BinaryExpr:
		p.binary(e)
	case *ast.UnaryExpr:
		switch e.Op {
		case token.AND:
			p.location(e.X)
		case token.ARROW:
			p.enter()
			p.value(e.X)
			p.leave(e, anything)
		default:
			p.value(e.X)
		}
	case *ast.CompositeLit:
		p.composite(e)
	}
}

// size is the lateness of a variable: elements of an array may be written
// through a slice of it.
func (p *plan) size(e ast.Expr) lateness {
	switch p.r.typeOf(e).Underlying().(type) {
	case *types.Array, *types.Struct:
		return lateMemory
	}
	return lateVariable
}

// variable reports whether e is a variable, which is never copied.
func (p *plan) variable(e ast.Expr) bool {
	var o types.Object
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		o = p.r.object(e)
	case *ast.SelectorExpr:
		if p.r.info.Selections[e] == nil {
			o = p.r.info.Uses[e.Sel]
		}
	}
	_, ok := o.(*types.Var)
	return ok
}

// copied plans an expression whose value is copied at its turn.
func (p *plan) copied(e ast.Expr) {
	if p.idle {
		return
	}
	e = ast.Unparen(e)
	tv := p.r.info.Types[e]
	if tv.Value != nil || tv.IsNil() {
		return
	}
	n := p.n
	p.enter()
	p.value(e)
	if s := p.group; p.n > n && len(s.events) > 0 && s.events[len(s.events)-1].e == e { // an event already
		p.group = s.outer
		p.group.events = append(p.group.events, s.events...)
		p.group.last = max(p.group.last, s.last)
		p.early(s.late)
		return
	}
	p.leave(e, harmless)
}

// assigned plans a value that is converted to type t where it is of another one.
func (p *plan) assigned(e ast.Expr, t types.Type) {
	if tv := p.r.info.Types[e]; p.idle || tv.Value != nil || tv.IsNil() {
		return
	}
	if t != nil && types.IsInterface(t) && !typing.IsTypeParam(t) && !p.r.addressable(e) && p.r.memory().Boxed(p.r.typeOf(e)) {
		p.copied(e)
		return
	}
	p.value(e)
}

// operand plans what a field or method is selected of.
func (p *plan) operand(e ast.Expr) {
	if typing.Pointee(p.r.typeOf(e)) == nil && p.r.addressable(e) {
		p.location(e)
	} else {
		p.value(e)
	}
}

// location plans a location: a variable under &, the target of an assignment.
func (p *plan) location(e ast.Expr) {
	if p.idle {
		return
	}
	r := p.r
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
	case *ast.SelectorExpr:
		if sel := r.info.Selections[e]; sel != nil && sel.Kind() == types.FieldVal {
			p.operand(e.X)
			if callsIn(r.glance(e, func() frag { return r.addr(e) })) {
				p.early(lateMemory)
			}
		}
	case *ast.StarExpr:
		p.value(e.X)
	case *ast.IndexExpr:
		t := r.typeOf(e.X)
		switch u := typing.Under(t).(type) {
		case *types.Map:
			p.value(e.X)
			p.key(u, e.Index)
			return
		case *types.Array:
			p.location(e.X)
		default:
			p.value(e.X)
		}
		p.value(e.Index)
	default:
		p.value(e)
	}
}

// target plans the target of an assignment.
func (p *plan) target(l ast.Expr) {
	if isBlank(l) {
		return
	}
	p.location(l)
	if p.r.announced(l) && !p.r.fixed(l) { // its location is computed before the value, not after it
		p.early(lateVariable)
	}
}

// statement plans an expression whose own event is what the statement does.
func (p *plan) statement(e ast.Expr) {
	p.value(e)
	if n := len(p.group.events); n > 0 && p.group.events[n-1].e == ast.Unparen(e) {
		p.group.events[n-1].keep = true
	}
}

// rights plans the right sides of an assignment.
func (p *plan) rights(s *ast.AssignStmt) {
	if len(s.Lhs) != len(s.Rhs) {
		p.statement(s.Rhs[0])
		return
	}
	for i, v := range s.Rhs {
		if isBlank(s.Lhs[i]) {
			p.value(v)
		} else {
			p.assigned(v, p.r.typeOf(s.Lhs[i]))
		}
	}
}

func (p *plan) index(e *ast.IndexExpr) {
	r := p.r
	if r.calledFunc(e) != nil {
		return
	}
	if m, ok := typing.Under(r.typeOf(e.X)).(*types.Map); ok {
		if !typing.StringOfBytes(r.info, e.Index) {
			p.value(e.X)
			p.key(m, e.Index)
			p.own(e, lateMemory)
			return
		}
		// The entry is copied at its turn, for the string shares the bytes. What
		// it becomes is not.
		p.enter()
		p.value(e.X)
		p.value(e.Index)
		p.leave(e, harmless)
		p.early(lateMemory)
		return
	}
	if typing.IsArray(r.typeOf(e.X)) && r.addressable(e) {
		p.location(e.X)
	} else {
		p.value(e.X)
	}
	p.value(e.Index)
	p.own(e, lateMemory)
}

// key plans the key of a map, which is copied to memory unless it is a variable
// or the map has a fast way for the type. (mapKeyTemp)
func (p *plan) key(m *types.Map, e ast.Expr) {
	switch {
	case typing.Parameterized(m.Key()):
		p.value(e)
	case p.r.memory().FastKey(m):
		if typing.SimpleKey(m.Key()) {
			p.value(e)
		} else {
			p.copied(e)
		}
	case p.r.addressable(e) && types.IsInterface(p.r.typeOf(e)) == types.IsInterface(m.Key()):
		p.value(e)
	default:
		p.copied(e)
	}
}

func (p *plan) binary(e *ast.BinaryExpr) {
	r := p.r
	switch e.Op {
	case token.LAND, token.LOR:
		p.enter()
		p.value(e.X)
		p.leave(e, r.effect(e.Y))
		return
	case token.EQL, token.NEQ:
		x, y := r.typeOf(e.X), r.typeOf(e.Y)
		p.assigned(e.X, y)
		p.assigned(e.Y, x)
		switch x.Underlying().(type) {
		case *types.Struct, *types.Array:
			for _, z := range []ast.Expr{e.X, e.Y} {
				if !types.IsInterface(x) && !types.IsInterface(y) && !r.addressable(z) && !p.isEvent(z) {
					p.enter()
					p.leave(ast.Unparen(z), harmless)
				}
			}
		}
		return
	}
	p.value(e.X)
	p.value(e.Y)
}

// isEvent reports whether e has been planned as an event of the present group.
func (p *plan) isEvent(e ast.Expr) bool {
	for _, ev := range p.group.events {
		if ev.e == ast.Unparen(e) {
			return true
		}
	}
	return false
}

func (p *plan) composite(e *ast.CompositeLit) {
	t := p.r.typeOf(e)
	if q := typing.Pointee(t); q != nil {
		t = q
	}
	switch u := typing.Under(t).(type) {
	case *types.Map: // assignments, one after the other
		p.enter()
		p.leave(e, p.r.effect(e))
	case *types.Struct:
		for i, x := range e.Elts {
			if kv, ok := x.(*ast.KeyValueExpr); ok {
				p.assigned(kv.Value, p.r.typeOf(kv.Key))
			} else if i < u.NumFields() {
				p.assigned(x, u.Field(i).Type())
			}
		}
	default:
		var elem types.Type
		switch u := u.(type) {
		case *types.Slice:
			elem = u.Elem()
		case *types.Array:
			elem = u.Elem()
		}
		for _, x := range e.Elts {
			if kv, ok := x.(*ast.KeyValueExpr); ok {
				x = kv.Value
			}
			p.assigned(x, elem)
		}
	}
}

func (p *plan) call(e *ast.CallExpr) {
	r := p.r
	tv := r.info.Types[e.Fun]
	switch {
	case tv.IsType():
		if len(e.Args) == 1 {
			p.conversion(e, tv.Type)
		}
		return
	case tv.IsBuiltin():
		p.builtin(e)
		return
	}
	p.enter()
	fun := ast.Unparen(e.Fun)
	if f := r.calledFunc(fun); f == nil {
		p.value(fun)
	} else if sel, selection := r.selected(fun); selection != nil && selection.Kind() == types.MethodVal {
		p.operand(sel.X)
		if callsIn(r.glance(e, func() frag { return r.receiverPart(e) })) {
			p.early(lateMemory)
		}
	}
	sig, _ := typing.Under(r.typeOf(fun)).(*types.Signature)
	for i, a := range e.Args {
		p.assigned(a, paramType(sig, i, e.Ellipsis.IsValid()))
	}
	p.leave(e, anything)
}

// paramType is the type of the i-th argument's parameter.
func paramType(sig *types.Signature, i int, spread bool) types.Type {
	if sig == nil || sig.Params().Len() == 0 {
		return nil
	}
	last := sig.Params().Len() - 1
	if sig.Variadic() && i >= last && !spread {
		if s, ok := sig.Params().At(last).Type().Underlying().(*types.Slice); ok {
			return s.Elem()
		}
		return nil
	}
	return sig.Params().At(min(i, last)).Type()
}

func (p *plan) conversion(e *ast.CallExpr, t types.Type) {
	from := p.r.typeOf(e.Args[0])
	if _, ok := typing.Under(t).(*types.Slice); ok && !typing.IsTypeParam(from) && typing.IsString(from) {
		p.enter()
		p.value(e.Args[0])
		p.leave(e, harmless)
		return
	}
	p.assigned(e.Args[0], t)
	p.own(e, lateMemory)
}

func (p *plan) builtin(e *ast.CallExpr) {
	r := p.r
	id, ok := ast.Unparen(e.Fun).(*ast.Ident)
	if !ok { // of package unsafe
		for _, a := range e.Args {
			p.value(a)
		}
		p.own(e, lateMemory)
		return
	}
	p.enter()
	what := harmless
	switch id.Name {
	case "append", "copy":
		what = elements
	case "recover":
	case "delete", "clear", "close", "panic", "print", "println":
		what = anything
	}
	for i, a := range e.Args {
		switch {
		case (id.Name == "len" || id.Name == "cap") && typing.IsArray(r.typeOf(a)) && r.addressable(a):
			p.location(a)
		case id.Name == "append" && i > 0 && !e.Ellipsis.IsValid():
			if s, ok := typing.Under(r.typeOf(e.Args[0])).(*types.Slice); ok {
				p.assigned(a, s.Elem())
			} else {
				p.value(a)
			}
		case id.Name == "delete" && i == 1:
			if m, ok := typing.Under(r.typeOf(e.Args[0])).(*types.Map); ok {
				p.key(m, a)
			} else {
				p.value(a)
			}
		default:
			p.value(a)
		}
		if i == 0 && (id.Name == "append" || id.Name == "delete") && callsIn(r.glance(e, func() frag { return r.builtin(e) })) {
			p.early(lateVariable) // Append(x, s).Values(…) takes x first
		}
	}
	p.leave(e, what)
}
