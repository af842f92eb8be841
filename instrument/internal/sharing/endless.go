package sharing

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"gocheck.dev/instrument/internal/std"
	"gocheck.dev/instrument/internal/typing"
)

// Loops that work until they are told to stop (docs/design/spin.md, "Work"):
//
//	for !stop.Load() { cache.Get(key) }
//	for { select { case <-ctx.Done(): return; default: work() } }
//	for time.Since(start) < 50*time.Millisecond { work() }
//
// Natively time passes while they go round; here nothing else would ever let it pass. So they
// tell the runtime of their rounds. What they do there does not matter, but what ends them does:
// at least one exit has to depend on what others do, or on the time, and none on a variable of
// the loop's own, or on what its rounds change: such a loop ends by itself, soon. Nor is it one
// that waits for others in its rounds: that does not go round by itself. What others do is a
// flag, or a state that is compared with a constant, and no number that tells how far somebody has
// come: rounds may change that where it is not seen.

// Endless says of a loop statement whether only others, or the time, end it; readings is how often
// a round reads the clock to find out.
func (s *Analysis) Endless(loop *ast.ForStmt) (readings int, ok bool) {
	readings, ok = s.local.endless[loop]
	return readings, ok
}

// asking are functions that tell whether somebody else has ended something.
var asking = std.Words("context.Context.Err context.Cause" +
	" sync/atomic.LoadInt32 sync/atomic.LoadInt64 sync/atomic.LoadUint32 sync/atomic.LoadUint64 sync/atomic.LoadUintptr sync/atomic.LoadPointer" +
	" sync/atomic.Bool.Load sync/atomic.Int32.Load sync/atomic.Int64.Load sync/atomic.Uint32.Load sync/atomic.Uint64.Load sync/atomic.Uintptr.Load" +
	" sync/atomic.Pointer.Load sync/atomic.Value.Load")

// An exit is what the condition depends on by which a loop may be left.
type exit uint

const (
	byOthers exit = 1 << iota // what others do
	byTime                    // what the clock shows
	byItself                  // what its rounds have come to
)

// ends is what is known while a loop's exits are looked at.
type ends struct {
	w        *spinFinder
	body     map[*ssa.BasicBlock]bool // nil: of a function that is called
	changed  map[place]bool           // what rounds store to
	within   map[ssa.Value]bool       // variables and phis that are being looked at: n = f(n)
	readings int
	depth    int
}

// endless reports whether a loop of f is ended by others or by time only.
func (w *spinFinder) endless(f *ssa.Function, s *loopStmt) (readings int, ok bool) {
	e := &ends{w: w, body: s.body, changed: make(map[place]bool), within: make(map[ssa.Value]bool)}
	for i := range instructions(f, s.body) {
		if blocks(i) {
			return 0, false
		}
	}
	e.stores(f, s.body, make(map[*ssa.Function]bool))
	var all exit
	for b := range s.body {
		if i, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok && (!s.body[b.Succs[0]] || !s.body[b.Succs[1]]) {
			all |= e.on(i.Cond)
		}
	}
	return e.readings, all&byItself == 0 && all != 0
}

// blocks reports whether an instruction waits for others.
func blocks(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.UnOp:
		return i.Op == token.ARROW
	case *ssa.Select:
		return i.Blocking
	}
	return false
}

