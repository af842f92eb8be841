package syntax

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"testing"
)

// TestPlaces: what the tables say is read of a node, in package ast's own source, is what its place
// depends on: with it changed the place is another one, with any other field it is the same.
func TestPlaces(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(build.Default.GOROOT, "src", "go", "ast", "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatal("no source of package ast: ", err)
	}
	kinds := make(map[reflect.Type]bool)
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if n != nil {
				kinds[reflect.TypeOf(n)] = true
				places := 0
				checkPlace(t, n, begins, false, n.Pos, &places)
				checkPlace(t, n, ends, true, n.End, &places)
				if places < 2 {
					t.Errorf("%T: no position is read", n)
				}
			}
			return true
		})
	}
	if len(kinds) < 45 {
		t.Errorf("only %d types of nodes", len(kinds))
	}
}

func checkPlace(t *testing.T, n ast.Node, table map[string][]string, last bool, get func() token.Pos, places *int) {
	read := make(map[uintptr]bool)
	place(reflect.ValueOf(n), table, last, func(v reflect.Value) { read[v.UnsafeAddr()] = true })
	change := func(f reflect.Value) bool {
		was := get()
		f.SetInt(f.Int() + 7)
		changed := get() != was
		f.SetInt(f.Int() - 7)
		return changed
	}
	position := reflect.TypeFor[token.Pos]()
	at := reflect.ValueOf(n)
	place(at, table, last, func(v reflect.Value) {
		if v.Type() == position && v.Int() != 0 {
			if *places++; !change(v) {
				t.Errorf("%T: a position is said to be read that does not count", n)
			}
		}
	})
	node := at.Elem()
	for i := range node.NumField() {
		f := node.Field(i)
		if f.Type() == position && f.Int() != 0 && !read[f.UnsafeAddr()] && change(f) {
			t.Errorf("%T: %s is read", n, node.Type().Field(i).Name)
		}
	}
}
