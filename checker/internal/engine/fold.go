package engine

import (
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/trace"
	"gocheck.dev/checker/race"
)

// This file leaves steps out of traces that no other task can tell from the step
// before: it folds them into it. docs/design/fewer.md has the proof.
//
// A go statement is folded into the step before it of its task, and the beginning of
// the goroutine with it, up to its first operation. An operation on a variable or a
// lock is folded into the step before it of its task if all operations on the object
// are ordered by what is not folded, so that it is as good as a plain access. That is
// not known beforehand: it is assumed of all operations at some positions (folding),
// and looked at in every execution. If it turns out to be wrong, exploration begins
// anew without any of it.
//
// The folder stands between program and driver. To the one it is a Scheduler that
// performs what is folded as soon as it is announced; to the other it is a program
// with fewer steps. Schedules (Driver.Schedule) have all of them.

// folding is what is assumed of a program.
type folding struct {
	quiet   []bool // by Pos: operations announced there are folded
	effects bool   // plain accesses stay in traces: loops wait, maybe for them
	races   bool   // there are plain accesses, or folded operations: they may race
	begin   []bool // by step of the program: it is left out of the beginning (fold_begin.go), and nothing else is
}

// assumes says whether it is assumed that operations at some positions can be folded, so that
// executions have to bear it out. Of a beginning it is known.
func (by *folding) assumes() bool { return by.begin == nil }

// What is folded into one step is bounded: a task that goes round a loop of folded
// operations must not keep the others from going on.
const (
	mostFolded = 1 << 10 // operations
	mostBorn   = 1 << 13 // all steps: a goroutine is two
)

// folds says whether an operation is one that can be folded. There is one way that
// it can go on, if any.
func folds(k checker.Kind) bool {
	switch k {
	case checker.Read, checker.Write, checker.CAS, checker.Store, checker.Inc, checker.Mask, checker.Merge, checker.Lock, checker.Unlock, checker.Arrive, checker.RLock, checker.RUnlock:
		return true
	}
	return false
}

// shows says whether an operation that cannot be folded can be on an object that
// others are on that can.
func shows(k checker.Kind) bool {
	return k == checker.Await || k == checker.TryLock || k == checker.TryRLock
}

// otherwise says whether an event synchronises what no trace orders: messages of one
// handler, and all that has happened with synctest.Wait.
func otherwise(ev *checker.Event) bool {
	switch ev.Kind {
	case checker.Post, checker.PostFront, checker.PostClosed, checker.CloseHandler:
		return true
	case checker.Sleep:
		return ev.Op.Quiet
	}
	return false
}

// folder is the Scheduler of one execution after the other.
type folder struct {
	d        *Driver
	by       *folding
	races    *race.Detector
	report   bool // a race is a failure of the program
	broken   bool // something was assumed that is not so: the execution is void
	st       checker.State
	full     []checker.Decision
	todo     []checker.Task // have announced an operation that may be folded
	own      bool           // the present step is folded
	row      int            // operations folded into the present step
	more     []checker.Born // of ev
	held     bool           // ev is still to be reported
	ev       checker.Event
	op       checker.Op
	cases    []checker.Case
	partner  checker.Op
	cases2   []checker.Case
	effects  []checker.Effect
	tasks    []foldTask
	objects  []foldUse
	touched  []checker.Object
	numbered int // tasks in use
	buf      []checker.Decision
	rows     []foldRow
	last     bool // all this is still of the last execution
	values   []checker.Value
}

// foldTask has the numbers of a task's events.
type foldTask struct {
	events int32   // that are not folded
	number []int32 // by number of the program: of the event that it is (in), -1: of the creation
	spin   checker.Op
	cases  []checker.Case
}

// foldUse is how an object is used in an execution.
type foldUse uint8

const (
	unused foldUse = iota
	folded
	shown
)

// run executes the program once.
func (f *folder) run(p checker.Program) checker.Outcome {
	f.broken, f.own, f.held, f.row = false, false, false, 0
	f.todo = f.todo[:0]
	if f.last = f.d.repeats > 0; !f.last {
		f.anew()
	}
	out := p.Run(f)
	if f.held && !f.d.Cut {
		f.broken = true // it waits for ever, or was given up
	}
	f.st = nil
	return out
}

// anew begins an execution that is not known to begin as the last one.
func (f *folder) anew() {
	f.last = false
	f.full, f.rows = f.full[:0], f.rows[:0]
	for i := range f.tasks[:f.numbered] {
		f.tasks[i].events, f.tasks[i].number = 0, f.tasks[i].number[:0]
	}
	f.numbered = 0
	for _, o := range f.touched {
		f.objects[o] = unused
	}
	f.touched = f.touched[:0]
	f.races.Reset()
}

