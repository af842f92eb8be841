package sharing

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"gocheck.dev/instrument/internal/std"
	"gocheck.dev/instrument/internal/typing"
)

// Readings of the clock that a limit is compared with, outside of loops that wait:
//
//	if time.Since(entry.set) > ttl {…}
//	now := time.Now().UnixNano(); … item.expires < now
//
// No timer is set for such a limit. So with pauses these readings may come late by themselves
// (docs/design/pauses.md). Here what is read is followed through the function, into functions of
// the unit that it is passed to, and through fields and package variables that hold numbers, as a
// token bucket does; what a function returns may be compared by anybody.

// BeforeReading are the functions of the runtime that stand before a call, if it reads the clock to
// compare that with a limit (MayBeLate), or with readings of others (Stamp).
func (s *Analysis) BeforeReading(call *ast.CallExpr) (names []string) {
	if s.local.late[call.Lparen] {
		names = append(names, "MayBeLate")
	}
	if s.local.stamps[call.Lparen] {
		names = append(names, "Stamp")
	}
	return names
}

// readings adds those of a function.
func (w *spinFinder) readings(f *ssa.Function) {
	for i := range instructions(f, nil) {
		v, ok := i.(*ssa.Call)
		if ok && clockReadings[called(&v.Call)] != 0 && !w.waitsIn(f, v.Pos()) && w.reachesComparison(v, make(map[ssa.Value]bool)) {
			w.late[v.Pos()] = true
		}
	}
}

// waitsIn reports whether a place is in a loop of f that waits: that knows its limits.
func (w *spinFinder) waitsIn(f *ssa.Function, at token.Pos) bool {
	for loop := range w.loops {
		if f.Pos() <= loop.Pos() && loop.Pos() <= at && at < loop.End() {
			return true
		}
	}
	return false
}

// reachesComparison reports whether v, which comes from the clock, gets to a comparison.
func (w *spinFinder) reachesComparison(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] || v.Referrers() == nil {
		return false
	}
	seen[v] = true
	is := func(v ssa.Value) bool { return w.reachesComparison(v, seen) }
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.BinOp:
			switch use.Op {
			case token.LSS, token.LEQ, token.GTR, token.GEQ:
				if w.reads(v) || !w.reads(other(use.X, use.Y, v)) {
					return true
				}
				continue
			}
			if use.Op == token.SUB && use.Y == v && w.reads(use.X) {
				continue // the other one is
			}
			if w.reachesComparison(use, seen) {
				return true
			}
		case *ssa.Convert, *ssa.ChangeType, *ssa.Phi:
			if w.reachesComparison(use.(ssa.Value), seen) {
				return true
			}
		case *ssa.Return:
			return true
		case *ssa.Store:
			if a, ok := use.Addr.(*ssa.Alloc); ok && use.Val == v && loadedFrom(a, is) {
				return true
			}
			if kept := variableAt(use.Addr); kept != nil && isNumber(kept.Type()) {
				if slices.ContainsFunc(w.loads[kept], is) {
					return true
				}
			}
		case *ssa.Call:
			if w.callCompares(use, v, seen) {
				return true
			}
		}
	}
	return false
}

// loadedFrom reports whether something is so of a value that is loaded from a variable, or in
// function literals that capture it.
func loadedFrom(a ssa.Value, is func(ssa.Value) bool) bool {
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp:
			if r.Op == token.MUL && is(r) {
				return true
			}
		case *ssa.MakeClosure:
			for i, b := range r.Bindings {
				if b == a && loadedFrom(r.Fn.(*ssa.Function).FreeVars[i], is) {
					return true
				}
			}
		}
	}
	return false
}

// passedTo reports whether something is so of the parameter that v is passed to, if it is one of a
// function of the unit.
func (w *spinFinder) passedTo(c *ssa.CallCommon, v ssa.Value, is func(ssa.Value) bool) (so, ours bool) {
	to := callee(c)
	if to == nil || !w.ours(to) {
		return false, false
	}
	for i, a := range c.Args {
		if a == v && i < len(to.Params) && is(to.Params[i]) {
			return true, true
		}
	}
	return false, true
}

