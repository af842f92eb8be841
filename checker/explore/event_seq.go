package explore

import "gocheck.dev/checker"

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
	key      key          // of the event, that is of its history
}

// starts says whether the step starts a message (paper, section 4.2): what it
// does not do for a thread, which waits for no handler.
func (s *eventStep) starts() bool { return s.kind == checker.Begin && s.handler != noName }

// writes says whether the step's access is a write.
func (s *eventStep) writes() bool { return s.kind == checker.Write }

// conflicts says whether the two steps access one variable, one of them to
// write it.
func (x *eventDPOR) conflicts(a, b *eventStep) bool {
	return a.obj != noName && b.obj != noName && (a.writes() || b.writes()) && x.names.same(a.obj, b.obj)
}

// happensBefore says whether a is an immediate predecessor of b, which comes
// later, for another reason than program order (paper, Definition 1).
func (x *eventDPOR) happensBefore(a, b *eventStep) bool {
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
	places    map[eventPlace]eventName
	union     []eventName
	of        []eventName // by Object of the present execution
	used      map[eventName]checker.Object
}

type eventPlace struct {
	task  checker.Task
	index uint32
}

type eventAnnounced struct {
	eventPlace
	after key
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
	n.places = map[eventPlace]eventName{}
	n.used = map[eventName]checker.Object{}
}

// name names the objects of an execution.
func (n *eventNames) name(t *trace) {
	n.of = n.of[:0]
	for range t.heads {
		n.of = append(n.of, noName)
	}
	for i := range t.ops {
		op := &t.ops[i]
		if !eventUses(t, op) {
			continue
		}
		if a, ok := n.announced[announcedBy(t, op)]; ok {
			if b := n.of[op.obj]; b == noName {
				n.of[op.obj] = a
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
	for i := range t.ops {
		op := &t.ops[i]
		if !eventUses(t, op) || n.of[op.obj] != noName {
			continue
		}
		a, ok := n.places[eventPlace{t.tasks[op.task].name, op.index}]
		if ok {
			_, taken := n.used[n.find(a)]
			ok = !taken
		}
		if !ok {
			a = eventName(len(n.union))
			n.union = append(n.union, a)
		}
		n.of[op.obj] = a
		n.used[n.find(a)] = op.obj
	}
	for i := range t.ops {
		if op := &t.ops[i]; eventUses(t, op) {
			k := announcedBy(t, op)
			n.announced[k] = n.of[op.obj]
			n.places[k.eventPlace] = n.of[op.obj]
		}
	}
}

// eventUses says whether the operation is on a variable or a handler.
func eventUses(t *trace, op *operation) bool {
	switch op.kind {
	case checker.Read, checker.Write, checker.CAS, checker.Post:
		return true
	case checker.Begin:
		return t.tasks[op.task].handler >= 0
	}
	return false
}

func announcedBy(t *trace, op *operation) eventAnnounced {
	a := eventAnnounced{eventPlace: eventPlace{t.tasks[op.task].name, op.index}}
	if op.prev >= 0 {
		a.after = t.events[op.prev].key
	}
	return a
}

// step is event f of the present execution.
func (x *eventDPOR) step(f int32) eventStep {
	e := &x.t.events[f]
	s := x.announced(e.op, e.kind, e.decision)
	s.last, s.key = e.last, e.key
	if e.child >= 0 {
		s.creates = x.t.tasks[e.child].name
	}
	return s
}

// announced is the step that an operation of the present execution comes to,
// but for what only its event tells.
func (x *eventDPOR) announced(i int32, kind checker.Kind, dec checker.Decision) eventStep {
	t := x.t
	op := &t.ops[i]
	s := eventStep{dec: dec, index: op.index, kind: kind, obj: noName, handler: noName, creates: checker.NoTask, joins: checker.NoTask}
	switch op.kind {
	case checker.Read, checker.Write, checker.CAS:
		s.obj = x.names.of[op.obj]
	case checker.Join:
		s.joins = op.partner
	}
	if h := t.tasks[op.task].handler; h >= 0 {
		s.handler = x.names.of[t.handlers[h].obj]
	}
	return s
}
