package runtime

import (
	"maps"
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/kinds"
	"gocheck.dev/runtime/internal/pools"
	"gocheck.dev/runtime/internal/wordop"
)

// tracing turns an execution into the operations of a trace, for `gocheck
// record`: what each task announced, with the operands, rather than what came
// of it, since the trace is to be run in other orders.
type tracing struct {
	x        *Execution
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
	op checker.Op
	at int64
}

// traceKinds are the names of kinds of objects in traces; an RWMutex is a
// kind of its own there.
var traceKinds = [...]string{
	checker.VarObject: "variable", checker.LockObject: "mutex", checker.ChanObject: "channel", checker.HandlerObject: "handler",
	checker.CondObject: "cond", checker.WaitGroupObject: "waitgroup", checker.OnceObject: "once", checker.TimerObject: "timer",
}

// Trace returns the operations of what run executes, as a trace.
func (x *Execution) Trace(run func()) *wire.Recorded {
	r := newTracing(x)
	x.bytewise = true // a trace has no parts
	x.observing(r, run)
	x.bytewise = false
	r.over()
	return &r.rec
}

func newTracing(x *Execution) *tracing {
	return &tracing{x: x, objects: map[checker.Object]int{}, pointers: map[uint64]int64{0: 0}, pending: map[checker.Task]announced{}}
}

// performing is called before an operation is performed, when the words in
// memory are what they were.
func (r *tracing) performing(t *task) {
	r.act, r.arg, r.val = "", 0, 0
	switch sh := t.sh.(type) {
	case accessShadow: // plain
	case *atomicOp:
		if _, met := r.objects[t.op.Obj]; !met {
			n := r.object(t.op.Obj)
			r.rec.Objects[n-1].Init = r.value(sh, sh.Now())
		}
		r.word(sh)
	case *valueOp:
		switch {
		case sh.cas:
			r.act, r.arg, r.val = "cas", t.op.Arg, int64(t.x.number(sh.new))
		case t.op.Kind == checker.Write:
			r.act, r.val = "store", int64(t.x.number(sh.new))
		default:
			r.act = "load"
		}
	case *timerShadow:
		if _, met := r.objects[t.op.Obj]; t.op.Kind == checker.TimerSet {
			switch {
			case met:
				r.act = "reset"
			case sh.f != nil:
				r.act = "after"
			case sh.period > 0:
				r.act = "ticker"
			default:
				r.act = "new"
			}
		}
	default: // of a context's flag, a sync.Map…
		switch t.op.Kind {
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
func (r *tracing) word(o *atomicOp) {
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
func (r *tracing) value(o *atomicOp, bits uint64) int64 {
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
	if _, ok := r.x.list[id].sh.(*rwShadow); ok {
		o.Kind = "rwmutex"
	}
	r.rec.Objects = append(r.rec.Objects, o)
	r.objects[id] = len(r.rec.Objects)
	return len(r.rec.Objects)
}

// Begin implements Observer.
func (r *tracing) Begin() bool { return true }

// Did implements Observer: the tasks of the event have announced what they do next.
func (r *tracing) Did(ev *checker.Event) {
	if ev.Kind == checker.Tick {
		r.now = ev.Arg
		return
	}
	t := r.x.tasks[ev.Task]
	op := r.op(t, ev.Op, r.pending[ev.Task].at)
	op.Event, op.Last, op.Choice = kinds.Names[ev.Kind], ev.Last, ev.Choice
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
		by := r.x.tasks[e.Task]
		op.Effects = append(op.Effects, wire.RecordedEffect{
			Task: by.String(), Handler: r.home(by), Object: r.object(e.Obj), Write: e.Write, Pos: r.x.Position(e.Pos),
		})
	}
	r.rec.Ops = append(r.rec.Ops, op)
	if joint {
		// The other half of a rendezvous has a line of its own; the accesses of
		// both come after it.
		p := r.x.tasks[ev.Partner]
		half := r.op(p, ev.PartnerOp, 0)
		half.Event, half.Last = kinds.Names[checker.Recv], ev.PartnerLast
		last := &r.rec.Ops[len(r.rec.Ops)-1]
		half.Effects, last.Effects = last.Effects, nil
		r.rec.Ops = append(r.rec.Ops, half)
		r.announce(ev.Partner)
	}
	r.announce(ev.Task)
}

// op is an operation as it was announced.
func (r *tracing) op(t *task, op *checker.Op, at int64) wire.RecordedOp {
	w := wire.RecordedOp{
		Task: t.String(), Handler: r.home(t), Op: opName(op), Arg: op.Arg, Default: op.HasDefault, Pos: r.x.Position(op.Pos),
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
func (r *tracing) home(t *task) int {
	if t.handler == nil {
		return 0
	}
	return r.object(t.home)
}

// announce notes what a task does next.
func (r *tracing) announce(id checker.Task) {
	t := r.x.tasks[id]
	if t.life != alive {
		delete(r.pending, id)
		return
	}
	op := t.op
	op.Cases = slices.Clone(op.Cases) // they are used again
	r.pending[id] = announced{op, r.now}
}

// over adds what the tasks wait for that are blocked at the end. A message
// that has not begun waits for its turn only.
func (r *tracing) over() {
	for _, id := range slices.Sorted(maps.Keys(r.pending)) {
		if a := r.pending[id]; a.op.Kind != checker.Begin && a.op.Kind != checker.TimerFire {
			r.rec.Ops = append(r.rec.Ops, r.op(r.x.tasks[id], &a.op, a.at))
		}
	}
}

// opName is the name of an operation in a trace. One that waits where it would not
// by itself (spin.go) has one that no trace can hold.
func opName(op *checker.Op) string {
	if op.Waits {
		return "waiting " + kinds.Names[op.Kind]
	}
	return kinds.Names[op.Kind]
}
