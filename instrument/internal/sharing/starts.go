package sharing

import (
	"go/ast"
	"go/types"
	"strings"

	"gocheck.dev/instrument/internal/load"
	"gocheck.dev/instrument/internal/std"
	"gocheck.dev/instrument/internal/typing"
)

// initialisationStarts reports whether goroutines may begin while the unit is
// initialised, and run beside what is left of it. Code of other modules may
// start them, and functions that are only known at run time.
func initialisationStarts(u *load.Unit) bool {
	s := starting{u: u, calls: FindCalls(u.Pkg, u.Plain), seen: make(map[ast.Node]bool)}
	for _, in := range u.Pkg.TypesInfo.InitOrder {
		if s.starts(in.Rhs) {
			return true
		}
	}
	for _, f := range u.Pkg.Syntax {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" && fn.Body != nil && s.starts(fn.Body) {
				return true
			}
		}
	}
	return false
}

// A starting is the search for go statements in what is called.
type starting struct {
	u     *load.Unit
	calls *Calls
	seen  map[ast.Node]bool
}

// starts looks into n, and into the functions of the unit that n mentions. A
// function literal that is the whole of an initialiser is called by nobody yet;
// but who calls it during initialisation calls a variable, which is unknown.
func (s *starting) starts(n ast.Node) (found bool) {
	if _, literal := n.(*ast.FuncLit); literal || s.seen[n] {
		return false
	}
	s.seen[n] = true
	info := s.u.Pkg.TypesInfo
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = true
		case *ast.CallExpr:
			tv := info.Types[n.Fun]
			if _, literal := ast.Unparen(n.Fun).(*ast.FuncLit); !literal && !tv.IsType() && !tv.IsBuiltin() && s.unknown(n.Fun) {
				found = true
			}
		case *ast.Ident:
			f, ok := info.Uses[n].(*types.Func)
			if !ok {
				break
			}
			if d := s.calls.Decls[f.Origin()]; d != nil {
				found = found || s.starts(d.Body)
			} else if f.Pkg() != s.u.Pkg.Types && s.mayStart(f) {
				found = true
			}
		}
		return !found
	})
	return found
}

// unknown reports whether a call's function is known at run time only.
func (s *starting) unknown(fun ast.Expr) bool {
	var id *ast.Ident
	switch x := typing.FuncName(fun).(type) {
	case *ast.Ident:
		id = x
	case *ast.SelectorExpr:
		id = x.Sel
	default:
		return true
	}
	f, ok := s.u.Pkg.TypesInfo.Uses[id].(*types.Func)
	if !ok {
		return true
	}
	recv := f.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type()) && f.Pkg() != nil && !s.standard(f.Pkg())
}

// mayStart reports whether a function of another package may start goroutines
// that run code of the program's.
func (s *starting) mayStart(f *types.Func) bool {
	switch {
	case f.Pkg() == nil:
		return false
	case !s.standard(f.Pkg()):
		return true
	case f.Pkg().Path() == "net/http":
		return !strings.HasPrefix(f.Name(), "Handle")
	}
	return startsTasks[f.Pkg().Path()] || startsTasks[std.Key(f)]
}

// startsTasks are the functions and packages of the standard library that run
// code of the program's on goroutines of their own.
var startsTasks = map[string]bool{
	"time.AfterFunc": true, "context.AfterFunc": true, "sync.WaitGroup.Go": true,
	"database/sql": true, "net/http/httptest": true, "net/rpc": true, "os/exec": true, "testing": true, "testing/synctest": true,
}

// standard reports whether p is a package of the standard library.
func (s *starting) standard(p *types.Package) bool {
	first, _, _ := strings.Cut(p.Path(), "/")
	q := s.u.Pkg.Imports[p.Path()]
	return !strings.Contains(first, ".") && (q == nil || q.Module == nil)
}
