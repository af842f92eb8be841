package sharing

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"gocheck.dev/instrument/internal/std"
	"gocheck.dev/instrument/internal/typing"
)

// Loops that wait and count their rounds: for range 100 { if done() { return }; time.Sleep(ms) }.
// No round begins as the last one did, but the number is used for nothing but to be compared with
// others that stay as they are. So rounds come to the same until it gets near one of these. The
// runtime is told how far away that is, and the number is made to count the rounds that it leaves
// out.

// A Counter is the variable that counts a loop's rounds.
type Counter struct {
	Var    *types.Var // nil: one without a name, of a range over an integer
	Step   int64      // what a round adds to it
	Bounds []string   // what else it is compared with: constants, and names of variables that stay
	Shown  bool       // it is made a text of, or of an interface, when the loop is over
}

// counter is what phi counts, at the beginning of the rounds of s; nil: it may be more than that.
func (w *spinFinder) counter(s *loopStmt, phi *ssa.Phi) *Counter {
	b, ok := typing.Under(phi.Type()).(*types.Basic)
	if !ok || b.Info()&types.IsInteger == 0 || b.Kind() == types.Uint || b.Kind() == types.Uint64 || b.Kind() == types.Uintptr {
		return nil // the runtime reckons with an int64
	}
	c := &Counter{}
	counted := []ssa.Value{phi}
	for k, v := range phi.Edges {
		if !s.body[s.header.Preds[k]] || slices.Contains(counted, v) {
			continue
		}
		step, ok := steps(phi, v)
		if !ok || step == 0 || c.Step != 0 && c.Step != step {
			return nil
		}
		c.Step, counted = step, append(counted, v)
	}
	if s.counts {
		r := s.stmt.(*ast.RangeStmt)
		if r.Key != nil {
			c.Var, _ = w.info.Defs[r.Key.(*ast.Ident)].(*types.Var)
		}
	} else if c.Var = w.local[phi.Pos()]; c.Var == nil || !types.Identical(c.Var.Type(), phi.Type()) || !w.named(c.Var, s) {
		return nil
	}
	for k := 0; k < len(counted); k++ {
		for _, use := range *counted[k].Referrers() {
			i, _ := use.(ssa.Value)
			_, shown := use.(*ssa.MakeInterface)
			_, merged := use.(*ssa.Phi)
			switch in := s.body[use.Block()]; {
			case in && endsTest(use.Block()), slices.Contains(counted, i):
			case !in && shown:
				c.Shown = true
			case !in && merged:
				counted = append(counted, i)
			case !w.bounds(s, counted[k], use, c):
				return nil
			}
		}
	}
	if len(c.Bounds) == 0 && !s.counts {
		return nil // it counts for ever
	}
	return c
}

// endsTest reports whether the loop does not go on after a block that is in it.
func endsTest(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
		c, ok := i.(*ssa.Call)
		return ok && ending[called(&c.Call)]
	})
}

// leaving has functions that do not return; the runtime is told of them.
const leaving = " runtime.Goexit" +
	" testing.common.Fatal testing.common.Fatalf testing.common.FailNow testing.common.Skip testing.common.Skipf testing.common.SkipNow" +
	" testing.TB.Fatal testing.TB.Fatalf testing.TB.FailNow testing.TB.Skip testing.TB.Skipf testing.TB.SkipNow"

var ending = std.Words(leaving)

// steps is what v adds to phi, if that is a constant.
func steps(phi *ssa.Phi, v ssa.Value) (by int64, ok bool) {
	b, ok := v.(*ssa.BinOp)
	if !ok || b.X != phi || b.Op != token.ADD && b.Op != token.SUB {
		return 0, false
	}
	c, ok := b.Y.(*ssa.Const)
	if !ok || c.Value == nil {
		return 0, false
	}
	by = c.Int64()
	if b.Op == token.SUB {
		by = -by
	}
	const far = 1 << 20
	return by, -far < by && by < far
}

// bounds reports whether v, a number of rounds, is used to be compared with what no round changes,
// or not at all; and adds that.
func (w *spinFinder) bounds(s *loopStmt, v ssa.Value, use ssa.Instruction, c *Counter) bool {
	if _, debug := use.(*ssa.DebugRef); debug {
		return true
	}
	b, ok := use.(*ssa.BinOp)
	if !ok {
		return false
	}
	switch b.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ:
	default:
		return false
	}
	bound := b.X
	if bound == v {
		bound = b.Y
	}
	switch x := bound.(type) {
	case *ssa.Const, *ssa.Parameter:
	case ssa.Instruction:
		if s.body[x.Block()] || !x.Block().Dominates(s.header) {
			return false
		}
	default:
		return false
	}
	if s.counts && !b.Pos().IsValid() {
		return true // the loop's own
	}
	text := w.boundOf(s, b, c.Var)
	c.Bounds = append(c.Bounds, text)
	return text != ""
}

// boundOf is the other side of a comparison of v, if it means the same where a round begins.
func (w *spinFinder) boundOf(s *loopStmt, op *ssa.BinOp, v *types.Var) (bound string) {
	ast.Inspect(op.Parent().Syntax(), func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		if !ok || b.OpPos != op.Pos() {
			return bound == ""
		}
		for _, e := range []ast.Expr{b.X, b.Y} {
			id, _ := ast.Unparen(e).(*ast.Ident)
			switch tv := w.info.Types[e]; {
			case id != nil && v != nil && w.info.Uses[id] == v:
			case tv.Value != nil:
				bound = constant.ToInt(tv.Value).ExactString()
			case id != nil:
				if o, ok := w.info.Uses[id].(*types.Var); ok && w.named(o, s) {
					bound = id.Name
				}
			}
		}
		return false
	})
	return bound
}

// waitsForTime reports whether the blocks of f may wait for a time; nil: all of them.
func (w *spinFinder) waitsForTime(f *ssa.Function, body map[*ssa.BasicBlock]bool) bool {
	for i := range instructions(f, body) {
		switch i := i.(type) {
		case *ssa.Call:
			if pacing[called(&i.Call)] {
				return true
			}
			if f := callee(&i.Call); f != nil && w.ours(f) {
				if once(w.paces, f, w.waitsForTime) {
					return true
				}
			}
		case *ssa.UnOp:
			if i.Op == token.ARROW && isTime(i.Type()) {
				return true
			}
		}
	}
	return false
}

// pacing has functions that wait for a time, or make what is waited for.
var pacing = std.Words("time.Sleep time.After time.NewTimer time.Timer.Reset")
