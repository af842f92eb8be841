package rewrite

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"gocheck.dev/instrument/internal/naming"
	"gocheck.dev/instrument/internal/typing"
)

// selectStmt renders a select as a switch over the index of the chosen case.
// Channels and values are evaluated in source order in the switch's init
// statement. The last case becomes the switch's default, so that a select
// whose cases all return stays a terminating statement.
func (r *fileRewriter) selectStmt(s *ast.SelectStmt) frag {
	if len(s.Body.List) == 0 {
		return r.cat(s.Pos(), "for { gocheckrt.BlockForever("+r.site(s.Pos(), nil)+") }")
	}
	var names []string
	var heads []frag
	hasDefault, last := false, -1
	for i, c := range s.Body.List {
		clause := c.(*ast.CommClause)
		if clause.Comm == nil {
			hasDefault, last = true, i
			continue
		}
		if !hasDefault {
			last = i
		}
		names = append(names, r.fresh())
		switch comm := clause.Comm.(type) {
		case *ast.SendStmt:
			heads = append(heads, r.cat(comm.Pos(), "gocheckrt.SendCase(", r.isolated(comm.Chan), ", "+r.site(comm.Arrow, comm.Chan)+").With(", r.isolated(comm.Value), ")"))
		default:
			recv := received(comm)
			heads = append(heads, r.cat(recv.Pos(), "gocheckrt.RecvCase(", r.isolated(recv.X), ", "+r.site(recv.Pos(), recv.X)+")"))
		}
	}
	head := "switch "
	if len(names) > 0 {
		head += commas(names) + " := "
	}
	f := r.cat(s.Pos(), head, join(r, s, heads))
	if len(names) > 0 {
		f = r.cat(s.Pos(), f, "; ")
	}
	args := r.headSite(s, s.Pos(), nil) + ", " + naming.Truth(hasDefault)
	for _, n := range names {
		args += ", " + n
	}
	f = r.cat(s.Pos(), f, "gocheckrt.Select("+args+") ")
	from, n := s.Body.Lbrace, 0
	for i, c := range s.Body.List {
		clause := c.(*ast.CommClause)
		label := fmt.Sprintf("case %d", n)
		if i == last {
			label = "default"
		}
		f = f.add(r.orig(from, clause.Case))
		f = r.cat(clause.Case, f, label+":")
		if clause.Comm != nil {
			f = f.add(r.commBody(clause, names[n]))
			n++
		}
		f = f.add(r.spliceRange(clause.Colon+1, clause.End(), r.stmts(clause.Body)...))
		from = clause.End()
	}
	return f.add(r.orig(from, s.End()))
}

// received is the receive of a communication clause.
func received(comm ast.Stmt) *ast.UnaryExpr {
	var e ast.Expr
	switch comm := comm.(type) {
	case *ast.ExprStmt:
		e = comm.X
	case *ast.AssignStmt:
		e = comm.Rhs[0]
	}
	return ast.Unparen(e).(*ast.UnaryExpr)
}

// commBody is what a receive clause does with the value, before its body.
func (r *fileRewriter) commBody(clause *ast.CommClause, name string) frag {
	a, ok := clause.Comm.(*ast.AssignStmt)
	if !ok {
		return nil
	}
	value := name + ".Value()"
	if len(a.Lhs) == 2 {
		value = name + ".Value2()"
	}
	if a.Tok == token.DEFINE {
		op := " = "
		for _, l := range a.Lhs {
			if !isBlank(l) {
				op = " := "
			}
		}
		return r.cat(a.Pos(), " ", r.orig(a.Lhs[0].Pos(), a.Lhs[len(a.Lhs)-1].End()), op+value+"; ")
	}
	names := r.freshes(len(a.Lhs))
	var stores frag
	for i, l := range a.Lhs {
		if isBlank(l) {
			names[i] = "_"
			continue
		}
		v := r.cat(l.Pos(), names[i])
		if i == 1 && typing.IsBool(r.typeOf(l)) && types.Unalias(r.typeOf(l)) != types.Typ[types.Bool] {
			v = r.cat(l.Pos(), v, " == ("+naming.Truth(true)+")") // untyped, as the receive's
		}
		stores = stores.add(r.store(l, v))
	}
	return r.cat(a.Pos(), " "+commas(names)+assignOp(names)+value+"; ", stores)
}

