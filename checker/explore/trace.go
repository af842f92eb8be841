package explore

import (
	"unsafe"

	"gocheck.dev/checker"
)

// trace is one execution as a partial order, in flat arrays that are reused
// from execution to execution. Events are named by their position in the
// execution. Sets of events are bit sets (see set): an execution of up to 64
// events has its happens-before in one word an event.
type trace struct {
	events []event
	ops    []operation
	cases  []checker.Case
	preds  []int32          // of all events, flat
	nodes  []node           // uses of objects by events, linked by object
	hist   []uint64         // rows of words: the event and all before it
	after  []uint64         // rows of words: the event and all after it; valid after finish
	words  int              // of a row
	heads  []int32          // by Object: its newest node, -1 if none
	objs   []checker.Object // objects with a node
	infos  []checker.ObjectInfo

	program  checker.Program // nil: its tasks go by their numbers
	tasks    []taskRec
	byTask   []int32 // by Task: index into tasks, -1
	named    []key   // by Task: see keyOfTask
	ticks    []int32 // events
	lastTick int32   // the newest of them, or -1
	defaults []int32 // events
	partners []int32 // operations that wait for a partner: on some channel without a buffer, and without default
	maximal  bool    // nothing was enabled at the end
	effects  bool    // some event has effects
	groups   bool    // some WaitGroup's counter has gone down; after finish: and might fall below zero
	flagged  bool    // effects, groups or orders was true of some event since reset
	orders   bool    // there are failed TryLocks or Defaults: see saturation.ordered
	misused  bool    // some lock was released by a task that had not taken it
	sum      key     // of all events, see whole
	serial   bool    // set by the algorithm: handlers are mutexes, see serial.go
	handlers []handlerRec
	mailing  []mail
	sticky   int // operations of messages that may have to wait

	view   view
	prefix prefix
	same   int // the first so many events are those that the reverser has seen last, see reverse_again.go

	// Results of resolve.
	drops, readers, left []int32
	order                []int32 // of simulate
}

// event is one event of the trace.
type event struct {
	kind     checker.Kind
	choice   int32
	pchoice  int32
	partner  checker.Task // Decision.Partner
	op, op2  int32
	task     int32 // index into tasks
	task2    int32 // joint events: the receiver's, else -1
	child    int32 // index into tasks of the first task that it created, -1
	births   int32 // how many it created
	obj      checker.Object
	arg      int64
	val      uint64
	wasCAS   bool
	joint    bool
	last     bool
	last2    bool
	last3    bool // of a task that it created
	key      key
	num      member // in search.ids, once the trace is stored
	chains   int32  // so many begin up to here; the same
	predOff  int32
	predLen  int32
	opPreds  int32 // the first so many preds come from the operation, the rest from effects
	effNode  int32 // nodes[effNode:effEnd] are the accesses of its effects
	effEnd   int32
	sends    int32 // channels: members of the sequence of sends with elements, up to here
	recvs    int32 // channels: receives of elements up to here
	closed   int32 // channels: position of the close, if at or before, else -1
	decision checker.Decision
}

// operation is an announced operation: executed, or pending at the end.
type operation struct {
	kind       checker.Kind
	obj        checker.Object
	arg        int64
	partner    checker.Task
	caseOff    int32
	caseLen    int32
	hasDefault bool
	waits      bool
	loop, user bool
	pos        checker.Pos
	task       int32
	index      uint32
	prev       int32 // the event after which it was announced: program order, or the creation; -1 none
	exec       int32 // the event that performed it, -1 while pending
}

// taskRec is a task of the trace.
type taskRec struct {
	name    checker.Task
	key     key   // of its name
	op      int32 // the present, at last the pending operation; -1 when ended
	end     int32 // last event, when the task has ended, else -1
	handler int32 // messages: index into handlers, else -1
	post    int32 // messages: the event that posted it
	start   int32 // messages: event 0, -1 when not started
}

// handlerRec is a handler that was posted to.
type handlerRec struct {
	obj      checker.Object
	fifo     bool
	messages []int32 // tasks, in order of their posts
	fronts   bool    // one of them by PostFront
	spans    []span  // of those that were started; valid after finish
	starts   set     // their starts; the same
	ends     set     // and where they have ended

	sticks bool // of quiescent.go

	// Of simulate.
	busy  int32
	queue []int32
	head  int
}

// node is a use of an object by an event.
type node struct {
	ev    int32
	prev  int32 // older node of the same object, -1
	other int32 // the newest of these of another class, -1
	obj   checker.Object
	class class // how the event uses the object
	write bool  // access by an effect: writes
	eff   bool  // access by an effect
}

