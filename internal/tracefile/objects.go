package tracefile

import (
	"slices"
	"strings"
)

// start takes a START line.
func (a *assigner) start(i int) error {
	op := &a.t.Ops[i]
	if i > 0 {
		return a.fault(i, "it has to be the first line")
	}
	switch r := op.Get("recorder"); r {
	case "":
	case "gocheck":
		a.t.Go = true
	default:
		return a.fault(i, "traces recorded by %s are not known here; gocheck's say recorder:gocheck, EM-Explorer's nothing", r)
	}
	switch r := op.Get("races"); r {
	case "", "explore":
	case "report", "off":
		a.t.Coarse, a.t.Races = true, r == "report"
	default:
		return a.fault(i, "races:%s is none of report, explore, off", r)
	}
	return nil
}

// object takes an OBJECT line. A handler is a thread that has served its queue
// from the beginning.
func (a *assigner) object(i int) error {
	op := &a.t.Ops[i]
	id, kind := op.Get("obj"), op.Get("kind")
	if _, ok := a.t.Objects[id]; ok {
		return a.fault(i, "%s is declared a second time", id)
	}
	if !slices.Contains(kinds, kind) {
		return a.fault(i, "kind:%s is none of %s", kind, strings.Join(kinds, ", "))
	}
	queue := op.Get("queue")
	switch {
	case kind == "handler" && queue != "fifo" && queue != "unordered":
		return a.fault(i, "a handler needs queue:fifo or queue:unordered")
	case a.awaited[id] && op.Int("init") != 0:
		return a.fault(i, "%s is awaited before this: what is awaited has to be 0 at first", id)
	case op.Int("cap") < 0 || op.Int("cap") > 1<<20:
		return a.fault(i, "cap:%d is no capacity", op.Int("cap"))
	}
	a.t.Objects[id] = Object{Kind: kind, Name: op.Get("name"), Cap: int(op.Int("cap")), FIFO: queue == "fifo", Init: op.Int("init")}
	if kind != "handler" {
		return nil
	}
	if _, forked := a.forks[id]; forked || a.threads[id] != nil {
		return a.fault(i, "%s is a thread: a handler needs a name of its own", id)
	}
	th, err := a.thread(i, id)
	if err != nil {
		return err
	}
	a.t.Tasks[th.task].Queue, a.t.Tasks[th.task].Loop = i, i
	return nil
}

// known demands that the objects of an operation are declared as what they are
// used as.
func (a *assigner) known(i int) error {
	op := &a.t.Ops[i]
	for _, arg := range op.Args {
		want := objectKeys[arg.Key]
		switch {
		case arg.Key == "cases":
			if err := a.cases(i); err != nil {
				return err
			}
			continue
		case arg.Key == "lock-obj" && (!a.t.Monitor(arg.Value) || op.Name != "LOCK" && op.Name != "UNLOCK"):
			want = []string{"mutex", "rwmutex"}
			switch op.Name {
			case "RLOCK", "RUNLOCK", "TRYRLOCK":
				want = want[1:]
			case "COND-WAIT":
				want = want[:1]
			}
		case arg.Key == "dest" && op.Name == "CLOSE-HANDLER":
			want = []string{"handler"}
		}
		if err := a.declared(i, arg.Value, want); err != nil {
			return err
		}
		if op.Name == "AWAIT" && arg.Key == "obj" {
			if err := a.await(i, arg.Value); err != nil {
				return err
			}
		}
	}
	return nil
}

// await demands that a variable is 0 before it is awaited for the first time, as
// a context's flag is.
func (a *assigner) await(i int, id string) error {
	if init := a.t.Objects[id].Init; init != 0 {
		return a.fault(i, "%s is %d at first: what is awaited has to be 0", id, init)
	}
	a.awaited[id] = true
	return nil
}

// declared demands that an object is of one of the kinds, if there are any.
func (a *assigner) declared(i int, id string, want []string) error {
	o, ok := a.t.Objects[id]
	switch {
	case len(want) == 0 || slices.Contains(want, o.Kind):
		return nil
	case !ok:
		return a.fault(i, "%s is not declared: a line like \"OBJECT obj:%s kind:%s\" is missing before", id, id, want[0])
	}
	return a.fault(i, "%s is declared as %s, not as %s", id, o.Kind, strings.Join(want, " or "))
}

// Case is a case of a SELECT.
type Case struct {
	Kind   string // send, recv, await, timer, nil
	Object string
}

// Cases are the cases of a SELECT.
func (o *Op) Cases() []Case {
	var all []Case
	if o.Get("cases") == "" {
		return nil
	}
	for c := range strings.SplitSeq(o.Get("cases"), ",") {
		kind, object, _ := strings.Cut(c, "/")
		all = append(all, Case{kind, object})
	}
	return all
}

// cases checks the cases of a SELECT.
func (a *assigner) cases(i int) error {
	for _, c := range a.t.Ops[i].Cases() {
		var want []string
		switch c.Kind {
		case "send", "recv":
			want = []string{"channel"}
		case "timer":
			want = []string{"timer"}
		case "await", "nil":
		default:
			return a.fault(i, "%s is no case: want send/…, recv/…, await/…, timer/… or nil, separated by commas", short(c.Kind))
		}
		if (c.Object == "") != (c.Kind == "nil") {
			return a.fault(i, "case %s: want an object after it, and after nil none", c.Kind)
		}
		if err := a.declared(i, c.Object, want); err != nil {
			return err
		}
		if c.Kind == "await" {
			if err := a.await(i, c.Object); err != nil {
				return err
			}
		}
	}
	return nil
}
