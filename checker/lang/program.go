package lang

import (
	"fmt"
	"strconv"
	"strings"

	"gocheck.dev/checker"
)

// StmtKind says what a statement does.
type StmtKind uint8

// The statements; doc.go has their text.
const (
	Load StmtKind = iota
	Store
	AtomicLoad
	AtomicStore
	AddVar
	CAS
	Put // a store that is a read where the value is there already
	Inc // adds, ands, ors X, and shows nobody the result
	Mask
	Merge
	Await
	Go
	Join
	Post
	PostFront
	HandlerClose
	Lock
	Unlock
	TryLock
	RLock
	RUnlock
	TryRLock
	Send
	Recv
	Close
	Len
	Select
	WGAdd
	WGWait
	CondWait
	Signal
	Broadcast
	Once
	Choose
	Fault // a Choose of 2 values with checker.Op.Most
	Sleep
	TimerNew
	TickerNew
	TimerReset
	TimerStop
	TimerRecv
	AfterFunc
	Now
	Yield
	Assign
	If
	Loop
	Break
	Spin
	Assert
	Exit
	NilCase // in a Select only
)

// Operand is a value in a statement: a constant, or a register.
type Operand struct {
	IsReg bool
	N     int64 // the constant, or the register's number
}

// Const is the constant n as an operand.
func Const(n int64) Operand { return Operand{N: n} }

// Reg is register n as an operand.
func Reg(n int64) Operand { return Operand{IsReg: true, N: n} }

// Stmt is a statement. Which fields mean something depends on the kind.
type Stmt struct {
	Kind    StmtKind
	Obj     int     // number of the variable or of the object in its class
	RW      bool    // locks: the object is an RWMutex
	Indexed bool    // memory: the variable is Obj + register Idx
	Idx     int     // see Indexed
	X, Y    Operand // values: stored, added, sent, compared; CAS: old, new
	Rel     string  // If, Assert: == != < <= > >=; Assign: + - * / % or empty
	Reg     int     // where the result goes
	Body    int     // Go, Post, PostFront, AfterFunc: what runs
	Lock    int     // CondWait: the mutex
	Then    []Stmt  // If, Loop, Spin, Once; the body of a case
	Else    []Stmt  // If; Select: the body of default
	Cases   []Stmt  // Select
	Default bool    // Select has a default
	looks   bool    // a case of such a Select
	Pos     string  // what Position says of it; empty: the body's name and the statement's number
}

// Body is the code of a thread or message.
type Body struct {
	Name string
	Code []Stmt
}

// Var declares a variable.
type Var struct {
	Name string
	Len  int // 0: no array
	Init int64
}

// Program is a program of the language. Build it with Parse, or fill in the
// exported fields and call Compile; after that it must not be changed.
type Program struct {
	Coarse bool
	Vars   []Var // Stmt.Obj is the index of the variable's first cell: see Cell
	Caps   []int // capacities of channels; missing ones are 0
	FIFO   []bool
	Bodies []Body
	Pause  int64 // what tasks may be held up in an execution, altogether
	Faults int32 // how many faults an execution may have

	// Rounds, if not 0, is how many rounds that change nothing a spin may go,
	// whatever it reads, before it goes round no more. To be set before Compile.
	// An outcome shows a task to which that has happened as *.
	Rounds int

	// Plain makes plain accesses of Inc and Merge in coarse programs, and says of
	// plain accesses what they come to (checker.Effect.As), for -algo=r4. To be set
	// before Compile.
	Plain bool

	// Compiled form.
	code      [][]instr
	entry     int // body of main
	positions []string
	cells     []string // names
	init      []int64
	counts
	objects  []checker.ObjectInfo
	usesTime bool
	partners map[int]bool // channels at which somebody waits, but for selects with default
	names    []taskName   // by Task: stable over all executions of the program
	clock    checker.Task
	machine  *Machine // of Run
	last     repeater // the same
}

// counts are how many objects of each kind a program has, and the first of each.
type counts struct {
	handlers  int
	locks     int
	rwlocks   int
	chans     int
	conds     int
	groups    int
	onces     int
	timers    int
	lockBase  checker.Object
	rwBase    checker.Object
	chanBase  checker.Object
	handBase  checker.Object
	condBase  checker.Object
	groupBase checker.Object
	onceBase  checker.Object
	timerBase checker.Object
}

type taskName struct {
	creator  checker.Task
	count    int
	children []checker.Task
}

// Cell returns the number of the first cell of variable v, as in Stmt.Obj.
func (p *Program) Cell(v int) int {
	n := 0
	for _, d := range p.Vars[:v] {
		n += max(d.Len, 1)
	}
	return n
}

// child interns the task that is the n-th child of its creator.
func (p *Program) child(creator checker.Task, n int) checker.Task {
	ch := p.names[creator].children
	for len(ch) <= n {
		t := checker.Task(len(p.names))
		p.names = append(p.names, taskName{creator: creator, count: len(ch)})
		ch = append(ch, t)
		p.names[creator].children = ch
	}
	return ch[n]
}

// TaskName implements checker.Program.
func (p *Program) TaskName(t checker.Task) string {
	switch {
	case t == 0:
		return "main"
	case p.usesTime && t == p.clock:
		return "clock"
	case int(t) >= len(p.names):
		return fmt.Sprintf("task#%d", t)
	}
	n := p.names[t]
	return fmt.Sprintf("%s/%d", p.TaskName(n.creator), n.count+1)
}

// TaskNamed implements checker.Namer.
func (p *Program) TaskNamed(name string) checker.Task {
	i := strings.LastIndexByte(name, '/')
	if i < 0 {
		if name == "clock" {
			return p.clock
		}
		return 0
	}
	n, err := strconv.Atoi(name[i+1:])
	if err != nil {
		panic(fmt.Sprintf("lang: no task is called %q", name))
	}
	return p.child(p.TaskNamed(name[:i]), n-1)
}

// Position implements checker.Program: body and number of the statement.
func (p *Program) Position(pos checker.Pos) string {
	if int(pos) < len(p.positions) {
		return p.positions[pos]
	}
	return ""
}

// ObjectName names an object as in the text.
func (p *Program) ObjectName(o checker.Object) string {
	if int(o) < len(p.cells) {
		return p.cells[o]
	}
	for _, c := range []struct {
		letter string
		base   checker.Object
		n      int
	}{{"l", p.lockBase, p.locks}, {"k", p.rwBase, p.rwlocks}, {"c", p.chanBase, p.chans}, {"h", p.handBase, p.handlers},
		{"q", p.condBase, p.conds}, {"g", p.groupBase, p.groups}, {"o", p.onceBase, p.onces}, {"T", p.timerBase, p.timers}} {
		if o >= c.base && int(o) < int(c.base)+c.n {
			return fmt.Sprintf("%s%d", c.letter, o-c.base)
		}
	}
	return fmt.Sprintf("object#%d", o)
}
