package sharing

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"gocheck.dev/instrument/internal/std"
	"gocheck.dev/instrument/internal/typing"
)

// Loops that wait (docs/design/spin.md): those no round of which leaves anything behind
// that the runtime does not hear of. A round may then be taken for one like the
// last, if what it has read has not changed. Here it is SSA that says so, of the
// function that the loop is in and of those of the unit that it calls:
//   - no variable of the function is carried from one round to the next, or each that
//     is can be compared (carried.go): a round that has left them as they were is like one
//     without;
//   - nothing is stored but to objects made in the round, or by an access that is
//     announced;
//   - what is called is an entry point that announces what it does, a function that
//     does nothing but compute, one of this unit of which the same is true, or one that the
//     loop has been given (conditions.go).
//
// A loop that is not recognised goes on as it is.

// spinFinder looks for them in the SSA of one unit.
type spinFinder struct {
	pkg   *ssa.Package
	loops map[ast.Stmt]Loop
	info  *types.Info
	known map[*ssa.Function]bool   // whether its calls leave nothing behind
	local map[token.Pos]*types.Var // where they are declared
	asks  map[*ssa.Function]bool   // whether its calls may be operations
	paces map[*ssa.Function]bool   // whether its calls may wait for a time
	works map[*ast.ForStmt]int     // loops that work until they are told to stop (endless.go)

	late, stamps  map[token.Pos]bool         // readings of the clock that are compared (readings.go, stamps.go)
	loads, stores map[*types.Var][]ssa.Value // of fields and package variables that may keep a time

	onTime     map[token.Pos]bool    // parentheses of calls of a time.Time's methods
	compared   map[token.Pos]towards // comparisons that tell the runtime (compared.go)
	asked      map[token.Pos]bool    // calls of conditions (conditions.go)
	clean      map[*ast.FuncLit]bool
	conditions map[*types.Func]bool
	errands    map[token.Pos]ast.Stmt // go statements of rounds, and their loops (errands.go)
}

func newSpinFinder(pkg *ssa.Package, info *types.Info) *spinFinder {
	w := &spinFinder{
		pkg:   pkg,
		info:  info,
		loops: make(map[ast.Stmt]Loop),
		known: make(map[*ssa.Function]bool),
		local: make(map[token.Pos]*types.Var),
		asks:  make(map[*ssa.Function]bool),
		paces: make(map[*ssa.Function]bool),
		works: make(map[*ast.ForStmt]int),

		late:   make(map[token.Pos]bool),
		stamps: make(map[token.Pos]bool),
		loads:  make(map[*types.Var][]ssa.Value),
		stores: make(map[*types.Var][]ssa.Value),

		onTime:     timeCalls(info),
		compared:   make(map[token.Pos]towards),
		asked:      make(map[token.Pos]bool),
		clean:      make(map[*ast.FuncLit]bool),
		conditions: make(map[*types.Func]bool),
		errands:    make(map[token.Pos]ast.Stmt),
	}
	for id, o := range info.Defs {
		if v, ok := o.(*types.Var); ok && !v.IsField() {
			w.local[id.Pos()] = v
		}
	}
	return w
}

// A loopStmt is a loop statement, and the blocks that it goes round.
type loopStmt struct {
	stmt     ast.Stmt // nil: one that is not looked at
	pos, end token.Pos
	header   *ssa.BasicBlock
	body     map[*ssa.BasicBlock]bool
	counts   bool // it goes over an integer
}

// find adds the loops of a function.
func (w *spinFinder) find(f *ssa.Function) {
	if f.Syntax() == nil || len(f.Blocks) == 0 {
		return
	}
	var stmts []*loopStmt // outer ones first
	jumps := false        // backwards: its loop is no statement
	ast.Inspect(f.Syntax(), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return n == f.Syntax()
		case *ast.ForStmt:
			stmts = append(stmts, &loopStmt{stmt: n, pos: n.Pos(), end: n.End()})
		case *ast.RangeStmt:
			l := &loopStmt{pos: n.Pos(), end: n.End()}
			unnamed := n.Key == nil || isIdent(n.Key) && n.Key.(*ast.Ident).Name == "_"
			switch u := typing.Under(w.info.TypeOf(n.X)).(type) {
			case *types.Chan:
				if unnamed {
					l.stmt = n
				}
			case *types.Basic:
				if u.Info()&types.IsInteger != 0 && (unnamed || n.Tok == token.DEFINE) {
					l.stmt, l.counts = n, true
				}
			}
			stmts = append(stmts, l)
		case *ast.BranchStmt:
			jumps = jumps || n.Tok == token.GOTO && w.info.Uses[n.Label].Pos() < n.Pos()
		}
		return true
	})
	if len(stmts) == 0 || jumps {
		return
	}
	w.match(f, stmts)
	for _, s := range stmts {
		if s.stmt == nil || s.body == nil {
			continue
		}
		carried, counter, waits := w.carries(s)
		waits = waits && w.harmless(f, s.body) && (len(carried) == 0 || w.operates(f, s.body)) &&
			(counter == nil || w.waitsForTime(f, s.body) && !w.readsClock(f, s.body))
		loop, works := s.stmt.(*ast.ForStmt)
		if works {
			var readings int
			if readings, works = w.endless(f, s); works {
				w.works[loop] = readings
			}
		}
		if !waits && !works {
			continue
		}
		only, reads := w.comparesOnly(f, s.body)
		if waits {
			w.loops[s.stmt] = Loop{Carried: carried, Counter: counter, Dated: w.dated(f, s.body), Compares: only && reads}
			if counter == nil {
				w.sends(f, s)
			}
		}
	}
}

