package rewrite

import (
	"go/ast"
	"go/types"

	"gocheck.dev/instrument/internal/typing"
)

// Which values the compiler copies to memory at their turn depends on types, and on
// how large they are.

// boxed reports whether the conversion of e to an interface needs the value in
// memory: it is copied there, unless it is a variable. (dataWordFuncName)
func (p *plan) boxed(e ast.Expr) bool {
	t := types.Default(p.r.typeOf(e))
	if _, tuple := t.(*types.Tuple); tuple || types.IsInterface(t) || parameterized(t) || p.r.addressable(e) {
		return false
	}
	switch u := p.sole(t).(type) {
	case *types.Slice:
		return false
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return false
		}
	}
	size := p.sizes().Sizeof(t)
	return p.sizes().Alignof(t) != size || size != 2 && (size != 4 && size != 8 || pointers(t))
}

// sole is the only component of a struct or array, however deep.
func (p *plan) sole(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if u.NumFields() == 1 {
			return p.sole(u.Field(0).Type())
		}
	case *types.Array:
		if u.Len() == 1 {
			return p.sole(u.Elem())
		}
	}
	return t.Underlying()
}

func (p *plan) sizes() types.Sizes { return p.r.sizes() }

func (r *fileRewriter) sizes() types.Sizes {
	if s := r.unit.Pkg.TypesSizes; s != nil {
		return s
	}
	return types.SizesFor("gc", "amd64")
}

// direct reports whether values of a type are kept in an interface as they are.
func (p *plan) direct(t types.Type) bool {
	switch u := p.sole(t).(type) {
	case *types.Pointer, *types.Map, *types.Chan, *types.Signature:
		return true
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	}
	return false
}

func pointers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer || u.Info()&types.IsString != 0
	case *types.Array:
		return pointers(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if pointers(f.Type()) {
				return true
			}
		}
		return false
	}
	return true
}

// parameterized reports whether a type depends on type parameters.
func parameterized(t types.Type) bool {
	seen := make(map[types.Type]bool)
	var has func(t types.Type) bool
	has = func(t types.Type) bool {
		t = types.Unalias(t)
		if seen[t] {
			return false
		}
		seen[t] = true
		switch t := t.(type) {
		case *types.TypeParam:
			return true
		case *types.Named:
			for a := range t.TypeArgs().Types() {
				if has(a) {
					return true
				}
			}
		case *types.Pointer:
			return has(t.Elem())
		case *types.Slice:
			return has(t.Elem())
		case *types.Array:
			return has(t.Elem())
		case *types.Chan:
			return has(t.Elem())
		case *types.Map:
			return has(t.Key()) || has(t.Elem())
		case *types.Signature:
			for v := range t.Params().Variables() {
				if has(v.Type()) {
					return true
				}
			}
			for v := range t.Results().Variables() {
				if has(v.Type()) {
					return true
				}
			}
		case *types.Struct:
			for f := range t.Fields() {
				if has(f.Type()) {
					return true
				}
			}
		}
		return false
	}
	return has(t)
}

// stringOfBytes reports whether a key is string(b), or a literal that holds one.
func stringOfBytes(info *types.Info, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		if !info.Types[e.Fun].IsType() || len(e.Args) != 1 || info.Types[e].Value != nil || !typing.IsString(info.TypeOf(e)) {
			return false
		}
		s, ok := info.TypeOf(e.Args[0]).Underlying().(*types.Slice)
		if !ok {
			return false
		}
		b, ok := s.Elem().Underlying().(*types.Basic)
		return ok && b.Kind() == types.Uint8
	case *ast.CompositeLit:
		switch info.TypeOf(e).Underlying().(type) {
		case *types.Struct, *types.Array:
			for _, x := range e.Elts {
				if kv, ok := x.(*ast.KeyValueExpr); ok {
					x = kv.Value
				}
				if stringOfBytes(info, x) {
					return true
				}
			}
		}
	}
	return false
}

// simpleKey reports whether a key of a fast map is passed as it is.
func (p *plan) simpleKey(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Basic, *types.Pointer, *types.Chan:
		return true
	}
	return false
}

func (p *plan) fastKey(m *types.Map) bool {
	const largestElement = 128
	if parameterized(m.Elem()) || p.sizes().Sizeof(m.Elem()) > largestElement {
		return false
	}
	t := p.sole(m.Key())
	if b, ok := t.(*types.Basic); ok && b.Info()&types.IsString != 0 {
		return true
	}
	size := p.sizes().Sizeof(t)
	return (size == 4 || size == 8) && p.plainMemory(t)
}

// plainMemory reports whether values are equal if their bytes are.
func (p *plan) plainMemory(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsInteger|types.IsBoolean) != 0 || u.Kind() == types.UnsafePointer
	case *types.Pointer, *types.Chan:
		return true
	case *types.Array:
		return p.plainMemory(u.Elem())
	case *types.Struct:
		size := int64(0)
		for f := range u.Fields() {
			if f.Name() == "_" || !p.plainMemory(f.Type()) {
				return false
			}
			size += p.sizes().Sizeof(f.Type())
		}
		return size == p.sizes().Sizeof(u)
	}
	return false
}
