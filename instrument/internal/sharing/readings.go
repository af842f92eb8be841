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
				if w.waitsIn(use.Parent(), use.Pos()) {
					continue // it ends later, as if it were held up afterwards
				}
				return true
			}
			if is(use) {
				return true
			}
		case *ssa.Convert, *ssa.ChangeType, *ssa.Phi:
			if is(use.(ssa.Value)) {
				return true
			}
		case *ssa.Return:
			return true
		case *ssa.Store:
			if use.Val == v && w.keptWhere(use.Addr, v, is) {
				return true
			}
		case *ssa.Send, *ssa.MapUpdate, *ssa.Select, *ssa.MakeInterface:
			if w.takenOut(v, is) {
				return true
			}
		case *ssa.Call:
			if w.callCompares(use, v, is) {
				return true
			}
		}
	}
	return false
}

// keptWhere reports whether something is so of what is loaded from where v is stored.
func (w *spinFinder) keptWhere(addr, v ssa.Value, is func(ssa.Value) bool) bool {
	kept := w.variableAt(addr)
	if kept == nil {
		return w.takenOut(v, is)
	}
	return slices.ContainsFunc(w.loads[kept], is) || isPassed(addr) && w.takenOut(v, is)
}

// isPassed reports whether the address of a local variable gets to where others may load by it.
func isPassed(addr ssa.Value) bool {
	a, ok := addr.(*ssa.Alloc)
	return ok && slices.ContainsFunc(*a.Referrers(), func(r ssa.Instruction) bool {
		switch r := r.(type) {
		case *ssa.UnOp, *ssa.MakeClosure, *ssa.DebugRef:
			return false
		case *ssa.Store:
			return r.Val == a
		}
		return true
	})
}

// takenOut reports whether something is so of the times that are taken out of elements, channels
// and interfaces, and loaded by pointers; v is a time that got to such a place.
func (w *spinFinder) takenOut(v ssa.Value, is func(ssa.Value) bool) bool {
	return isTime(v.Type()) && slices.ContainsFunc(w.loads[nil], is)
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

// callCompares reports whether a call compares its argument v, or something is so of what comes of
// it.
func (w *spinFinder) callCompares(use *ssa.Call, v ssa.Value, is func(ssa.Value) bool) bool {
	if so, ours := w.passedTo(&use.Call, v, is); ours {
		return so
	}
	if b, ok := use.Call.Value.(*ssa.Builtin); ok {
		return (b.Name() == "min" || b.Name() == "max") && is(use)
	}
	k := called(&use.Call)
	switch path, _, _ := std.SplitKey(k); {
	case path == "math":
		return is(use)
	case path == "sync/atomic":
		kept := w.atomicOf(&use.Call)
		return kept != nil && slices.ContainsFunc(w.loads[kept], is)
	case path != "time":
		return false
	case comparing[k]:
		return !w.waitsIn(use.Parent(), use.Pos())
	}
	return !typing.IsString(use.Type()) && is(use)
}

// keeps notes what f loads from fields, package variables and local ones that are in memory, if
// they hold numbers or times, and what it stores there; under nil the times that come from
// elsewhere.
func (w *spinFinder) keeps(f *ssa.Function) {
	for i := range instructions(f, nil) {
		switch i := i.(type) {
		case *ssa.UnOp:
			w.takes(w.variableAt(i.X), i)
		case *ssa.Field:
			w.takes(fieldOf(i.X.Type(), i.Field), i)
		case *ssa.Lookup, *ssa.Index, *ssa.Extract, *ssa.TypeAssert:
			w.takes(nil, i.(ssa.Value))
		case *ssa.Store:
			if v := w.variableAt(i.Addr); v != nil && keepsTime(v.Type()) {
				w.stores[v] = append(w.stores[v], i.Val)
			}
		case *ssa.Call:
			if v := w.atomicOf(&i.Call); v != nil {
				w.loads[v] = append(w.loads[v], i)
			}
		}
	}
}

// takes notes a value that comes from a variable, or nil.
func (w *spinFinder) takes(from *types.Var, v ssa.Value) {
	if from == nil && isTime(v.Type()) || from != nil && keepsTime(from.Type()) {
		w.loads[from] = append(w.loads[from], v)
	}
}

// atomicOf is the variable on which a function of package sync/atomic operates; else nil.
func (w *spinFinder) atomicOf(c *ssa.CallCommon) *types.Var {
	if path, _, _ := std.SplitKey(called(c)); path != "sync/atomic" {
		return nil
	}
	return w.variableAt(c.Args[0])
}

// variableAt is the field, or the variable with a name, at an address; else nil.
func (w *spinFinder) variableAt(addr ssa.Value) *types.Var {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		return fieldOf(a.X.Type().Underlying().(*types.Pointer).Elem(), a.Field)
	case *ssa.Global:
		v, _ := a.Object().(*types.Var)
		return v
	case *ssa.Alloc, *ssa.FreeVar:
		return w.local[a.Pos()]
	}
	return nil
}

// fieldOf is a field of a type, if that is a struct; else nil. A time of a struct without a name is
// nil, too: each mention of the struct has a field of its own.
func fieldOf(t types.Type, field int) *types.Var {
	s, ok := typing.Under(t).(*types.Struct)
	if !ok || typing.NamedOf(t) == nil && isTime(s.Field(field).Type()) {
		return nil
	}
	return s.Field(field).Origin()
}

// keepsTime reports whether a variable may keep what the clock has shown.
func keepsTime(t types.Type) bool { return isNumber(t) || isTime(t) }

func isNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}