// Next implements Scheduler.
func (f *folder) Next(st checker.State) (checker.Decision, bool) {
	if f.broken {
		return checker.Decision{}, false
	}
	if f.last {
		f.anew() // the program does not go in for that
		f.d.begins(false)
	}
	if f.d.frees {
		f.d.looksAlone(st, len(f.full))
	}
	if f.races.Over {
		f.d.Cut, f.d.void = true, true
		return checker.Decision{}, false
	}
	if len(f.full) >= f.d.most {
		f.d.Cut = true
		return checker.Decision{}, false
	}
	f.st = st
	if n := len(f.todo); n > 0 {
		t := f.todo[n-1]
		f.buf = st.Decisions(t, f.buf[:0])
		if folds(st.Op(t).Kind) {
			f.row++
		}
		if len(f.buf) != 1 || f.by.assumes() && (f.row > mostFolded || len(f.full)-f.rows[len(f.rows)-1].first > mostBorn) {
			f.broken = true // it may have to wait
			return checker.Decision{}, false
		}
		f.todo, f.own = f.todo[:n-1], true
		return f.buf[0], true
	}
	return f.d.Next(f)
}

// Did implements Scheduler.
func (f *folder) Did(st checker.State, ev *checker.Event) {
	if f.broken {
		return
	}
	f.st = st
	f.full = append(f.full, ev.Decision)
	task := f.task(ev.Task)
	if f.own {
		f.own = false
		f.fold(ev, task)
	} else {
		f.show(ev, task)
	}
	if f.races.Raced && !f.broken && f.by.assumes() {
		r := &f.races.Report
		f.broken = !f.report || f.use(r.First.Obj) == folded || f.use(r.Second.Obj) == folded
	}
	if f.broken || f.pending() {
		return
	}
	f.held = false
	f.ev.Effects, f.ev.More = f.effects, f.more
	f.d.Did(f, &f.ev)
}

// fold adds a step to the one before it.
func (f *folder) fold(ev *checker.Event, task *foldTask) {
	task.number = append(task.number, task.events-1)
	if !f.by.assumes() {
		f.foldBegun(ev)
		return
	}
	switch {
	case ev.Kind == checker.Begin || ev.Kind == checker.Spawn:
		f.look(ev)
	case folds(ev.Kind):
		if f.races.Alone(f.st, ev) {
			f.broken = true
			return
		}
	default: // it has failed
		f.broken = true
		return
	}
	f.keep(ev)
	if ev.Kind == checker.Spawn {
		f.born(ev.Child)
	}
	if !ev.Last {
		f.todo = append(f.todo, ev.Task) // it goes on before its children begin: that takes no switch
		return
	}
	joint := f.rows[len(f.rows)-1].joint
	switch {
	case ev.Task == f.ev.Task:
		f.ev.Last = true
	case ev.Task == f.ev.Child:
		f.ev.ChildLast = true
	case joint && ev.Task == f.ev.Partner:
		f.ev.PartnerLast = true
	default:
		i := slices.IndexFunc(f.more, func(b checker.Born) bool { return b.Task == ev.Task })
		f.more[i].Last = true
	}
}

// born adds a task to those that the present step has created.
func (f *folder) born(child checker.Task) {
	f.todo = append(f.todo, child)
	if f.ev.Child == checker.NoTask {
		f.ev.Child = child
		return
	}
	f.more = append(f.more, checker.Born{Task: child})
}

// look shows a step that is none of a folded operation to the race detector.
func (f *folder) look(ev *checker.Event) {
	switch {
	case f.watches():
		f.races.Add(f.st, ev)
	case len(ev.Effects) > 0 && f.by.assumes():
		f.broken = true
	}
}

// watches says whether there is anything that may race.
func (f *folder) watches() bool { return f.by.races || f.races == f.d.Races }

