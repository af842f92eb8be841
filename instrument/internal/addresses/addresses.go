package addresses

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"gocheck.dev/instrument/internal/std"
	"gocheck.dev/instrument/internal/typing"
)

// A Package is where addresses are looked for.
type Package struct {
	Path  string
	Files []*ast.File
	Info  *types.Info
}

// formatting are the functions of package fmt that make a text of their operands.
var formatting = std.Words("fmt.Sprint fmt.Sprintf fmt.Sprintln fmt.Errorf fmt.Append fmt.Appendf fmt.Appendln fmt.Fprint fmt.Fprintf fmt.Fprintln")

// testify is where texts are made beforehand of what a test would say if it failed.
const testify = "github.com/stretchr/testify/"

// Formats reports whether f is a function of package fmt whose text may show an address, however
// it is called.
func (p Package) Formats(f *types.Func) bool {
	return formatting[std.Key(f)] && !strings.HasPrefix(p.Path, testify)
}

// Shows reports whether there may be an address in the text that a call of f, one of these
// functions, makes.
func (p Package) Shows(call *ast.CallExpr, f *types.Func) bool {
	format, known := p.formatOf(call, f)
	for i, a := range call.Args {
		tv := p.Info.Types[a]
		if i == 0 && strings.HasPrefix(f.Name(), "Fprint") || tv.Value != nil || tv.IsNil() {
			continue
		}
		switch typing.Under(p.Info.TypeOf(a)).(type) {
		case *types.Slice, *types.Map:
			if !known || strings.Contains(format, "p") {
				return true // as %p
			}
		}
		if mayHoldAddress(p.Info.TypeOf(a), 0) {
			return true
		}
	}
	return false
}

// formatOf is the format of a call of a function of package fmt, if it is known; else that of
// a function without one.
func (p Package) formatOf(call *ast.CallExpr, f *types.Func) (format string, known bool) {
	operands := f.Signature().Params().Len() - 1
	if !strings.HasSuffix(f.Name(), "f") {
		return "", true
	}
	if operands > len(call.Args) || operands == 0 {
		return "", false
	}
	v := p.Info.Types[call.Args[operands-1]].Value
	if v == nil || v.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(v), true
}

// mayHoldAddress reports whether package fmt may show an address in a value of a type.
func mayHoldAddress(t types.Type, depth int) bool {
	const deep = 8 // types refer to each other
	if depth > deep {
		return true
	}
	switch u := typing.Under(t).(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Slice:
		return mayHoldAddress(u.Elem(), depth+1)
	case *types.Array:
		return mayHoldAddress(u.Elem(), depth+1)
	case *types.Map:
		return mayHoldAddress(u.Key(), depth+1) || mayHoldAddress(u.Elem(), depth+1)
	case *types.Struct:
		for f := range u.Fields() {
			if mayHoldAddress(f.Type(), depth+1) {
				return true
			}
		}
		return false
	}
	return true
}

// Numbers reports whether e, a conversion to a type, makes a number of an address, and something
// may depend on that number.
func (p Package) Numbers(e *ast.CallExpr, to types.Type) bool {
	b, ok := typing.Under(to).(*types.Basic)
	if !ok || b.Kind() != types.Uintptr || !typing.IsUnsafePointer(p.Info.TypeOf(e.Args[0])) {
		return false
	}
	const xCrypto = "golang.org/x/crypto/" // where it is asked whether buffers overlap
	if strings.HasPrefix(p.Path, "golang.org/x/sys/") || strings.HasPrefix(p.Path, xCrypto) {
		return false
	}
	return p.matters(e, 0)
}