// match finds the loops of SSA that belong to the statements: of each the innermost
// one that all of it is in, and that no smaller loop belongs to.
func (w *spinFinder) match(f *ssa.Function, stmts []*loopStmt) {
	var loops []loopStmt
	for _, h := range f.Blocks {
		if body := naturalLoop(h); body != nil {
			loops = append(loops, loopStmt{header: h, body: body})
		}
	}
	slices.SortStableFunc(loops, func(a, b loopStmt) int { return len(a.body) - len(b.body) })
	for _, l := range loops {
		for i := len(stmts) - 1; i >= 0; i-- {
			if s := stmts[i]; s.body == nil && inside(l.body, s.pos, s.end) {
				s.header, s.body = l.header, l.body
				break
			}
		}
	}
}

// naturalLoop is the loop that begins at h: the blocks from which h is reached again
// without leaving what h dominates; nil if there is none.
func naturalLoop(h *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	var body map[*ssa.BasicBlock]bool
	var add func(b *ssa.BasicBlock)
	add = func(b *ssa.BasicBlock) {
		if !body[b] {
			body[b] = true
			for _, p := range b.Preds {
				add(p)
			}
		}
	}
	for _, b := range h.Preds {
		if h.Dominates(b) {
			if body == nil {
				body = map[*ssa.BasicBlock]bool{h: true}
			}
			add(b)
		}
	}
	return body
}

// inside reports whether the blocks have a position, and all are within the limits.
func inside(body map[*ssa.BasicBlock]bool, pos, end token.Pos) bool {
	any := false
	for b := range body {
		for _, i := range b.Instrs {
			at := i.Pos()
			if _, ok := i.(*ssa.Phi); ok || !at.IsValid() {
				continue // a phi is where its variable is declared
			}
			if at < pos || at >= end {
				return false
			}
			any = true
		}
	}
	return any
}

// harmless reports whether the blocks of f, executed from the first to the last,
// leave nothing behind; nil: all of them, and then what is made in f is made there.
func (w *spinFinder) harmless(f *ssa.Function, body map[*ssa.BasicBlock]bool) bool {
	in := func(i ssa.Instruction) bool { return body == nil || body[i.Block()] }
	for i := range instructions(f, body) {
		switch i := i.(type) {
		case *ssa.Store:
			if !w.mayStore(i.Addr, in) {
				return false
			}
		case *ssa.MapUpdate:
			if !w.mayStore(i.Map, in) {
				return false
			}
		case *ssa.Next:
			if it, ok := i.Iter.(*ssa.Range); !ok || !in(it) {
				return false
			}
		case *ssa.Call:
			if !w.mayCall(&i.Call) && !w.asksWhat(i) {
				return false
			}
		case *ssa.Defer:
			if body != nil || !w.mayCall(&i.Call) {
				return false
			}
		}
	}
	return true
}

// storedIn are the values that are stored in a variable, wherever.
func storedIn(a *ssa.Alloc) iter.Seq[ssa.Value] {
	return func(yield func(ssa.Value) bool) {
		for _, r := range *a.Referrers() {
			if s, ok := r.(*ssa.Store); ok && s.Addr == a && !yield(s.Val) {
				return
			}
		}
	}
}

// instructions are those of the blocks of f that are in body; nil: of all.
func instructions(f *ssa.Function, body map[*ssa.BasicBlock]bool) iter.Seq[ssa.Instruction] {
	return func(yield func(ssa.Instruction) bool) {
		for _, b := range f.Blocks {
			if body != nil && !body[b] {
				continue
			}
			for _, i := range b.Instrs {
				if !yield(i) {
					return
				}
			}
		}
	}
}

// callee is the function that is called, as it is declared; nil: that is known at run time only,
// or it is a built-in one.
func callee(c *ssa.CallCommon) *ssa.Function {
	f := c.StaticCallee()
	if f != nil && f.Origin() != nil {
		return f.Origin()
	}
	return f
}

