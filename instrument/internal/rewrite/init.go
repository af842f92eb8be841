package rewrite

import (
	"fmt"
	"go/ast"

	"gocheck.dev/instrument/internal/std"
)

// initFunc gives an init function a name by which it can be called again.
func (r *fileRewriter) initFunc(d *ast.FuncDecl) frag {
	body := sub{d.Body, r.stmt(d.Body)}
	name, ok := r.unit.State.Inits[d]
	if !ok || len(d.Body.List) == 0 {
		delete(r.unit.State.Inits, d)
		return r.splice(d, body)
	}
	return r.splice(d, sub{d.Name, r.cat(d.Name.Pos(), "init() { "+name+"() }; func "+name)}, body)
}

// resetFuncs are functions for the file's end that run initialisers of the
// file again.
func (r *fileRewriter) resetFuncs() frag {
	var f frag
	for _, in := range r.info.InitOrder {
		name := r.unit.State.ByVar[in]
		if name == "" || r.fset.File(in.Rhs.Pos()) != r.tok {
			continue
		}
		r.fn = r.unit.Pkg.Name + ".init"
		vars := make([]string, len(in.Lhs))
		for i, v := range in.Lhs {
			vars[i] = v.Name()
		}
		rhs := r.isolated(in.Rhs)
		if len(in.Lhs) == 2 {
			rhs = r.commaOK(in.Rhs)
		}
		after := ""
		if places := r.unit.Statics(in); len(places) > 0 {
			static := r.entry(std.Entry{In: "gocheckgc", Name: "Static"})
			after = fmt.Sprintf("; %s(%q, %s)", static, r.unit.ImportPath+"."+vars[0], commas(places))
		}
		f = f.add(r.cat(in.Rhs.Pos(), "func "+name+"() { "+commas(vars)+" = ", rhs, after+" }; "))
	}
	return f
}
