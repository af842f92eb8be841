package instrument

import (
	"go/ast"
	"go/types"
	"strconv"
)

// under is the underlying type; for a type parameter the one that all types of
// its type set have in common, if there is one, else an interface.
func under(t types.Type) types.Type {
	t = types.Unalias(t)
	if !isTypeParam(t) {
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

// anyOf reports whether some type that t may be has a property.
func anyOf(t types.Type, is func(under types.Type) bool) bool {
	for _, u := range typeSet(t) {
		if is(u.Underlying()) {
			return true
		}
	}
	return false
}

// mixed reports whether t may be types of several kinds.
func mixed(t types.Type) bool {
	if !isTypeParam(t) {
		return false
	}
	_, ok := under(t).(*types.Interface)
	return ok && len(typeSet(t)) > 0
}

func hasSlices(t types.Type) bool {
	return anyOf(t, func(u types.Type) bool { _, ok := u.(*types.Slice); return ok })
}

// isString reports whether t is a string, or may be one: a type parameter of
// strings and byte slices.
func isString(t types.Type) bool {
	return anyOf(t, func(u types.Type) bool {
		b, ok := u.(*types.Basic)
		return ok && b.Info()&types.IsString != 0
	})
}

// conversion renders T(x). Making a string of bytes or runes, or an array of a
// slice, reads the elements.
func (r *fileRewriter) conversion(e *ast.CallExpr, to types.Type) frag {
	x := e.Args[0]
	from := r.typeOf(x)
	tv := r.info.Types[x]
	array := anyOf(to, func(u types.Type) bool { _, ok := u.(*types.Array); return ok })
	if tv.IsNil() || !hasSlices(from) || !array && !isString(to) || !r.sharing.contents(x) {
		return r.splice(e, r.vals(e.Args)...)
	}
	value, site := r.val(x), r.site(e.Pos(), x)
	_, slices := under(from).(*types.Slice)
	switch u, ok := under(to).(*types.Array); {
	case isTypeParam(to) || !slices:
		value = r.cat(x.Pos(), r.helper("ElementsOf")+"[", r.verbatim(ast.Unparen(e.Fun)), "](", value, ", "+site+")")
	case ok:
		value = r.cat(x.Pos(), r.helper("FirstElements")+"(", value, ", "+strconv.FormatInt(u.Len(), 10)+", "+site+")")
	default:
		value = r.cat(x.Pos(), r.helper("Elements")+"(", value, ", "+site+")")
	}
	return r.around(e, x, value)
}
