package explore

import "gocheck.dev/checker"

// closure explores exactly one execution of every trace (docs/design/algorithms.md):
// it runs a fragment, that is a set of events and one
// reversed event after it, which no explored trace contains, then anything, to
// the end; the trace reached is new for this very reason. All race reversals of
// it are fragments to be run in their turn.
func closure(x *exploration) {
	c := newSearch(x)
	if p := x.part; p != nil {
		c.take(p)
	} else if c.execute(0, request{}); x.void {
		return // nothing can be gone on with
	}
	c.explore()
}

func newSearch(x *exploration) *search {
	c := &search{x: x}
	c.t.program = x.p
	x.of = &c.t
	c.rev.emit = c.consider
	c.rev.seen = &c.seen
	c.rev.late, c.rev.sat.late = x.late, x.late
	return c
}

// explore runs what is pending, until nothing is.
func (c *search) explore() {
	for !c.leaves() {
		if len(c.stack) == 0 {
			if len(c.debts.ends) == 0 {
				if c.waits() {
					continue
				}
				break
			}
			owed := c.debts
			c.cur = c.debts.pop(c.cur[:0])
			if c.execute(0, request{owed: true}); c.x.void {
				c.debts = owed
			}
		} else if f := &c.stack[len(c.stack)-1]; c.explored(&c.pending, f, false) {
			c.drop()
		} else {
			same, r := c.plan(f), f.result
			out, ok := c.run(same)
			if c.x.void {
				break // it stays what is to be run next
			}
			c.drop()
			switch {
			case !ok:
			case r.rest:
				c.resume(out, &r)
			default:
				c.look(out, request{})
			}
		}
	}
	c.leave()
}

// search is the state of closure.
type search struct {
	pending
	debts  debts
	x      *exploration
	t      trace
	rev    reverser
	seen   filter
	ids    chains // of events in the store
	store  store
	vers   versions
	unsure bool     // what comes of an action cannot always be computed: vers is in use
	booked keyTable // whole traces that another algorithm has counted: see auto

	cur       []step // of the execution: of its events, and of the fragment that it is to begin with
	planned   int    // so many of them are the fragment's
	diverged  *checker.Failure
	blocked   bool
	looked    bool     // the present trace is in the store
	unmade    bool     // the execution c.cur, which was to be made again, was not
	reversed  bool     // and all its reversals were found
	ended     bool     // by Divided.Stop
	tasks     []string // the names of the numbers in the part that this goes on with
	owners    *owners  // nil: nobody else explores
	out       []*outgoing
	nextSplit int64 // so many executions have to be made before it

	// Scratch memory.
	view   view
	first  bool // no fragment of the present execution has been pushed
	events []int32
	latest []uint32 // ids
	all    []uint32
	nums   []member // of the events of a fragment's execution, by the numbers of their steps
	placed bool     // vers has the execution of the fragment that was asked about last
	chain  []*planned
	tidy   int // size of the stack at which to look through it
}

// plan makes c.cur the steps of a pending fragment, and says how many of them are the first
// ones of the present execution.
func (c *search) plan(f *fragment) (same int) {
	c.cur, same = c.schedule(f, c.cur[:len(c.t.events)])
	return same
}

// execute is run, and looks at the trace.
func (c *search) execute(same int, a request) {
	if out, ok := c.run(same); ok {
		c.look(out, a)
	}
}

// run runs c.cur and then the default scheduler; the first so many steps are those of the
// execution before. False if there is nothing to look at after it.
func (c *search) run(same int) (checker.Outcome, bool) {
	x, t := c.x, &c.t
	c.diverged, c.blocked, c.looked, c.reversed = nil, false, false, false
	c.planned = len(c.cur)
	out := x.runFrom(c, t.keep(same))
	if t.repeating() { // it has ended before it was where they part
		t.cut(int(t.prefix.events))
	}
	c.shares(int(t.prefix.kept))
	for _, o := range c.out {
		o.shares(int(t.prefix.kept))
	}
	if x.void {
		return out, false
	}
	if c.blocked {
		x.res.Blocked++
		x.holes.blocked = true
		return out, false
	}
	if c.diverged != nil {
		out.Failure = c.diverged
		if !c.alone(out) {
			return out, false
		}
		x.count(out)
		return out, false
	}
	return out, true
}

