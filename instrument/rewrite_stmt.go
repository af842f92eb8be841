package instrument

import (
	"go/ast"
	"go/token"
)

// stmt renders a statement that stands in a list, where it may become several
// statements or a block.
func (r *fileRewriter) stmt(s ast.Stmt) frag {
	switch s := s.(type) {
	case *ast.AssignStmt, *ast.IncDecStmt, *ast.ExprStmt, *ast.SendStmt:
		return r.simple(s, true)
	case *ast.BlockStmt:
		return r.splice(s, r.stmts(s.List)...)
	case *ast.DeclStmt:
		return r.promotes(s)
	case *ast.GoStmt:
		return r.goStmt(s)
	case *ast.DeferStmt:
		return r.deferStmt(s)
	case *ast.ReturnStmt:
		return r.returnStmt(s)
	case *ast.IfStmt:
		subs := []sub{{s.Init, r.init(s.Init)}, {s.Cond, r.val(s.Cond)}, {s.Body, r.stmt(s.Body)}}
		if s.Else != nil {
			subs = append(subs, sub{s.Else, r.stmt(s.Else)})
		}
		return r.splice(s, subs...)
	case *ast.SwitchStmt:
		return r.splice(s, sub{s.Init, r.init(s.Init)}, sub{s.Tag, r.val(s.Tag)}, sub{s.Body, r.stmt(s.Body)})
	case *ast.TypeSwitchStmt:
		var x sub
		switch a := s.Assign.(type) {
		case *ast.AssignStmt:
			x = sub{a.Rhs[0], r.val(a.Rhs[0])}
		case *ast.ExprStmt:
			x = sub{a.X, r.val(a.X)}
		}
		return r.splice(s, sub{s.Init, r.init(s.Init)}, x, sub{s.Body, r.stmt(s.Body)})
	case *ast.CaseClause:
		return r.splice(s, append(r.vals(s.List), r.stmts(s.Body)...)...)
	case *ast.ForStmt:
		if r.sharing.local.spins[s] {
			return r.spin(s)
		}
		return r.splice(s, sub{s.Init, r.init(s.Init)}, sub{s.Cond, r.val(s.Cond)}, sub{s.Post, r.init(s.Post)}, sub{s.Body, r.stmt(s.Body)})
	case *ast.RangeStmt:
		l := r.rangeStmt(s)
		return r.cat(s.Pos(), l.wrap(r, s.Pos(), l.loop))
	case *ast.SelectStmt:
		return r.selectStmt(s)
	case *ast.LabeledStmt:
		return r.labeled(s)
	case *ast.BranchStmt:
		if s.Label != nil {
			if name := r.relabelled[r.info.Uses[s.Label]]; name != "" && s.Tok != token.GOTO {
				return r.cat(s.Pos(), s.Tok.String()+" "+name)
			}
		}
	}
	return r.verbatim(s)
}

func (r *fileRewriter) stmts(list []ast.Stmt) []sub {
	subs := make([]sub, len(list))
	for i, s := range list {
		subs[i] = sub{s, r.stmt(s)}
	}
	return subs
}

// init renders the simple statement of an if, for or switch.
func (r *fileRewriter) init(s ast.Stmt) frag {
	if s == nil {
		return nil
	}
	return r.simple(s, false)
}

// simple renders a simple statement. inList says that it stands in a list of
// statements; elsewhere it must stay one simple statement.
func (r *fileRewriter) simple(s ast.Stmt, inList bool) frag {
	switch s := s.(type) {
	case *ast.ExprStmt:
		r.unused, _ = ast.Unparen(s.X).(*ast.CallExpr)
		return r.val(s.X)
	case *ast.SendStmt:
		return r.cat(s.Pos(), "gocheckrt.SendTo(", r.val(s.Chan), ", "+r.site(s.Arrow, s.Chan)+").Send(", r.val(s.Value), ")")
	case *ast.IncDecStmt:
		return r.incDec(s, inList)
	case *ast.AssignStmt:
		return r.assign(s, inList)
	}
	return r.verbatim(s)
}

func (r *fileRewriter) labeled(s *ast.LabeledStmt) frag {
	inner, ok := s.Stmt.(*ast.RangeStmt)
	if !ok {
		return r.around(s, s.Stmt, r.stmt(s.Stmt))
	}
	label := r.info.Defs[s.Label]
	if !r.gotos[label] {
		// The label stays on the loop; what is evaluated before it stands before
		// the label.
		l := r.rangeStmt(inner)
		return r.cat(s.Pos(), l.wrap(r, s.Pos(), r.orig(s.Pos(), s.Stmt.Pos()).add(l.loop)))
	}
	// A goto must not jump into a block: the label stays outside, and the loop
	// gets another one for break and continue.
	name := r.fresh()
	r.relabelled[label] = name
	l := r.rangeStmt(inner)
	if r.branches[label] {
		l.loop = r.cat(inner.Pos(), name+": ", l.loop)
	}
	return r.cat(s.Pos(), r.orig(s.Pos(), s.Stmt.Pos()), l.wrap(r, inner.Pos(), l.loop))
}

// decl renders a declaration inside or outside of functions: the values of
// variables.
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
		subs = append(subs, r.vals(spec.Values)...)
	}
	return r.splice(d, subs...)
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
	if _, several := r.multi(s.Call); several && len(r.callee0(s.Call).first) > 0 {
		c := r.callee(s.Call.Fun, s.Call)
		t, _ := r.multi(s.Call)
		names := r.freshes(t.Len())
		list := commas(names)
		return r.cat(s.Pos(), "{ "+list+" := ", r.val(s.Call.Args[0]), "; defer ", c.fun, "(", join(r, s, c.first), ", "+list+") }")
	}
	r.deferred, r.unused = s.Call, s.Call
	return r.around(s, s.Call, r.val(s.Call))
}

// callee0 looks whether a call is intercepted without leaving sites behind.
func (r *fileRewriter) callee0(call *ast.CallExpr) callee {
	if tv := r.info.Types[call.Fun]; tv.IsType() || tv.IsBuiltin() {
		return callee{}
	}
	n, temps := len(r.unit.sites), r.temps
	c := r.callee(call.Fun, call)
	r.unit.sites, r.temps = r.unit.sites[:n], temps
	return c
}
