package rewrite

import (
	"go/ast"
	"go/constant"
	"strings"
	"unicode/utf8"

	"gocheck.dev/instrument/internal/std"
)

// printHelpers names, for the operands of a call with a format that is known, the
// functions that announce what package fmt reads of them by their verbs. It is
// nil if there is no such format.
func (r *fileRewriter) printHelpers(e *ast.CallExpr, operands int) []string {
	if operands == 0 || operands > len(e.Args) {
		return nil
	}
	format := r.info.Types[e.Args[operands-1]].Value
	if format == nil || format.Kind() != constant.String {
		return nil
	}
	names, ok := verbHelpers(constant.StringVal(format))
	if !ok {
		return nil
	}
	return names
}

// verbHelpers are the names for the operands of a format, in order. Formats that
// number their operands, or take widths from them, are not taken apart.
func verbHelpers(format string) (names []string, ok bool) {
	for {
		_, rest, found := strings.Cut(format, "%")
		if !found {
			return names, true
		}
		flags := len(rest) - len(strings.TrimLeft(rest, "+-# 0123456789."))
		verb, size := utf8.DecodeRuneInString(rest[flags:])
		format = rest[flags+size:]
		name := "Prints"
		switch verb {
		case '*', '[', utf8.RuneError:
			return nil, false
		case '%':
			continue
		case 'T', 'p':
			name = ""
		case 'v':
			if strings.Contains(rest[:flags], "#") {
				name = "PrintsGoSyntax"
			}
		case 's', 'q', 'x', 'X', 'w':
		default:
			name = "PrintsByVerb"
		}
		names = append(names, name)
	}
}

// printed wraps the operands of a call of an entry point that prints them: of
// package log, or of a test.
func (r *fileRewriter) printed(e *ast.CallExpr, subs []sub) []sub {
	f := r.calledFunc(e.Fun)
	if f == nil || f.Pkg() == nil || f.Pkg().Path() != "log" && f.Pkg().Path() != "testing" {
		return subs
	}
	name, formatted := strings.CutSuffix(f.Name(), "f")
	if !printers[strings.TrimSuffix(name, "ln")] || !f.Signature().Variadic() {
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
		case e.Ellipsis.IsValid():
			helper = "PrintsEach"
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

// printers are the functions and methods, but for an f or ln, that print.
var printers = std.Words("Print Panic Fatal Log Error Skip")