// store assigns v, a temporary, to l.
func (r *fileRewriter) store(l ast.Expr, v frag) frag {
	if isBlank(l) {
		return r.cat(l.Pos(), "_ = ", v, "; ")
	}
	p := r.plan(l)
	p.target(l)
	hoisted := p.hoist()
	places, set := r.place(l, v, true, nil)
	places = hoisted.add(places)
	if places == nil {
		return set
	}
	return r.cat(l.Pos(), "{ ", places, set, " }; ")
}

// A loop is a rendered range statement: the loop itself, to which a label may
// be attached, and what must be evaluated in a block around it.
type loop struct {
	before frag
	loop   frag
}

func (l loop) wrap(r *fileRewriter, at token.Pos, f frag) frag {
	if l.before == nil {
		return f
	}
	return r.cat(at, "{ ", l.before, f, " }")
}

func (r *fileRewriter) rangeStmt(s *ast.RangeStmt) loop {
	defer r.enterLoop(s, &forLoop{})()
	hoisted := r.ordered(s.X)
	l := r.rangeOver(s)
	l.before = hoisted.add(l.before)
	return l
}

func (r *fileRewriter) rangeOver(s *ast.RangeStmt) loop {
	if l, ok := r.sharing.Waits(s); ok && l.Counter != nil {
		return r.counted(s, l)
	}
	u := typing.Under(r.typeOf(s.X))
	if s.Value == nil && typing.HasConstantLen(r.info, s.X) {
		return r.rangePlain(s, r.verbatim(s.X)) // it is not evaluated
	}
	if p, ok := u.(*types.Pointer); ok && typing.IsArray(p.Elem()) {
		u = types.NewSlice(typing.Under(p.Elem()).(*types.Array).Elem()) // elements are read as the loop goes
	}
	switch u.(type) {
	case *types.Chan:
		return r.rangeChan(s)
	case *types.Map:
		return r.rangeMap(s)
	case *types.Slice:
		if s.Value != nil && !isBlank(s.Value) && r.sharing.Contents(s.X) {
			return r.rangeElements(s)
		}
	case *types.Array:
		if s.Value == nil { // nothing but the length is used
			return r.rangePlain(s, r.addr(s.X))
		}
	}
	return r.rangePlain(s, r.val(s.X))
}

// simpleTargets reports whether the loop's variables can stay as they are:
// they are new in each iteration, or nobody shares them.
func (r *fileRewriter) simpleTargets(s *ast.RangeStmt) bool {
	for _, l := range []ast.Expr{s.Key, s.Value} {
		if l == nil || isBlank(l) {
			continue
		}
		if s.Tok == token.DEFINE {
			v, _ := r.info.Defs[l.(*ast.Ident)].(*types.Var)
			if v != nil && !r.perIteration && r.sharing.Variable(v) {
				return false
			}
			continue
		}
		if r.announced(l) || r.target(l).changed() {
			return false
		}
	}
	return true
}

// rangePlain keeps the loop; variables whose writes must be announced are
// written at the start of the body.
func (r *fileRewriter) rangePlain(s *ast.RangeStmt, x frag) loop {
	if r.simpleTargets(s) {
		return loop{loop: r.splice(s, sub{s.X, x}, sub{s.Body, r.stmt(s.Body)})}
	}
	k, v := "_", "_"
	var stores frag
	if s.Key != nil && !isBlank(s.Key) {
		k = r.fresh()
		stores = r.store(s.Key, r.cat(s.Key.Pos(), k))
	}
	vars := k
	if s.Value != nil {
		if !isBlank(s.Value) {
			v = r.fresh()
			stores = stores.add(r.store(s.Value, r.cat(s.Value.Pos(), v)))
		}
		vars += ", " + v
	}
	var before frag
	if s.Tok == token.DEFINE { // the operand comes before the variables are in scope
		t := r.fresh()
		before = r.cat(s.X.Pos(), t+" := ", x, "; ", r.declare(s, t))
		x = r.cat(s.X.Pos(), t)
	}
	return loop{before, r.cat(s.Pos(), "for "+vars+" := range ", x, " { ", stores, r.stmt(s.Body), " }")}
}

