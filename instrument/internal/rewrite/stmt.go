package rewrite

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"gocheck.dev/instrument/internal/typing"
)

// stmt renders a statement that stands in a list, where it may become several
// statements or a block.
func (r *fileRewriter) stmt(s ast.Stmt) frag {
	outer := r.hoisted
	defer func() { r.hoisted = outer }()
	r.hoisted = nil
	switch s := s.(type) {
	case *ast.AssignStmt:
		hoisted, f := r.assign(s, true)
		if s.Tok == token.DEFINE {
			return hoisted.add(f)
		}
		return r.before(s, hoisted, f)
	case *ast.IncDecStmt, *ast.ExprStmt, *ast.SendStmt:
		hoisted, f := r.simple(s, true)
		return r.before(s, hoisted, f)
	case *ast.BlockStmt:
		return r.splice(s, r.stmts(s.List)...)
	case *ast.DeclStmt:
		return r.promotes(s)
	case *ast.GoStmt:
		return r.goStmt(s)
	case *ast.DeferStmt:
		return r.deferStmt(s)
	case *ast.ReturnStmt:
		return r.left(s, r.returnStmt(s))
	case *ast.IfStmt:
		return r.ifStmt(s)
	case *ast.CaseClause:
		subs := make([]sub, len(s.List))
		for i, e := range s.List {
			subs[i] = sub{e, r.isolated(e)}
		}
		return r.splice(s, append(subs, r.stmts(s.Body)...)...)
	case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.ForStmt, *ast.RangeStmt:
		l, _ := r.headed(s)
		return r.cat(s.Pos(), l.wrap(r, s.Pos(), l.loop))
	case *ast.SelectStmt:
		return r.selectStmt(s)
	case *ast.LabeledStmt:
		return r.labeled(s)
	case *ast.BranchStmt:
		return r.left(s, r.branch(s))
	}
	return r.verbatim(s)
}

// branch renders a break, continue or goto.
func (r *fileRewriter) branch(s *ast.BranchStmt) frag {
	name := ""
	if s.Label != nil && s.Tok != token.GOTO {
		name = cmp.Or(r.relabelled[r.info.Uses[s.Label]], s.Label.Name)
	}
	if s.Tok == token.CONTINUE {
		if copies := r.copies(s); copies != "" {
			return r.cat(s.Pos(), "{ "+copies+"continue "+name+" }")
		}
	}
	if name != "" {
		return r.cat(s.Pos(), s.Tok.String()+" "+name)
	}
	return r.verbatim(s)
}

// left is a statement, before which the runtime is told which loop it leaves, if it leaves one.
func (r *fileRewriter) left(s ast.Stmt, f frag) frag {
	if handle := r.leaving[s]; handle != "" {
		return r.cat(s.Pos(), "{ "+handle+".Over(); ", f, " }")
	}
	return f
}

// before puts what is hoisted before a statement.
func (r *fileRewriter) before(s ast.Stmt, hoisted, f frag) frag {
	if hoisted == nil {
		return f
	}
	return r.cat(s.Pos(), "{ ", hoisted, f, " }")
}

func (r *fileRewriter) stmts(list []ast.Stmt) []sub {
	subs := make([]sub, len(list))
	for i, s := range list {
		subs[i] = sub{s, r.stmt(s)}
	}
	return subs
}

// simple renders a simple statement, and what is hoisted before it. inList says
// that it stands in a list of statements; elsewhere it must stay one simple
// statement.
func (r *fileRewriter) simple(s ast.Stmt, inList bool) (hoisted, f frag) {
	switch s := s.(type) {
	case nil:
		return nil, nil
	case *ast.ExprStmt:
		p := r.plan(s.X)
		p.statement(s.X)
		hoisted = p.hoist()
		r.unused, _ = ast.Unparen(s.X).(*ast.CallExpr)
		return hoisted, r.val(s.X)
	case *ast.SendStmt:
		p := r.plan(s.Chan, s.Value)
		p.value(s.Chan)
		p.early(lateVariable) // SendTo takes the channel
		p.assigned(s.Value, elemOf(typing.Under(r.typeOf(s.Chan))))
		hoisted = p.hoist()
		return hoisted, r.cat(s.Pos(), "gocheckrt.SendTo(", r.val(s.Chan), ", "+r.site(s.Arrow, s.Chan)+").Send(", r.val(s.Value), ")")
	case *ast.IncDecStmt:
		return r.incDec(s, inList)
	case *ast.AssignStmt:
		return r.assign(s, inList)
	}
	return nil, r.verbatim(s)
}

