package tidy

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// What the rewriter makes of its golden files passes gofmt afterwards, and everything in it is
// where it was: nodes are compared, where Source looks at tokens.
func TestGolden(t *testing.T) {
	paths, err := filepath.Glob("../rewrite/testdata/golden/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no golden files", err)
	}
	changed := 0
	for _, path := range paths {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.Files {
			if filepath.Ext(f.Name) != ".go" {
				continue
			}
			got := Source(f.Data)
			if clean, err := format.Source(got); err != nil || !bytes.Equal(clean, got) {
				t.Errorf("%s, %s: not as gofmt has it (%v):\n%s", path, f.Name, err, got)
			}
			if diff := cmp.Diff(nodes(t, f.Data), nodes(t, got)); diff != "" {
				t.Errorf("%s, %s: not where it was (-before +after):\n%s\n%s", path, f.Name, diff, got)
			}
			if !bytes.Equal(got, f.Data) {
				changed++
			}
		}
	}
	if changed < len(paths) {
		t.Errorf("of %d archives %d files were changed", len(paths), changed)
	}
}

// nodes lists what is in a file, and where, without blocks: their braces may be put elsewhere.
func nodes(t *testing.T, src []byte) []string {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "x.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	ast.Inspect(f, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.File, *ast.BlockStmt, *ast.FieldList, *ast.ParenExpr, *ast.EmptyStmt:
		default:
			at := fset.Position(n.Pos())
			list = append(list, fmt.Sprintf("%s:%d %T", at.Filename, at.Line, n))
		}
		return true
	})
	return list
}

func TestSource(t *testing.T) {
	for name, c := range map[string]struct{ src, want string }{
		"statements of one line": {`//line /a/b.go:1:1
// Package b is documented.
package b; import r "example.com/r"

//go:noinline
func f(x *int) (int) {
	{ y := x; r.Set(y, *y+1) }
	return *x
}
`, `// Package b is documented.
//
//line /a/b.go:2:1
package b

//line :2:1
import r "example.com/r"

//go:noinline
func f(x *int) int {
	{
//line :6:1
		y := x
//line :6:1
		r.Set(y, *y+1)
	}
//line :7:1
	return *x
}
`},
		"text from elsewhere": {`//line b.go:1:1
package b

var x, y = /*line :9:2*/f()/*line :4:3*/, g(` + "`" + `
` + "`" + `)
var z = 1
`, `//line b.go:1:1
package b

var x, y = /*line :9:1*/ f() /*line :4:1*/, g(` + "`" + `
` + "`" + `)
var z = 1
`},
		"another file": {`//line b.go:1:1
package b

//line b.y:70
var x = 1; var y = 2
`, `//line b.go:1:1
package b

//line b.y:70:1
var x = 1

//line :70:1
var y = 2
`},
		"nothing said": {"package b; var x = 1\n", "package b\n\nvar x = 1\n"},
		"imports that gofmt sorts": {"//line b.go:1:1\npackage b; import (\n\t\"b\"\n\t\"a\"\n)\n",
			"//line b.go:1:1\npackage b; import (\n\t\"b\"\n\t\"a\"\n)\n"},
		"no source": {"//line b.go:1:1\npackage\n", "//line b.go:1:1\npackage\n"},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, string(Source([]byte(c.src)))); diff != "" {
				t.Error(diff)
			}
		})
	}
}