// declare declares the loop variables of := before the loop: one variable for
// all iterations, as before Go 1.22. over names what the loop goes through.
func (r *fileRewriter) declare(s *ast.RangeStmt, over string) frag {
	if s.Tok != token.DEFINE {
		return nil
	}
	var f frag
	for i, l := range []ast.Expr{s.Key, s.Value} {
		if l == nil || isBlank(l) {
			continue
		}
		if zero := r.zeroOf(s, i, over); zero != "" && !r.nameable(r.typeOf(l), l) {
			f = f.add(r.cat(l.Pos(), r.verbatim(l), " := "+zero+"; "))
			continue
		}
		f = f.add(r.cat(l.Pos(), "var ", r.verbatim(l), " "+r.typeText(r.typeOf(l), l)+"; "))
	}
	return f
}

// zeroOf is an expression of the type of a loop's i-th variable, and of its zero
// value: the type may have no name here. It is empty for types that have one.
func (r *fileRewriter) zeroOf(s *ast.RangeStmt, i int, over string) string {
	switch typing.Under(r.typeOf(s.X)).(type) {
	case *types.Chan:
		return over + ".Value()"
	case *types.Map:
		return r.helper([]string{"ZeroKey", "ZeroValue"}[i]) + "(" + over + ")"
	case *types.Slice, *types.Array, *types.Pointer:
		if i == 1 {
			return r.helper("ZeroElement") + "(" + over + "[:])"
		}
	}
	return ""
}

// bind gives a loop's variable its value at the start of the body: a new
// variable for each iteration, or the one declared before the loop.
func (r *fileRewriter) bind(s *ast.RangeStmt, l ast.Expr, v frag) frag {
	if l == nil || isBlank(l) {
		return nil
	}
	if s.Tok == token.DEFINE && r.perIteration {
		return r.cat(l.Pos(), r.verbatim(l), " := ", v, "; ")
	}
	return r.store(l, v)
}

func (r *fileRewriter) outerVars(s *ast.RangeStmt, over string) frag {
	if r.perIteration {
		return nil
	}
	return r.declare(s, over)
}

func (r *fileRewriter) rangeChan(s *ast.RangeStmt) loop {
	it := r.fresh()
	over := r.cat(s.Pos(), it+" := gocheckrt.RangeOver(", r.val(s.X), ", "+r.headSite(s, s.Pos(), s.X)+"); ")
	if l, ok := r.sharing.Waits(s); ok {
		name, handle, round := r.rounds(s, l)
		return loop{over, r.cat(s.Pos(), "for "+name+" := "+handle+"; "+round+" && ("+it+".Next() || "+name+".Over()); ", r.stmt(s.Body))}
	}
	bind := r.bind(s, s.Key, r.cat(s.Pos(), it+".Value()"))
	if bind == nil {
		return loop{loop: r.cat(s.Pos(), "for ", over, it+".Next(); ", r.stmt(s.Body))}
	}
	body := r.cat(s.Pos(), "{ ", bind, r.stmt(s.Body), " }")
	if vars := r.outerVars(s, it); vars != nil {
		return loop{over.add(vars), r.cat(s.Pos(), "for "+it+".Next() ", body)}
	}
	return loop{loop: r.cat(s.Pos(), "for ", over, it+".Next(); ", body)}
}

// rangeElements reads each element when its iteration begins.
func (r *fileRewriter) rangeElements(s *ast.RangeStmt) loop {
	t, k := r.fresh(), r.fresh()
	before := r.cat(s.X.Pos(), t+" := ", r.val(s.X), "; ")
	elem := r.cat(s.X.Pos(), r.helper("Get")+"(&"+t+"["+k+"], "+r.site(s.X.Pos(), s.X)+")")
	body := r.bind(s, s.Key, r.cat(s.Pos(), k)).add(r.bind(s, s.Value, elem))
	return loop{before.add(r.outerVars(s, t)), r.cat(s.Pos(), "for "+k+" := range "+t+" { ", body, r.stmt(s.Body), " }")}
}