// matters reports whether something may depend on the number e that was made of an address,
// more than the address that is made of it, or what a system call does with it. Of a local
// variable that holds it each use is looked at.
func (p Package) matters(e ast.Expr, depth int) bool {
	const deep = 4
	file := p.syntaxOf(e)
	if file == nil || depth > deep {
		return true
	}
	path, _ := astutil.PathEnclosingInterval(file, e.Pos(), e.End())
	for len(path) > 0 && path[0] != ast.Node(e) {
		path = path[1:]
	}
	whole := true // it is the address, and not what was computed of it
	for i, n := range path {
		if i == 0 {
			continue
		}
		child, _ := path[i-1].(ast.Expr)
		switch n := n.(type) {
		case *ast.ParenExpr:
		case *ast.BinaryExpr:
			switch {
			case n.Op == token.EQL || n.Op == token.NEQ:
				return !whole
			case n.Op == token.LSS || n.Op == token.LEQ || n.Op == token.GTR || n.Op == token.GEQ:
				return true
			case n.X == child && p.aligns(n):
				return false
			case n.Op == token.SUB && p.sameRoot(n.X, n.Y):
				return false // where a part of a thing is in it
			}
			whole = false
		case *ast.CallExpr:
			if n.Fun == child {
				return true
			}
			if p.Info.Types[n.Fun].IsType() {
				if typing.IsUnsafePointer(p.Info.TypeOf(n)) {
					return false
				}
				continue
			}
			g := typing.Called(p.Info, n.Fun)
			return g == nil || g.Pkg() == nil || g.Pkg().Path() != "syscall" && !strings.HasPrefix(g.Pkg().Path(), "golang.org/x/sys/")
		case *ast.IndexExpr:
			_, keyed := typing.Under(p.Info.TypeOf(n.X)).(*types.Map)
			return n.Index != child || !keyed || !whole
		case *ast.KeyValueExpr:
			literal, ok := path[i+1].(*ast.CompositeLit)
			if !ok || n.Key != child || !whole {
				return true
			}
			_, keyed := typing.Under(p.Info.TypeOf(literal)).(*types.Map)
			return !keyed
		case *ast.AssignStmt:
			return p.heldMatters(n, child, depth)
		case *ast.ValueSpec:
			return len(n.Values) != 1 || p.usesMatter(n.Names[0], depth)
		case *ast.ExprStmt:
			return false
		default:
			return true
		}
	}
	return true
}

// heldMatters is matters of what is assigned to a variable.
func (p Package) heldMatters(n *ast.AssignStmt, e ast.Expr, depth int) bool {
	for i, x := range n.Rhs {
		if x != e || len(n.Lhs) != len(n.Rhs) {
			continue
		}
		id, ok := n.Lhs[i].(*ast.Ident)
		return !ok || id.Name != "_" && p.usesMatter(id, depth)
	}
	return true
}

// usesMatter is matters of each use of a local variable, which is held in no other one's place.
func (p Package) usesMatter(id *ast.Ident, depth int) bool {
	obj, ok := p.Info.ObjectOf(id).(*types.Var)
	if !ok || obj.Parent() == nil || obj.Parent() == obj.Pkg().Scope() {
		return true
	}
	found := false
	ast.Inspect(p.syntaxOf(id), func(n ast.Node) bool {
		if use, ok := n.(*ast.Ident); ok && !found && p.Info.Uses[use] == obj && use != id && !p.assignedOnly(use) {
			found = p.matters(use, depth+1)
		}
		return !found
	})
	return found
}

// assignedOnly reports whether a variable is only given another value where it is used.
func (p Package) assignedOnly(use *ast.Ident) bool {
	path, _ := astutil.PathEnclosingInterval(p.syntaxOf(use), use.Pos(), use.End())
	if len(path) < 2 {
		return false
	}
	a, ok := path[1].(*ast.AssignStmt)
	return ok && slices.Contains(a.Lhs, ast.Expr(use))
}

// aligns reports whether a number is asked for its remainder by at most a word, which an
// address has from the type that is there.
func (p Package) aligns(n *ast.BinaryExpr) bool {
	const word = 8
	c := p.Info.Types[n.Y].Value
	if c == nil {
		return false
	}
	by, ok := constant.Uint64Val(constant.ToInt(c))
	return ok && (n.Op == token.REM && by <= word || n.Op == token.AND && by < word)
}

// sameRoot reports whether two numbers were made of addresses within one variable's value.
func (p Package) sameRoot(x, y ast.Expr) bool {
	a, b := p.root(x), p.root(y)
	return a != nil && a == b
}

func (p Package) root(e ast.Expr) types.Object {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.CallExpr:
			if len(x.Args) != 1 || !p.Info.Types[x.Fun].IsType() {
				return nil
			}
			e = x.Args[0]
		case *ast.UnaryExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.Ident:
			return p.Info.ObjectOf(x)
		default:
			return nil
		}
	}
}

// syntaxOf is the file that has a node.
func (p Package) syntaxOf(n ast.Node) *ast.File {
	for _, f := range p.Files {
		if f.FileStart <= n.Pos() && n.Pos() < f.FileEnd {
			return f
		}
	}
	return nil
}
