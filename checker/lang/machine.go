package lang

import (
	"slices"

	"gocheck.dev/checker"
)

// Machine is the state of one execution. It implements checker.State. All of
// it is plain data in a few arrays, so that it can be reset and cloned.
type Machine struct {
	p        *Program
	tasks    []task // by Task
	live     []checker.Task
	vars     []int64
	locks    []lock // mutexes, then rwmutexes
	chans    []channel
	handlers []handler
	conds    [][]checker.Task // waiters that nobody has chosen yet
	groups   []int64
	onces    []onceState
	timers   []timer
	changes  []int // by Object: see changed
	now      int64
	ticks    int   // Ticks so far
	left     int64 // of Program.Pause
	faults   int32 // that there were
	failure  *checker.Failure

	ev        checker.Event
	effects   []checker.Effect
	op        checker.Op // of the event
	partnerOp checker.Op
}

type task struct {
	body     int32
	pc       int32
	handler  int32 // message: its handler, else -1
	timer    int32 // AfterFunc: its timer, else -1
	index    uint32
	children int32
	went     int32 // the body of the last child, if a go statement has created it, else -1
	arrived  int   // Ticks at the time of the announcement
	created  bool
	begun    bool
	ended    bool
	woken    bool // Cond: a Signal or Broadcast chose it
	failed   bool
	regs     [numRegs]int64
	op       checker.Op
	spin     spin
}

type lock struct {
	holder  checker.Task // of the write lock, or NoTask
	arrived checker.Task // RWMutex: the writer between Arrive and Unlock
	readers int
}

type channel struct {
	buf    []int64
	closed bool
}

type handler struct {
	closed  bool
	current checker.Task
	queue   []checker.Task
}

type onceState uint8

const (
	onceNew onceState = iota
	onceInside
	onceOver
)

type timer struct {
	armed    bool
	isFunc   bool
	deadline int64
	period   int64 // ticker
	body     int32
	child    checker.Task // AfterFunc: the task that is going to fire, or NoTask
}

// NewMachine returns a machine in the initial state of the program.
func NewMachine(p *Program) *Machine {
	m := &Machine{
		p:        p,
		vars:     make([]int64, len(p.init)),
		locks:    make([]lock, p.locks+p.rwlocks),
		chans:    make([]channel, p.chans),
		handlers: make([]handler, p.handlers),
		conds:    make([][]checker.Task, p.conds),
		groups:   make([]int64, p.groups),
		onces:    make([]onceState, p.onces),
		timers:   make([]timer, p.timers),
		changes:  make([]int, len(p.objects)),
	}
	m.Reset()
	return m
}

// Reset returns to the initial state.
func (m *Machine) Reset() {
	copy(m.vars, m.p.init)
	for i := range m.locks {
		m.locks[i] = lock{holder: checker.NoTask, arrived: checker.NoTask}
	}
	for i := range m.chans {
		m.chans[i] = channel{buf: m.chans[i].buf[:0]}
	}
	for i := range m.handlers {
		m.handlers[i] = handler{current: checker.NoTask, queue: m.handlers[i].queue[:0]}
	}
	for i := range m.conds {
		m.conds[i] = m.conds[i][:0]
	}
	clear(m.groups)
	clear(m.onces)
	clear(m.changes)
	for i := range m.timers {
		m.timers[i] = timer{child: checker.NoTask}
	}
	clear(m.tasks)
	m.live = m.live[:0]
	m.now, m.ticks, m.left, m.faults, m.failure = 0, 0, m.p.Pause, 0, nil
	m.create(0, int32(m.p.entry), checker.Op{Kind: checker.Begin})
	if m.p.usesTime {
		m.create(m.p.clock, -1, checker.Op{Kind: checker.Tick, Arg: m.left})
	}
}

