package sharing

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"gocheck.dev/instrument/internal/std"
)

// Stamps are readings of the clock that may be compared with those of other goroutines: which of
// two came first?
//
//	now := time.Now(); mu.Lock(); log = append(log, event{now}); mu.Unlock()
//	if now.After(r.at) { r.value, r.at = v, now }
//
// What is a nanosecond earlier or later matters there. It does not to a comparison with a limit,
// which is a reading that something was added to. So a stamp gets to a comparison as it was read,
// or to where others may do that: out of a function, to an element, to an exported field.

// stamper follows one reading through the unit.
type stamper struct {
	*spinFinder
	seen map[ssa.Value]bool
}

// stamped adds the stamps of a function.
func (w *spinFinder) stamped(f *ssa.Function) {
	for i := range instructions(f, nil) {
		v, ok := i.(*ssa.Call)
		if ok && called(&v.Call) == "time.Now" && !w.waitsIn(f, v.Pos()) && (stamper{w, map[ssa.Value]bool{}}).compares(v) {
			w.stamps[v.Pos()] = true
		}
	}
}

// compares reports whether v, which is what was read, may be compared with what others have read.
func (w stamper) compares(v ssa.Value) bool {
	if w.seen[v] || v.Referrers() == nil {
		return false
	}
	w.seen[v] = true
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.BinOp:
			if w.ordersBy(use, v) {
				return true
			}
		case *ssa.Convert, *ssa.ChangeType, *ssa.Phi:
			if w.compares(use.(ssa.Value)) {
				return true
			}
		case *ssa.Return, *ssa.Send, *ssa.Select, *ssa.MapUpdate:
			return true
		case *ssa.MakeInterface:
			if w.getsAway(use) {
				return true
			}
		case *ssa.Store:
			if use.Val == v && w.keptAt(use.Addr) {
				return true
			}
		case ssa.CallInstruction:
			if w.passed(use, v) {
				return true
			}
		}
	}
	return false
}

// ordersBy reports whether an operation on v is a comparison, or takes the difference for one.
func (w stamper) ordersBy(op *ssa.BinOp, v ssa.Value) bool {
	switch op.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		return !w.limit(other(op.X, op.Y, v), nil)
	case token.SUB:
		return !w.limit(other(op.X, op.Y, v), nil) && signed(op)
	}
	return false
}

// signed reports whether it matters whether a difference is more or less than 0.
func signed(v ssa.Value) bool {
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.BinOp:
			c, ok := other(use.X, use.Y, v).(*ssa.Const)
			if ok && c.Value != nil && constant.Sign(c.Value) == 0 {
				return true
			}
		case *ssa.Convert:
			if signed(use) {
				return true
			}
		case *ssa.Return:
			return true
		}
	}
	return false
}

// keptAt reports whether what is stored at an address may be compared.
func (w stamper) keptAt(addr ssa.Value) bool {
	switch a := addr.(type) {
	case *ssa.Alloc, *ssa.FieldAddr, *ssa.Global:
		v := w.variableAt(a)
		return v == nil || v.Exported() || slices.ContainsFunc(w.loads[v], w.compares)
	case *ssa.IndexAddr:
		if list, ok := a.X.(*ssa.Alloc); ok && list.Comment == "varargs" {
			return w.listed(list)
		}
	}
	return true
}

// listed reports whether a call with a list of arguments may compare them: it does not if it
// prints them.
func (w stamper) listed(list *ssa.Alloc) bool {
	for _, r := range *list.Referrers() {
		slice, ok := r.(*ssa.Slice)
		if !ok {
			continue
		}
		for _, use := range *slice.Referrers() {
			if call, ok := use.(ssa.CallInstruction); !ok || !prints(call.Common()) {
				return true
			}
		}
	}
	return false
}

// prints reports whether a function writes its arguments as text.
func prints(c *ssa.CallCommon) bool {
	path, _, _ := std.SplitKey(called(c))
	return path == "fmt" || path == "testing" || path == "log" || strings.HasPrefix(path, "log/")
}

// getsAway reports whether v, in an interface, gets to where it may be compared.
func (w stamper) getsAway(v *ssa.MakeInterface) bool {
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.Store:
			if w.keptAt(use.Addr) {
				return true
			}
		case ssa.CallInstruction:
			if !prints(use.Common()) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// passed reports whether a call may compare its argument v.
func (w stamper) passed(use ssa.CallInstruction, v ssa.Value) bool {
	c := use.Common()
	if so, ours := w.passedTo(c, v, w.compares); ours {
		return so
	}
	result, _ := use.(*ssa.Call)
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return b.Name() == "min" || b.Name() == "max"
	}
	k := called(c)
	switch path, typ, name := std.SplitKey(k); {
	case path == "sync/atomic":
		return true
	case result == nil || path != "time" || typ == "":
		return false
	case comparing[k]:
		return !w.limit(other(c.Args[0], c.Args[1], v), nil)
	case name == "Sub":
		return !w.limit(other(c.Args[0], c.Args[1], v), nil) && signed(result)
	default:
		return asRead[name] && w.compares(result)
	}
}

// asRead has the methods of a time.Time whose results are as exact as that is.
var asRead = std.Words("UTC Local In UnixNano")

// limit reports whether v is no reading, but something that was made of one, or of none.
func (w stamper) limit(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	if seen == nil {
		seen = make(map[ssa.Value]bool)
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Const:
		return true
	case *ssa.BinOp:
		return true
	case *ssa.Convert:
		return w.limit(v.X, seen)
	case *ssa.ChangeType:
		return w.limit(v.X, seen)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if !w.limit(e, seen) {
				return false
			}
		}
		return true
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return w.holdsLimit(v.X, seen)
		}
	case *ssa.Field:
		return w.storesLimits(fieldOf(v.X.Type(), v.Field), seen)
	case *ssa.Call:
		path, typ, name := std.SplitKey(called(&v.Call))
		if path != "time" || typ == "" {
			return false
		}
		return !asRead[name] || w.limit(v.Call.Args[0], seen)
	}
	return false
}

// holdsLimit is the same of what is at an address.
func (w stamper) holdsLimit(addr ssa.Value, seen map[ssa.Value]bool) bool {
	if a, ok := addr.(*ssa.Alloc); ok {
		val := setOnce(a)
		return val != nil && w.limit(val, seen)
	}
	return w.storesLimits(w.variableAt(addr), seen)
}

// storesLimits is the same of what is stored in a field or package variable.
func (w stamper) storesLimits(v *types.Var, seen map[ssa.Value]bool) bool {
	if v == nil || v.Exported() {
		return false
	}
	for _, val := range w.stores[v] {
		if !w.limit(val, seen) {
			return false
		}
	}
	return len(w.stores[v]) > 0
}

// other is that of two values which v is not.
func other(a, b, v ssa.Value) ssa.Value {
	if a == v {
		return b
	}
	return a
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
