package rewrite

import (
	"go/ast"
	"go/constant"
	"go/types"

	"gocheck.dev/instrument/internal/unseen"
)

// put announces an assignment to the entry of key k, which can be evaluated twice.
func (r *fileRewriter) put(ix *ast.IndexExpr, m, k frag) frag {
	s := r.site(ix.Pos(), ix.X)
	if !argument(r.info.Types[ix.Index]) {
		return r.cat(ix.Pos(), "gocheckrt.MapW(", m, ", "+s+")")
	}
	r.unit.Sites[len(r.unit.Sites)-1] += unseen.MarkPut
	return r.cat(ix.Pos(), "gocheckrt.MapPut(", m, ", ", k, ", "+s+")")
}

// argument reports whether a function with a type parameter takes the value where
// it is the key of a map: nil has no type then, and not every constant fits the one
// it gets.
func argument(tv types.TypeAndValue) bool {
	if tv.Value == nil {
		return !tv.IsNil()
	}
	switch tv.Value.Kind() {
	case constant.String, constant.Bool:
		return true
	case constant.Int:
		v, exact := constant.Int64Val(tv.Value)
		return exact && v == int64(int32(v))
	}
	return false
}
