package explore

import (
	"fmt"
	"reflect"
	"slices"

	"gocheck.dev/checker"
)

// CheckPrefixes explores by revisit up to most executions, and demands of each
// trace, of which a prefix was kept, that it is what is taken down of the same
// decisions from the start. It returns how many events there were, how many of
// these were kept.
func CheckPrefixes(p checker.Program, most int64) (events, kept int, err error) {
	x := &exploration{p: p, o: checker.Options{KeepGoing: true, Executions: most}}
	x.begin()
	r := &revisitor{x: x, t: &trace{program: p}}
	r.counted = func(key) {
		events += len(r.t.events)
		kept += int(r.t.prefix.kept)
		if e := retake(p, &x.drv).differs(r.t); e != nil && err == nil {
			err = fmt.Errorf("execution %d: %w", x.res.Executions+1, e)
		}
	}
	r.explore()
	return events, kept, err
}

// Kept is how many events revisit keeps within most executions.
func Kept(p checker.Program, most int64) (kept int) {
	x := &exploration{p: p, o: checker.Options{KeepGoing: true, Executions: most}}
	x.begin()
	r := &revisitor{x: x, t: &trace{program: p}}
	r.counted = func(key) { kept += int(r.t.prefix.kept) }
	r.explore()
	return kept
}

// retake takes down the trace of the execution that the driver has just made.
func retake(p checker.Program, made *driver) *trace {
	again := &retaken{decisions: slices.Clone(made.decisions), t: trace{program: p}}
	d := driver{limit: made.limit}
	d.reset(again)
	p.Run(&d)
	return &again.t
}

// retaken takes down the trace of given decisions.
type retaken struct {
	t         trace
	decisions []checker.Decision
}

func (r *retaken) next(d *driver, st checker.State) (checker.Decision, bool) {
	n := len(d.decisions)
	if n == 0 {
		r.t.reset()
		r.t.begin(st)
	}
	if n == len(r.decisions) {
		return checker.Decision{}, false
	}
	return r.decisions[n], true
}

func (r *retaken) did(_ *driver, st checker.State, ev *checker.Event) { r.t.record(st, ev) }

// differs compares two traces, but for how wide their rows are.
func (t *trace) differs(u *trace) error {
	for _, c := range []struct {
		what string
		a, b any
	}{
		{"events", t.events, u.events}, {"operations", t.ops, u.ops}, {"cases", t.cases, u.cases},
		{"predecessors", t.preds, u.preds}, {"uses", t.nodes, u.nodes}, {"objects", t.objs, u.objs}, {"tasks", t.tasks, u.tasks},
		{"ticks", t.ticks, u.ticks}, {"last tick", t.lastTick, u.lastTick}, {"defaults", t.defaults, u.defaults}, {"partners", t.partners, u.partners},
		{"flags", [...]bool{t.effects, t.groups, t.orders, t.misused}, [...]bool{u.effects, u.groups, u.orders, u.misused}},
		{"handlers", t.mailboxes(), u.mailboxes()}, {"newest uses", t.lookups(), u.lookups()}, {"rows", t.rows(), u.rows()},
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

func (t *trace) mailboxes() (list []string) {
	for i := range t.handlers {
		h := &t.handlers[i]
		list = append(list, fmt.Sprint(h.obj, h.fifo, h.messages, h.fronts))
	}
	return list
}

// lookups has the newest use of each object, what it is, and the index of each task.
func (t *trace) lookups() (list []string) {
	for o, n := range t.heads {
		if n >= 0 {
			list = append(list, fmt.Sprint("object ", o, n, t.infos[o]))
		}
	}
	for i := range t.ops {
		switch op := &t.ops[i]; op.kind {
		case checker.Spawn, checker.Join, checker.Choose, checker.Yield, checker.Sleep, checker.Tick, checker.NoKind, checker.Begin, checker.Select, checker.Spin:
		default:
			list = append(list, fmt.Sprint("operation ", i, t.infos[op.obj]))
		}
	}
	for q, i := range t.byTask {
		if i >= 0 {
			list = append(list, fmt.Sprint("task ", q, i))
		}
	}
	return list
}

func (t *trace) rows() (list [][]int32) {
	for e := range t.events {
		var in []int32
		for f := t.histOf(int32(e)).next(0); f >= 0; f = t.histOf(int32(e)).next(f + 1) {
			in = append(in, f)
		}
		list = append(list, in)
	}
	return list
}