// elemOf is the type of a channel's messages.
func elemOf(t types.Type) types.Type {
	if ch, ok := t.(*types.Chan); ok {
		return ch.Elem()
	}
	return nil
}

// post renders the post statement of a loop.
func (r *fileRewriter) post(s ast.Stmt) frag {
	hoisted, f := r.simple(s, false)
	if hoisted == nil {
		return f
	}
	return r.block(s, false, hoisted.add(f))
}

// head renders the head of an if or switch: its init statement and an expression,
// which may be nil. The init statement comes before the whole where something is
// hoisted out of the expression.
func (r *fileRewriter) head(init ast.Stmt, x ast.Expr) (before frag, subs []sub, from token.Pos) {
	hoisted := r.ordered(x)
	if init == nil {
		return hoisted, nil, token.NoPos
	}
	before, f := r.simple(init, hoisted != nil)
	if hoisted == nil {
		return before, []sub{{init, f}}, token.NoPos
	}
	return r.cat(init.Pos(), before, f, "; ", hoisted), nil, init.End()
}

func (r *fileRewriter) ifStmt(s *ast.IfStmt) frag {
	before, subs, from := r.head(s.Init, s.Cond)
	subs = append(subs, sub{s.Cond, r.val(s.Cond)}, sub{s.Body, r.stmt(s.Body)})
	if s.Else != nil {
		subs = append(subs, sub{s.Else, r.stmt(s.Else)})
	}
	if from.IsValid() {
		return r.before(s, before, r.cat(s.Pos(), "if ", r.spliceRange(s.Cond.Pos(), s.End(), subs...)))
	}
	return r.before(s, before, r.splice(s, subs...))
}

// headed renders a statement that a break may name, with what must be evaluated
// before its label.
func (r *fileRewriter) headed(s ast.Stmt) (loop, bool) {
	switch s := s.(type) {
	case *ast.SwitchStmt:
		before, subs, from := r.head(s.Init, s.Tag)
		subs = append(subs, sub{s.Tag, r.val(s.Tag)}, sub{s.Body, r.stmt(s.Body)})
		if from.IsValid() {
			return loop{before, r.cat(s.Pos(), "switch ", r.spliceRange(s.Tag.Pos(), s.End(), subs...))}, true
		}
		return loop{before, r.splice(s, subs...)}, true
	case *ast.TypeSwitchStmt:
		var x ast.Expr
		switch a := s.Assign.(type) {
		case *ast.AssignStmt:
			x = a.Rhs[0]
		case *ast.ExprStmt:
			x = a.X
		}
		x = ast.Unparen(x).(*ast.TypeAssertExpr).X
		before, subs, from := r.head(s.Init, x)
		subs = append(subs, sub{x, r.val(x)}, sub{s.Body, r.stmt(s.Body)})
		if from.IsValid() {
			return loop{before, r.cat(s.Pos(), "switch ", r.spliceRange(s.Assign.Pos(), s.End(), subs...))}, true
		}
		return loop{before, r.splice(s, subs...)}, true
	case *ast.ForStmt:
		if l, ok := r.sharing.Waits(s); ok {
			return r.spin(s, l), true
		}
		before, f := r.simple(s.Init, false)
		cond, post, body := sub{s.Cond, r.isolated(s.Cond)}, sub{s.Post, r.post(s.Post)}, r.forBody(s)
		if readings, ok := r.sharing.Endless(s); ok {
			name := r.fresh()
			before = r.cat(s.For, before, name+" := gocheckrt.EndedByOthers("+r.site(s.For, nil)+", "+strconv.Itoa(readings)+"); ")
			body = r.cat(s.Body.Pos(), "{ "+name+".Round(); ", body, " }")
		}
		return loop{before, r.splice(s, sub{s.Init, f}, cond, post, sub{s.Body, body})}, true
	case *ast.RangeStmt:
		return r.rangeStmt(s), true
	}
	return loop{}, false
}

