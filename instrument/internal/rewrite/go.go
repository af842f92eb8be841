package rewrite

import (
	"go/ast"
	"go/types"
	"strings"

	"gocheck.dev/instrument/internal/std"
	"gocheck.dev/instrument/internal/typing"
)

// goStmt renders go f(a, b): function and arguments are evaluated now, into
// temporaries, and the call happens in the new task.
func (r *fileRewriter) goStmt(s *ast.GoStmt) frag {
	p := r.plan(s.Call)
	p.statement(s.Call)
	hoisted := p.hoist()
	call := r.goCall(s)
	if loop := r.sharing.Errand(s); loop != nil {
		if name := r.waiting[loop.Pos()]; name != "" {
			call = r.cat(s.Pos(), name+".Errand(); ", call)
		}
	}
	if hoisted != nil {
		return r.before(s, hoisted, call)
	}
	return call
}

func (r *fileRewriter) goCall(s *ast.GoStmt) frag {
	call := s.Call
	var names []string
	var list []frag
	hoist := func(f frag) frag {
		n := r.fresh()
		names, list = append(names, n), append(list, f)
		return r.cat(call.Pos(), n)
	}

	var body frag
	bound := false // the first of the names is a method of a receiver
	tv := r.info.Types[call.Fun]
	builtin := tv.IsBuiltin()
	c := callee{fun: r.verbatim(call.Fun)}
	if !builtin && !tv.IsType() {
		c = r.callee(call.Fun, call)
	}
	lit, literal := ast.Unparen(call.Fun).(*ast.FuncLit)
	if !literal || len(call.Args) > 0 || lit.Type.Results != nil {
		r.marksGo(call)
	}
	switch {
	case literal && len(call.Args) == 0 && lit.Type.Results == nil:
		return r.cat(s.Pos(), "gocheckrt.Go("+r.site(s.Pos(), call)+", ", r.capturing(lit, c.fun, r.captures().Literal(lit)), ")")
	case builtin && r.text(ast.Unparen(call.Fun)) == "close":
		ch := hoist(r.val(call.Args[0]))
		body = r.cat(call.Pos(), "gocheckrt.Close(", ch, ", "+r.site(call.Pos(), call.Args[0])+")")
		return r.spawn(s, names, list, body, names)
	case builtin && accessors[r.text(ast.Unparen(call.Fun))]:
		return r.goBuiltin(s, r.text(ast.Unparen(call.Fun)))
	case builtin, literal, r.inline(call.Fun) && len(c.first) == 0:
		body = c.fun
	case len(c.first) > 0:
		body = r.cat(call.Pos(), c.fun, "(")
		if len(c.first) == 2 {
			body = r.cat(call.Pos(), body, hoist(c.first[0]), ", ", c.first[1])
		} else {
			body = body.add(c.first[0])
		}
	default:
		if r.calledFunc(call.Fun) == nil && typing.IsThunk(r.typeOf(call.Fun)) {
			c.fun = r.cat(call.Pos(), "gocheckrt.Startable(", c.fun, ", "+r.site(s.Pos(), call)+")")
		}
		body = hoist(c.fun)
		bound = r.captures().Bound(call.Fun)
	}
	if len(c.first) == 0 {
		body = r.cat(call.Pos(), body, "(")
	} else if len(call.Args) > 0 {
		body = r.cat(call.Pos(), body, ", ")
	}
	if t, ok := r.multi(call); ok { // go f(g()): as many temporaries as g has results
		more := r.freshes(t.Len())
		before := r.cat(s.Pos(), commas(more)+" := ", r.val(call.Args[0]), "; ")
		of := r.refersTo(call, names, bound, more)
		f := r.spawn(s, names, list, r.cat(call.Pos(), body, commas(more)+")"), of)
		if len(names) > 0 { // the function comes first
			first := r.cat(s.Pos(), commas(names)+" := ", join(r, s, list), "; ")
			return r.cat(s.Pos(), "{ ", first, before, r.spawnCall(s, r.cat(call.Pos(), body, commas(more)+")"), of), " }")
		}
		return r.cat(s.Pos(), "{ ", before, f, " }")
	}
	for i, a := range call.Args {
		if i > 0 {
			body = r.cat(a.Pos(), body, ", ")
		}
		if c, ok := ast.Unparen(a).(*ast.CallExpr); ok && r.info.Types[c.Fun].IsType() && typing.IsUnsafePointer(r.typeOf(c.Args[0])) {
			body = body.add(r.around(a, c.Args[0], hoist(r.numbered(c)))) // what it points to is kept
		} else if r.inline(a) || r.info.Types[a].IsType() {
			body = body.add(r.val(a))
		} else {
			body = body.add(hoist(r.typed(a, r.val(a))))
		}
	}
	if call.Ellipsis.IsValid() {
		body = r.cat(call.Pos(), body, "...")
	}
	return r.spawn(s, names, list, r.cat(call.Rparen, body, ")"), r.refersTo(call, names, bound, nil))
}

