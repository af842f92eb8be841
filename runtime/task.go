package runtime

import (
	"runtime"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/calls"
	"gocheck.dev/runtime/internal/innards"
	"gocheck.dev/runtime/internal/kinds"
	"gocheck.dev/runtime/internal/layout"
	"gocheck.dev/runtime/internal/lockorder"
)

// task is a goroutine, a message, the function of an AfterFunc, or the clock.
// There is one for every number that was ever given out: it is reused by the
// task of that name in the next execution.
type task struct {
	// What each step needs comes first, and so in few cache lines.

	id    checker.Task
	life  life
	dying bool // it is being ended: every entry point ends it again
	hosts bool // it has resumed another one, and waits for that (cede)
	stepping
	x *Execution
	operands

	ancestry
	message
	name
	f       func()
	co      *coroutine       // from Begin to the end
	threads int32            // calls of LockOSThread that are not undone
	counted bool             // it is a goroutine of the program, whose end counts
	ended   Site             // of its last operation, once it has ended
	held    []lockorder.Hold // the locks it holds, in order of acquisition

	waits
	recorded
	dates
	draws
	calls  []uintptr // at the announced operation, if anybody asks for stacks
	lateAt []Site    // where it, or a creator, has gone on at a time after the test
	elder  elder
}

// stepping is what each step needs of a task.
type stepping struct {
	plain, donePlain bool         // op, done has no Partner, no Cases, and says nothing but its kind, object, argument and place
	resolved         checker.Kind // kind of the event that the operation became
	leafKind         layout.Kind  // of leaf

	index    uint32           // of the next event
	made     int32            // children in this execution
	accesses int              // plain ones since the last announcement
	sh       shadow           // of the operation; nil: it is always enabled and does nothing
	decided  checker.Decision // how the operation was resolved

	// The announced operation. Its Cases must stay as they are until the
	// task's announcement after the next one: an event refers to them.
	op   checker.Op
	done checker.Op // the operation of the current or last event
}

// operands are what an operation needs and returns, beyond op.
type operands struct {
	payload any
	leaf    unsafe.Pointer // of a plain access: where it is
	leafVal uint64         // and what is written
	atomic  atomicOp
}

// ancestry is where a task comes from, and what people call it.
type ancestry struct {
	creator *task
	begunAt uint32 // the creator's next event then
	created Site   // of the go statement or post
	named   bool   // created is a go statement, which names what it calls
	title   string // if it is no goroutine to people: "subtest one"
	resumes bool   // it is the goroutine of its parent, which was paused
	awaited bool   // somebody has joined it
	fires   bool   // it is the function of an AfterFunc
	number  int    // for reports: among the goroutines of the execution, by when they began
}

// message is what a task is that is one, of a handler.
type message struct {
	handler *handlerShadow
	home    checker.Object // the handler
}

// waits are the rounds of loops that wait, and where a task rests in one.
type waits struct {
	rounds  rounds
	doze    dozing
	nap     napping
	errand  errand
	onCond  condWaiter
	movedIn int // the interval between two Ticks in which it has moved last

	works    bool // it has come to a loop that others end: what follows is counted
	received int  // what it has got from others
	asked    int  // questions for the time
}

// recorded is what a replay records of the announced operation.
type recorded struct {
	frames   []string // the stack
	unwinds  calls.Unwinding
	calledAt string // where it is called, if its site is not there
	says     func() string
}

// draws are states of what a task draws from; 0: not drawn from.
type draws struct {
	random uint64
	orders uint64 // of maps
}

// life is how far a task has come.
type life uint8

const (
	unborn life = iota // not in this execution
	alive
	over
)

// always is the decision of an operation without alternatives.
func (t *task) always() checker.Decision {
	return checker.Decision{Task: t.id, Partner: checker.NoTask}
}

