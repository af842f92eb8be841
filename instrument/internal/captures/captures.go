package captures

import (
	"go/ast"
	"go/types"
	"strings"

	"gocheck.dev/instrument/internal/sharing"
	"gocheck.dev/instrument/internal/typing"
)

// Finder looks at the code of one unit.
type Finder struct {
	Pkg     *types.Package
	Info    *types.Info
	Sharing *sharing.Analysis
}

// Types are the type parameters that are in scope at a node, as expressions of their types. ok is
// false if one of them cannot be named there.
func (f Finder) Types(at ast.Node) (of []string, ok bool) {
	inner := f.Pkg.Scope().Innermost(at.Pos())
	for s := inner; s != nil && s != types.Universe; s = s.Parent() {
		for _, name := range s.Names() {
			t, is := s.Lookup(name).(*types.TypeName)
			if !is || t.IsAlias() {
				continue
			}
			if _, is := t.Type().(*types.TypeParam); !is {
				continue
			}
			if _, visible := inner.LookupParent(name, at.Pos()); visible != t {
				return nil, false
			}
			of = append(of, "(*"+name+")(nil)")
		}
	}
	return of, inner != nil
}

// Held are further arguments, after another one: these expressions, as the runtime takes them.
func Held(of []string) string {
	var held strings.Builder
	for _, e := range of {
		held.WriteString(", gocheckrt.Held(" + e + ")")
	}
	return held.String()
}

// Literal is what a function literal refers to, as expressions: a variable that does not change,
// the address of another one. It is not nil.
func (f Finder) Literal(lit *ast.FuncLit) []string {
	of := []string{}
	known := map[*types.Var]bool{}
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		v, ok := f.Info.Uses[id].(*types.Var)
		if !ok || v.IsField() || known[v] || global(v) || lit.Pos() <= v.Pos() && v.Pos() < lit.End() {
			return true
		}
		known[v] = true
		if f.Sharing.Constant(v) {
			of = append(of, v.Name())
		} else {
			of = append(of, "&"+v.Name())
		}
		return true
	})
	return of
}

func global(v *types.Var) bool { return v.Pkg() == nil || v.Parent() == v.Pkg().Scope() }

// Bound reports whether a called function is a method of a receiver.
func (f Finder) Bound(fun ast.Expr) bool {
	sel, _ := ast.Unparen(fun).(*ast.SelectorExpr)
	return sel != nil && f.Info.Selections[sel] != nil && f.Info.Selections[sel].Kind() == types.MethodVal
}

// Receiver is what a method that is Bound refers to, as an expression. ok is false if that cannot
// be said: of the receivers, variables are known.
func (f Finder) Receiver(fun ast.Expr) (of string, ok bool) {
	sel := ast.Unparen(fun).(*ast.SelectorExpr)
	selection := f.Info.Selections[sel]
	id, _ := ast.Unparen(sel.X).(*ast.Ident)
	if id == nil || len(selection.Index()) != 1 {
		return "", false
	}
	v, _ := f.Info.Uses[id].(*types.Var)
	if v == nil {
		return "", false
	}
	_, byPointer := types.Unalias(selection.Obj().(*types.Func).Signature().Recv().Type()).(*types.Pointer)
	isPointer := typing.Pointee(v.Type()) != nil
	switch {
	case byPointer && !isPointer:
		return "&" + id.Name, true
	case byPointer == isPointer && !global(v) && f.Sharing.Constant(v):
		return id.Name, true
	}
	return "", false
}

// Call is what the call of a go statement refers to, as expressions: temporaries of the statement,
// of which the first is a method of a receiver if bound, and what before names, temporaries made
// before the statement for these expressions. nil: that cannot be said.
func (f Finder) Call(call *ast.CallExpr, names []string, bound bool, before func(ast.Expr) string) []string {
	of := []string{}
	if bound {
		receiver, ok := f.Receiver(call.Fun)
		if !ok {
			return nil
		}
		names, of = names[1:], append(of, receiver)
	}
	of = append(of, names...)
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		of = append(of, f.Literal(lit)...)
	}
	for _, e := range append([]ast.Expr{call.Fun}, call.Args...) {
		switch name := before(e); {
		case strings.Contains(name, ","): // of several
			return nil
		case name != "":
			of = append(of, name)
		}
	}
	return of
}
