package syntax

import (
	"go/ast"
	"go/token"
	"iter"
	"reflect"

	rt "gocheck.dev/runtime"
)

// Inspects is the function that ast.Inspect is given: it announces what Inspect reads of a node
// below which it goes on.
func Inspects(f func(ast.Node) bool, s rt.Site) func(ast.Node) bool {
	return func(n ast.Node) bool {
		on := f(n)
		if on {
			reads(n, s)
		}
		return on
	}
}

// Walks is the visitor that ast.Walk is given, which does likewise.
func Walks(v ast.Visitor, s rt.Site) ast.Visitor { return visitor{v, s} }

type visitor struct {
	ast.Visitor
	s rt.Site
}

// Visit calls the program's visitor, and announces what is read below a node.
func (v visitor) Visit(n ast.Node) ast.Visitor {
	w := v.Visitor.Visit(n)
	if w == nil {
		return nil
	}
	reads(n, v.s)
	return visitor{w, v.s}
}

// Preorder is ast.Preorder.
func Preorder(s rt.Site, root ast.Node) iter.Seq[ast.Node] {
	return func(yield func(ast.Node) bool) {
		ok := true
		ast.Inspect(root, Inspects(func(n ast.Node) bool {
			ok = ok && (n == nil || yield(n))
			return ok
		}, s))
	}
}

// reads announces reads of the fields of a node that lead to others.
func reads(n ast.Node, s rt.Site) {
	v := reflect.ValueOf(n)
	if rt.Quiet() || v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return
	}
	node := v.Elem()
	for i := range node.NumField() {
		f, in := node.Field(i), node.Type().Field(i)
		switch t := in.Type; {
		case in.Name == "Obj" || in.Name == "Scope" || in.Name == "Unresolved" || in.Name == "Imports" || in.Name == "Comments":
		case t.Kind() == reflect.Pointer, t.Kind() == reflect.Interface:
			rt.TouchValue(f.Addr().UnsafePointer(), t, s, false)
		case t.Kind() == reflect.Slice:
			rt.TouchValue(f.Addr().UnsafePointer(), t, s, false)
			for j := range f.Len() {
				rt.TouchValue(f.Index(j).Addr().UnsafePointer(), t.Elem(), s, false)
			}
		}
	}
}

// SortsImports announces what ast.SortImports looks at: declarations to the first that is no
// import.
func SortsImports[T any](tree T, s rt.Site) T {
	f, _ := any(tree).(*ast.File)
	if rt.Quiet() || f == nil {
		return tree
	}
	rt.R(&f.Decls, s)
	for i, d := range f.Decls {
		rt.R(&f.Decls[i], s)
		if d, ok := d.(*ast.GenDecl); !ok || d.Tok != token.IMPORT {
			break
		}
	}
	return tree
}
