package checker

// This file is the vocabulary of a program under exploration and the engine: tasks, objects,
// operations, decisions, events.

// Task names a task: a goroutine, a message, the timer of an AfterFunc, or the clock. Its name
// is its creator and a count. A program maps each name to the same small number in every
// execution. The numbers are dense; 0 is the main task.
type Task uint32

// NoTask means no task.
const NoTask = ^Task(0)

// Object numbers an object (variable, lock, channel, handler…). The numbers are dense and valid
// within one execution only: no algorithm may compare objects of two executions.
type Object uint32

// Pos is a source position: an index into a table that only the program knows
// (Program.Position). 0 is "nowhere".
type Pos uint32

// Kind says what an operation or an event does.
//
// An operation is announced with one kind and may be resolved to another when it is performed.
// A CAS becomes a Read or a Write. A Select becomes the operation of the chosen case. Kinds
// marked (announced) never occur in events, kinds marked (resolved) never in announcements.
type Kind uint8

// The kinds. For each: when it is enabled, and which orders are different
// traces. docs/semantics.md has the reasons.
const (
	NoKind Kind = iota

	// Tasks. Begin is event 0 of every goroutine and message and accesses
	// nothing itself. For a goroutine (Obj unused) it is always enabled. For a
	// message Obj is its handler: enabled when the handler is idle and the
	// message is in the mailbox (Unordered) or first in it (FIFO). Its
	// predecessor is the Spawn or Post; the order of messages is NOT in the
	// trace.
	Begin
	Spawn     // creates Child; depends on nothing
	Post      // puts message Child into the mailbox of handler Obj; posts commute with each other
	PostFront // the same, at the front of a FIFO mailbox
	// the handler takes no more posts: ordered with every Post and PostFront of Obj (as a
	// write with reads)
	CloseHandler
	PostClosed // (resolved) a Post that came after CloseHandler: panics; no Child
	Join       // enabled when task Op.Partner has ended; predecessor: its last event

	// Memory: variables, atomics, flags. Reads commute, everything else is
	// ordered. Always enabled, except Await.
	Read
	Write // also read-modify-write
	CAS   // (announced) Arg is the expected value: Write if it is there, else Read
	Store // (announced) Arg is the value: Read if it is there already, else Write
	// Updates whose result is not used: each commutes with its own kind, and is ordered with
	// everything else. Their events have no Val: the value after one depends on the order of those
	// that commute. The location of an Await has none of them.
	Inc   // adds
	Mask  // ands
	Merge // ors
	Await // a read that is enabled only when the location's value is not 0 (context.Done); at first it is 0

	// Locks. A Mutex and an RWMutex are both a Lock object. Lock is enabled when no task holds it;
	// for an RWMutex it is preceded by Arrive of the same task: enabled when no other writer has
	// arrived or holds; from Arrive to Unlock no RLock is enabled (writer preference).
	// Acquisitions race with acquisitions; releases depend on program order only; RLocks commute
	// with each other.
	Lock
	Unlock
	Arrive
	RLock
	RUnlock
	TryLock   // (announced) becomes Lock or LockBusy. On an RWMutex it stands for Arrive and Lock in one
	TryRLock  // (announced) becomes RLock or LockBusy
	LockBusy  // (resolved) a failed TryLock or TryRLock: observes its holder
	BadUnlock // (resolved) unlock of an unlocked lock: ends the task

	// Channels. Cap is in ObjectInfo. A rendezvous (cap 0) is one joint event:
	// Kind Send, Task the sender, Partner the receiver.
	Send
	Recv
	// (resolved) receive of the zero value from a closed, drained channel: these commute
	// with each other
	RecvClosed
	Close
	SendClosed // (resolved) send on, or close of, a closed channel: ends the task
	Select     // (announced) Cases, HasDefault
	// (resolved) a Select that took default: observes every buffered case as not ready; on a
	// case with cap 0 it observes nothing (the partner may always be late), but see Tick
	Default
	Len // observes the number of elements: ordered with every Send, Recv, Close of Obj

	// sync.WaitGroup. Adds (Arg is the delta, Done is Add of -1) commute with
	// each other, Waits commute with each other, an Add and a Wait are ordered.
	Add
	AddNegative // (resolved) the counter fell below zero: ends the task
	Wait        // enabled when the counter is 0

	// sync.Cond. Wait is Enqueue, Unlock, Wake, Lock. Enqueues commute with
	// each other; Signal and Broadcast are ordered with everything on the Cond
	// but Wake. Signal chooses a waiter (Decision.Partner; NoTask when there is
	// none: lost). Wake is enabled when a Signal or Broadcast chose the
	// waiter; its predecessor is that event.
	Enqueue
	Wake
	Signal
	Broadcast

	// sync.Once. Once is enabled when no task is inside.
	Once      // (announced) becomes OnceFirst or OnceDone
	OnceFirst // (resolved) this caller runs the function
	OnceEnd   // by the first caller, after the function (also when it panicked)
	OnceDone  // (resolved) a caller that came after OnceEnd: these commute with each other; predecessor OnceEnd

	// Virtual time. Tick is the only operation of the clock's task, enabled when nothing else is
	// and a task waits for a later time; it advances the time to the earliest deadline and is a
	// barrier: everything before it happens before it (and so everything after it happens after
	// it). All partners that were pending at a Tick have arrived: a Default on cap 0 is not
	// possible past them. Operations on one timer are totally ordered.
	//
	// With pauses (Options.Pauses) Arg is what is left of them. Then Tick is enabled, too, while
	// something else is, if the earliest deadline is no later than that from now: whoever could
	// go on is held up so long. It is not if the task Partner has ended.
	Tick
	Sleep     // enabled when the time has reached Arg
	TimerSet  // NewTimer, Reset: Arg is the new deadline; Child: the task of a new AfterFunc, if any
	TimerStop // Stop
	TimerFire // first event of the task of an AfterFunc: enabled when the timer is armed and due
	TimerRecv // receive from a timer's or ticker's channel: enabled when it is armed and due

	// Loops that wait. Spin begins another round of a loop whose last round has changed nothing,
	// neither local variables nor anything else. It is enabled when something that the last round
	// read has changed since the round first read it (Op.Cases), and it reads all of that.
	// docs/design/spin.md says why no other round has to be explored.
	Spin

	// The other kinds depend on nothing.
	Choose // Arg is the number of values; Choice the value; see Op.Most
	Yield  // runtime.Gosched: the default scheduler lets others go first
	NumKinds
)

