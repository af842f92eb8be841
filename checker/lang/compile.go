package lang

import (
	"fmt"
	"strings"

	"gocheck.dev/checker"
)

// opcode is what an instruction of the compiled form does. All but visible
// ones are local: they are carried out when the task gets there.
type opcode uint8

const (
	opVisible opcode = iota // announce kind; perform when chosen
	opLoad                  // plain accesses of coarse mode
	opStore
	opUpdate // a plain Inc or Merge
	opAssign
	opIfNot // jump unless the relation holds
	opJump
	opLoop // initialise a loop counter
	opTest // count it down, jump when it was 0
	opAssert
	opExit
	opNow
	opSpin  // a spin begins
	opRound // its round is over: jump to the next one, which may have to wait
	opLeave // a spin is over
)

type instr struct {
	code    opcode
	kind    checker.Kind
	s       *Stmt
	obj     checker.Object
	pos     checker.Pos
	jump    int32
	counter int8           // register of a loop's counter
	cases   []checker.Case // Select
	targets []int32        // Select: where each case goes on; the last one is default
	loop    bool           // a loop's round begins with this receive
	user    bool           // in a body of the user's
}

const (
	userRegs = 8
	maxLoops = 4
	numRegs  = userRegs + maxLoops
)

// Compile prepares a program for execution. Parse has done so.
func (p *Program) Compile() error {
	c := compiler{p: p, updated: map[int]bool{}}
	return c.program()
}

type compiler struct {
	p     *Program
	body  int
	out   []instr
	stmts int
	depth int
	spins int // that the statement is in
	// jumps to patch to the end of the innermost loops
	breaks [][]int

	updated map[int]bool // cells with an Inc, Mask or Merge
}

func (c *compiler) program() error {
	p := c.p
	p.cells, p.init = nil, nil
	for _, v := range p.Vars {
		for i := range max(v.Len, 1) {
			name := v.Name
			if v.Len > 0 {
				name = fmt.Sprintf("%s[%d]", v.Name, i)
			}
			p.cells = append(p.cells, name)
			p.init = append(p.init, v.Init)
		}
	}
	p.handlers, p.chans = len(p.FIFO), len(p.Caps)
	p.locks, p.rwlocks, p.conds, p.groups, p.onces, p.timers = 0, 0, 0, 0, 0, 0
	p.usesTime, p.partners = false, map[int]bool{}
	started := make([]bool, len(p.Bodies))
	for _, b := range p.Bodies {
		c.scan(b.Code, started)
	}
	next := checker.Object(len(p.cells))
	p.objects = p.objects[:0]
	for range p.cells {
		p.objects = append(p.objects, checker.ObjectInfo{Kind: checker.VarObject})
	}
	alloc := func(n int, info func(i int) checker.ObjectInfo) checker.Object {
		base := next
		for i := range n {
			p.objects = append(p.objects, info(i))
		}
		next += checker.Object(n)
		return base
	}
	of := func(k checker.ObjectKind) func(int) checker.ObjectInfo {
		return func(int) checker.ObjectInfo { return checker.ObjectInfo{Kind: k} }
	}
	p.lockBase = alloc(p.locks, of(checker.LockObject))
	p.rwBase = alloc(p.rwlocks, of(checker.LockObject))
	p.chanBase = alloc(p.chans, func(i int) checker.ObjectInfo {
		return checker.ObjectInfo{Kind: checker.ChanObject, Cap: p.capOf(i)}
	})
	p.handBase = alloc(p.handlers, func(i int) checker.ObjectInfo {
		return checker.ObjectInfo{Kind: checker.HandlerObject, FIFO: i < len(p.FIFO) && p.FIFO[i]}
	})
	p.condBase = alloc(p.conds, of(checker.CondObject))
	p.groupBase = alloc(p.groups, of(checker.WaitGroupObject))
	p.onceBase = alloc(p.onces, of(checker.OnceObject))
	p.timerBase = alloc(p.timers, of(checker.TimerObject))

	p.code = make([][]instr, len(p.Bodies), len(p.Bodies)+1)
	p.positions = []string{""}
	p.entry = -1
	for i, b := range p.Bodies {
		c.body, c.out, c.stmts, c.depth, c.spins = i, nil, 0, 0, 0
		if err := c.block(b.Code); err != nil {
			return fmt.Errorf("body %s: %w", b.Name, err)
		}
		p.code[i] = c.out
		if b.Name == "main" {
			p.entry = i
		}
	}
	if p.entry < 0 {
		var main []instr
		for i := range p.Bodies {
			if !started[i] {
				p.positions = append(p.positions, "main:"+p.Bodies[i].Name)
				main = append(main, instr{kind: checker.Spawn, s: &Stmt{Kind: Go, Body: i}, pos: checker.Pos(len(p.positions) - 1)})
			}
		}
		p.entry = len(p.code)
		p.code = append(p.code, main)
	}
	p.names = []taskName{{creator: checker.NoTask}}
	if p.usesTime {
		p.clock = 1
		p.names = append(p.names, taskName{creator: checker.NoTask})
	}
	p.machine = nil
	return nil
}

