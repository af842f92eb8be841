package tracefile

import (
	"fmt"
	"strings"

	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/wire"
)

// Format writes a recorded execution of a Go test as a trace. The error names
// what the format does not have.
func Format(rec *wire.Recorded) ([]byte, error) {
	w := &writer{rec: rec, skip: map[string]int{}}
	races := rec.Races
	if races == "" {
		races = "report"
	}
	w.line("START", "recorder", "gocheck", "package", rec.Package, "test", rec.Test, "races", races)
	w.objects()
	for i := range rec.Ops {
		if err := w.op(&rec.Ops[i]); err != nil {
			return nil, err
		}
	}
	return []byte(w.b.String()), nil
}

type writer struct {
	rec  *wire.Recorded
	b    strings.Builder
	n    int
	skip map[string]int // operations of a task that belong to one that is written: of a Lock of an RWMutex, a Wait
}

// line writes an operation: pairs of keys and values. A pair with an empty one
// is left out.
func (w *writer) line(name string, pairs ...string) {
	w.n++
	fmt.Fprintf(&w.b, "%d %s", w.n, name)
	for i := 0; i < len(pairs); i += 2 {
		if v := printable.Line(strings.Join(strings.Fields(pairs[i+1]), "")); v != "" && pairs[i] != "" {
			fmt.Fprintf(&w.b, " %s:%s", pairs[i], v)
		}
	}
	w.b.WriteByte('\n')
}

// letters begin the names of objects, so that a reader knows what they are.
var letters = map[string]string{
	"variable": "v", "mutex": "l", "rwmutex": "k", "channel": "c", "handler": "h", "cond": "q", "waitgroup": "g", "once": "o", "timer": "T",
}

// id is the name of an object.
func (w *writer) id(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s%d", letters[w.rec.Objects[n-1].Kind], n)
}

func (w *writer) objects() {
	for i, o := range w.rec.Objects {
		capacity, queue, init := "", "", ""
		switch o.Kind {
		case "channel":
			capacity = fmt.Sprint(o.Cap)
		case "handler":
			if queue = "unordered"; o.FIFO {
				queue = "fifo"
			}
		case "variable":
			if o.Init != 0 {
				init = fmt.Sprint(o.Init)
			}
		}
		w.line("OBJECT", "obj", w.id(i+1), "kind", o.Kind, "cap", capacity, "queue", queue, "init", init, "name", o.Name)
	}
}

// tid is the thread of a task: a message's is its handler.
func (w *writer) tid(task string, handler int) string {
	if handler > 0 {
		return w.id(handler)
	}
	return task
}

// op writes the lines of an operation.
func (w *writer) op(op *wire.RecordedOp) error {
	tid := w.tid(op.Task, op.Handler)
	if w.skip[op.Task] > 0 {
		w.skip[op.Task]--
	} else if err := w.operation(op, tid); err != nil {
		return err
	}
	for _, e := range op.Effects {
		name := "READ"
		if e.Write {
			name = "WRITE"
		}
		w.line(name, "tid", w.tid(e.Task, e.Handler), "obj", w.id(e.Object), "at", e.Pos)
	}
	switch {
	case !op.Last:
	case op.Handler > 0:
		w.line("RET", "tid", tid, "msg", op.Task)
	default:
		w.line("THREADEXIT", "tid", tid)
	}
	return nil
}

