package tracerun

import (
	"fmt"
	"strconv"

	"gocheck.dev/checker"
	"gocheck.dev/checker/lang"
	"gocheck.dev/internal/tracefile"
)

// Program is a checker.Program whose executions are the reorderings of a
// trace.
type Program struct {
	t       *tracefile.Trace
	code    *lang.Program
	machine *lang.Machine
	objects map[string]string // of what can be waited for, by its name in code
	at      map[string]int    // operations, by position
}

// New makes the program of a trace.
func New(t *tracefile.Trace) (*Program, error) { return translate(t, true) }

// translate makes the program of a trace. Unless it is to be reduced, nothing
// is left out that no reordering can change: for tests.
func translate(t *tracefile.Trace, reduce bool) (*Program, error) {
	all := edges(t)
	b := &builder{t: t, order: newOrder(t, all)}
	for _, m := range []*map[string]int{&b.vars, &b.locks, &b.rwlocks, &b.handlers, &b.chans, &b.groups, &b.conds, &b.onces, &b.timers} {
		*m = map[string]int{}
	}
	b.needed = b.order.needed
	if !reduce {
		b.needed = all
	}
	b.choose(reduce)
	b.code.Coarse = t.Coarse
	b.bodies()
	if b.fail != nil {
		return nil, b.fail
	}
	if err := b.code.Compile(); err != nil {
		return nil, fmt.Errorf("translating %s: %w", t.File, err)
	}
	p := &Program{t: t, code: &b.code, machine: lang.NewMachine(&b.code), objects: b.objects(), at: map[string]int{}}
	for i := range t.Ops {
		p.at[b.pos(i)] = i
	}
	return p, nil
}

// Run implements checker.Program. An execution at whose end a task waits has failed by a
// deadlock.
func (p *Program) Run(s checker.Scheduler) checker.Outcome {
	m := p.machine
	m.Reset()
	for m.Enabled() {
		d, ok := s.Next(m)
		if !ok {
			return checker.Outcome{Failure: m.Failure()}
		}
		s.Did(m, m.Step(d))
	}
	if f := m.Failure(); f != nil {
		return checker.Outcome{Failure: f}
	}
	return checker.Outcome{Failure: p.deadlock()}
}

// TaskName implements checker.Program.
func (p *Program) TaskName(t checker.Task) string {
	switch k := p.machine.Body(t); {
	case t == 0:
		return "start"
	case k >= 0:
		return p.code.Bodies[k].Name
	}
	return p.code.TaskName(t)
}

// Position implements checker.Program: file and line of the trace.
func (p *Program) Position(pos checker.Pos) string { return p.code.Position(pos) }

// Order is the order in which an execution performs the operations of the
// trace, as indices into its Ops: those that matter.
func (p *Program) Order(ds []checker.Decision) []int {
	m := lang.NewMachine(p.code)
	var order []int
	add := func(pos checker.Pos) {
		// Flags belong to their operation.
		if i, ok := p.at[p.code.Position(pos)]; ok && (len(order) == 0 || order[len(order)-1] != i) {
			order = append(order, i)
		}
	}
	for _, d := range ds {
		ev := m.Step(d)
		if ev.Kind != checker.Begin { // whose position is that of the FORK or POST
			add(ev.Pos)
		}
		if ev.PartnerOp != nil {
			add(ev.PartnerOp.Pos)
		}
		for _, e := range ev.Effects {
			add(e.Pos)
		}
	}
	return order
}

// Name is the name of an operation's task, for people.
func (p *Program) Name(op int) string { return taskName(p.t, p.t.Ops[op].Task) }

// builder translates a trace.
type builder struct {
	t      *tracefile.Trace
	order  *order
	needed []tracefile.Edge
	code   lang.Program
	// The numbers of objects in code, by class.
	vars, locks, rwlocks, handlers, chans, groups, conds, onces, timers map[string]int

	kept  map[string]bool // variables and locks that matter
	flags map[int]int     // operation that is waited for: its flag
	waits map[int][]int   // operation that waits: the flags
	stmts int             // translated
	fail  error           // what cannot be translated
}

func (b *builder) pos(i int) string { return fmt.Sprintf("%s:%d", b.t.File, b.t.Ops[i].Line) }

func number(m map[string]int, key string) int {
	n, ok := m[key]
	if !ok {
		n = len(m)
		m[key] = n
	}
	return n
}

// variable numbers a variable, or a flag.
func (b *builder) variable(name string) int {
	before := len(b.vars)
	n := number(b.vars, name)
	if len(b.vars) > before {
		b.code.Vars = append(b.code.Vars, lang.Var{Name: name, Init: b.t.Objects[name].Init})
	}
	return n
}

