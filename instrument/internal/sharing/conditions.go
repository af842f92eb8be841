package sharing

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Conditions: a loop that waits may call a function that it has been given, for waitFor(t,
// func() bool { … }). What that leaves behind is not known where the loop is, and where the
// literal is, or a function is named, it is not known who calls it. So one of which calls leave
// nothing behind is told to the runtime, and a loop asks there whether it has called such a one.
// Any other function counts as a change.

// condition reports whether a function can be one: it is given nothing, and says whether something
// holds or what is wrong.
func condition(t types.Type) bool {
	sig, ok := t.Underlying().(*types.Signature)
	if !ok || sig.Params().Len() != 0 || sig.Results().Len() != 1 {
		return false
	}
	result := types.Unalias(sig.Results().At(0).Type())
	return types.Identical(result.Underlying(), types.Typ[types.Bool]) || types.Identical(result, types.Universe.Lookup("error").Type())
}

// Clean reports whether a function literal is a condition that leaves nothing behind.
func (s *Analysis) Clean(lit *ast.FuncLit) bool { return s.local.clean[lit] }

// CleanValue reports whether a function or method that is named without being called is such a
// condition.
func (s *Analysis) CleanValue(f *types.Func) bool {
	return s.local.conditions[f.Origin()] || condition(f.Signature()) && mayCallKey(f)
}

// Asks reports whether a call is one of a condition, where a loop may wait.
func (s *Analysis) Asks(call *ast.CallExpr) bool { return s.local.asked[call.Lparen] }

// asksWhat reports whether a call is one of a condition that is not known here.
func (w *spinFinder) asksWhat(i *ssa.Call) bool {
	c := &i.Call
	if c.IsInvoke() || c.StaticCallee() != nil || builtIn(c) || !condition(c.Value.Type()) {
		return false
	}
	w.asked[i.Pos()] = true
	return true
}

// builtIn reports whether a built-in function is called.
func builtIn(c *ssa.CallCommon) bool {
	_, ok := c.Value.(*ssa.Builtin)
	return ok
}

// judge finds out of a function whether it is a clean condition: what it does with the time, too,
// must not matter to a loop that does not know of it.
func (w *spinFinder) judge(f *ssa.Function) {
	if len(f.Blocks) == 0 || !condition(f.Signature) || !w.harmless(f, nil) || w.dated(f, nil) {
		return
	}
	only, _ := w.comparesOnly(f, nil)
	switch lit, ok := f.Syntax().(*ast.FuncLit); {
	case ok:
		w.clean[lit] = only
	case f.Object() != nil:
		w.conditions[f.Object().(*types.Func)] = only
	}
}
