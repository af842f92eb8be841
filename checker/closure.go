package checker

// closure explores exactly one execution of every trace (exploration/
// closure.md, section 2): it runs a fragment, that is a set of events and one
// reversed event after it, which no explored trace contains, then anything, to
// the end; the trace reached is new for this very reason. All race reversals of
// it are fragments to be run in their turn.
func closure(x *exploration) {
	c := &search{x: x}
	c.t.ids, c.t.vers = &c.ids, &c.vers
	c.rev.emit = c.consider
	c.rev.seen = &c.seen
	c.push(fragment{})
	for x.stopped == "" && len(c.stack) > 0 {
		if c.pop() {
			c.execute()
		}
	}
}

// search is the state of closure.
type search struct {
	x     *exploration
	ids   interner // of events
	store store
	seen  filter
	t     trace
	rev   reverser

	// The fragments to run, as a stack: flat arrays that pop from the end.
	stack []fragment
	steps []step
	maxes []uint32

	cur      []step // the fragment being run
	failed   *Failure
	blocked  bool
	effects  bool // some execution had effects
	traceIDs []uint32
	test     []uint32
	pred     view
	vers     versions
}

// fragment is a set of events and what comes after it.
type fragment struct {
	steps  int    // in search.steps: where its steps begin
	maxes  int    // in search.maxes: the ids of its latest events
	last   uint32 // id of the event after the set, if it is certain
	sure   bool
	action uint32 // versions
}

// noAction is the fragment.action of the end, which is an event for certain.
const noAction = ^uint32(0)

// step is a decision and the id of the event that it has to lead to.
type step struct {
	dec  Decision
	id   uint32
	kind Kind
}

func (c *search) push(f fragment) { c.stack = append(c.stack, f) }

// pop takes the newest fragment into c.cur, unless an explored trace contains
// it by now.
func (c *search) pop() bool {
	n := len(c.stack) - 1
	f := c.stack[n]
	c.stack = c.stack[:n]
	c.cur = append(c.cur[:0], c.steps[f.steps:]...)
	c.steps = c.steps[:f.steps]
	maxes := c.maxes[f.maxes:]
	c.maxes = c.maxes[:f.maxes]
	if f.steps == 0 && n == 0 && c.store.traces == 0 {
		return true
	}
	if f.sure && (!c.effects || f.action == noAction) {
		return !c.containedWith(maxes, f.last)
	}
	c.vers.begin(c.ids.len())
	for i := range c.cur[:len(c.cur)-1] {
		c.vers.add(c.cur[i].id)
	}
	return !c.containedVersion(maxes, f.action)
}

// containedWith says whether an explored trace contains a set, whose latest
// events are given, and the event id.
func (c *search) containedWith(maxes []uint32, id uint32) bool {
	c.test = append(append(c.test[:0], maxes...), id)
	return c.store.contains(c.test)
}

// containedVersion says whether an explored trace contains the set that
// c.vers has been filled with, followed by what comes of the action.
func (c *search) containedVersion(maxes []uint32, action uint32) bool {
	for id := c.vers.head[action]; id != 0; id = c.vers.next[id-1] {
		if c.vers.fits(&c.ids, id-1) && c.containedWith(maxes, id-1) {
			return true
		}
	}
	return false
}

// execute runs c.cur and then the default scheduler, and looks at the trace.
func (c *search) execute() {
	x := c.x
	c.t.reset()
	c.failed, c.blocked = nil, false
	out := x.run(c)
	if c.blocked {
		x.res.Blocked++
		return
	}
	if c.failed != nil {
		out.Failure = c.failed
		x.count(out)
		return
	}
	t := &c.t
	t.finish(!x.drv.cut)
	c.effects = c.effects || t.effects
	if t.maximal && t.queued() {
		c.traceIDs = append(c.traceIDs[:0], c.deadID(t.all()))
	} else {
		c.traceIDs = c.traceIDs[:0]
	}
	var k key
	for i := range t.events {
		c.traceIDs = append(c.traceIDs, t.events[i].id)
	}
	for _, id := range c.traceIDs {
		k.toggle(keyOf(uint64(id)))
	}
	if c.store.known(k) {
		x.res.Redundant++
		x.count(out)
		return
	}
	x.count(out)
	c.store.insert(c.traceIDs)
	if x.stopped == "" {
		c.rev.run(t)
	}
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
	if n < len(c.cur) {
		dec := c.cur[n].dec
		if !d.enabled(st, dec) {
			c.blocked = true
			return Decision{}, false
		}
		return dec, true
	}
	if c.failed != nil {
		return Decision{}, false
	}
	return d.fallback.next(st)
}

