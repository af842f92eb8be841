package checker

// closure explores exactly one execution of every trace (exploration/
// closure.md, section 2): it runs a fragment, that is a set of events and one
// reversed event after it, which no explored trace contains, then anything, to
// the end; the trace reached is new for this very reason. All race reversals of
// it are fragments to be run in their turn.
func closure(x *exploration) {
	c := &search{x: x}
	c.rev.emit = c.consider
	c.rev.seen = &c.seen
	c.stack = append(c.stack, fragment{})
	for x.stopped == "" && len(c.stack) > 0 {
		if c.pop() {
			c.execute()
		}
	}
}

// search is the state of closure.
type search struct {
	x       *exploration
	t       trace
	rev     reverser
	seen    filter
	ids     keyTable // of events in the store
	store   store
	vers    versions
	unsure  bool // what comes of an action cannot always be computed: vers is in use
	scratch view

	// The fragments to run, as a stack: flat arrays that pop from the end.
	stack []fragment
	steps []step
	maxes []key

	cur      []step // the fragment being run
	diverged *Failure
	blocked  bool
	latest   []uint32 // ids
	all      []uint32
}

// fragment is a set of events and what comes after it.
type fragment struct {
	steps   int // in search.steps: where its steps begin
	maxes   int // in search.maxes: the keys of its latest events
	results [2]key
	certain bool // results[0] is what comes after the set, if no step has effects
	end     bool // results[0] is "nothing comes after"
	action  key
}

// step is a decision and the event that it has to lead to.
type step struct {
	dec Decision
	key key
}

// pop takes the newest fragment into c.cur, unless an explored trace contains
// it by now.
func (c *search) pop() bool {
	n := len(c.stack) - 1
	f := c.stack[n]
	c.stack = c.stack[:n]
	c.cur = append(c.cur[:0], c.steps[f.steps:]...)
	c.steps = c.steps[:f.steps]
	c.latest = c.latest[:0]
	known := true
	for _, k := range c.maxes[f.maxes:] {
		id, ok := c.ids.find(k)
		known = known && ok
		c.latest = append(c.latest, id)
	}
	c.maxes = c.maxes[:f.maxes]
	if !known || len(c.cur) == 0 {
		return true
	}
	if c.unsure && !f.end {
		c.vers.begin(len(c.ids.keys))
		for i := range c.cur[:len(c.cur)-1] {
			id, ok := c.ids.find(c.cur[i].key)
			if !ok {
				return true
			}
			c.vers.add(id)
		}
	}
	return !c.contained(&f)
}

// contained says whether an explored trace contains c.latest, and so the whole
// set, and what comes after it by f. c.vers has to be filled with the set.
func (c *search) contained(f *fragment) bool {
	for _, k := range f.results {
		if id, ok := c.ids.find(k); ok && c.containedWith(id) {
			return true
		}
		if f.certain {
			break
		}
	}
	if !c.unsure || f.end {
		return false
	}
	for n := c.vers.of(f.action); n >= 0; n = c.vers.list[n].next {
		if x := &c.vers.list[n]; c.vers.fits(x) && c.containedWith(x.id) {
			return true
		}
	}
	return false
}

func (c *search) containedWith(id uint32) bool {
	c.latest = append(c.latest, id)
	found := c.store.contains(c.latest)
	c.latest = c.latest[:len(c.latest)-1]
	return found
}

// execute runs c.cur and then the default scheduler, and looks at the trace.
func (c *search) execute() {
	x, t := c.x, &c.t
	t.reset()
	c.diverged, c.blocked = nil, false
	out := x.run(c)
	if c.blocked {
		x.res.Blocked++
		return
	}
	if c.diverged != nil {
		out.Failure = c.diverged
		x.count(out)
		return
	}
	t.finish(!x.drv.cut)
	k := t.whole()
	// Queued messages make the end an event.
	end := t.maximal && t.queued()
	if end {
		k = k.and(1)
	}
	if c.store.known(k) {
		x.res.Redundant++
		x.count(out)
		return
	}
	x.count(out)
	if x.stopped != "" {
		return
	}
	if m := x.o.Memory; m > 0 && c.bytes() > m {
		c.forget()
	}
	c.all = c.all[:0]
	if end {
		id, _ := c.ids.number(t.deadKey(t.all()))
		c.all = append(c.all, id)
	}
	for i := range t.events {
		e := &t.events[i]
		e.id, _ = c.ids.number(e.key)
		c.all = append(c.all, e.id)
	}
	c.store.insert(c.all)
	c.unsure = c.unsure || t.effects
	if c.unsure {
		c.vers.note(t)
	}
	c.rev.run(t)
}

