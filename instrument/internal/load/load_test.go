package load

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"
)

// TestKeepsT: a T that anybody else may come by, or that is used by a function which
// somebody may call later, is a new one in each execution.
func TestKeepsT(t *testing.T) {
	for _, c := range []struct {
		text  string
		keeps bool
	}{
		{`func TestX(*testing.T) { f() }`, true},
		{`func TestX(_ *testing.T) { f() }`, true},
		{`func TestX(t *testing.T) { f() }`, true},
		{`func TestX(t *testing.T) { go func() { f() }(); t.Helper(); if t.Failed() { t.Fatalf("x %d", 1) } }`, true},
		{`func TestX(t *testing.T) { defer t.Log("over"); func() { f() }(); t.Error() }`, true},
		{`func TestX(t *testing.T)`, false}, // elsewhere
		{`func TestX(t *testing.T) { f(t) }`, false},
		{`func TestX(t *testing.T) { t.Log(t) }`, false},
		{`func TestX(t *testing.T) { u := t; f(u) }`, false},
		{`func TestX(t *testing.T) { f(&t) }`, false},
		{`func TestX(t *testing.T) { f(t.Log) }`, false},
		{`func TestX(t *testing.T) { f(t.Output()) }`, false},
		{`func TestX(t *testing.T) { f(t.Context()) }`, false},
		{`func TestX(t *testing.T) { t.Run("x", g) }`, false},
		{`func TestX(t *testing.T) { t.Cleanup(f) }`, false},
		{`func TestX(t *testing.T) { (*t).Log() }`, false},
		{`func TestX(t *testing.T) { later(func() { t.Error() }) }`, false},
		{`func TestX(t *testing.T) { func() { f() }(); later(func() { t.Error() }); t.Error() }`, false},
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "x_test.go", "package x\n\n"+c.text, 0)
		if err != nil {
			t.Fatal(err)
		}
		if keeps := keepsT(file.Decls[0].(*ast.FuncDecl)); keeps != c.keeps {
			t.Errorf("%s: keeps its T: %t", c.text, keeps)
		}
	}
}