// handler numbers the queue of a thread.
func (b *builder) handler(thread string) int {
	before := len(b.handlers)
	n := number(b.handlers, thread)
	if len(b.handlers) > before {
		o, declared := b.t.Objects[thread]
		b.code.FIFO = append(b.code.FIFO, o.FIFO || !declared)
	}
	return n
}

// bodies makes a body of each task, in the order of Trace.Tasks, and one that
// starts the threads that were there before.
func (b *builder) bodies() {
	b.flags, b.waits = map[int]int{}, map[int][]int{}
	for _, e := range b.needed {
		flag, ok := b.flags[e.From]
		if !ok {
			flag = b.variable(fmt.Sprintf("done:%d", b.t.Ops[e.From].Number))
			b.flags[e.From] = flag
		}
		b.waits[e.To] = append(b.waits[e.To], flag)
	}
	b.code.Bodies = make([]lang.Body, len(b.t.Tasks))
	var main []lang.Stmt
	for k := range b.t.Tasks {
		task := &b.t.Tasks[k]
		if task.Created < 0 && len(task.Ops) > 0 { // and no handler
			start := b.start(k)
			start.Pos = b.pos(task.Ops[0])
			main = append(main, start)
		}
		b.code.Bodies[k] = lang.Body{Name: taskName(b.t, k), Code: b.body(k)}
	}
	b.code.Bodies = append(b.code.Bodies, lang.Body{Name: "main", Code: main}) // the last one of that name is the entry
}

// start is the statement that starts a task. A thread that serves a queue is
// its queue's first message up to its LOOP.
func (b *builder) start(k int) lang.Stmt {
	task := &b.t.Tasks[k]
	if task.Message == "" && task.Loop < 0 {
		return lang.Stmt{Kind: lang.Go, Body: k}
	}
	return lang.Stmt{Kind: lang.Post, Obj: b.handler(task.Thread), Body: k}
}

// created is the task that a FORK or POST makes.
func (b *builder) created(i int) int {
	for k := range b.t.Tasks {
		if b.t.Tasks[k].Created == i {
			return k
		}
	}
	panic(fmt.Sprintf("%s makes no task", b.pos(i)))
}

// delayed is a post by a fresh thread, unless its own thread is one.
func (b *builder) delayed(i int) lang.Stmt {
	post := b.start(b.created(i))
	if !fresh(b.t, i) {
		return post
	}
	post.Pos = b.pos(i)
	b.code.Bodies = append(b.code.Bodies, lang.Body{Name: "delay of operation " + strconv.Itoa(b.t.Ops[i].Number), Code: []lang.Stmt{post}})
	return lang.Stmt{Kind: lang.Go, Body: len(b.code.Bodies) - 1}
}

// fresh reports whether operation i is a DELAY-POST that needs a thread of its
// own: a thread that does nothing else is one.
func fresh(t *tracefile.Trace, i int) bool {
	if t.Ops[i].Name != "DELAY-POST" {
		return false
	}
	for _, j := range t.Tasks[t.Ops[i].Task].Ops {
		switch t.Ops[j].Name {
		case "THREADINIT", "THREADEXIT", "NOP":
		default:
			if j != i {
				return true
			}
		}
	}
	return false
}

// objects are the names of what a task can wait for.
func (b *builder) objects() map[string]string {
	names := map[string]string{}
	for _, class := range []struct {
		letter, what string
		numbers      map[string]int
	}{
		{"l", "lock ", b.locks}, {"k", "lock ", b.rwlocks}, {"c", "channel ", b.chans}, {"g", "WaitGroup ", b.groups},
		{"q", "Cond ", b.conds}, {"o", "Once ", b.onces}, {"T", "timer ", b.timers},
	} {
		for id, n := range class.numbers {
			name := b.t.Objects[id].Name
			if name == "" {
				name = id
			}
			names[fmt.Sprintf("%s%d", class.letter, n)] = class.what + name
		}
	}
	for i, flag := range b.flags {
		names[b.code.Vars[flag].Name] = fmt.Sprintf("%s of %s", at(b.t, i), taskName(b.t, b.t.Ops[i].Task))
	}
	return names
}

// at is the name of an operation, for people.
func at(t *tracefile.Trace, i int) string {
	op := &t.Ops[i]
	return fmt.Sprintf("operation %d (%s, %s:%d)", op.Number, op.Name, t.File, op.Line)
}

// taskName is the name of a task, for people.
func taskName(t *tracefile.Trace, k int) string {
	task := &t.Tasks[k]
	h, handler := t.Objects[task.Thread]
	switch {
	case task.Message == "" && t.Go:
		return task.Thread
	case task.Message == "":
		return "thread " + task.Thread
	case handler && h.Name != "":
		return "message " + task.Message + " of handler " + h.Name
	case handler:
		return "message " + task.Message + " of handler " + task.Thread
	}
	return "message " + task.Message + " of thread " + task.Thread
}