// bytes is the memory in use that grows with the number of traces.
func (c *search) bytes() int64 { return c.ids.bytes() + c.store.bytes() + c.vers.bytes() }

// forget keeps of the traces so far their hashes only. That costs redundant
// executions, as a fragment that only they contain is run again; its trace is
// recognised by its hash, and not looked at a second time.
func (c *search) forget() {
	c.ids = keyTable{}
	c.store.forget()
	c.vers = versions{}
}

// whole identifies the trace.
func (t *trace) whole() key {
	var k key
	for i := range t.events {
		k.toggle(t.events[i].key)
	}
	return k
}

// queued says whether a message was posted and never started.
func (t *trace) queued() bool {
	for i := range t.tasks {
		if t.tasks[i].post >= 0 && t.tasks[i].start < 0 {
			return true
		}
	}
	return false
}

// next implements strategy.
func (c *search) next(d *driver, st State) (Decision, bool) {
	n := len(d.decisions)
	if n == 0 {
		c.t.begin(st)
	}
	if c.diverged != nil {
		return Decision{}, false
	}
	if n < len(c.cur) {
		dec := c.cur[n].dec
		if !d.enabled(st, dec) {
			c.blocked = true
			return Decision{}, false
		}
		return dec, true
	}
	return d.fallback.next(st)
}

// did implements strategy.
func (c *search) did(d *driver, st State, ev *Event) {
	k := c.t.record(st, ev)
	n := len(d.decisions) - 1
	if n < len(c.cur) && c.cur[n].key != (key{}) && k != c.cur[n].key {
		c.diverged = divergence(c.x.p, n, ev.Decision, "the same decisions have led to another event than before")
		c.diverged.Pos = c.x.p.Position(ev.Pos)
	}
}

// consider pushes the fragment of the present trace that consists of in and
// then a, unless an explored trace contains it. slow says that the order of
// the execution will not do.
func (c *search) consider(in set, a *action, slow bool) {
	t := &c.t
	c.latest = c.latest[:0]
	f := fragment{steps: len(c.steps), maxes: len(c.maxes)}
	for g := in.next(0); g >= 0; g = in.next(g + 1) {
		if t.latest(in, g) {
			c.latest = append(c.latest, t.events[g].id)
			c.maxes = append(c.maxes, t.events[g].key)
		}
	}
	c.predict(in, a, &f)
	if c.unsure {
		c.vers.begin(len(c.ids.keys))
		for g := in.next(0); g >= 0; g = in.next(g + 1) {
			c.vers.add(t.events[g].id)
		}
	}
	if c.contained(&f) {
		c.maxes = c.maxes[:f.maxes]
		return
	}
	if slow {
		if !c.rev.sat.run(t, in, a) {
			panic("checker: a set that could be executed cannot any more")
		}
		for _, e := range c.rev.sat.linear() {
			c.steps = append(c.steps, step{t.events[e].decision, t.events[e].key})
		}
	} else {
		for e := in.next(0); e >= 0; e = in.next(e + 1) {
			c.steps = append(c.steps, step{t.events[e].decision, t.events[e].key})
		}
	}
	if !f.end {
		op := &t.ops[a.op]
		c.steps = append(c.steps, step{dec: Decision{Task: t.tasks[op.task].name, Choice: a.choice, Partner: a.partner, PartnerChoice: a.pchoice}})
	}
	c.stack = append(c.stack, f)
}

// latest says whether no other event of in is after f.
func (t *trace) latest(in set, f int32) bool {
	after := t.afterOf(f)
	for w := range in {
		v := in[w] & after[w]
		if int(f>>6) == w {
			v &^= 1 << (f & 63)
		}
		if v != 0 {
			return false
		}
	}
	return true
}

// predict computes what comes of a after in, as far as possible.
func (c *search) predict(in set, a *action, f *fragment) {
	t := &c.t
	f.certain = true
	if a.op == dead {
		f.end = true
		f.results[0] = t.deadKey(in)
		return
	}
	e := &c.rev.tmp
	op := &t.ops[a.op]
	if op.kind == Tick {
		*e = event{kind: Tick, op: a.op, op2: -1, task: op.task, partner: NoTask}
	} else {
		t.resolve(a, in, e)
	}
	f.action = t.actionKey(op, a.op2, e.kind, a.choice, a.pchoice, a.partner)
	kinds := [2]Kind{e.kind}
	if e.kind == NoKind {
		// A CAS on an initial value that no event has shown.
		kinds = [2]Kind{Read, Write}
		f.certain = false
	}
	for i, k := range kinds {
		if k != NoKind {
			e.kind = k
			v := &c.scratch
			v.start(t, op.prev, a.op2, in)
			t.depend(v, e)
			f.results[i] = t.eventKey(e, v)
		}
	}
}
