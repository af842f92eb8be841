package instrument

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
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
	case *types.Slice:
		if f.Name() == "Bytes" || f.Name() == "AvailableBuffer" { // other memory than the object's
			return true, false
		}
	}
	return true, true
}

// keepsArgument reports whether f returns nothing but knowledge of an argument.
func keepsArgument(f *types.Func, i int, v ssa.Value) bool {
	path := f.Pkg().Path()
	if recv := f.Signature().Recv(); recv != nil {
		if i > 0 {
			return path == "math/big" && standardObject(v.Type())
		}
		switch path {
		case "bytes", "strings", "math/big":
			return receiverMode(f) != 0
		}
		return false
	}
	switch accessing[key(f)] {
	case "w", "w.f", "wf", "w.": // of a writer, which its methods do not keep
		if m, ok := v.(*ssa.MakeInterface); ok && i == 0 {
			n := namedOf(m.X.Type())
			return standardObject(m.X.Type()) && (n.Obj().Pkg().Path() == "bytes" || n.Obj().Pkg().Path() == "strings")
		}
	}
	if path == "slices" || path == "sort" {
		switch paramMode(f, i) {
		case 's', 'S':
			return true
		case generatedMode:
			word := generatedWord(f, i)
			return word == "s" || word == "S"
		}
	}
	return false
}
