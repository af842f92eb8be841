package tracerun

import (
	"fmt"

	"gocheck.dev/checker/lang"
	"gocheck.dev/internal/tracefile"
)

// body translates the operations of a task.
type body struct {
	*builder
	held map[string]int // monitors: how deep
	// tried are the locks that a TRYLOCK of the record has taken: in another
	// order it may not, and then there is nothing to unlock. The register knows.
	tried map[string]int
	// within are the Onces whose function is being translated.
	within map[string]bool
}

// body is the code of a task.
func (b *builder) body(k int) []lang.Stmt {
	c := body{builder: b, held: map[string]int{}, tried: map[string]int{}, within: map[string]bool{}}
	return c.block(b.t.Tasks[k].Ops)
}

// block is the code of some operations of a task, one after the other.
func (c *body) block(ops []int) []lang.Stmt {
	var code []lang.Stmt
	for n := 0; n < len(ops); n++ {
		i := ops[n]
		emit := func(s lang.Stmt) {
			s.Pos = c.pos(i)
			code = append(code, s)
			if c.stmts++; c.stmts > maxStmts {
				c.fail = fmt.Errorf("%s: the functions of its Onces are too large to be called from everywhere", c.t.File)
			}
		}
		if c.fail != nil {
			return nil
		}
		for _, flag := range c.waits[i] {
			emit(lang.Stmt{Kind: lang.Await, Obj: flag})
		}
		op := &c.t.Ops[i]
		if op.Name == "ONCE" {
			inside := c.inside(ops[n:])
			s := lang.Stmt{Kind: lang.Once, Obj: number(c.onces, op.Get("once"))}
			if op.Get("first") != "" && !c.within[op.Get("once")] {
				c.within[op.Get("once")] = true
				s.Then = c.block(inside)
				delete(c.within, op.Get("once"))
				n += len(inside)
				if n+1 < len(ops) && c.t.Ops[ops[n+1]].Name == "ONCE-END" {
					n++
				}
			} else {
				s.Then = c.onceBody(op.Get("once"))
			}
			emit(s)
		} else if c.t.Monitor(op.Get("lock-obj")) && (op.Name == "LOCK" || op.Name == "UNLOCK") {
			c.monitor(op, emit)
		} else {
			c.stmt(i, op, emit)
		}
		if flag, ok := c.flags[i]; ok {
			emit(lang.Stmt{Kind: lang.AtomicStore, Obj: flag, X: lang.Const(1)})
		}
	}
	return code
}

// monitor translates the LOCK and UNLOCK of a monitor, which is reentrant: only
// the outermost pair counts.
func (c *body) monitor(op *tracefile.Op, emit func(lang.Stmt)) {
	l := op.Get("lock-obj")
	kind := lang.Lock
	if op.Name == "UNLOCK" {
		kind = lang.Unlock
		c.held[l]--
	}
	if c.kept[lockKey(l)] && c.held[l] == 0 {
		emit(lang.Stmt{Kind: kind, Obj: number(c.locks, l)})
	}
	if op.Name == "LOCK" {
		c.held[l]++
	}
}

// inside are the operations between a ONCE and its ONCE-END.
func (c *body) inside(ops []int) []int {
	once := c.t.Ops[ops[0]].Get("once")
	for n, i := range ops[1:] {
		if op := &c.t.Ops[i]; op.Name == "ONCE-END" && op.Get("once") == once {
			return ops[1 : 1+n]
		}
	}
	return ops[1:]
}

// onceBody is what another caller of a Once does if it comes first: what the
// first caller of the record did.
func (c *body) onceBody(once string) []lang.Stmt {
	if c.within[once] {
		return nil // it waits for itself
	}
	for i := range c.t.Ops {
		if op := &c.t.Ops[i]; op.Name == "ONCE" && op.Get("once") == once && op.Get("first") != "" {
			c.within[once] = true
			defer delete(c.within, once)
			ops := c.t.Tasks[op.Task].Ops
			return c.block(c.inside(ops[c.order.place[i]-1:]))
		}
	}
	return nil
}