// did implements strategy.
func (c *search) did(d *driver, st State, ev *Event) {
	id := c.t.record(st, ev)
	n := len(d.decisions) - 1
	if n < len(c.cur)-1 && c.failed == nil && (id != c.cur[n].id || ev.Kind != c.cur[n].kind) {
		c.failed = divergence(c.x.p, n, ev.Decision, "the same decisions have led to another event than before")
		c.failed.Pos = c.x.p.Position(ev.Pos)
		c.cur = c.cur[:0]
	}
}

// consider pushes the fragment of the present trace that consists of in and
// then a, unless an explored trace contains it.
func (c *search) consider(in set, a *action, slow bool) {
	t := &c.t
	from := len(c.maxes)
	for f := in.next(0); f >= 0; f = in.next(f + 1) {
		if latest(t, in, f) {
			c.maxes = append(c.maxes, t.events[f].id)
		}
	}
	f := fragment{maxes: from}
	if !c.predict(in, a, &f) {
		c.maxes = c.maxes[:from]
		return
	}
	f.steps = len(c.steps)
	if slow {
		if !c.rev.sat.run(t, in, a) {
			panic("checker: a set that could be executed cannot any more")
		}
		for _, e := range c.rev.sat.linear() {
			c.steps = append(c.steps, step{t.events[e].decision, t.events[e].id, t.events[e].kind})
		}
	} else {
		for e := in.next(0); e >= 0; e = in.next(e + 1) {
			c.steps = append(c.steps, step{t.events[e].decision, t.events[e].id, t.events[e].kind})
		}
	}
	if a.op != dead {
		op := &t.ops[a.op]
		c.steps = append(c.steps, step{dec: Decision{Task: t.tasks[op.task].name, Choice: a.choice, Partner: a.partner, PartnerChoice: a.pchoice}})
	}
	c.push(f)
}

// latest says whether no other event of in is after f.
func latest(t *trace, in set, f int32) bool {
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

// predict says whether the fragment is in no explored trace, as far as can be
// said without running it.
func (c *search) predict(in set, a *action, f *fragment) bool {
	t := &c.t
	maxes := c.maxes[f.maxes:]
	if a.op == dead {
		f.last, f.sure, f.action = c.deadID(in), true, noAction
		return !c.containedWith(nil, f.last)
	}
	e := &c.rev.tmp
	op := &t.ops[a.op]
	if op.kind == Tick {
		*e = event{kind: Tick, op: a.op, op2: -1, task: op.task, partner: NoTask}
	} else {
		t.resolve(a, in, e)
	}
	if !c.effects && e.kind != NoKind {
		f.sure = true
		v := &c.pred
		v.start(t, op.prev, a.op2, in)
		t.depend(v, e)
		id, ok := c.ids.find(t.idKey(e, v))
		if !ok {
			// Nobody has it. The number is needed when the fragment is popped.
			id, _ = c.ids.intern(t.idKey(e, v))
			f.last = id
			// That steps have effects may be found out only later.
			f.action = c.vers.action(t, a, e.kind)
			return true
		}
		f.last = id
		f.action = c.vers.action(t, a, e.kind)
		return !c.containedWith(maxes, id)
	}
	f.action = c.vers.action(t, a, e.kind)
	c.vers.begin(c.ids.len())
	for g := in.next(0); g >= 0; g = in.next(g + 1) {
		c.vers.add(t.events[g].id)
	}
	return !c.containedVersion(maxes, f.action)
}

// deadID is the id of the pseudo event "nothing comes after in".
func (c *search) deadID(in set) uint32 {
	t := &c.t
	k := append(t.keyBuf[:0], ^uint32(0))
	for f := in.next(0); f >= 0; f = in.next(f + 1) {
		if latest(t, in, f) {
			k = append(k, t.events[f].id)
			for i := len(k) - 1; i > 1 && k[i-1] > k[i]; i-- {
				k[i-1], k[i] = k[i], k[i-1]
			}
		}
	}
	t.keyBuf = k
	id, _ := c.ids.intern(k)
	return id
}