func (r *fileRewriter) labeled(s *ast.LabeledStmt) frag {
	label := r.info.Defs[s.Label]
	if !r.gotos[label] {
		// The label stays on the loop; what is evaluated before it stands before
		// the label.
		l, ok := r.headed(s.Stmt)
		if !ok {
			return r.around(s, s.Stmt, r.stmt(s.Stmt))
		}
		return r.cat(s.Pos(), l.wrap(r, s.Pos(), r.orig(s.Pos(), s.Stmt.Pos()).add(l.loop)))
	}
	// A goto must not jump into a block: the label stays outside, and the loop
	// gets another one for break and continue.
	outer := r.relabelled[label]
	name := r.fresh()
	r.relabelled[label] = name
	l, ok := r.headed(s.Stmt)
	if !ok {
		r.relabelled[label] = outer
		return r.around(s, s.Stmt, r.stmt(s.Stmt))
	}
	if r.branches[label] {
		l.loop = r.cat(s.Stmt.Pos(), name+": ", l.loop)
	}
	return r.cat(s.Pos(), r.orig(s.Pos(), s.Stmt.Pos()), l.wrap(r, s.Stmt.Pos(), l.loop))
}

// decl renders a declaration outside of functions: the values of variables.
func (r *fileRewriter) decl(d *ast.GenDecl) frag {
	if d.Tok != token.VAR {
		return r.verbatim(d)
	}
	var subs []sub
	for _, s := range d.Specs {
		spec := s.(*ast.ValueSpec)
		if len(spec.Names) == 2 && len(spec.Values) == 1 {
			subs = append(subs, sub{spec.Values[0], r.commaOK(spec.Values[0])})
			continue
		}
		for _, v := range spec.Values { // each is an initialiser
			subs = append(subs, sub{v, r.isolated(v)})
		}
	}
	return r.splice(d, subs...)
}

// localDecl renders a declaration in a function. The values of a specification
// are evaluated together.
func (r *fileRewriter) localDecl(d *ast.GenDecl) frag {
	if d.Tok != token.VAR {
		return r.verbatim(d)
	}
	var hoisted, specs []frag
	needed := false
	for _, s := range d.Specs {
		spec := s.(*ast.ValueSpec)
		p := r.plan(spec.Values...)
		if len(spec.Values) == len(spec.Names) {
			for i, v := range spec.Values {
				p.assigned(v, r.typeOf(spec.Names[i]))
			}
		} else if len(spec.Values) == 1 {
			p.statement(spec.Values[0])
		}
		hoisted = append(hoisted, p.hoist())
		needed = needed || hoisted[len(hoisted)-1] != nil
		var subs []sub
		if len(spec.Names) == 2 && len(spec.Values) == 1 {
			subs = []sub{{spec.Values[0], r.commaOK(spec.Values[0])}}
		} else {
			subs = r.vals(spec.Values)
		}
		specs = append(specs, r.splice(spec, subs...))
	}
	if !needed || len(specs) == 1 {
		subs := make([]sub, len(specs))
		for i, s := range d.Specs {
			subs[i] = sub{s, specs[i]}
		}
		f := r.splice(d, subs...)
		if needed {
			return hoisted[0].add(f)
		}
		return f
	}
	var f frag // each by itself
	for i, s := range d.Specs {
		f = r.cat(s.Pos(), f, hoisted[i], "var ", specs[i], "; ")
	}
	return f
}

// commaOK renders the right side of v, ok = …, where a receive has two values.
func (r *fileRewriter) commaOK(e ast.Expr) frag {
	switch u := e.(type) {
	case *ast.ParenExpr:
		return r.around(u, u.X, r.commaOK(u.X))
	case *ast.UnaryExpr:
		if u.Op == token.ARROW {
			return r.receive(u, "Recv2")
		}
	}
	return r.val(e)
}

func (r *fileRewriter) deferStmt(s *ast.DeferStmt) frag {
	p := r.plan(s.Call)
	p.statement(s.Call)
	hoisted := p.hoist()
	if _, several := r.multi(s.Call); several && len(r.callee0(s.Call).first) > 0 {
		c := r.callee(s.Call.Fun, s.Call)
		t, _ := r.multi(s.Call)
		names := r.freshes(t.Len())
		list := commas(names)
		return r.cat(s.Pos(), "{ ", hoisted, list+" := ", r.val(s.Call.Args[0]), "; defer ", c.fun, "(", join(r, s, c.first), ", "+list+") }")
	}
	r.deferred, r.unused = s.Call, s.Call
	return r.before(s, hoisted, r.around(s, s.Call, r.val(s.Call)))
}

// callee0 looks whether a call is intercepted without leaving sites behind.
func (r *fileRewriter) callee0(call *ast.CallExpr) callee {
	if tv := r.info.Types[call.Fun]; tv.IsType() || tv.IsBuiltin() {
		return callee{}
	}
	var c callee
	r.glance(call, func() frag { c = r.callee(call.Fun, call); return nil })
	return c
}