// maxStmts bounds a program: traces are of tens of thousands of operations.
const maxStmts = 1 << 18

// stmt translates an operation that stands for itself.
func (c *body) stmt(i int, op *tracefile.Op, emit func(lang.Stmt)) {
	obj := op.Get("obj")
	val := lang.Const(op.Int("val"))
	switch op.Name {
	case "FORK", "POST", "NATIVE-POST", "UI-POST":
		emit(c.start(c.created(i)))
	case "DELAY-POST":
		emit(c.delayed(i))
	case "POST-FRONT":
		s := c.start(c.created(i))
		s.Kind = lang.PostFront
		emit(s)
	case "CLOSE-HANDLER":
		emit(lang.Stmt{Kind: lang.HandlerClose, Obj: c.handler(op.Get("dest"))})
	case "READ", "READ-STATIC", "WRITE", "WRITE-STATIC":
		v, write := location(op)
		if !c.kept[v] {
			break
		}
		s := lang.Stmt{Kind: lang.Load, Obj: c.variable(v)}
		if write {
			s.Kind, s.X = lang.Store, lang.Const(int64(op.Number))
		}
		emit(s)
	case "ATOMIC-LOAD":
		emit(lang.Stmt{Kind: lang.AtomicLoad, Obj: c.variable(obj)})
	case "ATOMIC-STORE":
		emit(lang.Stmt{Kind: lang.AtomicStore, Obj: c.variable(obj), X: val})
	case "ATOMIC-ADD":
		emit(lang.Stmt{Kind: lang.AddVar, Obj: c.variable(obj), X: val})
	case "CAS":
		emit(lang.Stmt{Kind: lang.CAS, Obj: c.variable(obj), X: lang.Const(op.Int("old")), Y: lang.Const(op.Int("new"))})
	case "AWAIT":
		emit(lang.Stmt{Kind: lang.Await, Obj: c.variable(obj)})
	case "SEND":
		emit(lang.Stmt{Kind: lang.Send, Obj: c.channel(op.Get("chan"))})
	case "RECV":
		emit(lang.Stmt{Kind: lang.Recv, Obj: c.channel(op.Get("chan"))})
	case "CLOSE":
		emit(lang.Stmt{Kind: lang.Close, Obj: c.channel(op.Get("chan"))})
	case "LEN":
		emit(lang.Stmt{Kind: lang.Len, Obj: c.channel(op.Get("chan"))})
	case "SELECT":
		emit(c.sel(op))
	case "WG-ADD":
		emit(lang.Stmt{Kind: lang.WGAdd, Obj: number(c.groups, op.Get("wg")), X: val})
	case "WG-WAIT":
		emit(lang.Stmt{Kind: lang.WGWait, Obj: number(c.groups, op.Get("wg"))})
	case "COND-WAIT":
		emit(lang.Stmt{Kind: lang.CondWait, Obj: number(c.conds, op.Get("cond")), Lock: number(c.locks, op.Get("lock-obj"))})
	case "SIGNAL":
		emit(lang.Stmt{Kind: lang.Signal, Obj: number(c.conds, op.Get("cond"))})
	case "BROADCAST":
		emit(lang.Stmt{Kind: lang.Broadcast, Obj: number(c.conds, op.Get("cond"))})
	case "SLEEP":
		emit(lang.Stmt{Kind: lang.Sleep, X: val})
	case "TIMER-NEW", "TICKER-NEW", "AFTER-FUNC", "TIMER-RESET", "TIMER-STOP", "TIMER-RECV":
		s := lang.Stmt{Kind: timerKinds[op.Name], Obj: number(c.timers, op.Get("timer")), X: val}
		if op.Name == "AFTER-FUNC" {
			s.Body = c.created(i)
		}
		emit(s)
	case "LOCK", "UNLOCK", "RLOCK", "RUNLOCK", "TRYLOCK", "TRYRLOCK":
		c.lock(op, emit)
	}
}