// ObjectKind says what sort of thing an Object is.
type ObjectKind uint8

// The object kinds.
const (
	VarObject ObjectKind = iota // plain variable, atomic or flag
	LockObject
	ChanObject
	HandlerObject
	CondObject
	WaitGroupObject
	OnceObject
	TimerObject
)

// ObjectInfo describes an object of the current execution.
type ObjectInfo struct {
	Kind ObjectKind
	FIFO bool // HandlerObject: FIFO mailbox, else a multiset
	// Locked is set for a variable whose Reads each take a lock that is no operation. For the race
	// detector these Reads are ordered as they are made. Operations on a Silent one order nothing.
	Locked, Silent bool
	// Twin connects a lock and the variable at the same memory, both ways. It is the other's
	// number plus 1, or 0 if there is none. Plain accesses of the variable (copies of the lock,
	// assignments to it) race with operations on the lock; they are no dependencies.
	Twin Object
	// Of is set for a variable that was a part of another one: that one's number plus 1. For the race
	// detector what was done to that one until it meets the part was done to the part. Whole is
	// where parts of parts began: for traces an Effect on the part is one on that.
	Of, Whole Object
	Vague     bool // a variable that others may be a part of: what was last written to it need not be there
	Cap       int  // ChanObject: capacity
}

// Case is one case of a Select.
type Case struct {
	Kind Kind // Send, Recv, Await, TimerRecv; NoKind for a nil channel: never ready. Of a Spin: see Op.Cases
	Obj  Object
	Pos  Pos
	At   uint32 // of a Spin: the number of the task's event in whose step the round first used Obj
	By   Task   // not 0: At is an event of this task, whose end the task knows of
}

