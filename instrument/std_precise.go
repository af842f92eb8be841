package instrument

import (
	"go/ast"
	"strings"
)

// precise are functions that access a part of a slice, as the data say: by key,
// the function of package access that stands for each. Its first parameter is the
// site; the rest is as in the original.
var precise = func() map[string]string {
	m := make(map[string]string)
	for path, list := range map[string]string{
		"slices": "Slices Index Contains IndexFunc ContainsFunc Equal EqualFunc IsSorted BinarySearch BinarySearchFunc Grow All Values Backward" +
			" Sort SortFunc SortStableFunc Compact CompactFunc DeleteFunc Delete Chunk Insert",
		"sort":            "Sort Ints Strings Float64s Slice SliceStable",
		"bytes":           "Bytes HasPrefix HasSuffix TrimPrefix TrimSuffix CutPrefix CutSuffix IndexByte Index Contains Cut Compare Lines SplitSeq FieldsSeq",
		"encoding/binary": "Binary Uvarint Varint",
		"unicode/utf8":    "UTF8 DecodeRune DecodeLastRune",
	} {
		prefix, names, _ := strings.Cut(list, " ")
		for name := range strings.FieldsSeq(names) {
			m[path+"."+name] = prefix + name
		}
	}
	return m
}()

// preciseCall renders a call of such a function with a slice that tasks may share.
func (r *fileRewriter) preciseCall(e *ast.CallExpr) (frag, bool) {
	f := r.calledFunc(e.Fun)
	if f == nil || f.Pkg() == nil || precise[key(f)] == "" || e.Ellipsis.IsValid() && !strings.HasSuffix(key(f), ".Insert") {
		return nil, false
	}
	if _, several := r.multi(e); several {
		return nil, false
	}
	if _, touched := r.accessed(e, f); !touched {
		return nil, false
	}
	r.lostReference(f.Pkg())
	head := r.cat(e.Pos(), r.helper(precise[key(f)])+r.instantiation(e.Fun)+"("+r.site(e.Pos(), denoted(e.Args[0]))+", ")
	return head.add(r.spliceRange(e.Args[0].Pos(), e.End(), r.vals(e.Args)...)), true
}