// shadow is the controlled state of one Go value (mutex, channel…), found by
// its address.
type shadow interface {
	info() checker.ObjectInfo
	// decisions appends every way in which t's announced operation can go on
	// now.
	decisions(t *task, buf []checker.Decision) []checker.Decision
	// perform carries out t's announced operation as ev.Decision says and completes ev,
	// which comes filled in with the announced operation. It runs on any
	// goroutine, and must neither block nor panic.
	perform(t *task, ev *checker.Event)
}

// do announces an operation and waits for its turn. The shadow's perform has
// run when it returns. A nil shadow is an operation that is always enabled and
// does nothing.
func (t *task) do(op checker.Op, sh shadow) checker.Decision {
	if t.dying {
		runtime.Goexit()
	}
	t.op, t.sh, t.plain, t.accesses = op, sh, false, 0
	x := t.x
	if kinds.OnObject[op.Kind] {
		x.nameObject(op.Obj, Site(op.Pos))
	}
	for i := range op.Cases {
		if c := &op.Cases[i]; c.Kind != checker.NoKind && c.Kind != checker.Tick {
			x.nameObject(c.Obj, Site(c.Pos))
		}
	}
	t.turn()
	return t.decided
}

// use is do for an operation on an object that is no more than that.
func (t *task) use(kind checker.Kind, obj checker.Object, arg int64, s Site, sh shadow) {
	if t.dying {
		runtime.Goexit()
	}
	t.announce(kind, obj, arg, s, sh)
	t.x.nameObject(obj, s)
	t.turn()
}

// announce fills in a plain operation where it stays.
func (t *task) announce(kind checker.Kind, obj checker.Object, arg int64, s Site, sh shadow) {
	op := &t.op
	op.Kind, op.Obj, op.Arg, op.Pos = kind, obj, arg, s.Pos()
	if !t.plain {
		op.Partner, op.Most, op.HasDefault, op.Cases, op.Seen, op.Waits, op.Quiet, op.Alike = 0, 0, false, nil, nil, false, false, false
		t.plain = true
	}
	t.sh, t.accesses = sh, 0
}

// turn waits for the turn of the operation that was announced.
func (t *task) turn() {
	x := t.x
	t.settles(false)
	if x.marks != nil {
		x.marks.note(t)
		t.plain = false // the marks are copied with the rest
	}
	if x.Known.Ends&wire.Places != 0 {
		t.place()
	}
	if x.record != nil {
		var panicking bool
		t.frames, panicking = calls.UserFrames()
		t.unwinds.Note(panicking, t.frames, len(x.record.Steps))
	}
	if next := x.step(); next != t {
		t.cede(next)
		t.settles(true)
	}
	if t.dying {
		runtime.Goexit()
	}
	if t.rounds.on {
		t.performed()
	}
	if t.works {
		t.gets()
	}
	if x.record != nil {
		x.record.resumes(t)
	}
}

// cede lets others go on until it is t's turn. Whoever is to go on is resumed from
// here and comes back here: if t is next then, two switches have done, by way of the
// driver it would be four. Only those cannot be resumed that are waiting likewise.
// There t yields, until it is resumed itself: so no hop takes more switches than by
// way of the driver.
func (t *task) cede(next *task) {
	x := t.x
	t.free()
	t.hosts = true
	for next != t && next != nil && !next.hosts {
		next = x.resume(next)
	}
	t.hosts = false
	if next == t {
		t.co.enter(t)
		return
	}
	x.next = next
	t.co.yield()
}

// die ends the task without further ado, for what ends a Go program on the spot: none
// of its deferred functions is called. They are when the execution is over, where what
// they do means nothing any more.
func (t *task) die() {
	if t.dying {
		runtime.Goexit()
	}
	t.co.park()
}

// doom makes the task end at its next operation.
func (t *task) doom() {
	t.dying = true
	quiet.Store(false)
}

// current is the task that the caller is, or nil: then the caller acts
// natively.
func current() *task {
	if g := innards.G(); process.runningG.Load() != g {
		if process.strays.Any() {
			process.strays.Stay(g)
		}
		return nil
	}
	return process.running
}
