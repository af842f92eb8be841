package syntax

import (
	"go/ast"
	"reflect"
	"unsafe"

	rt "gocheck.dev/runtime"
)

// Reads announces reads of all of a tree: what printing it or writing its documentation reads.
func Reads[T any](tree T, s rt.Site) T {
	if !rt.Quiet() {
		r := reading{s, make(map[any]bool)}
		r.value(reflect.ValueOf(any(tree)))
	}
	return tree
}

// reading is a walk through a tree, which may be cyclic by its objects.
type reading struct {
	s    rt.Site
	seen map[any]bool
}

func (r reading) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		r.value(v.Elem())
	case reflect.Pointer:
		if v.IsNil() || v.Elem().Kind() != reflect.Struct || !ofTrees[v.Elem().Type().PkgPath()] || r.seen[v.Interface()] {
			return
		}
		r.seen[v.Interface()] = true
		rt.TouchValue(v.UnsafePointer(), v.Elem().Type(), r.s, false)
		for i := range v.Elem().NumField() {
			if f := v.Elem().Type().Field(i); f.IsExported() && !objects[f.Name] {
				r.value(v.Elem().Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			rt.TouchValue(v.Index(i).Addr().UnsafePointer(), v.Type().Elem(), r.s, false)
			r.value(v.Index(i))
		}
	case reflect.Map:
		rt.Touch(v.UnsafePointer(), r.s, false)
		for it := v.MapRange(); it.Next(); {
			if it.Value().Type().String() != "*ast.Object" {
				r.value(it.Value())
			}
		}
	}
}

// objects are the fields by which a tree is no tree.
var objects = map[string]bool{"Obj": true, "Scope": true, "Unresolved": true}

var ofTrees = map[string]bool{"go/ast": true, "go/printer": true}

// Exports announces what the functions that leave out all but what is exported access of a file or
// package.
func Exports[T any](tree T, s rt.Site) T {
	if !rt.Quiet() {
		filter{s, ast.IsExported}.tree(any(tree))
	}
	return tree
}

// Filters is Exports for functions that are given a function of the program's: what it says of
// names is not known yet, so only lists of declarations count.
func Filters[T any](tree T, s rt.Site) T {
	if !rt.Quiet() {
		filter{s, nil}.tree(any(tree))
	}
	return tree
}

// wrote announces the write of a variable.
func wrote[T any](p *T, s rt.Site) {
	rt.TouchValue(unsafe.Pointer(p), reflect.TypeFor[T](), s, true)
}

// A filter is a walk as that of go/ast.
type filter struct {
	s    rt.Site
	keep func(name string) bool
}

// list announces that a list is read, and what is kept of it written. It reports whether any is.
func list[E any](f filter, l *[]E, keep func(E) bool) bool {
	kept := 0
	for _, e := range rt.SliceR(*l, f.s) {
		if f.keep != nil && keep(e) {
			kept++
		}
	}
	rt.SliceW((*l)[:kept], f.s)
	wrote(l, f.s)
	return kept > 0
}

func (f filter) tree(tree any) {
	switch x := tree.(type) {
	case *ast.File:
		list(f, &x.Decls, f.decl)
		if f.keep == nil {
			for _, d := range x.Decls {
				f.decl(d)
			}
		}
	case ast.Decl:
		f.decl(x)
	default:
		if v := reflect.ValueOf(tree); v.IsValid() && v.Type().String() == "*ast.Package" && !v.IsNil() { // its type is deprecated
			files, _ := v.Elem().FieldByName("Files").Interface().(map[string]*ast.File)
			for _, file := range rt.MapR(files, f.s) {
				f.tree(file)
			}
		}
	}
}

func (f filter) decl(d ast.Decl) bool {
	switch d := d.(type) {
	case *ast.GenDecl:
		return list(f, &d.Specs, f.spec)
	case *ast.FuncDecl:
		rt.R(&d.Name, f.s)
		return f.ident(d.Name)
	}
	return false
}

func (f filter) ident(id *ast.Ident) bool {
	if id == nil {
		return false
	}
	rt.R(&id.Name, f.s)
	return f.keep != nil && f.keep(id.Name)
}

func (f filter) spec(spec ast.Spec) bool {
	switch x := spec.(type) {
	case *ast.ValueSpec:
		some := list(f, &x.Names, f.ident)
		wrote(&x.Values, f.s)
		if some {
			rt.R(&x.Type, f.s)
			f.typ(x.Type)
		}
		return some
	case *ast.TypeSpec:
		rt.R(&x.Name, f.s)
		if f.ident(x.Name) {
			rt.R(&x.Type, f.s)
			f.typ(x.Type)
			return true
		}
	}
	return false
}

// typ goes through the type of what is exported.
func (f filter) typ(t ast.Expr) {
	switch t := t.(type) {
	case *ast.StructType:
		f.fields(t.Fields, &t.Incomplete)
	case *ast.InterfaceType:
		f.fields(t.Methods, &t.Incomplete)
	case *ast.ParenExpr:
		f.typ(t.X)
	case *ast.ArrayType:
		f.typ(t.Elt)
	case *ast.MapType:
		f.typ(t.Key)
		f.typ(t.Value)
	case *ast.ChanType:
		f.typ(t.Value)
	case *ast.FuncType:
		for _, l := range []*ast.FieldList{t.Params, t.Results} {
			if l != nil {
				for _, p := range rt.SliceR(l.List, f.s) {
					f.typ(p.Type)
				}
			}
		}
	}
}

func (f filter) fields(l *ast.FieldList, incomplete *bool) {
	if l == nil {
		return
	}
	all := true
	list(f, &l.List, func(field *ast.Field) bool {
		kept := false
		if len(field.Names) == 0 {
			t := field.Type
			if star, ok := t.(*ast.StarExpr); ok {
				t = star.X
			}
			switch t := t.(type) {
			case *ast.Ident:
				kept = f.ident(t)
			case *ast.SelectorExpr:
				kept = f.ident(t.Sel)
			}
		} else {
			kept = list(f, &field.Names, func(id *ast.Ident) bool {
				one := f.ident(id)
				all = all && one
				return one
			})
		}
		if all = all && kept; kept {
			f.typ(field.Type)
		}
		return kept
	})
	if !all {
		wrote(incomplete, f.s)
	}
}