func (c *compiler) emit(in instr) int {
	in.pos = checker.Pos(len(c.p.positions) - 1)
	in.user = strings.HasPrefix(c.p.Bodies[c.body].Name, "user")
	c.out = append(c.out, in)
	return len(c.out) - 1
}

func (c *compiler) visible(k checker.Kind, s *Stmt, obj checker.Object) int {
	return c.emit(instr{kind: k, s: s, obj: obj})
}

func (c *compiler) here() int32 { return int32(len(c.out)) }

func (c *compiler) block(code []Stmt) error {
	for i := range code {
		c.stmts++
		pos := code[i].Pos
		if pos == "" {
			pos = fmt.Sprintf("%s:%d", c.p.Bodies[c.body].Name, c.stmts)
		}
		c.p.positions = append(c.p.positions, pos)
		if err := c.stmt(&code[i]); err != nil {
			return err
		}
	}
	return nil
}

func (c *compiler) lockObject(s *Stmt) checker.Object {
	if s.RW {
		return c.p.rwBase + checker.Object(s.Obj)
	}
	return c.p.lockBase + checker.Object(s.Obj)
}

func (c *compiler) stmt(s *Stmt) error {
	p := c.p
	obj := checker.Object(s.Obj)
	switch s.Kind {
	case Load:
		if p.Coarse {
			c.emit(instr{code: opLoad, s: s})
		} else {
			c.visible(checker.Read, s, obj)
		}
	case Store:
		if p.Coarse {
			c.emit(instr{code: opStore, s: s})
		} else {
			c.visible(checker.Write, s, obj)
		}
	case AtomicLoad:
		c.visible(checker.Read, s, obj)
	case AtomicStore, AddVar:
		c.visible(checker.Write, s, obj)
	case CAS:
		c.visible(checker.CAS, s, obj)
	case Put:
		c.visible(checker.Store, s, obj)
	case Inc:
		if p.Coarse && p.Plain {
			c.emit(instr{code: opUpdate, kind: checker.Inc, s: s})
		} else {
			c.visible(checker.Inc, s, obj)
		}
	case Mask:
		c.visible(checker.Mask, s, obj)
	case Merge:
		if p.Coarse && p.Plain {
			c.emit(instr{code: opUpdate, kind: checker.Merge, s: s})
		} else {
			c.visible(checker.Merge, s, obj)
		}
	case Await:
		if err := c.flag(s.Obj); err != nil {
			return err
		}
		c.visible(checker.Await, s, obj)
	case Go:
		c.visible(checker.Spawn, s, 0)
	case Join:
		c.visible(checker.Join, s, 0)
	case Post:
		c.visible(checker.Post, s, p.handBase+obj)
	case PostFront:
		c.visible(checker.PostFront, s, p.handBase+obj)
	case HandlerClose:
		c.visible(checker.CloseHandler, s, p.handBase+obj)
	case Lock:
		if s.RW {
			c.visible(checker.Arrive, s, c.lockObject(s))
		}
		c.visible(checker.Lock, s, c.lockObject(s))
	case Unlock:
		c.visible(checker.Unlock, s, c.lockObject(s))
	case TryLock:
		c.visible(checker.TryLock, s, c.lockObject(s))
	case RLock:
		c.visible(checker.RLock, s, c.lockObject(s))
	case RUnlock:
		c.visible(checker.RUnlock, s, c.lockObject(s))
	case TryRLock:
		c.visible(checker.TryRLock, s, c.lockObject(s))
	case Send:
		c.visible(checker.Send, s, p.chanBase+obj)
	case Recv:
		c.visible(checker.Recv, s, p.chanBase+obj)
	case Close:
		c.visible(checker.Close, s, p.chanBase+obj)
	case Len:
		c.visible(checker.Len, s, p.chanBase+obj)
	case Select:
		return c.selectStmt(s)
	case WGAdd:
		c.visible(checker.Add, s, p.groupBase+obj)
	case WGWait:
		c.visible(checker.Wait, s, p.groupBase+obj)
	case CondWait:
		lock := p.lockBase + checker.Object(s.Lock)
		c.visible(checker.Enqueue, s, p.condBase+obj)
		c.visible(checker.Unlock, s, lock)
		c.visible(checker.Wake, s, p.condBase+obj)
		c.visible(checker.Lock, s, lock)
	case Signal:
		c.visible(checker.Signal, s, p.condBase+obj)
	case Broadcast:
		c.visible(checker.Broadcast, s, p.condBase+obj)
	case Once:
		at := c.visible(checker.Once, s, p.onceBase+obj)
		if err := c.block(s.Then); err != nil {
			return err
		}
		c.visible(checker.OnceEnd, s, p.onceBase+obj)
		c.out[at].jump = c.here()
	case Choose:
		c.visible(checker.Choose, s, 0)
	case Fault:
		if p.Faults <= 0 {
			return fmt.Errorf("fault, in a program without faults and a number")
		}
		c.visible(checker.Choose, s, 0)
	case Sleep:
		c.visible(checker.Sleep, s, 0)
	case TimerNew, TickerNew, TimerReset, AfterFunc:
		c.visible(checker.TimerSet, s, p.timerBase+obj)
	case TimerStop:
		c.visible(checker.TimerStop, s, p.timerBase+obj)
	case TimerRecv:
		c.visible(checker.TimerRecv, s, p.timerBase+obj)
	case Yield:
		c.visible(checker.Yield, s, 0)
	case Assign:
		c.emit(instr{code: opAssign, s: s})
	case Now:
		c.emit(instr{code: opNow, s: s})
	case Assert:
		c.emit(instr{code: opAssert, s: s})
	case Exit:
		c.emit(instr{code: opExit, s: s})
	case If:
		at := c.emit(instr{code: opIfNot, s: s})
		if err := c.block(s.Then); err != nil {
			return err
		}
		if len(s.Else) > 0 {
			skip := c.emit(instr{code: opJump})
			c.out[at].jump = c.here()
			if err := c.block(s.Else); err != nil {
				return err
			}
			at = skip
		}
		c.out[at].jump = c.here()
	case Loop:
		if c.depth == maxLoops {
			return fmt.Errorf("loops nested deeper than %d", maxLoops)
		}
		counter := int8(userRegs + c.depth)
		c.depth++
		c.breaks = append(c.breaks, nil)
		c.emit(instr{code: opLoop, s: s, counter: counter})
		test := c.emit(instr{code: opTest, s: s, counter: counter})
		if err := c.block(s.Then); err != nil {
			return err
		}
		c.head(test + 1)
		c.emit(instr{code: opJump, jump: int32(test)})
		c.out[test].jump = c.here()
		c.leave()
		c.depth--
	case Spin:
		if c.spins++; c.spins > 1 {
			return fmt.Errorf("spin within a spin")
		}
		c.breaks = append(c.breaks, nil)
		c.emit(instr{code: opSpin, s: s})
		top := c.here()
		if err := c.block(s.Then); err != nil {
			return err
		}
		c.emit(instr{code: opRound, kind: checker.Spin, s: s, jump: top})
		c.leave()
		c.emit(instr{code: opLeave})
		c.spins--
	case Break:
		if len(c.breaks) == 0 {
			return fmt.Errorf("break outside of a loop")
		}
		n := len(c.breaks) - 1
		c.breaks[n] = append(c.breaks[n], c.emit(instr{code: opJump}))
	default:
		return fmt.Errorf("statement of kind %d has no place here", s.Kind)
	}
	return nil
}