// callCompares reports whether a call compares its argument v, or what comes of it is compared.
func (w *spinFinder) callCompares(use *ssa.Call, v ssa.Value, seen map[ssa.Value]bool) bool {
	if so, ours := w.passedTo(&use.Call, v, func(v ssa.Value) bool { return w.reachesComparison(v, seen) }); ours {
		return so
	}
	if b, ok := use.Call.Value.(*ssa.Builtin); ok {
		return (b.Name() == "min" || b.Name() == "max") && w.reachesComparison(use, seen)
	}
	args, k := use.Call.Args, called(&use.Call)
	switch path, typ, _ := std.SplitKey(k); {
	case path == "math":
		return w.reachesComparison(use, seen)
	case path != "time" || typ == "":
		return false
	case comparing[k]:
		return w.reads(v) || !w.reads(other(args[0], args[1], v))
	case k == "time.Time.Sub" && args[1] == v && w.reads(args[0]):
		return false // the other one is
	}
	return !typing.IsString(use.Type()) && w.reachesComparison(use, seen)
}

// keeps notes what f loads from fields and package variables that hold numbers or times, and what
// it stores there.
func (w *spinFinder) keeps(f *ssa.Function) {
	for i := range instructions(f, nil) {
		switch i := i.(type) {
		case *ssa.UnOp:
			if v := variableAt(i.X); v != nil && i.Op == token.MUL && keepsTime(v.Type()) {
				w.loads[v] = append(w.loads[v], i)
			}
		case *ssa.Field:
			if v := fieldOf(i.X.Type(), i.Field); v != nil && keepsTime(v.Type()) {
				w.loads[v] = append(w.loads[v], i)
			}
		case *ssa.Store:
			if v := variableAt(i.Addr); v != nil && keepsTime(v.Type()) {
				w.stores[v] = append(w.stores[v], i.Val)
			}
		}
	}
}

// variableAt is the field or package variable at an address; else nil.
func variableAt(addr ssa.Value) *types.Var {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		return fieldOf(a.X.Type().Underlying().(*types.Pointer).Elem(), a.Field)
	case *ssa.Global:
		v, _ := a.Object().(*types.Var)
		return v
	}
	return nil
}

// fieldOf is a field of a type, if that is a struct; else nil.
func fieldOf(t types.Type, field int) *types.Var {
	if s, ok := typing.Under(t).(*types.Struct); ok {
		return s.Field(field).Origin()
	}
	return nil
}

// keepsTime reports whether a variable may keep what the clock has shown.
func keepsTime(t types.Type) bool { return isNumber(t) || isTime(t) }

func isNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}

// other is that of two values which v is not.
func other(a, b, v ssa.Value) ssa.Value {
	if a == v {
		return b
	}
	return a
}

// reads reports whether v is a reading of the clock itself, and no limit that comes of one: of the
// two it is the one that may be late.
func (w *spinFinder) reads(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Convert:
		return w.reads(v.X)
	case *ssa.ChangeType:
		return w.reads(v.X)
	case *ssa.UnOp: // of a local variable
		val := setOnce(v.X)
		return v.Op == token.MUL && val != nil && w.reads(val)
	case *ssa.BinOp:
		return v.Op == token.QUO && w.reads(v.X)
	case *ssa.Call:
		k := called(&v.Call)
		if clockReadings[k] != 0 {
			return true
		}
		path, typ, name := std.SplitKey(k)
		return path == "time" && typ != "" && name != "Add" && w.reads(v.Call.Args[0])
	}
	return false
}

// setOnce is what a local variable is set to, if that is one place; else nil.
func setOnce(addr ssa.Value) (val ssa.Value) {
	a, ok := addr.(*ssa.Alloc)
	if !ok {
		return nil
	}
	for v := range storedIn(a) {
		if val != nil {
			return nil
		}
		val = v
	}
	return val
}