// Op is an announced operation: the next operation of a task.
type Op struct {
	Kind       Kind
	Obj        Object
	Arg        int64 // see the kind
	Partner    Task  // Join: the task waited for
	Most       int32 // Choose: if not 0, so many of an execution's with a Most come to another value than 0
	HasDefault bool  // Select
	Pos        Pos

	// Cases are the cases of a Select. For a Spin they are the objects that its round has used,
	// each once. An object has changed if, after its first use in the round (Case.At), there was,
	// for a case
	//	Read: a write or update of the location
	//	Lock: a LockBusy: somebody has seen that the round held the lock
	//	Len: a Send, Recv or Close of the channel (with a buffer)
	//	TimerRecv: an operation on the timer, or a Tick
	//	Tick: a Tick; no object: the round has asked for the time
	// A task that waits for a TimerRecv or Tick waits for a later time.
	Cases []Case

	// Seen is set, where there are pauses, for an operation that waits for a time in a loop whose
	// rounds have changed nothing: what these have used since the last round began, as in Cases; a
	// case of NoKind: nothing. Until it changes the loop sees what it has seen: there is no pause.
	Seen []Case

	// Waits is set for a Select with default, a TryLock or a TryRLock that waits: default
	// (LockBusy) is no alternative. It is the only operation in the round of a loop, and the last
	// round took default. For other tasks it is unchanged: two selects with default do not meet.
	Waits bool

	// Loop is set if an iteration of an event loop begins with this receive. User is set if this
	// post or send is an input. Both are for r4: docs/design/algorithms-r4.md.
	Loop, User bool

	// Alike is set for a Spawn of a task that nothing tells from the child that this task created
	// before it but its name: they begin with the same code and the same values.
	Alike bool

	// Quiet is set for a Sleep of synctest.Wait: for the race detector everything before it is
	// synchronised with everything after it.
	Quiet bool
}

// ValuesOf is how many values a Choose of Arg values may come to, the first ones, after so many
// faults: if there were Most, the first one only.
func ValuesOf(arg int64, most, faults int32) int64 {
	if most > 0 && faults >= most {
		return 1
	}
	return arg
}

// DefaultCase is the Decision.Choice of a Select that takes default.
const DefaultCase = -1

// Decision picks the next step: an alternative of a task's announced operation. A sequence of
// decisions is a schedule.
type Decision struct {
	Task          Task
	Choice        int32 // Select: index of the case, or DefaultCase; Choose: the value; else 0
	Partner       Task  // rendezvous: the receiver; Signal: the waiter; else NoTask
	PartnerChoice int32 // rendezvous: the receiver's case if it is in a Select, else 0
}

// Event is one step of an execution: an operation that was performed, with
// the plain accesses (-races=report) up to the task's next announcement.
type Event struct {
	Decision
	Kind Kind // resolved
	Obj  Object
	// Add: the delta; CAS that became Read or Write: the expected value; Tick: the new time;
	// TimerSet: the deadline; TimerRecv: a ticker's next deadline, else 0
	Arg int64
	// memory: the location's value after the event, if WasCAS may need it (bits; comparable
	// within the execution)
	Val          uint64
	WasCAS       bool // it was announced as a CAS
	Named        bool // what its task (a joint event: one of the two) has done in the step depends on the task's name
	Names        bool // or on those of others
	Child        Task // Spawn, Post, PostFront, TimerSet: the new task, else NoTask
	Index        uint32
	PartnerIndex uint32 // joint events: the event's number in Partner
	Last         bool   // Task ended with this event
	PartnerLast  bool
	ChildLast    bool   // Begin of Child is part of this event, and Child ended with it: internal/engine/fold.go
	More         []Born // further tasks that begin with this event: internal/engine/fold.go
	Pos          Pos
	Effects      []Effect
	Op           *Op // the announced operation; valid during the call of Did only
	PartnerOp    *Op // joint events: the receiver's
}

// Born is a task that an event has created, if its Begin is part of the event.
type Born struct {
	Task Task
	Last bool // it ended with the event
}

// State is the present state of a running execution, as a Scheduler sees it:
// every live task has announced its next operation.
type State interface {
	// Tasks lists the tasks that have not ended, in order of creation. The
	// slice is reused.
	Tasks() []Task
	// Op is the announced operation of a live task, valid until Did.
	Op(Task) *Op
	// Decisions appends to buf every enabled alternative of the task's
	// operation. A rendezvous is listed under its sender only.
	Decisions(t Task, buf []Decision) []Decision
	// Object describes an object.
	Object(Object) ObjectInfo
}

// Scheduler decides an execution. Its methods are called on whatever
// goroutine the program is running, never concurrently.
type Scheduler interface {
	// Next picks the next decision, which must be enabled. False ends the
	// execution before its end.
	Next(State) (Decision, bool)
	// Did reports the event that the decision led to, when the task (both
	// tasks of a joint event) has announced its next operation or ended. The
	// event is reused.
	Did(State, *Event)
}

