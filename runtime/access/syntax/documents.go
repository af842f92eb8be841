package syntax

import (
	"go/ast"
	"go/token"
	"reflect"

	rt "gocheck.dev/runtime"
)

// What package doc takes out of a tree unless it is told to preserve it.

// modes of package doc, which would be linked into every binary that has a tree.
const (
	allDecls    = 1
	preserveAST = 4
)

// Documents announces what doc.New accesses of a package.
func Documents[T, M any](pkg T, s rt.Site, mode M) T {
	if v := reflect.ValueOf(any(pkg)); !rt.Quiet() && v.Kind() == reflect.Pointer && !v.IsNil() {
		Reads(pkg, s)
		if files, ok := v.Elem().FieldByName("Files").Interface().(map[string]*ast.File); ok {
			for _, f := range files {
				takes(f, s, reflect.ValueOf(any(mode)).Int())
			}
		}
	}
	return pkg
}

// DocumentsFiles announces what doc.NewFromFiles accesses of files but for what it reads.
func DocumentsFiles[T any](set T, s rt.Site, files []*ast.File, options []any) T {
	if rt.Quiet() {
		return set
	}
	mode := int64(0)
	for _, o := range options {
		if v := reflect.ValueOf(o); v.IsValid() && v.Type().String() == "doc.Mode" {
			mode = v.Int()
		}
	}
	for _, f := range files {
		takes(f, s, mode)
	}
	return set
}

// takes announces what is written of a file; what is left of it is documented.
func takes(f *ast.File, s rt.Site, mode int64) {
	all := mode&allDecls != 0
	if !all {
		wrote(&f.Decls, s)
	}
	if mode&preserveAST != 0 {
		return
	}
	if f.Doc != nil {
		wrote(&f.Doc, s)
	}
	wrote(&f.Comments, s)
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			takesDecl(d, s, all)
		case *ast.FuncDecl:
			if !all && !d.Name.IsExported() {
				break
			}
			wrote(&d.Body, s)
			if d.Recv == nil {
				wrote(&d.Doc, s)
			}
		}
	}
}

func takesDecl(d *ast.GenDecl, s rt.Site, all bool) {
	some := false
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.ValueSpec:
			for _, name := range spec.Names {
				some = some || all || name.IsExported()
			}
		case *ast.TypeSpec:
			if all || spec.Name.IsExported() {
				wrote(&spec.Doc, s)
				some = some || !d.Lparen.IsValid() // otherwise each gets a declaration of its own
			}
		}
	}
	if some && d.Tok != token.IMPORT {
		wrote(&d.Doc, s)
	}
}
