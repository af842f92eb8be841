package rewrite

import (
	"fmt"
	"go/ast"
	"go/token"
	"strconv"
	"strings"

	"gocheck.dev/instrument/internal/typing"
)

// site makes a site for an operation and returns the expression that denotes
// it. The object is named by its source text; of a call by that of what is
// called.
func (r *fileRewriter) site(pos token.Pos, object ast.Node) string {
	text := ""
	switch o := object.(type) {
	case nil:
	case *ast.CallExpr:
		text = r.operatesOn(o)
	default:
		text = r.text(o)
	}
	r.unit.Sites = append(r.unit.Sites, fmt.Sprintf("%s\t%s\t%s%s", r.fset.Position(pos), r.fn, oneLine(text), r.marks[object]))
	return "gocheckSites+" + strconv.Itoa(len(r.unit.Sites)-1)
}

// operatesOn is what a call names as its object: a function makes one, which is called after it;
// one of sync/atomic operates on what its first argument points to.
func (r *fileRewriter) operatesOn(call *ast.CallExpr) string {
	f := r.calledFunc(call.Fun)
	if f == nil || f.Pkg() == nil || f.Pkg().Path() != "sync/atomic" || f.Signature().Recv() != nil || len(call.Args) == 0 {
		return r.text(call.Fun)
	}
	if of, ok := ast.Unparen(call.Args[0]).(*ast.UnaryExpr); ok && of.Op == token.AND {
		return r.text(of.X)
	}
	return "*" + r.text(call.Args[0])
}

// callSite is the site of the call of an entry point, which stands at.
func (r *fileRewriter) callSite(at ast.Expr, object ast.Node) frag {
	s := r.site(at.Pos(), object)
	if call, ok := at.(*ast.CallExpr); ok && call == r.unused && r.updates(call) {
		s += "|gocheckrt.Unused"
	}
	return r.cat(at.Pos(), s)
}

// updates reports whether a call is an operation of sync/atomic to which it makes
// a difference whether its result is used.
func (r *fileRewriter) updates(call *ast.CallExpr) bool {
	f := r.calledFunc(call.Fun)
	if f == nil || f.Pkg() == nil || f.Pkg().Path() != "sync/atomic" {
		return false
	}
	if recv := f.Signature().Recv(); recv != nil && typing.NamedOf(recv.Type()).Obj().Name() == "Value" {
		return false
	}
	for _, act := range []string{"Add", "And", "Or", "Swap"} {
		if strings.HasPrefix(f.Name(), act) {
			return true
		}
	}
	return false
}

// oneLine makes source text fit for a line of the table.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > 60 {
		s = strings.ToValidUTF8(s[:57], "") + "…"
	}
	return s
}

func quote(s string) string { return strconv.Quote(s) }