// rangeMap goes through a map in an order that is a function of its contents,
// not of the runtime's random seed; entries that are gone when their turn
// comes are left out, as the specification demands, and those that are added by
// then too, as it allows: so a loop without variables has its number of rounds.
func (r *fileRewriter) rangeMap(s *ast.RangeStmt) loop {
	m, k, v, ok := r.fresh(), r.fresh(), r.fresh(), r.fresh()
	before := r.cat(s.X.Pos(), m+" := ", r.val(s.X), "; ").add(r.outerVars(s, m))
	again, first := m, m
	if r.sharing.Contents(s.X) {
		again = "gocheckrt.MapR(" + m + ", " + r.site(s.X.Pos(), s.X) + ")"
		first = again
	}
	bind := r.bind(s, s.Key, r.cat(s.Pos(), k)).add(r.bind(s, s.Value, r.cat(s.Pos(), v)))
	if s.Value == nil || isBlank(s.Value) {
		v = "_"
	}
	gone := "continue"
	if t, isMap := typing.Under(r.typeOf(s.X)).(*types.Map); !isMap || irreflexive(t.Key()) {
		lost := r.fresh()
		before = r.cat(s.X.Pos(), before, lost+" := "+r.helper("LostEntries")+"("+m+"); ")
		gone = v + ", " + ok + " = " + lost + ".Next(" + m + ", " + k + "); if !" + ok + " { continue }"
	}
	through := func(keys string) string { return "for _, " + k + " := range " + r.helper(keys) + "(" + first + ") { " }
	head := ""
	switch {
	case r.Orderless[s] != "":
		head = through(r.Orderless[s])
	case r.adds(s):
		it := r.fresh()
		head = "for " + it + " := " + r.announcer("gocheckpart.Growing") + "(" + first + "); " + it + ".Next(); { " + k + " := " + it + ".Key(); "
	default:
		head = through("Keys")
	}
	return loop{before, r.cat(s.Pos(), head+v+", "+ok+" := "+again+"["+k+"]; if !"+ok+" { "+gone+" }; ", bind, r.stmt(s.Body), " }")}
}

// adds reports whether a loop over a map may add keys to it: it assigns to entries, and not only to
// that of its own key.
func (r *fileRewriter) adds(s *ast.RangeStmt) bool {
	over, found := types.ExprString(ast.Unparen(s.X)), false
	to := func(x ast.Expr) {
		if i, ok := ast.Unparen(x).(*ast.IndexExpr); ok && types.ExprString(ast.Unparen(i.X)) == over {
			key, _ := ast.Unparen(i.Index).(*ast.Ident)
			own, _ := s.Key.(*ast.Ident)
			found = found || key == nil || own == nil || r.info.ObjectOf(key) != r.info.ObjectOf(own)
		}
	}
	ast.Inspect(s.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				to(x)
			}
		case *ast.IncDecStmt:
			to(n.X)
		}
		return !found
	})
	return found
}

// irreflexive reports whether a value of the type may differ from itself: NaN.
func irreflexive(t types.Type) bool {
	return typing.Holds(t, func(t types.Type) (is, within bool) {
		switch u := t.Underlying().(type) { // of a type parameter an interface
		case *types.Basic:
			return u.Info()&(types.IsFloat|types.IsComplex) != 0, false
		case *types.Interface:
			return true, false
		}
		return false, true
	})
}

// headSite is the site of a receive, which may be the head of an event loop.
func (r *fileRewriter) headSite(head ast.Node, pos token.Pos, object ast.Node) string {
	s := r.site(pos, object)
	if r.heads[head] {
		r.unit.Sites[len(r.unit.Sites)-1] += "\tloop"
	}
	return s
}