func (w *writer) operation(op *wire.RecordedOp, tid string) error {
	obj := w.id(op.Object)
	// do writes the operation with the key under which its object goes.
	do := func(name, key string, more ...string) error {
		w.line(name, append([]string{"tid", tid, key, obj}, append(more, "at", op.Pos)...)...)
		return nil
	}
	val := fmt.Sprint(op.Val)
	switch op.Op {
	case "begin":
		if op.Handler > 0 {
			return do("CALL", "", "msg", op.Task)
		}
		return do("THREADINIT", "")
	case "spawn":
		return w.make("FORK", "par-tid", tid, "child-tid", op, "")
	case "join":
		w.line("JOIN", "par-tid", tid, "child-tid", op.Other, "at", op.Pos)
		return nil
	case "post":
		return w.make("POST", "src", tid, "msg", op, obj)
	case "postfront":
		return w.make("POST-FRONT", "src", tid, "msg", op, obj)
	case "closehandler":
		return do("CLOSE-HANDLER", "dest")
	case "read", "write", "cas":
		switch op.Act {
		case "load":
			return do("ATOMIC-LOAD", "obj")
		case "store":
			return do("ATOMIC-STORE", "obj", "val", val)
		case "add":
			return do("ATOMIC-ADD", "obj", "val", fmt.Sprint(op.Arg))
		case "cas":
			return do("CAS", "obj", "old", fmt.Sprint(op.Arg), "new", val)
		}
		return do(strings.ToUpper(op.Op), "obj")
	case "await":
		return do("AWAIT", "obj")
	case "arrive":
		w.skip[op.Task] = 1 // the Lock
		return do("LOCK", "lock-obj")
	case "lock", "unlock", "rlock", "runlock":
		return do(strings.ToUpper(op.Op), "lock-obj")
	case "trylock", "tryrlock":
		ok := "1"
		if op.Event == "lockbusy" || op.Event == "" {
			ok = "0"
		}
		return do(strings.ToUpper(op.Op), "lock-obj", "ok", ok)
	case "send", "recv", "close", "len":
		return do(strings.ToUpper(op.Op), "chan")
	case "select":
		return w.sel(op, tid)
	case "add":
		return do("WG-ADD", "wg", "val", fmt.Sprint(op.Arg))
	case "wait":
		return do("WG-WAIT", "wg")
	case "signal", "broadcast":
		return do(strings.ToUpper(op.Op), "cond")
	case "enqueue":
		lock, err := w.condLock(op)
		if err != nil {
			return err
		}
		w.skip[op.Task] = 3 // Unlock, Wake, Lock
		return do("COND-WAIT", "cond", "lock-obj", lock)
	case "once":
		first := ""
		if op.Event == "oncefirst" {
			first = "1"
		}
		return do("ONCE", "once", "first", first)
	case "onceend":
		return do("ONCE-END", "once")
	case "sleep":
		return do("SLEEP", "", "val", fmt.Sprint(op.Arg))
	case "timerset":
		return w.timer(op, tid)
	case "timerstop":
		return do("TIMER-STOP", "timer")
	case "timerrecv":
		return do("TIMER-RECV", "timer")
	case "timerfire":
		w.line("THREADINIT", "tid", tid, "at", op.Pos)
		return nil
	case "choose", "yield":
		return nil // the value is the record's, and yielding is for the scheduler
	}
	return fmt.Errorf("%s: a trace cannot hold the operation %s", printable.Line(op.Pos), printable.Line(op.Op))
}

// make writes an operation that makes a task. One that failed, or was never
// performed, has made none; in another order it may: that one does nothing.
func (w *writer) make(name, by, tid, childKey string, op *wire.RecordedOp, dest string) error {
	child := op.Other
	if child == "" {
		child = fmt.Sprintf("none-%d", w.n+1)
	}
	w.line(name, by, tid, childKey, child, "dest", dest, "at", op.Pos)
	return nil
}

// sel writes a select with all its cases: which one is ready depends on the
// order.
func (w *writer) sel(op *wire.RecordedOp, tid string) error {
	var cases []string
	for _, c := range op.Cases {
		switch c.Kind {
		case "send", "recv", "await":
			cases = append(cases, c.Kind+"/"+w.id(c.Object))
		case "timerrecv":
			cases = append(cases, "timer/"+w.id(c.Object))
		default:
			cases = append(cases, "nil")
		}
	}
	def := ""
	if op.Default {
		def = "1"
	}
	w.line("SELECT", "tid", tid, "cases", strings.Join(cases, ","), "default", def, "at", op.Pos)
	return nil
}

// timer writes that a timer is made or set again.
func (w *writer) timer(op *wire.RecordedOp, tid string) error {
	name := map[string]string{"new": "TIMER-NEW", "ticker": "TICKER-NEW", "after": "AFTER-FUNC", "reset": "TIMER-RESET"}[op.Act]
	if op.Act == "reset" && op.Other != "" {
		return fmt.Errorf("%s: a trace cannot hold the Reset of an AfterFunc that has fired", printable.Line(op.Pos))
	}
	w.line(name, "tid", tid, "timer", w.id(op.Object), "val", fmt.Sprint(op.Arg), "child-tid", op.Other, "at", op.Pos)
	return nil
}

// condLock is the lock of a Wait: that of the task's next operation.
func (w *writer) condLock(op *wire.RecordedOp) (string, error) {
	found := false
	for i := range w.rec.Ops {
		next := &w.rec.Ops[i]
		switch {
		case next == op:
			found = true
		case found && next.Task == op.Task:
			if next.Op != "unlock" || w.rec.Objects[next.Object-1].Kind != "mutex" {
				return "", fmt.Errorf("%s: a trace can hold a Wait with a sync.Mutex only", printable.Line(op.Pos))
			}
			return w.id(next.Object), nil
		}
	}
	return "", fmt.Errorf("%s: the record ends in a Wait", printable.Line(op.Pos))
}
