package typing

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// IsPointer reports whether t is a pointer type.
func IsPointer(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Pointer)
	return ok
}

// IsUnsafePointer reports whether t is unsafe.Pointer, or a type made of it.
func IsUnsafePointer(t types.Type) bool {
	b, ok := Under(t).(*types.Basic)
	return ok && b.Kind() == types.UnsafePointer
}

// Under is the underlying type; for a type parameter the one that all types of
// its type set have in common, if there is one, else an interface.
func Under(t types.Type) types.Type {
	t = types.Unalias(t)
	if !IsTypeParam(t) {
		return t.Underlying()
	}
	var u types.Type
	for _, term := range typeSet(t) {
		v := term.Underlying()
		switch {
		case u == nil || types.Identical(u, v):
			u = v
			continue
		}
		a, ok := u.(*types.Chan)
		b, ok2 := v.(*types.Chan)
		if !ok || !ok2 || !types.Identical(a.Elem(), b.Elem()) {
			return t.Underlying()
		}
		if a.Dir() == types.SendRecv { // what all can do is decided by the compiler
			u = b
		}
	}
	if u == nil {
		return t.Underlying()
	}
	return u
}

// typeSet lists the types that a type parameter may be (of each ~T only T), none
// if that may be any. Of other types it is the type.
func typeSet(t types.Type) []types.Type {
	t = types.Unalias(t)
	tp, ok := t.(*types.TypeParam)
	if !ok {
		return []types.Type{t}
	}
	terms, _ := interfaceTerms(tp.Constraint().Underlying().(*types.Interface))
	list := make([]types.Type, len(terms))
	for i, term := range terms {
		list[i] = term.Type()
	}
	return list
}

// interfaceTerms are the terms of an interface's type set; it reports false if
// there is no restriction.
func interfaceTerms(i *types.Interface) (all []*types.Term, restricted bool) {
	for e := range i.EmbeddedTypes() {
		var terms []*types.Term
		ok := true
		switch e := types.Unalias(e).(type) {
		case *types.Union:
			terms, ok = unionTerms(e)
		default:
			if j, isInterface := e.Underlying().(*types.Interface); isInterface {
				terms, ok = interfaceTerms(j)
			} else {
				terms = []*types.Term{types.NewTerm(false, e)}
			}
		}
		switch {
		case !ok:
		case !restricted:
			all, restricted = terms, true
		default:
			all = both(all, terms)
		}
	}
	return all, restricted
}

func unionTerms(u *types.Union) (all []*types.Term, restricted bool) {
	for term := range u.Terms() {
		if j, ok := term.Type().Underlying().(*types.Interface); ok {
			terms, ok := interfaceTerms(j)
			if !ok {
				return nil, false
			}
			all = append(all, terms...)
			continue
		}
		all = append(all, term)
	}
	return all, true
}

// both are the terms that two lists have in common.
func both(a, b []*types.Term) (list []*types.Term) {
	for _, x := range a {
		for _, y := range b {
			switch {
			case types.Identical(x.Type(), y.Type()):
				list = append(list, types.NewTerm(x.Tilde() && y.Tilde(), x.Type()))
			case x.Tilde() && types.Identical(x.Type(), y.Type().Underlying()):
				list = append(list, y)
			case y.Tilde() && types.Identical(y.Type(), x.Type().Underlying()):
				list = append(list, x)
			}
		}
	}
	return list
}

// AnyOf reports whether some type that t may be has a property.
func AnyOf(t types.Type, is func(under types.Type) bool) bool {
	for _, u := range typeSet(t) {
		if is(u.Underlying()) {
			return true
		}
	}
	return false
}

// Mixed reports whether t may be types of several kinds.
func Mixed(t types.Type) bool {
	if !IsTypeParam(t) {
		return false
	}
	_, ok := Under(t).(*types.Interface)
	return ok && len(typeSet(t)) > 0
}

// HasSlices reports whether t is a slice, or may be one.
func HasSlices(t types.Type) bool {
	return AnyOf(t, func(u types.Type) bool { _, ok := u.(*types.Slice); return ok })
}

