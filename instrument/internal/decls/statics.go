package decls

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"gocheck.dev/instrument/internal/sharing"
	"gocheck.dev/instrument/internal/typing"
)

// Statics are the places, as text, that hold pointers and slices whose memory Go's compiler lays
// out when it compiles the initialiser of a package variable (cmd/compile/internal/staticinit),
// where that makes a difference: a WaitGroup there belongs to no bubble of testing/synctest, and
// nothing there is ever collected. To be looked at when the initialiser has run.
//
// Such are literals with an address, those of slices, and what a function returns that consists of
// that alone and is inlined. Functions of other packages are not looked into.
func (u *Unit) Statics(in *types.Initializer) []string {
	if len(in.Lhs) != 1 || in.Lhs[0].Name() == "_" {
		return nil
	}
	s := statics{u: u, wards: u.mentions("runtime.SetFinalizer", nil) || u.mentions("runtime.AddCleanup", nil) || u.mentions("weak.Make", nil)}
	s.value(in.Rhs, in.Lhs[0].Name(), in.Lhs[0].Type(), nil)
	return s.places
}

type statics struct {
	u      *Unit
	wards  bool // the unit asks to be told when objects are gone
	places []string
	depth  int
}

// given are the arguments of the call that is looked into.
type given struct {
	args   map[types.Object]ast.Expr
	caller *given
}

// holds notes a place that leads to values of a type.
func (s *statics) holds(place string, t types.Type) {
	if s.wards || holdsGroup(t) {
		s.places = append(s.places, place)
	}
}

// value goes through what a place of a type is initialised with.
func (s *statics) value(e ast.Expr, place string, t types.Type, in *given) {
	e = ast.Unparen(e)
	info := s.u.Pkg.TypesInfo
	if id, ok := e.(*ast.Ident); ok && in != nil {
		if a := in.args[info.Uses[id]]; a != nil {
			s.value(a, place, t, in.caller)
		}
		return
	}
	switch e := e.(type) {
	case *ast.UnaryExpr:
		if lit, ok := ast.Unparen(e.X).(*ast.CompositeLit); ok && e.Op == token.AND {
			s.pointer(lit, info.TypeOf(lit), place, t, in)
		}
	case *ast.CompositeLit:
		if p := typing.Pointee(info.TypeOf(e)); p != nil { // of an element: &T{} without its type
			s.pointer(e, p, place, t, in)
		} else if !types.IsInterface(t) {
			s.literal(e, info.TypeOf(e), place, in)
		}
	case *ast.CallExpr:
		if info.Types[ast.Unparen(e.Fun)].IsType() {
			if len(e.Args) == 1 && (types.IsInterface(t) || types.Identical(typing.Under(info.TypeOf(e)), typing.Under(info.TypeOf(e.Args[0])))) {
				s.value(e.Args[0], place, t, in)
			}
			return
		}
		if result, inner := s.inlined(e, in); result != nil && s.depth < 5 {
			s.depth++
			s.value(result, place, t, inner)
			s.depth--
		}
	}
}

// pointer is that of a literal of type lit, whose address is taken.
func (s *statics) pointer(e *ast.CompositeLit, lit types.Type, place string, t types.Type, in *given) {
	if p := typing.Pointee(t); p != nil { // in a generic function lit says less
		s.holds(place, p)
	} else {
		s.holds(place, lit)
	}
	if !types.IsInterface(t) { // behind one, the type would have to be written
		s.literal(e, lit, "(*"+place+")", in)
	}
}

// literal goes through the elements of a literal.
func (s *statics) literal(e *ast.CompositeLit, lit types.Type, place string, in *given) {
	info := s.u.Pkg.TypesInfo
	elements := func(t types.Type) {
		if _, basic := typing.Under(t).(*types.Basic); basic { // a table may be long
			return
		}
		n := int64(0)
		for _, x := range e.Elts {
			if kv, ok := x.(*ast.KeyValueExpr); ok {
				v := info.Types[kv.Key].Value
				if v == nil {
					return
				}
				n, _ = constant.Int64Val(constant.ToInt(v))
				x = kv.Value
			}
			s.value(x, place+"["+strconv.FormatInt(n, 10)+"]", t, in)
			n++
		}
	}
	switch t := typing.Under(lit).(type) {
	case *types.Struct:
		for i, x := range e.Elts {
			if kv, ok := x.(*ast.KeyValueExpr); ok {
				name := kv.Key.(*ast.Ident).Name
				i = slices.IndexFunc(slices.Collect(t.Fields()), func(f *types.Var) bool { return f.Name() == name })
				x = kv.Value
			}
			if i >= 0 && i < t.NumFields() && t.Field(i).Name() != "_" {
				s.value(x, place+"."+t.Field(i).Name(), t.Field(i).Type(), in)
			}
		}
	case *types.Array:
		elements(t.Elem())
	case *types.Slice:
		if len(e.Elts) > 0 {
			s.holds(place, t.Elem())
			elements(t.Elem())
		}
	}
}

// mostNodes are those of an expression that a function surely is inlined with: the compiler's
// budget is 80, and no node costs it more than one here.
const mostNodes = 60