// show begins a step.
func (f *folder) show(ev *checker.Event, task *foldTask) {
	f.ev, f.row, f.more = *ev, 0, f.more[:0]
	joint := ev.Kind == checker.Send && ev.Partner != checker.NoTask
	f.rows = append(f.rows, foldRow{len(f.full) - 1, len(f.touched), joint})
	f.effects = f.effects[:0]
	f.ev.Index = uint32(task.events)
	task.number = append(task.number, task.events)
	task.events++
	f.look(ev)
	f.keep(ev)
	if otherwise(ev) && f.by.assumes() {
		f.broken = true
		return
	}
	if !ev.Last {
		f.todo = append(f.todo, ev.Task)
	}
	if joint {
		p := f.task(ev.Partner)
		f.ev.PartnerIndex = uint32(p.events)
		p.number = append(p.number, p.events)
		p.events++
		if !ev.PartnerLast {
			f.todo = append(f.todo, ev.Partner)
		}
	}
	if ev.Child != checker.NoTask {
		f.todo = append(f.todo, ev.Child)
	}
}

// keep adds the plain accesses of a step to the present one.
func (f *folder) keep(ev *checker.Event) {
	all := ev.Effects
	if !f.by.effects {
		all = ev.Parts()
	}
	f.effects = append(f.effects, all...)
}

// pending says whether something is to be folded before the present step is over.
func (f *folder) pending() bool {
	for n := len(f.todo); n > 0; n = len(f.todo) {
		op := f.st.Op(f.todo[n-1])
		if f.folds(op) {
			f.hold()
			return true
		}
		f.todo = f.todo[:n-1]
		f.shown(op)
		if f.broken {
			return true
		}
	}
	return false
}

// hold keeps of the present step what will be gone later.
func (f *folder) hold() {
	if f.held {
		return
	}
	f.held = true
	f.op = *f.ev.Op
	f.cases = append(f.cases[:0], f.op.Cases...)
	f.op.Cases, f.ev.Op = f.cases, &f.op
	if f.ev.PartnerOp != nil {
		f.partner = *f.ev.PartnerOp
		f.cases2 = append(f.cases2[:0], f.partner.Cases...)
		f.partner.Cases, f.ev.PartnerOp = f.cases2, &f.partner
	}
}

// folds says whether an operation that was just announced is to be folded.
func (f *folder) folds(op *checker.Op) bool {
	if !f.by.assumes() {
		return f.begins()
	}
	if op.Kind == checker.Begin || op.Kind == checker.Spawn {
		return true
	}
	if !folds(op.Kind) || int(op.Pos) >= len(f.by.quiet) || !f.by.quiet[op.Pos] {
		return false
	}
	f.is(op.Obj, folded)
	return true
}

// shown takes note of an operation that is not folded.
func (f *folder) shown(op *checker.Op) {
	switch {
	case !f.by.assumes():
	case op.Kind == checker.Select || op.Kind == checker.Spin:
		f.broken = f.broken || op.Kind == checker.Spin && !f.by.effects
		for i := range op.Cases {
			if trace.Distinct(op.Cases, i) {
				f.is(op.Cases[i].Obj, shown)
			}
		}
	case folds(op.Kind) || shows(op.Kind):
		f.is(op.Obj, shown)
	}
}

func (f *folder) use(o checker.Object) foldUse {
	if int(o) < len(f.objects) {
		return f.objects[o]
	}
	return unused
}

// is notes how an object is used: always the same way.
func (f *folder) is(o checker.Object, u foldUse) {
	for int(o) >= len(f.objects) {
		f.objects = append(f.objects, unused)
	}
	switch f.objects[o] {
	case unused:
		f.objects[o] = u
		f.touched = append(f.touched, o)
	case u:
	default:
		f.broken = true
	}
}

func (f *folder) task(t checker.Task) *foldTask {
	for int(t) >= len(f.tasks) {
		f.tasks = append(f.tasks, foldTask{})
	}
	f.numbered = max(f.numbered, int(t)+1)
	return &f.tasks[t]
}

// Tasks, Op, Decisions and Object implement State.
func (f *folder) Tasks() []checker.Task { return f.st.Tasks() }

// Op has the cases of a Spin count events as the trace does.
func (f *folder) Op(t checker.Task) *checker.Op {
	op := f.st.Op(t)
	if op.Kind != checker.Spin {
		return op
	}
	task := f.task(t)
	task.spin = *op
	task.cases = append(task.cases[:0], op.Cases...)
	for i := range task.cases {
		c := &task.cases[i]
		c.At = uint32(task.number[c.At])
	}
	task.spin.Cases = task.cases
	return &task.spin
}

// Decisions implements checker.State.
func (f *folder) Decisions(t checker.Task, buf []checker.Decision) []checker.Decision {
	return f.st.Decisions(t, buf)
}

// Object implements checker.State.
func (f *folder) Object(o checker.Object) checker.ObjectInfo { return f.st.Object(o) }