func (t *trace) reset() {
	for _, o := range t.objs {
		t.heads[o] = -1
	}
	for i := range t.tasks {
		t.byTask[t.tasks[i].name] = -1
	}
	t.words = t.wide()
	t.objs = t.objs[:0]
	t.tasks = t.tasks[:0]
	t.events, t.ops, t.cases = t.events[:0], t.ops[:0], t.cases[:0]
	t.preds, t.nodes, t.hist = t.preds[:0], t.nodes[:0], t.hist[:0]
	t.handlers, t.mailing, t.sticky = t.handlers[:0], t.mailing[:0], 0
	t.lastTick, t.ticks, t.defaults, t.partners = -1, t.ticks[:0], t.defaults[:0], t.partners[:0]
	t.maximal, t.effects, t.groups, t.misused, t.orders, t.flagged = false, false, false, false, false, false
	t.prefix, t.same, t.sum = prefix{}, 0, key{}
}

// wide is how many words a row is to have: as many as the last execution needed, or
// a few more. The next one is much like it.
func (t *trace) wide() int {
	n := len(t.events)
	if n <= 64 {
		return 1
	}
	return (n + n/16 + 63) / 64
}

func (t *trace) histOf(e int32) set  { return t.hist[int(e)*t.words : (int(e)+1)*t.words] }
func (t *trace) afterOf(e int32) set { return t.after[int(e)*t.words : (int(e)+1)*t.words] }

func (t *trace) predsOf(e int32) []int32 {
	ev := &t.events[e]
	return t.preds[ev.predOff : ev.predOff+ev.predLen]
}

// taskIndex finds the task, or makes it known.
func (t *trace) taskIndex(name checker.Task) int32 {
	for int(name) >= len(t.byTask) {
		t.byTask = append(t.byTask, -1)
	}
	i := t.byTask[name]
	if i < 0 {
		i = int32(len(t.tasks))
		t.byTask[name] = i
		t.tasks = append(t.tasks, taskRec{name: name, key: t.keyOfTask(name), op: -1, end: -1, handler: -1, post: -1, start: -1})
	}
	return i
}

func (t *trace) info(st checker.State, o checker.Object) *checker.ObjectInfo {
	for int(o) >= len(t.heads) {
		t.heads = append(t.heads, -1)
		t.infos = append(t.infos, checker.ObjectInfo{})
	}
	if t.heads[o] < 0 {
		t.infos[o] = st.Object(o)
	}
	return &t.infos[o]
}

// use records that event e uses object o.
func (t *trace) use(e int32, o checker.Object, c class) {
	t.useAs(node{ev: e, obj: o, class: c})
}

// useAs is use, of an effect too.
func (t *trace) useAs(n node) {
	o := n.obj
	prev := t.heads[o]
	n.prev, n.other = prev, prev
	if prev < 0 {
		t.objs = append(t.objs, o)
	} else if before := &t.nodes[prev]; before.class == n.class {
		n.other = before.other
	}
	t.nodes = append(t.nodes, n)
	t.heads[o] = int32(len(t.nodes) - 1)
}

// announce records the next operation of a task, announced after event prev.
func (t *trace) announce(st checker.State, task int32, prev int32, index uint32) {
	op := st.Op(t.tasks[task].name)
	o := operation{kind: op.Kind, obj: op.Obj, arg: op.Arg, partner: op.Partner, hasDefault: op.HasDefault, waits: op.Waits, loop: op.Loop, user: op.User, pos: op.Pos,
		task: task, index: index, prev: prev, exec: -1, caseOff: int32(len(t.cases)), caseLen: int32(len(op.Cases))}
	if len(op.Cases) > 0 {
		t.cases = append(t.cases, op.Cases...)
	}
	switch op.Kind {
	case checker.Spawn, checker.Join, checker.Choose, checker.Yield, checker.Sleep, checker.Tick, checker.NoKind:
	case checker.Begin:
		if t.tasks[task].handler >= 0 {
			t.info(st, op.Obj)
		}
	case checker.Select, checker.Spin:
		meets := false
		for i := range op.Cases {
			if k := op.Cases[i].Kind; k != checker.NoKind && k != checker.Tick {
				unbuffered := t.info(st, op.Cases[i].Obj).Cap == 0
				meets = meets || (k == checker.Send || k == checker.Recv) && unbuffered
			}
		}
		if meets && op.Kind == checker.Select && !op.HasDefault {
			t.partners = append(t.partners, int32(len(t.ops)))
		}
	case checker.Send, checker.Recv:
		if t.info(st, op.Obj).Cap == 0 {
			t.partners = append(t.partners, int32(len(t.ops)))
		}
	default:
		t.info(st, op.Obj)
	}
	if t.sticks(&o) {
		t.sticky++
	}
	t.tasks[task].op = int32(len(t.ops))
	t.ops = append(t.ops, o)
}

