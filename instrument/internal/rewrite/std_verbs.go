package rewrite

import (
	"go/ast"
	"go/types"
	"strings"

	"gocheck.dev/instrument/internal/std"
	"gocheck.dev/instrument/internal/typing"
)

// printHelpers names, for the operands of a call with a format that is known, the
// functions that announce what package fmt reads of them by their verbs. It is
// nil if there is no such format.
func (r *fileRewriter) printHelpers(e *ast.CallExpr, operands int) []string {
	if format, ok := r.constantFormat(e, operands); ok {
		return std.PrintsBy(format, len(e.Args)-operands)
	}
	return nil
}

// constantFormat is the format before the operands of a call, if it is known.
func (r *fileRewriter) constantFormat(e *ast.CallExpr, operands int) (format string, ok bool) {
	if operands == 0 || operands > len(e.Args) {
		return "", false
	}
	return typing.ConstantText(r.info, e.Args[operands-1])
}

// eachPrinted announces what is read of args..., by the format before it where that is known or has
// a name; formatted says that there is one.
func (r *fileRewriter) eachPrinted(e *ast.CallExpr, operands int, formatted bool) helper {
	if format, ok := r.constantFormat(e, operands); formatted && ok {
		return helper{name: r.helper("PrintsFormatted"), more: ", " + quote(format)}
	} else if formatted && types.Identical(r.typeOf(e.Args[operands-1]), types.Typ[types.String]) {
		if name, ok := e.Args[operands-1].(*ast.Ident); ok {
			return helper{name: r.helper("PrintsFormatted"), more: ", " + name.Name}
		}
	}
	return helper{name: r.helper("PrintsEach")}
}

// printed wraps the operands of a call of a test's entry point that prints them; and a slice that
// is passed as v... to another one. Those of package log announce what they read.
func (r *fileRewriter) printed(e *ast.CallExpr, subs []sub) []sub {
	f := r.calledFunc(e.Fun)
	if f == nil || f.Pkg() == nil || !f.Signature().Variadic() {
		return subs
	}
	name, formatted := strings.CutSuffix(f.Name(), "f")
	prints := f.Pkg().Path() == "testing" && printers[name]
	if f.Pkg().Path() == "log" || !prints && !e.Ellipsis.IsValid() {
		return subs
	}
	var helpers []string
	if first := f.Signature().Params().Len() - 1; formatted {
		helpers = r.printHelpers(e, first)
	}
	for i, a := range e.Args {
		n := i + 1 - f.Signature().Params().Len()
		tv := r.info.Types[a]
		if n < 0 || tv.IsNil() || tv.Value != nil || tv.IsType() {
			continue
		}
		helper := ""
		switch {
		case !prints:
			subs[i].f = r.cat(a.Pos(), "gocheckrt.SliceR(", subs[i].f, ", "+r.site(e.Pos(), denoted(a))+")")
		case e.Ellipsis.IsValid():
			each := r.eachPrinted(e, f.Signature().Params().Len()-1, formatted)
			subs[i].f = r.cat(a.Pos(), each.name+"(", subs[i].f, ", "+r.site(e.Pos(), denoted(a))+each.more+")")
		case !leads(r.typeOf(a)) || !r.sharedArgument(a):
			continue
		case n < len(helpers):
			helper = helpers[n]
		default:
			helper = "Prints"
		}
		if helper != "" {
			subs[i].f = r.cat(a.Pos(), r.helper(helper)+"(", subs[i].f, ", "+r.site(e.Pos(), denoted(a))+")")
		}
	}
	return subs
}

// printers are the methods of a test, but for an f, that print.
var printers = std.Words("Fatal Log Error Skip")
