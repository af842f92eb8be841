package sharing

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"

	"golang.org/x/tools/go/ssa"

	"gocheck.dev/instrument/internal/std"
)

// Loops that compare the time (docs/design/spin.md, "Time"). for time.Now().Before(end) {…}
// reads another time in each round, yet its rounds come to the same until a time that can be
// told: when as much has passed as lies between the two. That is so if what the clock shows is
// only shifted, by what does not come from the clock, and then compared with such. Those
// comparisons tell the runtime; anything else that is done with the time, and each round counts.

// clockReadings are functions whose results move with the clock, one nanosecond for each, or
// against it.
var clockReadings = map[string]towards{"time.Now": 1, "time.Since": 1, "time.Until": -1}

// towards is 1 for what grows as time passes, -1 for what becomes less.
type towards int

// comparing has methods that compare two times.
var comparing = std.Words("time.Time.Before time.Time.After time.Time.Compare")

// Compared reports whether an expression is a comparison of the clock in a loop that waits, or
// works until a time: a call of Before, After or Compare of a time.Time, or one of two durations
// by an operator. Grows says whether the left side less the right one does so with time.
func (s *Analysis) Compared(e ast.Expr) (grows, ok bool) {
	t, ok := s.local.compared[comparedAt(e)]
	return t > 0, ok
}

// comparedAt is where SSA has the expression, if it may be a comparison.
func comparedAt(e ast.Expr) token.Pos {
	switch e := e.(type) {
	case *ast.CallExpr:
		return e.Lparen
	case *ast.BinaryExpr:
		return e.OpPos
	}
	return token.NoPos
}

// clockUse is what blocks do with the clock, as far as it is comparisons.
type clockUse struct {
	at     map[token.Pos]towards
	called map[*ssa.Function]bool // that have been looked at
	asks   bool                   // they call conditions, which may do so
}

// comparesOnly reports whether the blocks of f do nothing with what the clock shows but to compare
// it, and whether they may read it; nil: all of them.
func (w *spinFinder) comparesOnly(f *ssa.Function, body map[*ssa.BasicBlock]bool) (only, reads bool) {
	u := clockUse{at: make(map[token.Pos]towards), called: make(map[*ssa.Function]bool)}
	only = w.compares(f, body, &u)
	maps.Copy(w.compared, u.at)
	return only, !only || u.asks || len(u.at) > 0
}

// readsClock reports whether the blocks of f may do anything with what the clock shows, as far as
// it can be told here; nil: all of them.
func (w *spinFinder) readsClock(f *ssa.Function, body map[*ssa.BasicBlock]bool) bool {
	u := clockUse{at: make(map[token.Pos]towards), called: make(map[*ssa.Function]bool)}
	return !w.compares(f, body, &u) || len(u.at) > 0
}

// compares reports whether the blocks of f, and what they call, only compare what they read from
// the clock; nil: all of them. In any case it adds where they do compare it.
func (w *spinFinder) compares(f *ssa.Function, body map[*ssa.BasicBlock]bool, u *clockUse) (only bool) {
	c := clocked{w: w, body: body, dated: make(map[ssa.Value]towards), clockUse: u}
	only = true
	for i := range instructions(f, body) {
		call, ok := i.(ssa.CallInstruction)
		if !ok || call.Common().IsInvoke() {
			continue
		}
		f := callee(call.Common())
		v, _ := i.(*ssa.Call)
		switch way, reads := clockReadings[called(call.Common())]; {
		case f == nil:
			u.asks = u.asks || !builtIn(call.Common())
		case w.ours(f):
			if !u.called[f] {
				u.called[f] = true
				only = w.compares(f, nil, u) && only
			}
		case reads && v == nil:
			only = false
		case reads:
			c.add(v, way)
		}
	}
	for len(c.found) > 0 {
		v := c.found[len(c.found)-1]
		c.found = c.found[:len(c.found)-1]
		for _, use := range *v.Referrers() {
			only = c.follow(v, use) && only
		}
	}
	return c.apart() && only
}

// clocked follows what has been read from the clock through the blocks of a function.
type clocked struct {
	w     *spinFinder
	body  map[*ssa.BasicBlock]bool // nil: all
	dated map[ssa.Value]towards    // what moves as the clock does, or against it
	found []ssa.Value              // to be followed
	pairs [][2]ssa.Value           // of which only one may
	*clockUse
}

// add follows v, which moves like this.
func (c *clocked) add(v ssa.Value, way towards) {
	if c.dated[v] == 0 {
		c.dated[v] = way
		c.found = append(c.found, v)
	}
}

// follow reports whether v may be used like this.
func (c *clocked) follow(v ssa.Value, use ssa.Instruction) bool {
	if c.body != nil && !c.body[use.Block()] {
		return true // the loop is over
	}
	way := c.dated[v]
	minus := func(x, y ssa.Value) towards { // of x - y
		c.pairs = append(c.pairs, [2]ssa.Value{x, y})
		if x == v {
			return way
		}
		return -way
	}
	switch use := use.(type) {
	case *ssa.DebugRef:
		return true
	case *ssa.ChangeType:
		c.add(use, way)
		return true
	case *ssa.BinOp:
		if b, ok := use.X.Type().Underlying().(*types.Basic); !ok || b.Kind() != types.Int64 {
			return false
		}
		less := minus(use.X, use.Y)
		switch use.Op {
		case token.LSS, token.LEQ, token.GTR, token.GEQ:
			if use.Pos().IsValid() {
				c.at[use.Pos()] = less
			}
			return use.Pos().IsValid()
		case token.ADD:
			c.add(use, way)
			return true
		case token.SUB:
			c.add(use, less)
			return true
		}
	case *ssa.Call:
		args := use.Call.Args
		switch k := called(&use.Call); {
		case comparing[k]:
			less := minus(args[0], args[1])
			if c.w.onTime[use.Pos()] {
				c.at[use.Pos()] = less
			}
			return c.w.onTime[use.Pos()]
		case k == "time.Time.Add":
			minus(args[0], args[1])
			c.add(use, way)
			return true
		case k == "time.Time.Sub":
			c.add(use, minus(args[0], args[1]))
			return true
		case k == "time.Time.UnixNano", k == "time.Duration.Nanoseconds":
			c.add(use, way)
			return true
		}
	}
	return false
}

// apart reports whether of no two only the difference matters, or twice what the clock shows.
func (c *clocked) apart() bool {
	for _, p := range c.pairs {
		if c.dated[p[0]] != 0 && c.dated[p[1]] != 0 {
			return false
		}
	}
	return true
}

// timeCalls are where methods of a time.Time are called that is no pointer and embedded nowhere.
func timeCalls(info *types.Info) map[token.Pos]bool {
	at := make(map[token.Pos]bool)
	for sel, s := range info.Selections {
		if s.Kind() == types.MethodVal && len(s.Index()) == 1 && isTime(s.Recv()) {
			if _, named := types.Unalias(s.Recv()).(*types.Named); named {
				at[sel.Sel.End()] = true // its parenthesis, if it is called
			}
		}
	}
	return at
}
