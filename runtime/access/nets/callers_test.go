package nets

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Functions whose names begin with one of deaf use no result of a SetDeadline.
func TestDeaf(t *testing.T) {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, filepath.Join(build.Default.GOROOT, "src/net/http/server.go"), nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, d := range f.Decls {
		d, is := d.(*ast.FuncDecl)
		if !is || d.Recv == nil {
			continue
		}
		of, is := d.Recv.List[0].Type.(*ast.StarExpr)
		if !is || !slices.Contains(deaf, "net/http.(*"+of.X.(*ast.Ident).Name+").") {
			continue
		}
		dropped := map[ast.Expr]bool{}
		ast.Inspect(d, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ExprStmt:
				dropped[n.X] = true
			case *ast.CallExpr:
				if s, is := n.Fun.(*ast.SelectorExpr); is && strings.HasPrefix(s.Sel.Name, "Set") && strings.HasSuffix(s.Sel.Name, "Deadline") {
					found++
					if !dropped[n] {
						t.Errorf("%v: a result of %s is used", set.Position(n.Pos()), s.Sel.Name)
					}
				}
			}
			return true
		})
	}
	if found < 5 {
		t.Errorf("%d calls", found)
	}
}
