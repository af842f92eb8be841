package library

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"text/template"
)

type xs struct{ n int }

func (s *xs) Read(p []byte) (int, error) {
	if s.n--; s.n < 0 {
		return 0, io.EOF
	}
	p[0] = 'x'
	return 1, nil
}

func (s *xs) ReadAt(p []byte, off int64) (int, error) {
	n := max(0, min(len(p), s.n-int(off)))
	for i := range n {
		p[i] = 'x'
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func file() *ast.File {
	f, err := parser.ParseFile(token.NewFileSet(), "a.go", "package p\nfunc F() {}\nfunc g() {}\ntype T struct { a, B int }\n", 0)
	if err != nil {
		panic(err)
	}
	return f
}

type nothing struct{}

func (nothing) Visit(ast.Node) ast.Visitor { return nil }

type every struct{}

func (every) Visit(ast.Node) ast.Visitor { return every{} }

type record struct {
	A []int
	B int
	S []string
	C *record
}

func exec(text string, d *record, f func()) {
	x := template.Must(template.New("x").Parse(text))
	both(func() { x.Execute(io.Discard, d) }, f)
}
