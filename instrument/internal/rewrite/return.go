package rewrite

import (
	"go/ast"
	"go/types"
	"iter"

	"gocheck.dev/instrument/internal/sharing"
	"gocheck.dev/instrument/internal/typing"
)

// Results that have names are variables that the function's literals may keep.
// A return writes them; when the function has ended, after what it has deferred,
// they are read once more for the caller. Both are announced where another task
// may know the variable.

// results are the named results of a function of which some are shared.
type results struct {
	list     []*ast.Ident
	vars     []*types.Var // nil: _
	pointers []string     // to those that some return cannot name, as they are shadowed there; "": none
	late     string       // the variable with the site of the read, if what is deferred comes before it
}

// funcBody renders the body of a function of the given type.
func (r *fileRewriter) funcBody(t *ast.FuncType, body *ast.BlockStmt) frag {
	outer, results, loops := r.exit, r.results, r.loops
	defer func() { r.exit, r.results, r.loops = outer, results, loops }()
	r.loops = nil
	r.exit, r.results = r.namedResults(t), r.resultTypes(t)
	if r.exit == nil {
		return r.stmt(body)
	}
	deferred := false
	walkFunc(body, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.DeferStmt:
			deferred = true
		case *ast.RangeStmt: // the function that is ranged over goes on after a return
			_, over := typing.Under(r.typeOf(n.X)).(*types.Signature)
			deferred = deferred || over
		case *ast.ReturnStmt:
			for i, v := range r.exit.vars {
				if v != nil && r.sharing.Variable(v) && r.exit.pointers[i] == "" && !r.visible(v, n) {
					r.exit.pointers[i] = r.fresh()
				}
			}
		}
	})
	before := ""
	for i, id := range r.exit.list {
		if p := r.exit.pointers[i]; p != "" {
			before += p + " := &" + id.Name + "; "
		}
	}
	if deferred {
		r.exit.late = r.fresh()
		before += r.exit.late + " := " + r.site(body.Rbrace, r.exit.only(r.sharing)) + "; "
		for i := range r.exit.shared(r.sharing) {
			before += "defer " + r.helper("Leave") + "(&" + r.exit.list[i].Name + ", &" + r.exit.late + "); "
		}
	}
	f := r.stmt(body)
	if before == "" {
		return f
	}
	// Behind the brace, not around the body: there := may assign to a result.
	brace := r.offset(body.Lbrace)
	f[0].lo = brace + 1
	return r.cat(body.Pos(), frag{{lo: brace, hi: brace + 1}}, " "+before, f)
}

// resultTypes are the types of a function's results.
func (r *fileRewriter) resultTypes(t *ast.FuncType) (list []types.Type) {
	if t.Results != nil {
		for _, f := range t.Results.List {
			for range max(1, len(f.Names)) {
				list = append(list, r.typeOf(f.Type))
			}
		}
	}
	return list
}

// walkFunc visits what belongs to a function and not to a literal in it.
func walkFunc(body ast.Node, visit func(ast.Node)) {
	ast.Inspect(body, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		visit(n)
		return true
	})
}

// namedResults is nil if a function has none that are shared.
func (r *fileRewriter) namedResults(t *ast.FuncType) *results {
	if t.Results == nil {
		return nil
	}
	e := &results{}
	for _, f := range t.Results.List {
		for _, id := range f.Names {
			v, _ := r.info.Defs[id].(*types.Var)
			if id.Name == "_" {
				v = nil
			}
			e.list, e.vars, e.pointers = append(e.list, id), append(e.vars, v), append(e.pointers, "")
		}
	}
	for range e.shared(r.sharing) {
		return e
	}
	return nil
}

// returnStmt renders a return.
func (r *fileRewriter) returnStmt(s *ast.ReturnStmt) frag {
	e := r.exit
	p := r.plan(s.Results...)
	p.all = e != nil // results get their values one after the other
	if len(s.Results) == len(r.results) {
		for i, v := range s.Results {
			p.assigned(v, r.results[i])
		}
	} else if len(s.Results) > 0 {
		p.statement(s.Results[0])
	}
	hoisted := p.hoist()
	if e == nil {
		return r.before(s, hoisted, r.splice(s, r.vals(s.Results)...))
	}
	if len(s.Results) == 0 {
		return r.cat(s.Pos(), "{ "+r.leave(s)+"return }")
	}
	var values, sets frag
	names := make([]string, len(e.list))
	explicit := false // some result cannot be assigned to by its name
	for i, id := range e.list {
		v := e.vars[i]
		explicit = explicit || v == nil || !r.visible(v, s)
		if len(s.Results) == len(e.list) {
			x := s.Results[i]
			if r.same(id, x) {
				names[i] = id.Name
				continue // a variable that is assigned to itself is neither read nor written
			}
			names[i] = r.fresh()
			value := r.val(x)
			if t := r.typeOf(id); r.nameable(t, x) {
				value = r.cat(x.Pos(), "("+r.typeText(t, x)+")(", value, ")")
			}
			values = r.cat(x.Pos(), values, names[i]+" := ", value, "; ")
		} else {
			names[i] = r.fresh()
		}
		switch {
		case v == nil:
		case r.sharing.Variable(v):
			// It is this statement that writes, not the result's declaration.
			sets = r.cat(s.Pos(), sets, "gocheckrt.At("+e.address(i)+", "+r.site(s.Pos(), id)+").Set("+names[i]+"); ")
		case r.visible(v, s):
			sets = r.cat(s.Pos(), sets, id.Name+" = "+names[i]+"; ")
		}
	}
	if len(s.Results) != len(e.list) {
		values = r.cat(s.Pos(), commas(names)+" := ", r.val(s.Results[0]), "; ")
	}
	last := "return }"
	if explicit {
		last = "return " + commas(names) + " }"
	}
	return r.cat(s.Pos(), "{ ", hoisted, values, sets, r.leave(s)+last)
}

// leave announces that the results are read, or leaves word of where that comes of.
func (r *fileRewriter) leave(s *ast.ReturnStmt) string {
	if r.exit.late != "" {
		return r.exit.late + " = " + r.site(s.Pos(), r.exit.only(r.sharing)) + "; "
	}
	text := ""
	for i := range r.exit.shared(r.sharing) {
		text += r.helper("Get") + "(" + r.exit.address(i) + ", " + r.site(s.Pos(), r.exit.list[i]) + "); "
	}
	return text
}

// address is the location of a result where the function's body stands.
func (e *results) address(i int) string {
	if p := e.pointers[i]; p != "" {
		return p
	}
	return "&" + e.list[i].Name
}

// shared goes through those that other tasks may know.
func (e *results) shared(s *sharing.Analysis) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, v := range e.vars {
			if v != nil && s.Variable(v) && !yield(i) {
				return
			}
		}
	}
}

// only is the one that is shared, or nil: several have no name in common.
func (e *results) only(s *sharing.Analysis) (object ast.Node) {
	for i := range e.shared(s) {
		if object != nil {
			return nil
		}
		object = e.list[i]
	}
	return object
}

// same reports whether an expression is just the variable.
func (r *fileRewriter) same(id *ast.Ident, x ast.Expr) bool {
	use, ok := ast.Unparen(x).(*ast.Ident)
	return ok && use.Name != "_" && r.object(use) != nil && r.object(use) == r.object(id)
}