// Clone returns an independent copy.
func (m *Machine) Clone() *Machine {
	c := &Machine{
		p:        m.p,
		tasks:    append([]task(nil), m.tasks...),
		live:     append([]checker.Task(nil), m.live...),
		vars:     append([]int64(nil), m.vars...),
		locks:    append([]lock(nil), m.locks...),
		chans:    append([]channel(nil), m.chans...),
		handlers: append([]handler(nil), m.handlers...),
		conds:    append([][]checker.Task(nil), m.conds...),
		groups:   append([]int64(nil), m.groups...),
		onces:    append([]onceState(nil), m.onces...),
		timers:   append([]timer(nil), m.timers...),
		changes:  append([]int(nil), m.changes...),
		now:      m.now,
		ticks:    m.ticks,
		left:     m.left,
		faults:   m.faults,
		failure:  m.failure,
	}
	for i := range c.tasks {
		s := &c.tasks[i].spin
		s.seen, s.held = slices.Clone(s.seen), slices.Clone(s.held)
	}
	for i := range c.chans {
		c.chans[i].buf = append([]int64(nil), c.chans[i].buf...)
	}
	for i := range c.handlers {
		c.handlers[i].queue = append([]checker.Task(nil), c.handlers[i].queue...)
	}
	for i := range c.conds {
		c.conds[i] = append([]checker.Task(nil), c.conds[i]...)
	}
	return c
}

// create starts a task that announces op.
func (m *Machine) create(t checker.Task, body int32, op checker.Op) *task {
	for len(m.tasks) <= int(t) {
		m.tasks = append(m.tasks, task{})
	}
	op.Partner = checker.NoTask
	m.tasks[t] = task{body: body, went: -1, handler: -1, timer: -1, created: true, op: op, arrived: m.ticks}
	m.live = append(m.live, t)
	return &m.tasks[t]
}

// newChild is create for the next child of a task.
func (m *Machine) newChild(creator checker.Task, body int, op checker.Op) checker.Task {
	n := int(m.tasks[creator].children)
	m.tasks[creator].children++
	m.tasks[creator].went = -1
	t := m.p.child(creator, n)
	m.create(t, int32(body), op)
	return t
}

// Tasks implements checker.State.
func (m *Machine) Tasks() []checker.Task { return m.live }

// Op implements checker.State.
func (m *Machine) Op(t checker.Task) *checker.Op { return &m.tasks[t].op }

// Object implements checker.State.
func (m *Machine) Object(o checker.Object) checker.ObjectInfo { return m.p.objects[o] }

func (m *Machine) lock(o checker.Object) *lock { return &m.locks[o-m.p.lockBase] }

// Holder is the task that holds a lock for writing, or NoTask.
func (m *Machine) Holder(o checker.Object) checker.Task { return m.lock(o).holder }

// Queues appends what a state has beyond its trace: the order of messages in
// FIFO mailboxes. (Posts commute, so two executions of one partial trace may
// differ in it.)
func (m *Machine) Queues(buf []checker.Task) []checker.Task {
	for i := range m.handlers {
		if m.p.objects[int(m.p.handBase)+i].FIFO {
			buf = append(buf, m.handlers[i].queue...)
			buf = append(buf, checker.NoTask)
		}
	}
	return buf
}

// IsMessage says whether a task is a message of a handler.
func (m *Machine) IsMessage(t checker.Task) bool { return m.tasks[t].handler >= 0 }

// Plain says whether a task's announced operation is a plain access of fine
// mode: a load or store that is no atomic.
func (m *Machine) Plain(t checker.Task) bool {
	e := &m.tasks[t]
	if !e.begun || e.body < 0 {
		return false
	}
	in := m.instr(e)
	return in.s.Kind == Load || in.s.Kind == Store
}

// Body is the index of the body that a task of the present execution runs, in
// Program.Bodies; -1 if there is no such task or body.
func (m *Machine) Body(t checker.Task) int {
	if int(t) >= len(m.tasks) || !m.tasks[t].created || int(m.tasks[t].body) >= len(m.p.Bodies) {
		return -1
	}
	return int(m.tasks[t].body)
}

// Failure is the first failure of the present execution, or nil.
func (m *Machine) Failure() *checker.Failure { return m.failure }

// Value is the present value of a variable.
func (m *Machine) Value(o checker.Object) int64 { return m.vars[o] }
