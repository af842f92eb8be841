package runtime

import (
	"fmt"
	"runtime/debug"
	"sync/atomic"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/chains"
	"gocheck.dev/runtime/internal/environ"
	"gocheck.dev/runtime/internal/innards"
	"gocheck.dev/runtime/internal/likeness"
	"gocheck.dev/runtime/internal/lockorder"
	"gocheck.dev/runtime/internal/pools"
	"gocheck.dev/runtime/internal/repeats"
	"gocheck.dev/runtime/internal/reuse"
	"gocheck.dev/runtime/internal/values"
)

// Execution runs a test function under a Scheduler, again and again. It is the checker.Program,
// and the checker.State of the running execution. The tree of names, and memory to reuse,
// outlive an execution.
type Execution struct {
	Settings
	Known Known
	came  Report // what the present execution has come to so far, or the last one

	sched checker.Scheduler
	subject
	roster
	control
	present

	objects
	vtime
	readings
	fine
	pausing

	stage
	faults   int32 // that there were: see Fault
	observed []observation

	inUse    []watch
	kept     map[unsafe.Pointer]any // by package access; alive with it, so no address means two values
	measured measures               // what was asked of the Go runtime
	dump     dump
	env      environ.State
	order    lockorder.Order
	pools    pools.Pools
	likes    likeness.Table
	reused
	again  repeats.Log
	values *values.Values // nil: nobody asks
	marks  *eventMarks    // nil: not for -algo=r4
	watching
}

// subject is what is executed, and what goes before and after it.
type subject struct {
	body     func() // what the main task does
	at       Site   // where that is
	suite    suite
	userMain *mainRun // nil: there is no TestMain
	atBegin  []func() // run before an execution: pools of shadows are reset
	atEnd    []func() // run when the execution is over
}

// control is the task that runs.
type control struct {
	next     *task // to the driver: the task that runs next; nil: the execution is over
	joint    *task // the partner in the current event, still to be run
	free     []*coroutine
	parked   []*coroutine // of subtests that wait in t.Parallel
	switches int64        // between tasks, over all executions
	fault    any          // a panic of the scheduler, for the driver
	// questioned is set by the watchdog, and cleared whenever control passes on: it is
	// looked at at each step, where a store that others see at once takes as long as
	// twenty other instructions.
	questioned atomic.Bool
}

// present is the present step.
type present struct {
	ev      checker.Event
	inEvent bool
	effects []checker.Effect
	steps   uint64 // its number, over all executions
	before  uint64 // steps of earlier executions
	buf     []checker.Decision
}

// stage is how far an execution has come.
type stage struct {
	alone         bool // nothing has been spawned yet: plain accesses are ordered before everything
	locked        bool // some task has locked some lock
	resetting     bool // packages are being initialised again,
	initialOrders int  // in which so many loops went through maps
	stopped       bool // it is given up after the current step
	ending        bool // leftover tasks are being ended
	after         bool // it is over, and time goes on: leak_later.go
	mayWait       bool // to leave goroutines behind that wait for ever is no leak: linear.go
	scenario      int  // that was chosen first, from 1: linear.go
	calls         int  // operations that it has
}

// reused are shadows that serve in one execution after the other.
type reused struct {
	mutexes  reuse.Pool[mutexShadow]
	groups   reuse.Pool[wgShadow]
	handlers reuse.Pool[handlerShadow]
}

func (s *reused) reset() {
	s.mutexes.Reset()
	s.groups.Reset()
	s.handlers.Reset()
}

type observation struct {
	task checker.Task
	text string
}

func newExecution(s Settings, body func()) *Execution {
	innards.FindLocked()
	x := &Execution{Settings: s, subject: subject{body: body}}
	if s.Hurries && s.Commute {
		x.values = &values.Values{Keys: map[values.Key]checker.Object{}}
	}
	x.named(nil, 0).text = "main"
	x.clock = x.named(nil, 0)
	x.clock.text = "clock"
	return x
}

// Run executes the program once. Last has the rest of the result.
func (x *Execution) Run(s checker.Scheduler) checker.Outcome {
	x.execute(s)
	out := checker.Outcome{Failure: x.came.Failure, Observed: x.came.Observed}
	if out.Failure != nil { // else something has taken it back
		out.Second = x.came.Second
	}
	return out
}

