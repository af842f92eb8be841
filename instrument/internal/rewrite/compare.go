package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"gocheck.dev/instrument/internal/typing"
)

// The compiler compares a small struct or array of plain words part by part, and stops at
// the first difference (walkCompare): what comes after it is not read. Others it reads as a
// whole, by a function for their type.

// mostParts are compared one by one.
const mostParts = 4

// comparesParts reports whether values of a type are.
func comparesParts(t types.Type, sizes types.Sizes) bool {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if u.NumFields() < 2 || u.NumFields() > mostParts {
			return false
		}
		for f := range u.Fields() {
			if !plainWord(f.Type()) {
				return false
			}
		}
		return true
	case *types.Array: // smaller elements are compared several at once
		return u.Len() > 1 && u.Len() <= mostParts && plainWord(u.Elem()) && sizes.Sizeof(u.Elem()) == sizes.Sizeof(types.Typ[types.Uintptr])
	}
	return false
}

func plainWord(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsInteger|types.IsBoolean|types.IsFloat) != 0 || u.Kind() == types.UnsafePointer
	case *types.Pointer, *types.Chan:
		return true
	}
	return false
}

// comparison renders x == y of such values if a variable among them may be shared.
func (r *fileRewriter) comparison(e *ast.BinaryExpr) (frag, bool) {
	if e.Op != token.EQL && e.Op != token.NEQ {
		return nil, false
	}
	if b, ok := types.Default(r.typeOf(e)).(*types.Basic); !ok || b.Kind() != types.Bool {
		return nil, false // a type of its own
	}
	t := r.typeOf(e.X)
	if typing.IsTypeParam(t) || typing.Parameterized(t) || !comparesParts(t, r.memory()) || !types.Identical(t, r.typeOf(e.Y)) || r.hasCall(e.X) || r.hasCall(e.Y) {
		return nil, false
	}
	shared := func(x ast.Expr) bool {
		x = ast.Unparen(x)
		return r.hoisted[x] == "" && r.addressable(x) && r.sharedLocation(x)
	}
	at := func(x ast.Expr) frag { x = ast.Unparen(x); return r.cat(x.Pos(), "&", r.addr(x)) }
	site := func(x ast.Expr) string { return r.site(x.Pos(), ast.Unparen(x)) }
	not := ""
	if e.Op == token.NEQ {
		not = "!"
	}
	switch x, y := shared(e.X), shared(e.Y); {
	case x && y:
		return r.cat(e.Pos(), not+r.helper("EqualParts")+"(", at(e.X), ", ", at(e.Y), ", "+site(e.X)+", "+site(e.Y)+")"), true
	case x:
		return r.cat(e.Pos(), not+r.helper("EqualTo")+"(", at(e.X), ", "+site(e.X)+", ", r.val(e.Y), ")"), true
	case y:
		return r.cat(e.Pos(), not+r.helper("EqualTo")+"(", at(e.Y), ", "+site(e.Y)+", ", r.val(e.X), ")"), true
	}
	return nil, false
}

// comparedTime renders a comparison of the clock, which tells the runtime when it comes to
// something else (sharing/compared.go).
func (r *fileRewriter) comparedTime(e ast.Expr) (frag, bool) {
	grows, ok := r.sharing.Compared(e)
	if !ok {
		return nil, false
	}
	way := ", " + strconv.FormatBool(grows) + ")"
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return r.cat(e.Pos(), "("+r.inLoops("Order")+"(", r.val(e.X), ", ", r.val(e.Y), way+" "+e.Op.String()+" 0)"), true
	case *ast.CallExpr:
		sel := ast.Unparen(e.Fun).(*ast.SelectorExpr)
		than := map[string]string{"Before": " < 0", "After": " > 0"}[sel.Sel.Name]
		return r.cat(e.Pos(), "("+r.inLoops("OrderTimes")+"(", r.val(sel.X), ", ", r.val(e.Args[0]), way+than+")"), true
	}
	return nil, false
}

// memory is that of the architecture for which the package is compiled.
func (r *fileRewriter) memory() typing.Memory {
	if s := r.unit.Pkg.TypesSizes; s != nil {
		return typing.Memory{Sizes: s}
	}
	return typing.Memory{Sizes: types.SizesFor("gc", "amd64")}
}