// timerKinds are the statements of timers.
var timerKinds = map[string]lang.StmtKind{
	"TIMER-NEW": lang.TimerNew, "TICKER-NEW": lang.TickerNew, "AFTER-FUNC": lang.AfterFunc, "TIMER-RESET": lang.TimerReset,
	"TIMER-STOP": lang.TimerStop, "TIMER-RECV": lang.TimerRecv,
}

// channel numbers a channel.
func (c *body) channel(id string) int {
	before := len(c.chans)
	n := number(c.chans, id)
	if len(c.chans) > before {
		c.code.Caps = append(c.code.Caps, c.t.Objects[id].Cap)
	}
	return n
}

// sel is a select: whichever case is ready, the task goes on as in the record.
func (c *body) sel(op *tracefile.Op) lang.Stmt {
	s := lang.Stmt{Kind: lang.Select, Default: op.Int("default") != 0}
	for _, k := range op.Cases() {
		cs := lang.Stmt{Kind: lang.NilCase}
		switch k.Kind {
		case "send":
			cs = lang.Stmt{Kind: lang.Send, Obj: c.channel(k.Object)}
		case "recv":
			cs = lang.Stmt{Kind: lang.Recv, Obj: c.channel(k.Object)}
		case "timer":
			cs = lang.Stmt{Kind: lang.TimerRecv, Obj: number(c.timers, k.Object)}
		case "await":
			cs = lang.Stmt{Kind: lang.Await, Obj: c.variable(k.Object)}
		}
		s.Cases = append(s.Cases, cs)
	}
	return s
}

// lockKinds are the statements of Go's locks.
var lockKinds = map[string]lang.StmtKind{
	"LOCK": lang.Lock, "UNLOCK": lang.Unlock, "RLOCK": lang.RLock, "RUNLOCK": lang.RUnlock, "TRYLOCK": lang.TryLock, "TRYRLOCK": lang.TryRLock,
}

// maxTried is how many locks a task may hold at once by TRYLOCK: one register
// each, and 0 is everybody's.
const maxTried = 7

// lock translates an operation on a sync.Mutex or RWMutex. A lock that a TRYLOCK took in the
// record is unlocked only if it is taken in this order, too. A lock that it did not take in the
// record, but takes in this order, is unlocked at once: the record does not say what the task
// would do with it.
func (c *body) lock(op *tracefile.Op, emit func(lang.Stmt)) {
	id := op.Get("lock-obj")
	s := lang.Stmt{Kind: lockKinds[op.Name]}
	if c.t.Objects[id].Kind == "rwmutex" {
		s.RW, s.Obj = true, number(c.rwlocks, id)
	} else {
		s.Obj = number(c.locks, id)
	}
	taken := func(reg int, unlock lang.Stmt) lang.Stmt {
		unlock.Pos = fmt.Sprintf("%s:%d", c.t.File, op.Line)
		return lang.Stmt{Kind: lang.If, Rel: "!=", X: lang.Reg(int64(reg)), Then: []lang.Stmt{unlock}}
	}
	switch op.Name {
	case "TRYLOCK", "TRYRLOCK":
		if op.Int("ok") == 0 {
			emit(s)
			unlock := s
			unlock.Kind = lang.Unlock
			if op.Name == "TRYRLOCK" {
				unlock.Kind = lang.RUnlock
			}
			emit(taken(0, unlock))
			return
		}
		s.Reg = c.register()
		c.tried[op.Name+id] = s.Reg
	case "UNLOCK", "RUNLOCK":
		by := map[string]string{"UNLOCK": "TRYLOCK", "RUNLOCK": "TRYRLOCK"}[op.Name] + id
		if reg, ok := c.tried[by]; ok {
			delete(c.tried, by)
			emit(taken(reg, s))
			return
		}
	}
	emit(s)
}

// register is a register that no lock is in.
func (c *body) register() int {
	used := map[int]bool{}
	for _, r := range c.tried {
		used[r] = true
	}
	for r := 1; r <= maxTried; r++ {
		if !used[r] {
			return r
		}
	}
	c.fail = fmt.Errorf("%s: a task holds more than %d locks by TryLock: a trace of it cannot be explored", c.t.File, maxTried)
	return 0
}