func (x *Execution) execute(s checker.Scheduler) {
	x.begin(s)
	next := x.step()
	for next != nil {
		next = x.resume(next)
	}
	process.runningG.Store(0)
	x.faultless()
	if x.record != nil {
		x.record.announce()
	}
	if x.came.Quiescent {
		x.diagnose()
		x.uncollected()
	}
	x.rested()
	x.endTasks()
	x.weigh()
	quiet.Store(false)
	x.came.Observed, x.came.Cycles = x.observations(), x.order.Cycles()
	x.sched = nil
}

func (x *Execution) begin(s checker.Scheduler) {
	x.sched = s
	x.roster.reset()
	x.objects.reset()
	if x.values != nil {
		clear(x.values.Keys)
	}
	x.vtime.reset()
	x.readings.reset(x.FreeTime)
	x.fine.reset()
	x.left = int64(x.Pause)
	x.faults = 0
	x.letGo()
	x.joint, x.inEvent = nil, false
	x.before = x.steps
	x.stage = stage{alone: true}
	quiet.Store(!process.strays.Any())
	x.came, x.measured = Report{}, measures{}
	x.dump.Reset()
	x.dump = dump{Wards: x.dump.Wards}
	clear(x.touched)
	clear(x.kept)
	clear(x.inUse[:cap(x.inUse)])
	x.inUse = x.inUse[:0]
	x.pools.Reset()
	x.likes.Reset()
	x.observed, x.atEnd = x.observed[:0], x.atEnd[:0]
	x.suite.reset()
	x.userMain = nil
	x.reused.reset()
	x.order.Reset()
	for _, f := range x.atBegin {
		f()
	}

	x.again.Begin(s, x.watched())

	c := x.clock
	c.life, c.made, c.index, c.past, c.op, c.sh = alive, 0, 0, chains.Past{}, checker.Op{Kind: checker.Tick, Arg: x.left, Partner: mainTask}, (*clockShadow)(x)
	main := x.tasks[mainTask]
	x.census.reset()
	x.start(main, x.body, x.at, checker.Begin, 0, nil)
	main.created = 0 // there is no go statement
}

// resume runs a task until control comes back from it, and returns the task to run
// next.
func (x *Execution) resume(t *task) *task {
	c := t.co
	if c == nil {
		if n := len(x.free); n > 0 {
			c = x.free[n-1]
			x.free = x.free[:n-1]
		} else {
			c = newCoroutine(x)
		}
		c.task, t.co = t, c
	}
	x.switches++
	c.resume()
	if c.gone {
		process.runningG.Store(0) // that goroutine may become anybody's
		c.finish()
	}
	return x.next
}

// faultless panics if the scheduler has panicked.
func (x *Execution) faultless() {
	if fault := x.fault; fault != nil {
		x.fault = nil
		panic(fault)
	}
}

// step is called when the running task has announced its next operation or
// ended. It completes the event, has the next one decided, performs it, and
// returns the task that is to run: nil when the execution is over.
func (x *Execution) step() *task {
	if x.ending {
		return nil
	}
	if p := x.joint; p != nil {
		x.joint = nil
		x.answer()
		return p
	}
	if x.again.N > 0 {
		if t := x.repeat(); t != nil {
			x.answer()
			return t
		}
	}
	return x.ask()
}

// ask gives control to the scheduler. A panic of it is kept from the task on whose
// stack it happens: the program might recover it. Nobody is next then, so that control
// comes to the driver.
func (x *Execution) ask() (next *task) {
	x.answer()
	asked := false
	defer func() {
		if asked { // nearly always: not to ask for a panic halves what this function takes
			return
		}
		if v := recover(); v != nil {
			x.fault, next = fmt.Sprintf("%v\n%s", v, debug.Stack()), nil
		}
	}()
	if x.again.N > 0 {
		x.repeated()
	}
	next = x.decide()
	asked = true
	x.answer()
	return next
}

// answer tells the watchdog, if it has asked, that control has passed on. Where the
// scheduler is not asked for each step, that is the moment to ask it for the time.
func (x *Execution) answer() {
	if x.questioned.Load() {
		x.answered()
	}
}