// IsString reports whether t is a string, or may be one: a type parameter of
// strings and byte slices.
func IsString(t types.Type) bool {
	return AnyOf(t, func(u types.Type) bool {
		b, ok := u.(*types.Basic)
		return ok && b.Info()&types.IsString != 0
	})
}

// IsBool reports whether t is a boolean type.
func IsBool(t types.Type) bool {
	b, ok := Under(t).(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// IsSync reports whether t is a type of sync or sync/atomic: its variables are
// accessed by their methods only.
func IsSync(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	if _, iface := n.Underlying().(*types.Interface); iface {
		return false
	}
	path := n.Obj().Pkg().Path()
	return path == "sync" || path == "sync/atomic"
}

// IsArray reports whether t is an array.
func IsArray(t types.Type) bool {
	_, ok := Under(t).(*types.Array)
	return ok
}

// HasArrays reports whether t is an array, or may be one.
func HasArrays(t types.Type) bool {
	return AnyOf(t, func(u types.Type) bool { _, ok := u.(*types.Array); return ok })
}

// Pointee is the element type of a pointer type, else nil.
func Pointee(t types.Type) types.Type {
	if p, ok := Under(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return nil
}

// IsTypeParam reports whether t is a type parameter.
func IsTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// FuncName is what a function is named by, without explicit type arguments.
func FuncName(fun ast.Expr) ast.Expr {
	switch x := ast.Unparen(fun).(type) {
	case *ast.IndexExpr:
		return ast.Unparen(x.X)
	case *ast.IndexListExpr:
		return ast.Unparen(x.X)
	}
	return ast.Unparen(fun)
}

// Called is the declared function or method that a call's function expression names, else nil.
func Called(info *types.Info, fun ast.Expr) *types.Func {
	switch e := FuncName(fun).(type) {
	case *ast.Ident:
		f, _ := info.Uses[e].(*types.Func)
		return f
	case *ast.SelectorExpr:
		f, _ := info.Uses[e.Sel].(*types.Func)
		return f
	}
	return nil
}

// IsInterface reports whether t is an interface or a type parameter: what a
// method of an interface is called on.
func IsInterface(t types.Type) bool { return types.IsInterface(t) }

// NamedOf is the declared type that t is or points to, else nil.
func NamedOf(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}

// ByValue reports whether a method's receiver is a value: that of a
// reflect.Value is.
func ByValue(f *types.Func) bool {
	t := f.Signature().Recv().Type()
	return !types.IsInterface(t) && Pointee(t) == nil
}

// IsThunk reports whether values of t are functions without parameters and results. The compiler
// starts such a value as it is, and any other in a function of its own.
func IsThunk(t types.Type) bool {
	sig, ok := Under(t).(*types.Signature)
	return ok && sig.Params().Len()+sig.Results().Len() == 0
}

// HasConstantLen reports whether len(e) is a constant by e's type: an array or a pointer to one,
// without calls and receives.
func HasConstantLen(info *types.Info, e ast.Expr) bool {
	t := Under(info.TypeOf(e))
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	constant := IsArray(t)
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			constant = constant && (info.Types[n.Fun].IsType() || info.Types[n].Value != nil)
		case *ast.UnaryExpr:
			constant = constant && n.Op != token.ARROW
		}
		return constant
	})
	return constant
}

// Holds reports whether a value of the type is, or has among its fields and elements of arrays, one
// of a type of which is is true; within says whether to look into others.
func Holds(t types.Type, look func(types.Type) (is, within bool)) bool {
	if is, within := look(t); is || !within {
		return is
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return Holds(u.Elem(), look)
	case *types.Struct:
		for f := range u.Fields() {
			if Holds(f.Type(), look) {
				return true
			}
		}
	}
	return false
}

// ConstantText is the text of an expression that is a constant string.
func ConstantText(info *types.Info, e ast.Expr) (text string, ok bool) {
	v := info.Types[e].Value
	if v == nil || v.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(v), true
}