// look counts the execution that was made, and finds its reversals unless its trace
// was explored before, or is another's.
func (c *search) look(out checker.Outcome, a request) {
	x, t := c.x, &c.t
	t.finish(!x.drv.cut)
	_, booked := c.booked.find(t.whole())
	k, end := storedKey(t)
	if !c.alone(out) {
		return
	}
	lent := !c.own()
	known := !lent && c.store.known(k)
	again := known && (a.again || c.owners != nil) // by who was begun anew, or has forgotten the trace
	if known && !again {
		x.res.Redundant++
	}
	switch {
	case lent || again:
		x.res.Events -= int64(len(x.drv.schedule()))
	case booked && !known:
		x.res.Repeated++
	default:
		if !known {
			x.explored(t, c)
		}
		x.count(out)
	}
	switch x.stopped {
	case "":
		if !c.fits() {
			return
		}
	case "time": // the trace is counted: it has to be in what is left
	default:
		return
	}
	c.all = c.ids.number(t, c.store.newest, c.all)
	if end {
		c.all = append(c.all, c.ids.alone(t.deadKey(t.all())))
	}
	if !known || !c.store.contains(c.all, 0) {
		c.store.insert(c.all)
		c.ids.cut(t, c.store.split)
	}
	c.unsure = c.unsure || t.effects
	if c.unsure {
		c.vers.note(t)
	}
	c.looked = true
	if lent {
		c.lend(k)
	}
	if (known || lent) && !a.owed && !a.again {
		c.reversed = true // when it was explored, or by who owns it
		return
	}
	c.reverse(a)
}

// reverse finds the reversals of the present trace.
func (c *search) reverse(a request) {
	c.first = true
	for _, o := range c.out {
		o.first = true
	}
	c.placeTrace()
	left := a.ops
	if !a.again {
		left = len(c.t.ops)
	}
	if len(c.t.events) < longTrace {
		c.rev.run(&c.t, 0, left)
	} else {
		c.reverseSome(left, a.before)
	}
	c.x.holes.searches = c.x.holes.searches || c.rev.sat.gaveUp
	if c.x.stopped != "" {
		c.seen = filter{} // some that it has seen were not handed over
		return
	}
	c.reversed = true
	c.tidyUp()
}

// fits keeps the memory within its bound; false if that has ended the
// exploration. Fragments are the part of it that is found out too late: those of
// one execution are not known before they are there.
func (c *search) fits() bool {
	m := c.x.o.Memory
	if m <= 0 {
		return true
	}
	m = c.x.room(m)
	kept := func() bool {
		return c.booked.bytes()+c.store.hashes.bytes()+c.debts.bytes()+c.pending.bytes() > max(m, leastMemory)
	}
	if kept() {
		c.tidy = 0
		c.tidyUp()
		for kept() && c.owe(&c.debts) {
			c.seen, c.t.same = filter{}, 0 // what they have seen is not pending any more
		}
		if kept() {
			c.x.stop("memory")
		}
	}
	if c.bytes() > m {
		for c.bytes() > m-m/4 && c.store.traces > 1 {
			c.forget()
		}
	}
	c.x.stored = c.bytes()
	return c.x.stopped == ""
}

// bytes is the memory in use for explored traces.
func (c *search) bytes() int64 { return c.ids.bytes() + c.store.bytes() + c.vers.bytes() }

// forget keeps of the older half of the traces their hashes only. That costs
// redundant executions, as a fragment that only they contain is run again; its trace
// is recognised by its hash. It is in the store again then, but its reversals are
// not looked for a second time.
func (c *search) forget() {
	renumbered, left := c.store.forget(c.store.traces / 2)
	c.vers.renumber(renumbered, &c.ids)
	c.ids = c.ids.only(left)
	c.t.same = 0 // its events have other numbers
	c.table.unknown()
}

// storedKey identifies the trace in the store, when it is finished. Queued messages make its
// end an event.
func storedKey(t *trace) (k key, end bool) {
	k = t.whole()
	if end = t.maximal && leavesQueued(t); end {
		k = k.and(1)
	}
	return k, end
}

// has implements keeper.
func (c *search) has(t *trace) bool {
	k, _ := storedKey(t)
	_, ok := c.store.hashes.find(k)
	return ok
}

// leavesQueued says whether a message was posted and never started, when the trace is
// finished.
func leavesQueued(t *trace) bool {
	for i := range t.handlers {
		if h := &t.handlers[i]; len(h.spans) < len(h.messages) {
			return true
		}
	}
	return false
}

