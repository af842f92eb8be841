package sharing

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"gocheck.dev/instrument/internal/std"
	"gocheck.dev/instrument/internal/typing"
)

// keeping says of a plain call of the standard library that v, an argument, does
// not get away by it: the function keeps no reference, and what it returns leads
// to v (alias) or does not.
func keeping(call *ssa.Call, v ssa.Value) (kept, alias bool) {
	callee := call.Call.StaticCallee()
	if callee == nil {
		return false, false
	}
	if callee.Origin() != nil {
		callee = callee.Origin()
	}
	f, ok := callee.Object().(*types.Func)
	if !ok || f.Pkg() == nil {
		return false, false
	}
	for i, a := range call.Call.Args {
		if a == v && !keepsArgument(f, i, v) {
			return false, false
		}
	}
	switch t := call.Type().Underlying().(type) {
	case *types.Tuple:
		for r := range t.Variables() {
			if _, ok := r.Type().Underlying().(*types.Basic); !ok && r.Type() != types.Universe.Lookup("error").Type() {
				return false, false
			}
		}
		return true, false
	case *types.Basic:
		return true, false
	}
	return true, true
}

// keepsArgument reports whether f returns nothing but knowledge of an argument.
func keepsArgument(f *types.Func, i int, v ssa.Value) bool {
	path := f.Pkg().Path()
	if recv := f.Signature().Recv(); recv != nil {
		if i > 0 {
			return path == "math/big" && std.StandardObject(v.Type())
		}
		switch path {
		case "bytes", "strings", "math/big":
			return std.ReceiverMode(f) != 0
		}
		return false
	}
	switch std.Accessing[std.Key(f)] {
	case "w", "w.f", "wf", "w.": // of a writer, which its methods do not keep
		if m, ok := v.(*ssa.MakeInterface); ok && i == 0 {
			n := typing.NamedOf(m.X.Type())
			return std.StandardObject(m.X.Type()) && (n.Obj().Pkg().Path() == "bytes" || n.Obj().Pkg().Path() == "strings")
		}
	}
	if path == "slices" || path == "sort" {
		switch std.ParamMode(f, i) {
		case 's', 'S':
			return true
		case std.GeneratedMode:
			word := std.GeneratedWord(f, i)
			return word == "s" || word == "S"
		}
	}
	return false
}
