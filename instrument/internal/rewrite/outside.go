package rewrite

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"strings"

	"gocheck.dev/instrument/internal/addresses"
	"gocheck.dev/instrument/internal/std"
)

// ofC reports whether f is declared in a file that uses cgo: it may call C, where what is
// kept by thread is common.
func (r *fileRewriter) ofC(f *types.Func) bool {
	file := r.fset.File(f.Pos())
	if file == nil {
		return false
	}
	// What cgo makes of such a file is in the build cache, under a name of its own.
	name := filepath.Base(file.Name())
	return !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, ".cgo1.go") || name == "_cgo_gotypes.go"
}

// depends wraps a function value whose results are no function of the schedule.
func (r *fileRewriter) depends(e ast.Expr, f *types.Func, text frag) frag {
	text = r.reading(e, f, text)
	if a := r.addresses(); a.Formats(f) && (!r.calls(e) || a.Shows(r.calledNow, f)) {
		return r.cat(e.Pos(), r.helper("Formats")+"("+r.site(e.Pos(), e)+", ", text, ")")
	}
	if v, ok := std.Uses[std.Key(f)]; ok {
		return r.cat(e.Pos(), r.announcer(v.Helper)+"("+r.site(e.Pos(), &ast.BasicLit{Value: v.Of})+", "+v.More+", ", text, ")")
	}
	what := std.DependsOn[std.Key(f)]
	if what == "" || r.unit.ImportPath == "html/template" { // which goes through what Templates gives in any order
		return text
	}
	return r.cat(e.Pos(), r.helper("DependsOn")+"("+r.site(e.Pos(), e)+", "+quote(what)+", ", text, ")")
}

// reading wraps a function value that reads exported variables of the standard library.
func (r *fileRewriter) reading(e ast.Expr, f *types.Func, text frag) frag {
	for _, name := range std.Variables(f) {
		reads := r.entry(std.Entry{In: "gocheckvar", Name: "Reads"})
		text = r.cat(e.Pos(), reads+"("+r.site(e.Pos(), &ast.BasicLit{Value: name})+", "+quote(name)+", ", text, ")")
	}
	return text
}

// addresses finds who depends on one in this package.
func (r *fileRewriter) addresses() addresses.Package {
	return addresses.Package{Path: r.unit.ImportPath, Files: r.unit.Pkg.Syntax, Info: r.info}
}

// unsupported wraps a function value that is outside of gocheck's control.
func (r *fileRewriter) unsupported(e ast.Expr, f *types.Func, text frag) frag {
	k := std.Key(f)
	if std.MakePipes[k] && r.unit.ImportPath != f.Pkg().Path() {
		r.unit.Out.Pipes = true
	}
	if _, ok := std.Registers[k]; ok {
		return r.cat(e.Pos(), r.helper("Registers")+"("+r.site(e.Pos(), e)+", "+quote(k)+", ", text, ")")
	}
	if std.Threaded[k] && !strings.HasPrefix(r.unit.ImportPath, "golang.org/x/sys/") || r.ofC(f) {
		helper := "BoundLater"
		if r.calls(e) {
			helper = "Bound"
		}
		return r.cat(e.Pos(), r.helper(helper)+"("+r.site(e.Pos(), e)+", "+quote(k)+", ", text, ")")
	}
	if !std.Outside[k] {
		return r.depends(e, f, text)
	}
	helper := "Outside"
	switch {
	case std.Networked[k]:
		helper = "OnNetwork"
		r.unit.Out.Network = r.unit.Out.Network || std.Serves[k] ||
			std.Dials[k] && strings.HasSuffix(r.unit.Pkg.Fset.File(e.Pos()).Name(), "_test.go")
	case k == "syscall.Read" && types.Identical(f.Signature().Params().At(0).Type(), types.Typ[types.Int]):
		helper = "ReadDescriptor"
	default:
		r.diagnose(e.Pos(), k+" is outside of gocheck's control")
	}
	return r.cat(e.Pos(), r.helper(helper)+"("+r.site(e.Pos(), e)+", "+quote(k)+", ", r.reading(e, f, text), ")")
}
