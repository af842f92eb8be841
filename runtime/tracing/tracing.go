package tracing

import (
	"maps"
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/internal/kinds"
	"gocheck.dev/runtime/internal/pools"
	"gocheck.dev/runtime/internal/wordop"
)

// tracing is the Observer that does it.
type tracing struct {
	x        *rt.Execution
	rec      wire.Recorded
	objects  map[checker.Object]int // number in rec.Objects, from 1
	pointers map[uint64]int64       // addresses, by small numbers
	pending  map[checker.Task]announced
	now      int64
	lent     pools.Lent
	act      string // of the current event, if it is on a word of sync/atomic
	arg, val int64
}

// announced is an operation that a task has announced, and when.
type announced struct {
	op   checker.Op
	at   int64
	init bool // by an initialiser
}

// traceKinds are the names of kinds of objects in traces; an RWMutex is a
// kind of its own there.
var traceKinds = [...]string{
	checker.VarObject: "variable", checker.LockObject: "mutex", checker.ChanObject: "channel", checker.HandlerObject: "handler",
	checker.CondObject: "cond", checker.WaitGroupObject: "waitgroup", checker.OnceObject: "once", checker.TimerObject: "timer",
}

// Trace returns the operations of what run, which calls x.Run, executes, as a trace.
func Trace(x *rt.Execution, run func()) *wire.Recorded {
	r := newTracing(x)
	stop := x.Observe(r)
	run()
	stop()
	r.over()
	return &r.rec
}

func newTracing(x *rt.Execution) *tracing {
	return &tracing{x: x, objects: map[checker.Object]int{}, pointers: map[uint64]int64{0: 0}, pending: map[checker.Task]announced{}}
}

// Bytewise implements rt.Bytewise: a trace has no parts.
func (r *tracing) Bytewise() {}

// Performing implements rt.Performer: the words in memory are what they were.
func (r *tracing) Performing(id checker.Task) {
	r.act, r.arg, r.val = "", 0, 0
	op, deed := r.x.Standing(id).Op, r.x.Deed(id)
	switch {
	case deed.Plain:
	case deed.Word != nil:
		if _, met := r.objects[op.Obj]; !met {
			n := r.object(op.Obj)
			r.rec.Objects[n-1].Init = r.value(deed.Word, deed.Word.Now())
		}
		r.word(deed.Word)
	case deed.Value != nil:
		switch {
		case deed.Value.CAS:
			r.act, r.arg, r.val = "cas", op.Arg, int64(deed.Value.New)
		case op.Kind == checker.Write:
			r.act, r.val = "store", int64(deed.Value.New)
		default:
			r.act = "load"
		}
	case deed.Timer != nil:
		if _, met := r.objects[op.Obj]; op.Kind == checker.TimerSet {
			switch {
			case met:
				r.act = "reset"
			case deed.Timer.Calls:
				r.act = "after"
			case deed.Timer.Ticks:
				r.act = "ticker"
			default:
				r.act = "new"
			}
		}
	default: // of a context's flag, a sync.Map…
		switch op.Kind {
		case checker.Read:
			r.act = "load"
		case checker.Write:
			r.act = "store"
		case checker.CAS:
			r.act, r.val = "cas", 1
		}
	}
}

// word notes an operation of sync/atomic. What is neither load, store, add nor
// CAS is a store of its result.
func (r *tracing) word(o *wordop.Op) {
	a, b := r.value(o, o.Bits(o.A, o.PA)), r.value(o, o.Bits(o.B, o.PB))
	switch o.Act {
	case wordop.Load:
		r.act = "load"
	case wordop.Add:
		r.act, r.arg = "add", a
	case wordop.CAS:
		r.act, r.arg, r.val = "cas", a, b
	case wordop.And:
		r.act, r.val = "store", r.value(o, o.Now()&o.Bits(o.A, nil))
	case wordop.Or:
		r.act, r.val = "store", r.value(o, o.Now()|o.Bits(o.A, nil))
	default:
		r.act, r.val = "store", a
	}
}

// value is a word as the trace has it: 32 bits with their sign, so that adding
// works; an address as a number that is the same in every run.
func (r *tracing) value(o *wordop.Op, bits uint64) int64 {
	switch o.Width {
	case wordop.Bits32:
		return int64(int32(bits))
	case wordop.Bits64:
		return int64(bits)
	}
	n, ok := r.pointers[bits]
	if !ok {
		n = int64(len(r.pointers))
		r.pointers[bits] = n
	}
	return n
}

// object numbers an object when it is first met.
func (r *tracing) object(id checker.Object) int {
	n, ok := r.objects[id]
	if ok {
		return n
	}
	info := r.x.Object(id)
	o := wire.RecordedObject{Kind: traceKinds[info.Kind], Name: r.x.ObjectName(id), Cap: info.Cap, FIFO: info.FIFO}
	if r.x.IsRWMutex(id) {
		o.Kind = "rwmutex"
	}
	r.rec.Objects = append(r.rec.Objects, o)
	r.objects[id] = len(r.rec.Objects)
	return len(r.rec.Objects)
}

