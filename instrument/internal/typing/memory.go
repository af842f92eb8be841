package typing

import (
	"go/ast"
	"go/types"
)

// Memory says which values the compiler copies to memory at their turn. That depends on their
// types, and on how large they are.
type Memory struct{ types.Sizes }

// Boxed reports whether the conversion of a value of type t, which is no variable, to an
// interface needs the value in memory: it is copied there. (dataWordFuncName)
func (m Memory) Boxed(t types.Type) bool {
	t = types.Default(t)
	if _, tuple := t.(*types.Tuple); tuple || types.IsInterface(t) || Parameterized(t) {
		return false
	}
	switch u := sole(t).(type) {
	case *types.Slice:
		return false
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return false
		}
	}
	size := m.Sizeof(t)
	return m.Alignof(t) != size || size != 2 && (size != 4 && size != 8 || pointers(t))
}

// sole is the only component of a struct or array, however deep.
func sole(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if u.NumFields() == 1 {
			return sole(u.Field(0).Type())
		}
	case *types.Array:
		if u.Len() == 1 {
			return sole(u.Elem())
		}
	}
	return t.Underlying()
}

// Direct reports whether values of a type are kept in an interface as they are.
func Direct(t types.Type) bool {
	switch u := sole(t).(type) {
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

// Parameterized reports whether a type depends on type parameters.
func Parameterized(t types.Type) bool {
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

// StringOfBytes reports whether a key is string(b), or a literal that holds one.
func StringOfBytes(info *types.Info, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		if !info.Types[e.Fun].IsType() || len(e.Args) != 1 || info.Types[e].Value != nil || !IsString(info.TypeOf(e)) {
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
				if StringOfBytes(info, x) {
					return true
				}
			}
		}
	}
	return false
}

// SimpleKey reports whether a key of a fast map is passed as it is.
func SimpleKey(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Basic, *types.Pointer, *types.Chan:
		return true
	}
	return false
}

// FastKey reports whether the Go runtime has functions of their own for maps of a type.
func (m Memory) FastKey(of *types.Map) bool {
	const largestElement = 128
	if Parameterized(of.Elem()) || m.Sizeof(of.Elem()) > largestElement {
		return false
	}
	t := sole(of.Key())
	if b, ok := t.(*types.Basic); ok && b.Info()&types.IsString != 0 {
		return true
	}
	size := m.Sizeof(t)
	return (size == 4 || size == 8) && m.plain(t)
}

// plain reports whether values are equal if their bytes are.
func (m Memory) plain(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsInteger|types.IsBoolean) != 0 || u.Kind() == types.UnsafePointer
	case *types.Pointer, *types.Chan:
		return true
	case *types.Array:
		return m.plain(u.Elem())
	case *types.Struct:
		size := int64(0)
		for f := range u.Fields() {
			if f.Name() == "_" || !m.plain(f.Type()) {
				return false
			}
			size += m.Sizeof(f.Type())
		}
		return size == m.Sizeof(u)
	}
	return false
}

// Sortable reports whether package access can sort keys of the type.
func Sortable(t types.Type) bool {
	switch u := t.Underlying().(type) { // of a type parameter an interface
	case *types.Basic:
		return u.Kind() != types.UnsafePointer
	case *types.Array:
		return Sortable(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !Sortable(f.Type()) {
				return false
			}
		}
		return true
	}
	return false
}
