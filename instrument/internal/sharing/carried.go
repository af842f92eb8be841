package sharing

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"gocheck.dev/instrument/internal/std"
	"gocheck.dev/instrument/internal/typing"
)

// Variables that a loop carries from one round to the next. The runtime is shown their
// values before each round. If they are what they were a round ago, and nothing else has
// changed, the next round comes to the same: for ok := f(); !ok; ok = f() {} waits. One that
// counts is another one each time, so such a loop goes on as it is.

// A Loop is one that waits.
type Loop struct {
	Carried  []*types.Var // what the next round may begin with other values of
	Counter  *Counter     // nil: it does not count its rounds
	Dated    bool         // its rounds use the times that they receive from timers
	Compares bool         // they may read the clock, and only compare what it shows (compared.go)
}

// dated reports whether the blocks of f use a time that they receive; nil: all of them.
func (w *spinFinder) dated(f *ssa.Function, body map[*ssa.BasicBlock]bool) bool {
	for i := range instructions(f, body) {
		switch i := i.(type) {
		case *ssa.UnOp:
			if i.Op == token.ARROW && !i.CommaOk && isTime(i.Type()) && used(i) {
				return true
			}
		case *ssa.Extract:
			if isTime(i.Type()) && used(i) {
				return true
			}
		case *ssa.Call: // it is harmless, so it does not call itself
			if f := callee(&i.Call); f != nil && w.ours(f) && w.dated(f, nil) {
				return true
			}
		}
	}
	return false
}

func isTime(t types.Type) bool {
	n := typing.NamedOf(t)
	return n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "time" && n.Obj().Name() == "Time"
}

// used reports whether anything but debugging refers to v.
func used(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		if _, debug := r.(*ssa.DebugRef); !debug {
			return true
		}
	}
	return false
}

// carries are the variables that may begin a round otherwise than the round before, and the one
// that counts the rounds. It is false if one of them cannot be compared, or is another one each
// time for other reasons.
func (w *spinFinder) carries(s *loopStmt) (carried []*types.Var, counter *Counter, ok bool) {
	for _, i := range s.header.Instrs {
		phi, ok := i.(*ssa.Phi)
		if !ok {
			break
		}
		changes, always := false, true
		for k, v := range phi.Edges {
			if s.body[s.header.Preds[k]] {
				changes = changes || v != phi
				always = always && counts(phi, v)
			}
		}
		if !changes {
			continue
		}
		if always {
			if counter != nil {
				return nil, nil, false
			}
			if counter = w.counter(s, phi); counter == nil {
				return nil, nil, false
			}
			continue
		}
		v := w.local[phi.Pos()]
		if v == nil || !types.Identical(v.Type(), phi.Type()) || !types.Comparable(v.Type()) || !w.named(v, s) {
			return nil, nil, false
		}
		carried = append(carried, v)
	}
	return carried, counter, counter != nil || !s.counts
}

// counts reports whether v is phi changed by a constant.
func counts(phi *ssa.Phi, v ssa.Value) bool {
	b, ok := v.(*ssa.BinOp)
	if !ok {
		return false
	}
	switch b.Op {
	case token.ADD, token.SUB, token.MUL, token.SHL, token.SHR, token.QUO:
	default:
		return false
	}
	_, left := b.X.(*ssa.Const)
	_, right := b.Y.(*ssa.Const)
	return b.X == phi && right || b.Y == phi && left
}

// named reports whether the name of v means v where the rounds of s begin.
func (w *spinFinder) named(v *types.Var, s *loopStmt) bool {
	var at token.Pos
	switch l := s.stmt.(type) {
	case *ast.ForStmt:
		at = l.Body.Pos()
	case *ast.RangeStmt:
		at = l.Body.Pos()
	}
	if in := w.pkg.Pkg.Scope().Innermost(at); in != nil {
		_, o := in.LookupParent(v.Name(), at)
		return o == v
	}
	return false
}

// operates reports whether the blocks of f may make operations; nil: all of them. A
// loop that only computes waits for nobody.
func (w *spinFinder) operates(f *ssa.Function, body map[*ssa.BasicBlock]bool) bool {
	for i := range instructions(f, body) {
		switch i := i.(type) {
		case *ssa.Select, *ssa.Send:
			return true
		case *ssa.UnOp:
			if i.Op == token.ARROW {
				return true
			}
		case *ssa.Call:
			if w.callOperates(&i.Call) {
				return true
			}
		}
	}
	return false
}

func (w *spinFinder) callOperates(c *ssa.CallCommon) bool {
	if c.IsInvoke() {
		return true
	}
	f := callee(c)
	if f == nil {
		return !builtIn(c)
	}
	if w.ours(f) {
		return once(w.asks, f, w.operates)
	}
	if f.Object() == nil {
		return false
	}
	k := std.Key(f.Object().(*types.Func))
	_, entry := std.Entries[k]
	return entry || announcing[k]
}
