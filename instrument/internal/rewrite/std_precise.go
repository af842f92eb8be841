package rewrite

import (
	"go/ast"
	"strings"

	"gocheck.dev/instrument/internal/std"
)

// preciseCall renders a call of such a function with a slice that tasks may share.
func (r *fileRewriter) preciseCall(e *ast.CallExpr) (frag, bool) {
	f := r.calledFunc(e.Fun)
	if f == nil || f.Pkg() == nil || std.Precise[std.Key(f)] == "" || e.Ellipsis.IsValid() && !strings.HasSuffix(std.Key(f), ".Insert") {
		return nil, false
	}
	if _, several := r.multi(e); several {
		return nil, false
	}
	if _, touched := r.accessed(e, f); !touched {
		return nil, false
	}
	r.lostReference(f.Pkg())
	head := r.cat(e.Pos(), r.announcer(std.Precise[std.Key(f)])+r.instantiation(e.Fun)+"("+r.site(e.Pos(), denoted(e.Args[0]))+", ")
	return head.add(r.spliceRange(e.Args[0].Pos(), e.End(), r.vals(e.Args)...)), true
}