// called is the key of the function or method that is called, as std.Key has it; "": that is known
// at run time only, or it is a built-in one.
func called(c *ssa.CallCommon) string {
	if c.IsInvoke() {
		return std.Key(c.Method)
	}
	if f := callee(c); f != nil {
		if o, ok := f.Object().(*types.Func); ok {
			return std.Key(o)
		}
	}
	return ""
}

// ours reports whether f is a function of the unit, whose code is known.
func (w *spinFinder) ours(f *ssa.Function) bool { return f.Pkg == w.pkg && len(f.Blocks) > 0 }

// mayStore reports whether what v points to, or is, was made where in says, or is
// something whose accesses are announced. These are reached from package variables
// and parameters. A captured variable's own need not be: the function literal
// may run on the spot.
func (w *spinFinder) mayStore(v ssa.Value, in func(ssa.Instruction) bool) bool {
	switch v := v.(type) {
	case *ssa.Alloc:
		return in(v)
	case *ssa.MakeSlice:
		return in(v)
	case *ssa.MakeMap:
		return in(v)
	case *ssa.Global, *ssa.Parameter:
		return true
	case *ssa.FieldAddr:
		return w.mayStore(v.X, in)
	case *ssa.IndexAddr:
		return w.mayStore(v.X, in)
	case *ssa.Slice:
		return w.mayStore(v.X, in)
	case *ssa.UnOp:
		return v.Op == token.MUL && reachedFromOutside(v.X)
	}
	return false
}

// reachedFromOutside reports whether the pointer loaded from v was loaded from what
// others know.
func reachedFromOutside(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Global, *ssa.Parameter, *ssa.FreeVar:
		return true
	case *ssa.FieldAddr:
		return reachedFromOutside(v.X)
	case *ssa.IndexAddr:
		return reachedFromOutside(v.X)
	case *ssa.UnOp:
		return v.Op == token.MUL && reachedFromOutside(v.X)
	}
	return false
}

// once is what look says of all blocks of f, which is looked at once. While it is looked at that is
// false: so it is of one that calls itself.
func once(known map[*ssa.Function]bool, f *ssa.Function, look func(*ssa.Function, map[*ssa.BasicBlock]bool) bool) bool {
	is, ok := known[f]
	if !ok {
		known[f] = false
		is = look(f, nil)
		known[f] = is
	}
	return is
}

// mayCall reports whether a call leaves nothing behind that is not announced.
func (w *spinFinder) mayCall(c *ssa.CallCommon) bool {
	if c.IsInvoke() {
		return announcing[std.Key(c.Method)]
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return computing["builtin."+b.Name()]
	}
	f := callee(c)
	if f == nil {
		return false
	}
	if w.ours(f) {
		return once(w.known, f, w.harmless)
	}
	o, ok := f.Object().(*types.Func)
	return ok && mayCallKey(o)
}

func mayCallKey(f *types.Func) bool {
	k := std.Key(f)
	path, typ, _ := std.SplitKey(k)
	if announcing[k] || computing[k] {
		return true
	}
	if _, ok := std.Entries[k]; ok {
		// What there is an entry point for in these packages is an operation.
		return (path == "sync" || path == "sync/atomic" || path == "time") && !callsBack(k)
	}
	switch path {
	case "strings", "strconv", "unicode", "unicode/utf8", "math", "math/bits", "cmp":
		return typ == ""
	case "time":
		recv := f.Signature().Recv()
		return recv == nil || !typing.IsPointer(recv.Type())
	}
	return false
}

// callsBack says of which entry points of package sync an unknown function is called, or made.
func callsBack(k string) bool {
	return strings.HasPrefix(k, "sync.Once") && k != "sync.Once.Do" || k == "sync.Pool.Get" || k == "sync.Map.Range" || k == "sync.RWMutex.RLocker"
}

// announcing has functions and methods, by key, that leave nothing behind but what
// the runtime is told.
var announcing = std.Words("context.Context.Err context.Context.Done context.Cause sync.Locker.Lock sync.Locker.Unlock" +
	" runtime.Gosched runtime.NumGoroutine gocheck.dev.Choose" +
	" testing.common.Error testing.common.Errorf testing.common.Fail testing.common.Log testing.common.Logf" +
	" testing.TB.Error testing.TB.Errorf testing.TB.Fail testing.TB.Log testing.TB.Logf" + leaving)

// computing has functions that do nothing but compute.
var computing = std.Words("errors.Is errors.New errors.Unwrap slices.Contains slices.Index slices.Equal slices.Max slices.Min" +
	" builtin.len builtin.cap builtin.min builtin.max builtin.close builtin.real builtin.imag builtin.complex builtin.ssa:wrapnilchk")
