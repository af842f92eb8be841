package rewrite

import (
	"go/ast"
	"go/types"
	"strings"

	"gocheck.dev/instrument/internal/std"
)

// linkedValue renders a function, declared in this unit without a body, that is linked to
// one of the Go runtime's.
func (r *fileRewriter) linkedValue(e ast.Expr, f *types.Func) (frag, bool) {
	target := r.linked[f.Name()]
	if target == "" || f.Pkg() != r.unit.Pkg.Types || f.Signature().Recv() != nil {
		return nil, false
	}
	name := target[strings.LastIndexByte(target, '.')+1:]
	switch what := std.DependsInRuntime[name]; {
	case std.RandomInRuntime[name]:
		return r.cat(e.Pos(), r.helper("Drawn")+"(", r.verbatim(e), ")"), true
	case std.HashesInRuntime[name]:
		return r.cat(e.Pos(), r.hashing("Linked")+"("+r.site(e.Pos(), e)+", "+quote(name)+", ", r.verbatim(e), ")"), true
	case std.ClocksInRuntime[target]:
		return r.cat(e.Pos(), r.helper("Clock")+"("+r.site(e.Pos(), e)+", ", r.verbatim(e), ")"), true
	case what != "":
		return r.cat(e.Pos(), r.helper("DependsOn")+"("+r.site(e.Pos(), e)+", "+quote(what)+", ", r.verbatim(e), ")"), true
	}
	return nil, false
}

// hashing names an entry point of hashes.
func (r *fileRewriter) hashing(name string) string {
	return r.entry(std.Entry{In: "gocheckhash", Name: name})
}