// begin records the tasks that are there at the beginning.
func (t *trace) begin(st checker.State) {
	for _, name := range st.Tasks() {
		if i := t.taskIndex(name); t.tasks[i].op < 0 {
			t.announce(st, i, -1, 0)
		}
	}
}

// record appends an event. It returns its key.
func (t *trace) record(st checker.State, ev *checker.Event) key {
	n := int32(len(t.events))
	task := t.taskIndex(ev.Task)
	if t.tasks[task].op < 0 && t.tasks[task].end < 0 {
		// A task that nobody created: the clock, in a program that makes it late.
		t.ops = append(t.ops, operation{kind: ev.Op.Kind, obj: ev.Op.Obj, task: task, prev: -1, exec: -1})
		t.tasks[task].op = int32(len(t.ops) - 1)
	}
	t.events = append(t.events, event{kind: ev.Kind, choice: ev.Choice, pchoice: ev.PartnerChoice, partner: ev.Partner,
		op: t.tasks[task].op, op2: -1, task: task, task2: -1, child: -1, obj: ev.Obj, arg: ev.Arg, val: ev.Val, wasCAS: ev.WasCAS,
		last: ev.Last, last2: ev.PartnerLast, closed: -1, predOff: int32(len(t.preds)), decision: ev.Decision})
	e := &t.events[n]
	if ev.Kind == checker.Send && ev.Partner != checker.NoTask {
		e.joint = true
		e.task2 = t.taskIndex(ev.Partner)
		e.op2 = t.tasks[e.task2].op
	}
	t.grow(n)
	v, row := &t.view, t.histOf(n)
	v.startIn(row, t, t.ops[e.op].prev, e.op2, nil)
	t.depend(v, e)
	e.opPreds = int32(len(v.preds))
	e.effNode = int32(len(t.nodes))
	t.uses(n)
	e.effNode = int32(len(t.nodes))
	for i := range ev.Effects {
		f := &ev.Effects[i]
		t.info(st, f.Obj)
		v.access(t, f.Obj, classOfEffect(f), n)
	}
	for i := range ev.Effects {
		f := &ev.Effects[i]
		t.useAs(node{ev: n, obj: f.Obj, class: classOfEffect(f), eff: true, write: f.Write})
	}
	e.effEnd = int32(len(t.nodes))
	row.add(n)
	t.preds = append(t.preds, v.preds...)
	e.predLen = int32(len(v.preds))
	e.key = t.eventKey(e, v)
	t.sum.toggle(e.key)

	t.ops[e.op].exec = n
	if e.joint {
		t.ops[e.op2].exec = n
	}
	if e.kind == checker.Tick {
		t.lastTick, t.ticks = n, append(t.ticks, n)
	}
	if e.kind == checker.Default {
		t.defaults = append(t.defaults, n)
	}
	t.flag(e)
	t.misused = t.misused || e.kind == checker.BadUnlock || e.kind == checker.Unlock && e.opPreds > 1 || e.kind == checker.RUnlock && !t.reading(task, e.obj, n)
	if m := &t.tasks[task]; m.handler >= 0 && m.start < 0 {
		m.start = n
		t.mailing = append(t.mailing, mail{n, task, m.handler, mailStart})
	}
	if ev.Child != checker.NoTask {
		e.child, e.births = t.taskIndex(ev.Child), int32(1+len(ev.More))
		if ev.Kind == checker.Post || ev.Kind == checker.PostFront {
			t.posted(st, n, e.child)
		}
		t.born(st, n, e.child, ev.ChildLast)
		for _, b := range ev.More {
			t.born(st, n, t.taskIndex(b.Task), b.Last)
		}
	}
	t.ended(st, n, task, ev.Last, ev.Index)
	if e.joint {
		t.ended(st, n, e.task2, ev.PartnerLast, ev.PartnerIndex)
	}
	return t.events[n].key
}

// born takes down what a task that event n has created has announced, or that it has
// ended.
func (t *trace) born(st checker.State, n, task int32, last bool) {
	if last {
		t.tasks[task].end = n
		t.events[n].last3 = true
		return
	}
	t.announce(st, task, n, 0)
}