// next implements strategy.
func (c *search) next(d *driver, st checker.State) (checker.Decision, bool) {
	n := len(d.decisions)
	if n >= checker.MaxEvents {
		d.cut = true
		c.x.holes.length = true
		return checker.Decision{}, false
	}
	if n == 0 {
		if c.t.repeating() && !c.t.repeatsBegin(st) {
			c.t.reset()
		}
		if !c.t.repeating() {
			c.t.begin(st)
		}
	}
	if c.diverged != nil {
		return checker.Decision{}, false
	}
	if n < c.planned {
		dec := c.cur[n].dec
		if !d.enabled(st, dec) {
			if n < c.planned-1 {
				c.diverged = divergence(c.x.p, n, dec, "a step that was possible before is not any more")
			} else {
				c.blocked = true
			}
			return checker.Decision{}, false
		}
		return dec, true
	}
	return d.fallback.Next(st)
}

// did implements strategy.
func (c *search) did(d *driver, st checker.State, ev *checker.Event) {
	n := len(d.decisions) - 1
	if c.t.repeating() && c.t.repeats(st, ev) {
		return
	}
	k := c.t.record(st, ev)
	if n >= len(c.cur) {
		c.cur = append(c.cur, step{ev.Decision, k})
		return
	}
	s := &c.cur[n]
	if n < c.planned && s.key != (key{}) && k != s.key {
		c.diverged = divergence(c.x.p, n, ev.Decision, "the same decisions have led to another event than before")
		c.diverged.Pos = c.x.p.Position(ev.Pos)
	}
	*s = step{ev.Decision, k}
}

// repeated implements repeating.
func (c *search) repeated(st checker.State, n int, values []checker.Value, ev *checker.Event) checker.Kind {
	return c.t.repeated(st, n, values, ev)
}

// consider pushes the fragment of the present trace that consists of in and
// then a, unless an explored trace contains it. slow says that the order of
// the execution will not do.
func (c *search) consider(in set, a *action, slow bool) {
	t := &c.t
	c.latest, c.events = c.latest[:0], c.events[:0]
	c.events = latestOf(t, in, c.rev.pool.get(), c.events)
	for _, g := range c.events {
		c.latest = append(c.latest, t.events[g].num.id)
	}
	var r result
	c.predict(in, a, &r)
	var lead member
	if r.lead >= 0 {
		lead = t.events[r.lead].num
	}
	if c.contained(&r, lead, in, 0) {
		return
	}
	var order []int32
	if slow {
		if !c.rev.sat.run(t, in, a) {
			if c.x.stopped != "" {
				return
			}
			panic("checker: a set that could be executed cannot any more")
		}
		order = c.rev.sat.linear()
	}
	p, first := &c.pending, &c.first
	if to := c.ownerOf(in, &r); to != nil {
		p, first = &to.pending, &to.first
	}
	p.push(t, in, order, c.events, &r, c.store.ever(), *first)
	*first = false
}

// latestOf appends to tops the events of in that no other event of in is after, the
// newest first: that one, the newest of those that are not before it, and so on. rest
// is scratch memory.
func latestOf(t *trace, in, rest set, tops []int32) []int32 {
	copy(rest, in)
	for w := len(rest) - 1; w >= 0; w-- {
		for rest[w] != 0 {
			g := int32(w<<6 + leading(rest[w]))
			tops = append(tops, g)
			rest[:w+1].minus(t.histOf(g))
		}
	}
	return tops
}

// predict computes what comes of a after in, as far as possible.
func (c *search) predict(in set, a *action, r *result) {
	t := &c.t
	r.certain, r.lead = true, -1
	if a.op == dead {
		r.end = true
		r.keys[0] = t.deadKey(in)
		return
	}
	e := &c.rev.tmp
	op := &t.ops[a.op]
	r.dec = checker.Decision{Task: t.tasks[op.task].name, Choice: a.choice, Partner: a.partner, PartnerChoice: a.pchoice}
	if op.kind == checker.Tick {
		*e = event{kind: checker.Tick, op: a.op, op2: -1, task: op.task, partner: checker.NoTask}
	} else {
		t.resolve(a, in, e)
	}
	r.action = t.actionKey(op, a.op2, e.kind, a.choice, a.pchoice, a.partner)
	kinds := [2]checker.Kind{e.kind}
	if e.kind == checker.NoKind {
		// A CAS on an initial value that no event has shown.
		kinds = [2]checker.Kind{checker.Read, checker.Write}
		r.certain = false
	}
	for i, k := range kinds {
		if k != checker.NoKind {
			e.kind = k
			v := &c.view
			v.start(t, op.prev, a.op2, in)
			t.depend(v, e)
			r.keys[i] = t.eventKey(e, v)
			if len(v.preds) == 1 && v.preds[0] == op.prev && t.leads(e, op) {
				r.lead = op.prev
			}
		}
	}
}