// markGo is what the site of a go statement says whose function is called by a literal of
// the rewriter's: with the function's name, if it has one.
const markGo = "\tgo"

// marksGo notes the function of a go statement, as the runtime calls it.
func (r *fileRewriter) marksGo(call *ast.CallExpr) {
	r.Marks[call] = markGo
	f := r.calledFunc(call.Fun)
	if f == nil || f.Pkg() == nil {
		return
	}
	name := f.Name()
	if recv := f.Signature().Recv(); recv != nil {
		t := types.Unalias(recv.Type())
		if types.IsInterface(t) {
			return
		}
		of := std.ReceiverName(t)
		if typing.IsPointer(t) {
			of = "(*" + of + ")"
		}
		name = of + "." + name
	}
	r.Marks[call] += " " + f.Pkg().Path() + "." + name
}

// accessors are the builtins that access what their operands refer to.
var accessors = map[string]bool{"copy": true, "delete": true, "clear": true}

// goBuiltin renders go copy(a, b), and the like: the accesses are the new task's.
func (r *fileRewriter) goBuiltin(s *ast.GoStmt, name string) frag {
	call := s.Call
	if t, ok := r.multi(call); ok {
		names := r.freshes(t.Len())
		operands := make([]frag, len(names))
		for i, n := range names {
			operands[i] = r.cat(call.Pos(), n)
		}
		body := r.builtinOf(call, name, operands, t.At(0).Type(), t.At(t.Len()-1).Type())
		return r.spawn(s, names, []frag{r.val(call.Args[0])}, body, nil)
	}
	var names []string
	var list, operands []frag
	for _, a := range call.Args {
		if r.inline(a) {
			operands = append(operands, r.val(a))
			continue
		}
		n := r.fresh()
		names, list = append(names, n), append(list, r.typed(a, r.val(a)))
		operands = append(operands, r.cat(a.Pos(), n))
	}
	last := call.Args[len(call.Args)-1]
	return r.spawn(s, names, list, r.builtinOf(call, name, operands, r.typeOf(call.Args[0]), r.typeOf(last)), nil)
}

// spawn renders a go statement, of the names that stand for these and a body, which refers to what
// the expressions of say; nil: that is not known.
func (r *fileRewriter) spawn(s *ast.GoStmt, names []string, list []frag, body frag, of []string) frag {
	if len(names) == 0 {
		return r.spawnCall(s, body, of)
	}
	return r.cat(s.Pos(), "{ "+strings.Join(names, ", ")+" := ", join(r, s, list), "; ", r.spawnCall(s, body, of), " }")
}

func (r *fileRewriter) spawnCall(s *ast.GoStmt, body frag, of []string) frag {
	f := r.capturing(s, r.cat(s.Pos(), "func() { ", body, " }"), of)
	return r.cat(s.Pos(), "gocheckrt.Go("+r.site(s.Pos(), s.Call)+", ", f, ")")
}