// Begin implements rt.Observer.
func (r *tracing) Begin() bool { return true }

// Did implements rt.Observer: the tasks of the event have announced what they do next.
func (r *tracing) Did(ev *checker.Event) {
	if ev.Kind == checker.Tick {
		r.now = ev.Arg
		return
	}
	op := r.op(ev.Task, ev.Op, r.pending[ev.Task].at)
	op.Event, op.Last, op.Choice, op.Init = kinds.Names[ev.Kind], ev.Last, ev.Choice, r.pending[ev.Task].init
	switch {
	case ev.Child != checker.NoTask:
		op.Other = r.x.TaskName(ev.Child)
		r.announce(ev.Child)
	case ev.Partner != checker.NoTask:
		op.Other = r.x.TaskName(ev.Partner)
	}
	switch {
	case ev.Kind == checker.TimerSet:
		op.Act = r.act
	case r.act != "":
		op.Act, op.Arg, op.Val = r.act, r.arg, r.val
	}
	joint := ev.Kind == checker.Send && ev.Partner != checker.NoTask
	for i := range ev.Effects {
		e := &ev.Effects[i]
		if e.Atomic {
			continue // the operation says it
		}
		op.Effects = append(op.Effects, wire.RecordedEffect{
			Task: r.x.TaskName(e.Task), Handler: r.home(e.Task), Object: r.object(e.Obj), Write: e.Write, Pos: r.x.Position(e.Pos),
		})
	}
	r.rec.Ops = append(r.rec.Ops, op)
	if joint {
		// The other half of a rendezvous has a line of its own; the accesses of
		// both come after it.
		half := r.op(ev.Partner, ev.PartnerOp, 0)
		half.Event, half.Last, half.Choice = kinds.Names[checker.Recv], ev.PartnerLast, ev.PartnerChoice
		last := &r.rec.Ops[len(r.rec.Ops)-1]
		half.Effects, last.Effects = last.Effects, nil
		r.rec.Ops = append(r.rec.Ops, half)
		r.announce(ev.Partner)
	}
	r.announce(ev.Task)
}

// op is an operation as it was announced.
func (r *tracing) op(id checker.Task, op *checker.Op, at int64) wire.RecordedOp {
	w := wire.RecordedOp{
		Task: r.x.TaskName(id), Handler: r.home(id), Op: opName(op), Arg: op.Arg, Default: op.HasDefault, Pos: r.x.Position(op.Pos),
	}
	if kinds.OnObject[op.Kind] {
		w.Object = r.object(op.Obj)
	}
	switch op.Kind {
	case checker.Join:
		w.Other = r.x.TaskName(op.Partner)
	case checker.Sleep, checker.TimerSet:
		w.Arg -= at
	}
	for i := range op.Cases {
		c := wire.RecordedCase{Kind: kinds.Names[op.Cases[i].Kind]}
		if op.Cases[i].Kind != checker.NoKind {
			c.Object = r.object(op.Cases[i].Obj)
		}
		w.Cases = append(w.Cases, c)
	}
	return w
}

// home is the handler whose message a task is.
func (r *tracing) home(id checker.Task) int {
	s := r.x.Standing(id)
	if !s.Message {
		return 0
	}
	return r.object(s.Handler)
}

// announce notes what a task does next.
func (r *tracing) announce(id checker.Task) {
	s := r.x.Standing(id)
	if s.Op == nil {
		delete(r.pending, id)
		return
	}
	op := *s.Op
	op.Cases = slices.Clone(op.Cases) // they are used again
	r.pending[id] = announced{op, r.now, s.Init}
}

// over adds what the tasks wait for that are blocked at the end. A message
// that has not begun waits for its turn only.
func (r *tracing) over() {
	for _, id := range slices.Sorted(maps.Keys(r.pending)) {
		if a := r.pending[id]; a.op.Kind != checker.Begin && a.op.Kind != checker.TimerFire {
			r.rec.Ops = append(r.rec.Ops, r.op(id, &a.op, a.at))
		}
	}
}

// opName is the name of an operation in a trace. One that waits where it would not
// by itself (runtime/spin.go) has one that no trace can hold.
func opName(op *checker.Op) string {
	if op.Waits {
		return "waiting " + kinds.Names[op.Kind]
	}
	return kinds.Names[op.Kind]
}

// Drew implements rt.Drawer.
func (r *tracing) Drew(d wire.RecordedDraw) { r.rec.Draws = append(r.rec.Draws, d) }

// Pooled implements rt.Drawer.
func (r *tracing) Pooled(d wire.RecordedDraw, put bool, object any) {
	d.Object = r.lent.Number(put, object)
	r.Drew(d)
}
