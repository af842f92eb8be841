package retake

import (
	"fmt"
	"reflect"
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/trace"
)

// Trace takes down in t, which is returned, the trace of an execution by these decisions, of which
// a driver makes up to limit.
func Trace(t *trace.Trace, decisions []checker.Decision, limit int) *trace.Trace {
	again := &Retaken{Decisions: slices.Clone(decisions), Trace: t}
	d := engine.Driver{Limit: limit}
	d.Reset(again)
	t.Program.Run(&d)
	return t
}

// Retaken takes down the trace of given decisions.
type Retaken struct {
	Trace     *trace.Trace
	Decisions []checker.Decision
}

// Next implements engine.Strategy.
func (r *Retaken) Next(d *engine.Driver, st checker.State) (checker.Decision, bool) {
	n := len(d.Decisions)
	if n == 0 {
		r.Trace.Reset()
		r.Trace.Begin(st)
	}
	if n == len(r.Decisions) {
		return checker.Decision{}, false
	}
	return r.Decisions[n], true
}

// Did implements engine.Strategy.
func (r *Retaken) Did(_ *engine.Driver, st checker.State, ev *checker.Event) { r.Trace.Record(st, ev) }

// Differs compares two traces, but for how wide their rows are.
func Differs(t, u *trace.Trace) error {
	for _, c := range []struct {
		what string
		a, b any
	}{
		{"events", t.Events, u.Events}, {"operations", t.Ops, u.Ops}, {"cases", t.Cases, u.Cases},
		{"predecessors", t.Preds, u.Preds}, {"uses", t.Nodes, u.Nodes}, {"objects", t.Objs, u.Objs}, {"tasks", t.Tasks, u.Tasks},
		{"ticks", t.Ticks, u.Ticks}, {"faults", t.Faults, u.Faults}, {"last tick", t.LastTick, u.LastTick}, {"defaults", t.Defaults, u.Defaults}, {"partners", t.Partners, u.Partners},
		{"flags", [...]bool{t.Effects, t.Groups, t.Orders, t.Misused}, [...]bool{u.Effects, u.Groups, u.Orders, u.Misused}},
		{"handlers", mailboxes(t), mailboxes(u)}, {"newest uses", lookups(t), lookups(u)}, {"rows", rows(t), rows(u)},
	} {
		if a, b := reflect.ValueOf(c.a), reflect.ValueOf(c.b); a.Kind() == reflect.Slice && a.Len() == 0 && b.Len() == 0 {
			continue
		}
		if !reflect.DeepEqual(c.a, c.b) {
			return fmt.Errorf("%s: %.2000s\nwere kept as: %.2000s", c.what, fmt.Sprintf("%+v", c.a), fmt.Sprintf("%+v", c.b))
		}
	}
	return nil
}

func mailboxes(t *trace.Trace) (list []string) {
	for i := range t.Handlers {
		h := &t.Handlers[i]
		list = append(list, fmt.Sprint(h.Obj, h.FIFO, h.Messages, h.Fronts))
	}
	return list
}

// lookups has the newest use of each object, what it is, and the index of each task.
func lookups(t *trace.Trace) (list []string) {
	for o, n := range t.Heads {
		if n >= 0 {
			list = append(list, fmt.Sprint("object ", o, n, t.Infos[o]))
		}
	}
	for i := range t.Ops {
		switch op := &t.Ops[i]; op.Kind {
		case checker.Spawn, checker.Join, checker.Choose, checker.Yield, checker.Sleep, checker.Tick, checker.NoKind, checker.Begin, checker.Select, checker.Spin:
		default:
			list = append(list, fmt.Sprint("operation ", i, t.Infos[op.Obj]))
		}
	}
	for q, i := range t.ByTask {
		if i >= 0 {
			list = append(list, fmt.Sprint("task ", q, i))
		}
	}
	return list
}

func rows(t *trace.Trace) (list [][]int32) {
	for e := range t.Events {
		var in []int32
		for f := t.HistOf(int32(e)).Next(0); f >= 0; f = t.HistOf(int32(e)).Next(f + 1) {
			in = append(in, f)
		}
		list = append(list, in)
	}
	return list
}