// on is what a condition depends on: nothing that is known, for what calls come to.
func (e *ends) on(v ssa.Value) exit {
	switch v := v.(type) {
	case *ssa.Phi: // of && and ||, if it is none of a loop
		if e.body == nil || !e.body[v.Block()] || v.Type() != types.Typ[types.Bool] || naturalLoop(v.Block()) != nil {
			return byItself
		}
		if e.within[v] {
			return 0
		}
		e.within[v] = true
		defer delete(e.within, v)
		var all exit
		for _, x := range v.Edges {
			all |= e.on(x)
		}
		for _, b := range v.Block().Preds {
			if i, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
				all |= e.on(i.Cond)
			}
		}
		return all
	case *ssa.BinOp:
		all := e.on(v.X) | e.on(v.Y)
		if _, x := v.X.(*ssa.Const); !x {
			if _, y := v.Y.(*ssa.Const); !y {
				return all &^ byOthers // err == io.EOF, seen == want
			}
		}
		if v.Op != token.EQL && v.Op != token.NEQ {
			return all &^ byOthers // how much has been done
		}
		return all
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return e.on(v.X)
		}
		if a, ok := v.X.(*ssa.Alloc); ok && !a.Heap {
			return e.stored(a)
		}
		at := placeOf(v.X)
		switch {
		case at == place{}:
			return 0
		case e.changed[at]:
			return byItself
		case !typing.IsBool(v.Type()):
			return 0
		}
		return byOthers
	case *ssa.Convert:
		return e.on(v.X)
	case *ssa.ChangeType:
		return e.on(v.X)
	case *ssa.Extract:
		return e.on(v.Tuple)
	case *ssa.Select:
		return byOthers
	case *ssa.Call:
		return e.call(v)
	}
	return 0
}

// stored is what the values depend on that a variable gets, as the result of a function that has
// deferred calls.
func (e *ends) stored(a *ssa.Alloc) (all exit) {
	if e.body != nil {
		return byItself
	}
	if e.within[a] {
		return 0
	}
	e.within[a] = true
	defer delete(e.within, a)
	for v := range storedIn(a) {
		all |= e.on(v)
	}
	return all
}

// call is what the result of a call depends on.
func (e *ends) call(v *ssa.Call) exit {
	c := &v.Call
	if f := callee(c); f != nil && e.w.ours(f) {
		return e.result(f)
	}
	switch k := called(c); {
	case clockReadings[k] != 0:
		if e.body != nil && !e.body[v.Block()] {
			return 0
		}
		e.readings++
		return byTime
	case comparing[k], k == "time.Time.Sub", k == "time.Time.Add":
		var all exit
		for _, x := range c.Args {
			all |= e.on(x)
		}
		return all & byTime
	case asking[k]:
		if len(c.Args) > 0 && e.changed[placeOf(c.Args[0])] {
			return byItself
		}
		return byOthers
	}
	return 0
}

// result is what the only result of a function of the unit depends on.
func (e *ends) result(f *ssa.Function) (all exit) {
	if e.depth > 2 || f.Signature.Results().Len() != 1 {
		return 0
	}
	in := &ends{w: e.w, changed: e.changed, within: make(map[ssa.Value]bool), depth: e.depth + 1}
	for i := range instructions(f, nil) {
		if r, ok := i.(*ssa.Return); ok {
			all |= in.on(r.Results[0]) &^ byItself
		}
	}
	e.readings += in.readings
	return all
}

// A place is what is stored to and loaded from, as far as it can be told: the field of a type, a
// variable, the elements of a type.
type place struct {
	v     any
	field int
}

func placeOf(v ssa.Value) place {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return place{v: typing.Pointee(v.X.Type()), field: v.Field + 1}
	case *ssa.IndexAddr:
		return place{v: v.Type()}
	case *ssa.Global, *ssa.FreeVar, *ssa.Parameter, *ssa.Alloc:
		return place{v: v}
	}
	return place{}
}

// stores notes what the blocks of f, and what of the unit they call, store to; nil: all of them.
func (e *ends) stores(f *ssa.Function, body map[*ssa.BasicBlock]bool, seen map[*ssa.Function]bool) {
	for i := range instructions(f, body) {
		switch i := i.(type) {
		case *ssa.Store:
			e.changed[placeOf(i.Addr)] = true
		case ssa.CallInstruction:
			c := i.Common()
			if to := callee(c); to != nil && e.w.ours(to) {
				if !seen[to] {
					seen[to] = true
					e.stores(to, nil, seen)
				}
			} else if k := called(c); strings.HasPrefix(k, "sync/atomic.") && !asking[k] && len(c.Args) > 0 {
				e.changed[placeOf(c.Args[0])] = true
			}
		}
	}
}