func (x *Execution) answered() {
	x.questioned.Store(false)
	if x.again.N > 0 && x.again.Of.Late() {
		x.stopped = true
	}
}

// Works tells the watchdog that the calling task is doing long work and is not blocked.
func Works() {
	if t := current(); t != nil {
		t.x.answer()
	}
}

func (x *Execution) decide() *task {
	for {
		if x.stopped {
			return nil
		}
		if x.inEvent {
			x.inEvent = false
			x.ev.Effects = x.effects
			if x.again.Keeping {
				x.keep()
			}
			x.sched.Did(x, &x.ev)
			if len(x.looking) > 0 {
				x.did()
				if x.stopped {
					return nil
				}
			}
		}
		d, ok := x.sched.Next(x)
		if !ok {
			x.came.Quiescent = !x.anyEnabled()
			return nil
		}
		t := x.tasks[d.Task]
		if x.perform(t, &d); t != x.clock {
			return t
		}
	}
}

// perform carries out a decision for t as far as the task itself is not needed. The
// decision is passed where it stays: it is copied twice, and in registers it would be
// written and read in parts.
func (x *Execution) perform(t *task, d *checker.Decision) {
	ev, op, done := &x.ev, &t.op, &t.done
	*ev = checker.Event{}
	ev.Decision = *d
	t.decided = *d
	ev.Kind, ev.Obj, ev.Arg, ev.Pos = op.Kind, op.Obj, op.Arg, op.Pos
	if done.Kind, done.Obj, done.Arg, done.Pos = op.Kind, op.Obj, op.Arg, op.Pos; !t.plain || !t.donePlain {
		*done = *op
	}
	t.donePlain = t.plain
	ev.Child, ev.Index, ev.Op = checker.NoTask, t.index, done
	t.index++
	x.steps++
	x.effects = x.effects[:0]
	x.inEvent = true
	x.moves(t)
	if x.waiting.Len() > 0 && t != x.clock && x.notLater() {
		x.overtakes(func(*task) bool { return true })
	}
	if len(x.looking) > 0 {
		x.performing(t)
	}
	if t.sh != nil {
		t.sh.perform(t, ev)
	}
	if x.chains.On {
		x.orderReadings(t)
	}
	if x.overdue {
		t.wakes(ev)
	}
	if x.record != nil {
		x.record.performed(t)
	}
	t.resolved = ev.Kind
	if changing[ev.Kind] {
		x.list[ev.Obj].changes++
	}
	if t.index == 1 && t.handler == nil && t.id > clockTask {
		if t.title == "" {
			x.goroutines++
		}
		t.number, t.fires = x.goroutines, ev.Kind == checker.TimerFire
	}
	if ev.Kind == checker.Send && d.Partner != checker.NoTask {
		p := x.tasks[d.Partner]
		p.done, p.donePlain = p.op, p.plain
		p.decided = checker.Decision{Task: p.id, Choice: d.PartnerChoice, Partner: t.id, PartnerChoice: d.Choice}
		ev.PartnerIndex, ev.PartnerOp = p.index, &p.done
		x.moves(p)
		p.index++
		x.joint = p
	}
}

// LastSite is where the last step was made.
func (x *Execution) LastSite() Site {
	if s := Site(x.ev.Pos); s != 0 {
		return s
	}
	if s := Site(x.tasks[mainTask].done.Pos); s != 0 { // the clock is nowhere
		return s
	}
	return x.at // nobody has come to an operation
}

// anyEnabled says whether some operation is enabled.
func (x *Execution) anyEnabled() bool {
	for u := range x.living() {
		if x.enabled(u) {
			return true
		}
	}
	return x.ticking() && x.enabled(x.clock)
}

func (x *Execution) enabled(t *task) bool {
	if t.sh == nil {
		return true
	}
	x.buf = t.sh.decisions(t, x.buf[:0])
	return len(x.buf) > 0
}

// Op is the announced operation of a live task.
func (x *Execution) Op(id checker.Task) *checker.Op { return &x.tasks[id].op }

// Decisions appends every enabled alternative of a task's operation.
func (x *Execution) Decisions(id checker.Task, buf []checker.Decision) []checker.Decision {
	t := x.tasks[id]
	if t.sh == nil {
		return append(buf, t.always())
	}
	return t.sh.decisions(t, buf)
}
