package sharing

import (
	"go/ast"
	"strings"
	"testing"

	"gocheck.dev/instrument/internal/loadtest"
)

// eachLine analyses a package whose only file is source, and calls look for each node, with the
// line that one begins in: what is to be found is marked there.
func eachLine(t *testing.T, source string, look func(a *Analysis, n ast.Node, lineOf func(ast.Node) string)) {
	t.Helper()
	lines := strings.Split(source, "\n")
	for _, u := range loadtest.New(t, map[string]string{"p.go": source}).Load() {
		a := Of(u)
		lineOf := func(n ast.Node) string { return lines[u.Pkg.Fset.Position(n.Pos()).Line-1] }
		for _, f := range u.Pkg.Syntax {
			ast.Inspect(f, func(n ast.Node) bool {
				if n != nil {
					look(a, n, lineOf)
				}
				return true
			})
		}
	}
}