// created says whether it is the event that has created the task.
func (e *event) created(task int32) bool { return task >= e.child && task < e.child+e.births }

// reading says whether the task has read-locked o more often than it has
// unlocked it before event n, where it never had unlocked it more often than that
// before.
func (t *trace) reading(task int32, o checker.Object, n int32) bool {
	held := 0
	for k := t.heads[o]; k >= 0; k = t.nodes[k].prev {
		if e := &t.events[t.nodes[k].ev]; e.task == task && t.nodes[k].ev != n {
			switch e.kind {
			case checker.RLock:
				if held++; held > 0 {
					return true
				}
			case checker.RUnlock:
				held--
			}
		}
	}
	return false
}

// ended closes the event for one of its tasks.
func (t *trace) ended(st checker.State, n, task int32, last bool, index uint32) {
	if last {
		m := &t.tasks[task]
		m.op, m.end = -1, n
		if m.handler >= 0 {
			t.mailing = append(t.mailing, mail{n, task, m.handler, mailEnd})
		}
		return
	}
	t.announce(st, task, n, index+1)
}

// posted records that event n put message c into its mailbox.
func (t *trace) posted(st checker.State, n, c int32) {
	e := &t.events[n]
	h := -1
	for i := range t.handlers {
		if t.handlers[i].obj == e.obj {
			h = i
		}
	}
	if h < 0 {
		h = len(t.handlers)
		if h < cap(t.handlers) {
			t.handlers = t.handlers[:h+1]
			t.handlers[h].messages = t.handlers[h].messages[:0]
		} else {
			t.handlers = append(t.handlers, handlerRec{})
		}
		t.handlers[h].obj = e.obj
		t.handlers[h].fifo = t.info(st, e.obj).FIFO
		t.handlers[h].fronts = false
	}
	r := &t.handlers[h]
	r.messages = append(r.messages, c)
	if e.kind == checker.PostFront && r.fifo {
		r.fronts = true
	}
	t.tasks[c].handler = int32(h)
	t.tasks[c].post = n
	t.mailing = append(t.mailing, mail{n, c, int32(h), mailPost})
}

// grow makes room for the row of event n; where it does not fit, all rows get twice as wide.
func (t *trace) grow(n int32) {
	if int(n) >= t.words*64 {
		old, w := t.hist, t.words
		t.words *= 2
		t.hist = make([]uint64, 0, 2*len(old)+1024)
		for i := range int(n) {
			t.hist = append(t.hist, old[i*w:(i+1)*w]...)
			for range w {
				t.hist = append(t.hist, 0)
			}
		}
	}
	for range t.words {
		t.hist = append(t.hist, 0)
	}
}

// bytes is the memory in use: what grows with the execution.
func (t *trace) bytes() int64 {
	return int64(8*(cap(t.hist)+cap(t.after))+4*(cap(t.preds)+cap(t.heads)+cap(t.objs))) +
		int64(cap(t.events))*int64(unsafe.Sizeof(event{})) + int64(cap(t.ops))*int64(unsafe.Sizeof(operation{})) +
		int64(cap(t.nodes))*int64(unsafe.Sizeof(node{})) + int64(cap(t.infos))*int64(unsafe.Sizeof(checker.ObjectInfo{}))
}

// finish computes after, the transpose of hist.
func (t *trace) finish(maximal bool) {
	t.maximal = maximal
	t.groups = t.groups && t.mayFallBelow()
	t.serve()
	if n := len(t.hist); cap(t.after) < n {
		t.after = make([]uint64, n, n+n/8) // of a long execution this and hist are the most
	} else {
		t.after = t.after[:n]
		clear(t.after)
	}
	if t.words == 1 {
		preds, after := t.preds, t.after // those of the last event are the last ones
		for e := len(t.events) - 1; e >= 0; e-- {
			row := after[e] | 1<<(e&63)
			after[e] = row
			from := int(t.events[e].predOff)
			for i := from; i < len(preds); i++ {
				after[preds[i]] |= row
			}
			preds = preds[:from]
		}
		return
	}
	for e := int32(len(t.events)) - 1; e >= 0; e-- {
		row := t.afterOf(e)
		row.add(e)
		w := e >> 6 // there is nothing in the words before
		for _, p := range t.predsOf(e) {
			t.afterOf(p)[w:].union(row[w:])
		}
	}
}

// all is the set of all events, in its own memory.
func (t *trace) all() set {
	s := make(set, t.words)
	for f := range t.events {
		s.add(int32(f))
	}
	return s
}
