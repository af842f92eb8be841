package instrument

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"
)

// randomInRuntime are functions of the Go runtime, by whatever package they are pushed to,
// that programs get at by a linkname to have random numbers cheaply.
var randomInRuntime = set("fastrand fastrandn fastrand64 fastrandu cheaprand cheaprandn cheaprand64 rand randn runtime_rand runtime_fastrand64")

// linkedToRandom reports whether f is one of these, declared in this unit without a body.
func (r *fileRewriter) linkedToRandom(f *types.Func) bool {
	u := r.unit
	if f.Pkg() != u.pkg.Types || f.Signature().Recv() != nil {
		return false
	}
	if u.linked == nil {
		u.linked = map[string]bool{}
		for _, file := range u.pkg.Syntax {
			for _, group := range file.Comments {
				for _, c := range group.List {
					if words := strings.Fields(c.Text); len(words) == 3 && words[0] == "//go:linkname" {
						target := words[2][strings.LastIndexByte(words[2], '.')+1:]
						u.linked[words[1]] = randomInRuntime[target]
					}
				}
			}
		}
	}
	return u.linked[f.Name()]
}

// formatsAddress reports whether a call of package fmt makes a text with an address in it.
func (r *fileRewriter) formatsAddress(call *ast.CallExpr, f *types.Func) bool {
	switch key(f) {
	case "fmt.Sprintf", "fmt.Errorf", "fmt.Fprintf", "fmt.Appendf":
	default:
		return false
	}
	return slices.ContainsFunc(call.Args, func(e ast.Expr) bool {
		v := r.info.Types[e].Value
		return v != nil && v.Kind() == constant.String && strings.Contains(constant.StringVal(v), "%p")
	})
}