// Repeater is a Scheduler of many executions, most of which begin like the one before. A
// program may repeat such a beginning without asking the Repeater, if it checks that each event
// is unchanged. So a repeated event costs little more than its operation.
type Repeater interface {
	Scheduler
	// Repeats is called at the beginning of an execution. The first n decisions are those of the
	// last execution for which keep was true. If keep is false, no later execution begins like
	// this one.
	Repeats() (n int, keep bool)
	// Repeated reports that the first n events have happened again, in place of calls of Next and
	// Did. The events, their effects, positions and the operations announced after them are
	// unchanged, except for values (addresses differ between executions). It is called once,
	// before the first call of Next or Did: when all n events have happened, or earlier, with a
	// smaller n, when the program differs. If ev is not nil, it is the next event, which has
	// happened and will be reported by Did.
	Repeated(st State, n int, values []Value, ev *Event)
	// Late may be called while events are repeated. If it returns true, the execution has to be
	// given up.
	Late() bool
}

// Value is the changed part of a repeated event.
type Value struct {
	Event     int   // its number in the execution
	Arg       int64 // Event.Arg
	Val       uint64
	Announced int64 // Op.Arg
}

// Failure is a failure of the program found in an execution.
type Failure struct {
	Kind    string // see docs/manual.md: panic, fatal, assert, deadlock, leak, race, close, unlock, steps, divergence
	Message string
	Pos     string   // file:line:col of the original source, if known
	Details []string // further lines: a cycle, stacks
	Race    *Race    // race: what is to be put into words; there is no Message
	Ends    bool     // the program ends with it: what comes after it in the execution is none of the program's
	// the event, counted from 0, in which it came about (race: that made the second access);
	// 0: at the end, too, or not known
	At   int
	Late bool // it came about at the end
}

// Race is a data race, or its like: two conflicting accesses that nothing orders, in the
// order in which the execution made them.
type Race struct {
	First, Second Effect
	// FirstAtomic and SecondAtomic mark an access by an atomic operation; not both are.
	FirstAtomic, SecondAtomic bool
	Misuse                    bool // of a WaitGroup: First is the Wait, Second the Add
	Closes                    bool // First is a send, Second the close of its channel
}

// Closes says whether the failure is a race of a send and, after it, the close of its
// channel.
func (f *Failure) Closes() bool { return f.Race != nil && f.Race.Closes }

// Outcome is what an execution came to.
type Outcome struct {
	Failure  *Failure // the first failure, or nil
	Second   *Failure // another one of the same execution, or nil
	Observed string   // final values and Observe'd values: what two executions are compared by
}

// Program is a concurrent program that can be executed again and again: the controlled runtime,
// or the language of the tests.
type Program interface {
	// Run executes the program from its initial state until nothing is
	// enabled, or until s.Next says so.
	Run(s Scheduler) Outcome
	// TaskName is the stable name of a task: main, main/1, main/1/2.
	TaskName(Task) string
	// Position renders a position as file:line:col.
	Position(Pos) string
}

// Updates reports whether an event of the kind changes a location depending on its value, and
// the task does not use the result.
func (k Kind) Updates() bool { return k == Inc || k == Mask || k == Merge }

// Namer is a Program that finds tasks by their names. Parts from other processes need it.
type Namer interface {
	// TaskNamed is the number of the task with that TaskName. A task that was not met yet gets its
	// number now.
	TaskNamed(name string) Task
}

// Prefer makes a failure of a kind the first one, if there is any.
func (out *Outcome) Prefer(kind string) {
	if out.Second != nil && out.Second.Kind == kind && out.Failure.Kind != kind {
		out.Failure, out.Second = out.Second, out.Failure
	}
}

// Same says whether two failures are of one kind and position or, where they
// have no position, say the same.
func (f *Failure) Same(g *Failure) bool {
	return f.Kind == g.Kind && f.Pos == g.Pos && (f.Pos != "" || f.Message == g.Message && f.race() == g.race())
}

func (f *Failure) race() Race {
	if f.Race == nil {
		return Race{}
	}
	return *f.Race
}

// AddRace adds a race to what an execution has come to. The first cause comes first.
func (out *Outcome) AddRace(race Failure) {
	switch f := out.Failure; {
	case f == nil:
		out.Failure = &race
	case f.Late || race.At <= f.At:
		out.Failure, out.Second = &race, f
	case !f.Ends:
		out.Second = &race
	}
}
