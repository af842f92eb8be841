package event

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// Wakeup sequences outlive the execution that they were found in: they wait in
// wakeup trees, or parked. So their steps are here in a form that means the
// same in every execution.

// eventStep is a step of an execution as Event-DPOR sees it: a message (or
// thread), and the one access to a shared variable that it makes, if any.
type eventStep struct {
	dec      checker.Decision
	index    uint32
	kind     checker.Kind // resolved
	obj      eventName    // the variable accessed, or noName
	handler  eventName    // of a message's step, else noName
	creates  checker.Task // the thread or message that it starts, or posts
	joins    checker.Task // the thread whose end it waited for
	last     bool         // ends the message
	reversal bool         // is the second event of a race, reversed
	key      flat.Key     // of the event, that is of its history
}

// starts says whether the step starts a message (paper, section 4.2): what it
// does not do for a thread, which waits for no handler.
func (s *eventStep) starts() bool { return s.kind == checker.Begin && s.handler != noName }

// writes says whether the step's access is a write.
func (s *eventStep) writes() bool { return s.kind == checker.Write }

// conflicts says whether the two steps access one variable, one of them to
// write it.
func (x *dpor) conflicts(a, b *eventStep) bool {
	return a.obj != noName && b.obj != noName && (a.writes() || b.writes()) && x.names.same(a.obj, b.obj)
}

// happensBefore says whether a is an immediate predecessor of b, which comes
// later, for another reason than program order (paper, Definition 1).
func (x *dpor) happensBefore(a, b *eventStep) bool {
	return x.conflicts(a, b) || b.kind == checker.Begin && a.creates == b.dec.Task || b.kind == checker.Join && a.last && a.dec.Task == b.joins
}

// eventName is the name of a variable or handler in all executions.
type eventName uint32

// noName stands where no object is meant.
const noName = ^eventName(0)

// eventNames names objects so that their uses in different executions can be
// compared, which the numbers that the program gives them cannot.
//
// Two uses are certainly of one object when the operations were announced after
// one event (the key has all its history): a task is a function of what it
// has seen. What the object of such an announcement was called before, it is
// called again; and when two names turn out to be of one object, they are one
// from then on. If no such operation is known, the object is taken to be the
// one that the same operation of the same task was on in another execution,
// unless that one is met elsewhere in this execution. This can be wrong only
// for a task that branches; see docs/design/algorithms-event.md.
type eventNames struct {
	announced map[eventAnnounced]eventName
	places    map[place]eventName
	union     []eventName
	of        []eventName // by Object of the present execution
	used      map[eventName]checker.Object
}

type place struct {
	task  checker.Task
	index uint32
}

type eventAnnounced struct {
	place
	after flat.Key
}

func (n *eventNames) find(a eventName) eventName {
	for n.union[a] != a {
		n.union[a] = n.union[n.union[a]]
		a = n.union[a]
	}
	return a
}

func (n *eventNames) same(a, b eventName) bool { return a == b || n.find(a) == n.find(b) }

func (n *eventNames) init() {
	n.announced = map[eventAnnounced]eventName{}
	n.places = map[place]eventName{}
	n.used = map[eventName]checker.Object{}
}

// name names the objects of an execution.
func (n *eventNames) name(t *trace.Trace) {
	n.of = n.of[:0]
	for range t.Heads {
		n.of = append(n.of, noName)
	}
	for i := range t.Ops {
		op := &t.Ops[i]
		if !uses(t, op) {
			continue
		}
		if a, ok := n.announced[announcedBy(t, op)]; ok {
			if b := n.of[op.Obj]; b == noName {
				n.of[op.Obj] = a
			} else if a, b = n.find(a), n.find(b); a != b {
				n.union[a] = b
			}
		}
	}
	clear(n.used)
	for o, a := range n.of {
		if a != noName {
			n.used[n.find(a)] = checker.Object(o)
		}
	}
	for i := range t.Ops {
		op := &t.Ops[i]
		if !uses(t, op) || n.of[op.Obj] != noName {
			continue
		}
		a, ok := n.places[place{t.Tasks[op.Task].Name, op.Index}]
		if ok {
			_, taken := n.used[n.find(a)]
			ok = !taken
		}
		if !ok {
			a = eventName(len(n.union))
			n.union = append(n.union, a)
		}
		n.of[op.Obj] = a
		n.used[n.find(a)] = op.Obj
	}
	for i := range t.Ops {
		if op := &t.Ops[i]; uses(t, op) {
			k := announcedBy(t, op)
			n.announced[k] = n.of[op.Obj]
			n.places[k.place] = n.of[op.Obj]
		}
	}
}

// uses says whether the operation is on a variable or a handler.
func uses(t *trace.Trace, op *trace.Operation) bool {
	switch op.Kind {
	case checker.Read, checker.Write, checker.CAS, checker.Post:
		return true
	case checker.Begin:
		return t.Tasks[op.Task].Handler >= 0
	}
	return false
}

func announcedBy(t *trace.Trace, op *trace.Operation) eventAnnounced {
	a := eventAnnounced{place: place{t.Tasks[op.Task].Name, op.Index}}
	if op.Prev >= 0 {
		a.after = t.Events[op.Prev].Key
	}
	return a
}

// step is event f of the present execution.
func (x *dpor) step(f int32) eventStep {
	e := &x.t.Events[f]
	s := x.announced(e.Op, e.Kind, e.Decision)
	s.last, s.key = e.Last, e.Key
	if e.Child >= 0 {
		s.creates = x.t.Tasks[e.Child].Name
	}
	return s
}

// announced is the step that an operation of the present execution comes to,
// but for what only its event tells.
func (x *dpor) announced(i int32, kind checker.Kind, dec checker.Decision) eventStep {
	t := x.t
	op := &t.Ops[i]
	s := eventStep{dec: dec, index: op.Index, kind: kind, obj: noName, handler: noName, creates: checker.NoTask, joins: checker.NoTask}
	switch op.Kind {
	case checker.Read, checker.Write, checker.CAS:
		s.obj = x.names.of[op.Obj]
	case checker.Join:
		s.joins = op.Partner
	}
	if h := t.Tasks[op.Task].Handler; h >= 0 {
		s.handler = x.names.of[t.Handlers[h].Obj]
	}
	return s
}
