package unseen

import (
	"go/ast"
	"go/token"
	"go/types"

	"gocheck.dev/instrument/internal/std"
	"gocheck.dev/instrument/internal/typing"
)

// Notes are what was found in a file.
type Notes struct {
	Orderless map[ast.Node]string        // loops over maps, and calls of package maps, whose order nobody sees: what gives their keys
	Compared  map[*ast.CallExpr]ast.Expr // draws of random numbers, and what they are compared with
	Marks     map[ast.Node]string        // accesses that commute with their like: of their sites
	Contexts  map[*ast.CallExpr]string   // calls that make a context: what it is called

	info   *types.Info
	shared func(*types.Var) bool
	text   func(ast.Node) string
}

// Find goes through a file. shared says what tasks may share, text what the source of a node is.
func Find(f *ast.File, info *types.Info, shared func(*types.Var) bool, text func(ast.Node) string) Notes {
	notes := Notes{
		make(map[ast.Node]string), make(map[*ast.CallExpr]ast.Expr), make(map[ast.Node]string), make(map[*ast.CallExpr]string),
		info, shared, text,
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			notes.known(n)
		case *ast.BlockStmt:
			notes.loops(n.List)
		case *ast.CaseClause:
			notes.loops(n.Body)
		case *ast.CommClause:
			notes.loops(n.Body)
		case *ast.BinaryExpr:
			notes.drawn(n)
		case *ast.CallExpr:
			if f := typing.Called(info, n.Fun); f != nil && f.Pkg() != nil && f.Pkg().Path() == "slices" && f.Name() == "Sorted" {
				notes.Orderless[ast.Unparen(n.Args[0])] = sorted
			}
		case *ast.IncDecStmt:
			notes.sum(n.X)
		case *ast.AssignStmt:
			if n.Tok == token.ADD_ASSIGN || n.Tok == token.SUB_ASSIGN {
				notes.sum(n.Lhs[0])
			}
			notes.context(n.Lhs[0], n.Rhs)
		case *ast.ValueSpec:
			notes.context(n.Names[0], n.Values)
		case *ast.IfStmt:
			notes.initialises(n)
		}
		return true
	})
	return notes
}

// sorted gives keys in an order that is no choice.
const sorted = "SortedKeys"

// known notes the loops of a function of the standard library.
func (n *Notes) known(d *ast.FuncDecl) {
	f, _ := n.info.Defs[d.Name].(*types.Func)
	if f == nil || std.Loops[std.Key(f)] == "" {
		return
	}
	ast.Inspect(d, func(s ast.Node) bool {
		if s, ok := s.(*ast.RangeStmt); ok {
			n.Orderless[s] = std.Loops[std.Key(f)]
		}
		return true
	})
}

// loops notes those over maps, of one list of statements.
func (n *Notes) loops(list []ast.Stmt) {
	for i, s := range list {
		if l, ok := s.(*ast.LabeledStmt); ok {
			s = l.Stmt
		}
		if s, ok := s.(*ast.RangeStmt); ok {
			_, overMap := typing.Under(typeOf(n.info, s.X)).(*types.Map)
			if overMap && (&seen{info: n.info, loop: s, next: list[i+1:]}).nothing() {
				n.Orderless[s] = sorted
			}
		}
	}
}

// context notes how a context is called that is made and assigned: by the variable, which is what
// a reader sees where it is used.
func (n *Notes) context(to ast.Expr, values []ast.Expr) {
	if id, ok := to.(*ast.Ident); len(values) != 1 || ok && id.Name == "_" {
		return
	}
	call, ok := ast.Unparen(values[0]).(*ast.CallExpr)
	if !ok {
		return
	}
	f := typing.Called(n.info, call.Fun)
	if f != nil && f.Pkg() != nil && f.Pkg().Path() == "context" && f.Signature().Results().Len() == 2 || OfTest(f) {
		n.Contexts[call] = "context " + n.text(to)
	}
}

// OfTest says whether the function is the method by which a test gives its context.
func OfTest(f *types.Func) bool {
	return f != nil && f.Pkg() != nil && f.Pkg().Path() == "testing" && f.Name() == "Context"
}

func typeOf(info *types.Info, e ast.Expr) types.Type {
	if t := info.TypeOf(e); t != nil {
		return t
	}
	return types.Typ[types.Invalid]
}
