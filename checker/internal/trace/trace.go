package trace

import (
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
)

// Trace is one execution as a partial order, in flat arrays that are reused
// from execution to execution. Events are named by their position in the
// execution. Sets of events are bit sets (see set): an execution of up to 64
// events has its happens-before in one word an event.
type Trace struct {
	Events []Event
	Ops    []Operation
	Cases  []checker.Case
	Preds  []int32          // of all events, flat
	Nodes  []Node           // uses of objects by events, linked by object
	Hist   []uint64         // rows of words: the event and all before it
	after  after            // the transpose of Hist
	Words  int              // of a row
	Heads  []int32          // by Object: its newest node, -1 if none
	Objs   []checker.Object // objects with a node
	Infos  []checker.ObjectInfo

	Program  checker.Program // nil: its tasks go by their numbers
	Tasks    []Task
	ByTask   []int32    // by Task: index into tasks, -1
	named    []flat.Key // by Task: see KeyOfTask
	Ticks    []int32    // events
	Faults   []int32    // events: see faults.go
	LastTick int32      // the newest of them, or -1
	Defaults []int32    // events
	Partners []int32    // operations that wait for a partner: on some channel without a buffer, and without default
	Maximal  bool       // nothing was enabled at the end
	Effects  bool       // some event has effects
	Groups   bool       // some WaitGroup's counter has gone down; after finish: and might fall below zero
	flagged  bool       // effects, groups or orders was true of some event since reset
	Orders   bool       // there are failed TryLocks or Defaults: see reversal.Saturation
	Misused  bool       // some lock was released by a task that had not taken it
	sum      flat.Key   // of all events, see whole
	Serial   bool       // set by the algorithm: handlers are mutexes, see serial.go
	Handlers []Handler
	Mailing  []Mail
	Sticky   int // operations of messages that may have to wait

	view   View
	Prefix Prefix
	Same   int // the first so many events are those that the reverser has seen last, see reversal/reverse_again.go

	receivers []receiver
	received  bool // receivers are those of this finished trace

	// Results of resolve.
	Drops, Readers, left []int32
	order                []int32 // of simulate
}

// Event is one event of the trace.
type Event struct {
	Kind     checker.Kind
	Choice   int32
	PChoice  int32
	Partner  checker.Task // Decision.Partner
	Op, Op2  int32
	Task     int32 // index into tasks
	Task2    int32 // joint events: the receiver's, else -1
	Child    int32 // index into tasks of the first task that it created, -1
	Births   int32 // how many it created
	Obj      checker.Object
	Arg      int64
	Val      uint64
	wasCAS   bool
	Joint    bool
	Last     bool
	Last2    bool
	Last3    bool // of a task that it created
	Key      flat.Key
	Num      Member // in the chains of closure, once the trace is stored
	Chains   int32  // so many begin up to here; the same
	predOff  int32
	PredLen  int32
	OpPreds  int32 // the first so many preds come from the operation, the rest from effects
	EffNode  int32 // nodes[EffNode:EffEnd] are the accesses of its effects
	EffEnd   int32
	sends    int32 // channels: members of the sequence of sends with elements, up to here; not of a Default
	recvs    int32 // channels: receives of elements up to here; the same
	closed   int32 // channels: position of the close, if at or before, else -1
	Decision checker.Decision
}

// Operation is an announced operation: executed, or pending at the end.
type Operation struct {
	Kind       checker.Kind
	Obj        checker.Object
	Arg        int64
	Partner    checker.Task
	Most       int32
	CaseOff    int32
	CaseLen    int32
	SeenLen    int32 // of checker.Op.Seen, behind the cases
	HasDefault bool
	Waits      bool
	loop, User bool
	Alike      bool
	Pos        checker.Pos
	Task       int32
	Index      uint32
	Prev       int32 // the event after which it was announced: program order, or the creation; -1 none
	Exec       int32 // the event that performed it, -1 while pending
	Named      bool  // this of checker.Event, of that event
	Names      bool
}

// Task is a task of the trace.
type Task struct {
	Name    checker.Task
	Key     flat.Key // of its name
	Op      int32    // the present, at last the pending operation; -1 when ended
	End     int32    // last event, when the task has ended, else -1
	Handler int32    // messages: index into handlers, else -1
	Post    int32    // messages: the event that posted it
	Start   int32    // messages: event 0, -1 when not started
}