// head marks the first instruction of a loop's round if it receives.
func (c *compiler) head(at int) {
	if at == len(c.out) {
		return
	}
	switch in := &c.out[at]; {
	case in.code != opVisible:
	case in.kind == checker.Recv, in.kind == checker.TimerRecv, in.kind == checker.Select && !in.s.Default:
		in.loop = true
	}
}

// leave lets the breaks of the innermost loop go on here.
func (c *compiler) leave() {
	n := len(c.breaks) - 1
	for _, b := range c.breaks[n] {
		c.out[b].jump = c.here()
	}
	c.breaks = c.breaks[:n]
}

// flag demands what the vocabulary says of the location of an Await.
func (c *compiler) flag(cell int) error {
	if v := c.p.init[cell]; v != 0 {
		return fmt.Errorf("await of %s, which is %d at first: must be 0", c.p.cells[cell], v)
	}
	if c.updated[cell] {
		return fmt.Errorf("await of %s, which has updates: must have none", c.p.cells[cell])
	}
	return nil
}

func (c *compiler) selectStmt(s *Stmt) error {
	in := instr{kind: checker.Select, s: s, targets: make([]int32, len(s.Cases)+1)}
	at := c.emit(in)
	pos := c.out[at].pos
	var ends []int
	for i := range s.Cases {
		cs := &s.Cases[i]
		k := checker.Case{Pos: pos, Obj: checker.Object(cs.Obj)}
		switch cs.Kind {
		case Send:
			k.Kind, k.Obj = checker.Send, k.Obj+c.p.chanBase
		case Recv:
			k.Kind, k.Obj = checker.Recv, k.Obj+c.p.chanBase
		case Await:
			if err := c.flag(cs.Obj); err != nil {
				return err
			}
			k.Kind = checker.Await
		case TimerRecv:
			k.Kind, k.Obj = checker.TimerRecv, k.Obj+c.p.timerBase
		case NilCase:
			k = checker.Case{Pos: pos}
		default:
			return fmt.Errorf("statement of kind %d as a case", cs.Kind)
		}
		c.out[at].cases = append(c.out[at].cases, k)
		c.out[at].targets[i] = c.here()
		if err := c.block(cs.Then); err != nil {
			return err
		}
		ends = append(ends, c.emit(instr{code: opJump}))
	}
	c.out[at].targets[len(s.Cases)] = c.here()
	if err := c.block(s.Else); err != nil {
		return err
	}
	for _, e := range ends {
		c.out[e].jump = c.here()
	}
	return nil
}
