package rewrite

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"strconv"
	"strings"

	"gocheck.dev/instrument/internal/std"
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
		if kind, name := r.property(o); kind != "" {
			r.Marks[o] = markProperty + " " + kind + " " + name
		}
	case *ast.BasicLit:
		text = o.Value
	default:
		text = r.text(o)
	}
	r.unit.Sites = append(r.unit.Sites, fmt.Sprintf("%s\t%s\t%s%s", r.fset.Position(pos), r.fn, oneLine(text), r.Marks[object]))
	return "gocheckSites+" + strconv.Itoa(len(r.unit.Sites)-1)
}

// markProperty is what the site of a call says that some execution has to make: so it is known
// even if none does (runtime/properties.go). Its kind and its name follow.
const markProperty = "\tproperty"

// property is what a call asks for of some execution: its kind, and its name, or the text of
// what that is; "": nothing.
func (r *fileRewriter) property(call *ast.CallExpr) (kind, name string) {
	f := r.calledFunc(call.Fun)
	if f == nil || f.Pkg() == nil || f.Pkg().Path() != std.RootPath || f.Signature().Recv() != nil || len(call.Args) == 0 {
		return "", ""
	}
	switch f.Name() {
	case "Sometimes", "Reachable", "Always":
	default:
		return "", ""
	}
	last := call.Args[len(call.Args)-1]
	if v := r.info.Types[last].Value; v != nil && v.Kind() == constant.String {
		return f.Name(), oneLine(constant.StringVal(v))
	}
	return f.Name(), oneLine(r.text(last))
}

// operatesOn is what a call names as its object: a function makes one, which is called after it, or
// after its variable, if it is a context; one of sync/atomic operates on what its first argument
// points to.
func (r *fileRewriter) operatesOn(call *ast.CallExpr) string {
	if name := r.Contexts[call]; name != "" {
		return name
	}
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