// Handler is a handler that was posted to.
type Handler struct {
	Obj      checker.Object
	FIFO     bool
	Messages []int32  // tasks, in order of their posts
	Fronts   bool     // one of them by PostFront
	Spans    []Span   // of those that were started; valid after finish
	starts   flat.Set // their starts; the same
	ends     flat.Set // and where they have ended

	Sticks bool // of reversal/quiescent.go

	// Of simulate.
	busy  int32
	queue []int32
	head  int
}

// Node is a use of an object by an event.
type Node struct {
	Ev    int32
	Prev  int32 // older node of the same object, -1
	other int32 // the newest of these of another class, -1
	far   int32 // a far older one of the object, -1
	depth int32 // so many of the object are older
	Obj   checker.Object
	Class Class // how the event uses the object
	After bool  // all older uses of the object are known to be before the event
	Write bool  // access by an effect: writes
	Eff   bool  // access by an effect
}

// Reset begins another execution.
func (t *Trace) Reset() {
	for _, o := range t.Objs {
		t.Heads[o] = -1
	}
	for i := range t.Tasks {
		t.ByTask[t.Tasks[i].Name] = -1
	}
	t.Words = t.wide()
	t.Objs = t.Objs[:0]
	t.Tasks = t.Tasks[:0]
	t.Events, t.Ops, t.Cases = t.Events[:0], t.Ops[:0], t.Cases[:0]
	t.Preds, t.Nodes, t.Hist = t.Preds[:0], t.Nodes[:0], t.Hist[:0]
	t.Handlers, t.Mailing, t.Sticky = t.Handlers[:0], t.Mailing[:0], 0
	t.LastTick, t.Ticks, t.Defaults, t.Partners = -1, t.Ticks[:0], t.Defaults[:0], t.Partners[:0]
	t.Faults = t.Faults[:0]
	t.Maximal, t.Effects, t.Groups, t.Misused, t.Orders, t.flagged = false, false, false, false, false, false
	t.Prefix, t.Same, t.sum = Prefix{}, 0, flat.Key{}
}

// wide is how many words a row is to have: as many as the last execution needed, or
// a few more. The next one is much like it.
func (t *Trace) wide() int {
	n := len(t.Events)
	if n <= 64 {
		return 1
	}
	return (n + n/16 + 63) / 64
}

// HistOf is event e and all before it.
func (t *Trace) HistOf(e int32) flat.Set { return t.Hist[int(e)*t.Words : (int(e)+1)*t.Words] }

// PastOf is HistOf, only as many words of it as can have events: with all, what an event
// costs would be twice as much of what grows with the execution.
func (t *Trace) PastOf(e int32) flat.Set {
	row := int(e) * t.Words
	return t.Hist[row : row+int(e)>>6+1]
}

// PredsOf are the immediate predecessors of event e.
func (t *Trace) PredsOf(e int32) []int32 {
	ev := &t.Events[e]
	return t.Preds[ev.predOff : ev.predOff+ev.PredLen]
}

// TaskIndex finds the task, or makes it known.
func (t *Trace) TaskIndex(name checker.Task) int32 {
	for int(name) >= len(t.ByTask) {
		t.ByTask = append(t.ByTask, -1)
	}
	i := t.ByTask[name]
	if i < 0 {
		i = int32(len(t.Tasks))
		t.ByTask[name] = i
		t.Tasks = append(t.Tasks, Task{Name: name, Key: t.KeyOfTask(name), Op: -1, End: -1, Handler: -1, Post: -1, Start: -1})
	}
	return i
}

// Bytes is the memory in use: what grows with the execution.
func (t *Trace) Bytes() int64 {
	return int64(8*(cap(t.Hist)+cap(t.after.rows))+4*(cap(t.Preds)+cap(t.Heads)+cap(t.Objs))) +
		int64(cap(t.Events))*int64(unsafe.Sizeof(Event{})) + int64(cap(t.Ops))*int64(unsafe.Sizeof(Operation{})) +
		int64(cap(t.Nodes))*int64(unsafe.Sizeof(Node{})) + int64(cap(t.Infos))*int64(unsafe.Sizeof(checker.ObjectInfo{}))
}

// Finish says that the execution is over.
func (t *Trace) Finish(maximal bool) {
	t.Maximal, t.received = maximal, false
	t.Groups = t.Groups && t.mayFallBelow()
	t.serve()
	t.beginAfter()
}

// All is the set of all events, in its own memory.
func (t *Trace) All() flat.Set {
	s := make(flat.Set, t.Words)
	for f := range t.Events {
		s.Add(int32(f))
	}
	return s
}