// inlined is what a call returns, if the function consists of that.
func (s *statics) inlined(call *ast.CallExpr, in *given) (ast.Expr, *given) {
	info := s.u.Pkg.TypesInfo
	var typ *ast.FuncType
	var body *ast.BlockStmt
	var recv *ast.FieldList
	args := slices.Clone(call.Args)
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.FuncLit:
		typ, body = fun.Type, fun.Body
	default:
		f, _ := typeutil.Callee(info, call).(*types.Func)
		if f == nil {
			return nil, nil
		}
		d := s.u.State.registry.Decls[f.Origin()]
		if d == nil || d.Doc != nil && slices.ContainsFunc(d.Doc.List, func(c *ast.Comment) bool { return strings.HasPrefix(c.Text, "//go:noinline") }) {
			return nil, nil
		}
		typ, body, recv = d.Type, d.Body, d.Recv
		if sel, ok := fun.(*ast.SelectorExpr); ok && recv != nil && info.Selections[sel] != nil && info.Selections[sel].Kind() == types.MethodVal {
			args = slices.Insert(args, 0, sel.X)
		}
	}
	if len(body.List) != 1 || typ.Results == nil || len(typ.Results.List) != 1 || len(typ.Results.List[0].Names) > 0 || call.Ellipsis.IsValid() {
		return nil, nil
	}
	ret, ok := body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 || slices.ContainsFunc(args, s.acts) {
		return nil, nil
	}
	inner := &given{make(map[types.Object]ast.Expr), in}
	i := 0
	for _, list := range []*ast.FieldList{recv, typ.Params} {
		if list == nil {
			continue
		}
		for _, f := range list.List {
			if _, variadic := f.Type.(*ast.Ellipsis); variadic {
				i = len(args)
				break
			}
			for _, name := range f.Names {
				if i < len(args) {
					inner.args[info.Defs[name]] = args[i]
				}
				i++
			}
			if len(f.Names) == 0 {
				i++
			}
		}
	}
	if !s.substitutes(ret.Results[0], inner.args) {
		return nil, nil
	}
	return ret.Results[0], inner
}

// substitutes reports whether the compiler puts arguments where a result has parameters: no
// parameter has its address taken, and one that stands for something that is made stands once.
func (s *statics) substitutes(result ast.Expr, args map[types.Object]ast.Expr) bool {
	info := s.u.Pkg.TypesInfo
	nodes, ok := 0, true
	times := make(map[types.Object]int)
	ast.Inspect(result, func(n ast.Node) bool {
		if n == nil {
			return true
		}
		nodes++
		switch n := n.(type) {
		case *ast.FuncLit:
			ok = false
		case *ast.UnaryExpr:
			if id, is := ast.Unparen(n.X).(*ast.Ident); is && n.Op == token.AND && args[info.Uses[id]] != nil {
				ok = false
			}
		case *ast.Ident:
			if a := args[info.Uses[n]]; a != nil {
				times[info.Uses[n]]++
				ok = ok && (times[info.Uses[n]] == 1 || !makes(a))
			}
		}
		return ok
	})
	return ok && nodes <= mostNodes
}

// makes reports whether an expression makes an object.
func makes(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.CompositeLit, *ast.CallExpr:
			found = true
		}
		return !found
	})
	return found
}

// acts reports whether the compiler takes an expression for one that has effects.
func (s *statics) acts(e ast.Expr) bool {
	info := s.u.Pkg.TypesInfo
	acts := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			acts = acts || !info.Types[ast.Unparen(n.Fun)].IsType() && info.Types[n].Value == nil && !s.quiet(n)
		case *ast.IndexExpr, *ast.SliceExpr, *ast.StarExpr, *ast.TypeAssertExpr, *ast.FuncLit:
			acts = true
		case *ast.SelectorExpr:
			sel := info.Selections[n]
			acts = acts || sel != nil && sel.Indirect()
		case *ast.UnaryExpr:
			acts = acts || n.Op == token.ARROW
		case *ast.BinaryExpr:
			acts = acts || (n.Op == token.QUO || n.Op == token.REM) && info.Types[n.Y].Value == nil
		}
		return !acts
	})
	return acts
}

// quiet reports whether a call is one of those built in that have no effects.
func (s *statics) quiet(call *ast.CallExpr) bool {
	info := s.u.Pkg.TypesInfo
	if !info.Types[ast.Unparen(call.Fun)].IsBuiltin() {
		return false
	}
	switch sharing.Builtin(ast.Unparen(call.Fun)) {
	case "len", "cap", "new", "complex", "real", "imag":
		return true
	case "make":
		_, slice := typing.Under(info.TypeOf(call)).(*types.Slice)
		return !slice && len(call.Args) == 1
	}
	return false
}

// holdsGroup reports whether values of a type have a WaitGroup in them.
func holdsGroup(t types.Type) bool {
	return typing.Holds(t, func(t types.Type) (is, within bool) {
		n, ok := types.Unalias(t).(*types.Named)
		return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync" && n.Obj().Name() == "WaitGroup", true
	})
}
