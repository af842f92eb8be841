package closure

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/alike"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/reversal"
	"gocheck.dev/checker/internal/store"
	"gocheck.dev/checker/internal/trace"
)

// Algorithm is closure: one execution of every trace, by race reversal.
var Algorithm = engine.Algorithm{Algorithm: checker.Algorithm{Name: "closure", What: "one execution of every trace, by race reversal", Commutes: true, Pauses: true, Faults: true, Symmetry: true},
	Explore: explore, Folds: true, Skims: true, Parts: engine.Questions}

// explore explores exactly one execution of every trace (docs/design/algorithms.md):
// it runs a fragment, that is a set of events and one
// reversed event after it, which no explored trace contains, then anything, to
// the end; the trace reached is new for this very reason. All race reversals of
// it are fragments to be run in their turn.
func explore(x *engine.Exploration) {
	c := NewSearch(x)
	if p := x.Part; p != nil {
		c.Take(p)
	} else if c.execute(0, Request{}); x.Void {
		return // nothing can be gone on with
	}
	c.Explore()
}

// NewSearch prepares an exploration by closure: explore makes it.
func NewSearch(x *engine.Exploration) *Search {
	c := &Search{x: x}
	c.Trace.Program = x.Program
	x.Trace = &c.Trace
	c.rev.Emit = c.consider
	c.rev.Seen = &c.seen
	c.rev.Late, c.rev.Saturation.Late = x.Late, x.Late
	if x.Apart != nil {
		c.alike = &alike.Store{Apart: x.Apart}
	}
	return c
}

// Explore runs what is pending, until nothing is.
func (c *Search) Explore() {
	for !c.leaves() {
		if len(c.stack) == 0 {
			if len(c.debts.ends) == 0 {
				if c.waits() {
					continue
				}
				break
			}
			owed := c.debts
			c.Cur = c.debts.pop(c.Cur[:0])
			if c.execute(0, Request{owed: true}); c.x.Void {
				c.debts = owed
			}
		} else if n := len(c.stack) - 1; c.explored(&c.pending, n, false) {
			c.drop()
		} else {
			f := &c.stack[n]
			same, r := c.plan(f), f.result
			out, ok := c.run(same)
			if c.x.Void {
				break // it stays what is to be run next
			}
			c.drop()
			switch {
			case !ok:
			case r.rest:
				c.resume(out, &r)
			default:
				c.Look(out, Request{})
			}
		}
	}
	c.leave()
}

// Search is the state of closure.
type Search struct {
	pending
	debts  debts
	x      *engine.Exploration
	Trace  trace.Trace
	rev    reversal.Reverser
	seen   reversal.Filter
	ids    store.Chains // of events in the store
	store  store.Store
	vers   store.Versions
	alike  *alike.Store  // nil: traces that differ in names are different
	unsure bool          // what comes of an action cannot always be computed: vers is in use
	Booked flat.KeyTable // whole traces that another algorithm has counted: see auto

	Cur       []trace.Step // of the execution: of its events, and of the fragment that it is to begin with
	planned   int          // so many of them are the fragment's
	diverged  *checker.Failure
	blocked   bool
	looked    bool     // the present trace is in the store
	unmade    bool     // the execution c.Cur, which was to be made again, was not
	reversed  bool     // and all its reversals were found
	ended     bool     // by Divided.Stop
	tasks     []string // the names of the numbers in the part that this goes on with
	owners    *owners  // nil: nobody else explores
	out       []*outgoing
	nextSplit int64 // so many executions have to be made before it

	events []int32 // scratch memory, as is the rest
	workspace
}

// workspace is what a step of the search needs, and memory to use again.
type workspace struct {
	view   trace.View
	first  bool     // no fragment of the present execution has been pushed
	latest []uint32 // ids
	all    []uint32
	nums   []trace.Member // of the events of a fragment's execution, by the numbers of their steps
	placed bool           // vers has the execution of the fragment that was asked about last
	chain  []*store.Planned
	like   alike.Fragment
	tidy   int // size of the stack at which to look through it
}

// plan makes c.Cur the steps of a pending fragment, and says how many of them are the first
// ones of the present execution.
func (c *Search) plan(f *fragment) (same int) {
	c.Cur, same = c.schedule(f, c.Cur[:len(c.Trace.Events)])
	return same
}

// execute is run, and looks at the trace.
func (c *Search) execute(same int, a Request) {
	if out, ok := c.run(same); ok {
		c.Look(out, a)
	}
}

// run runs c.Cur and then the default scheduler; the first so many steps are those of the
// execution before. False if there is nothing to look at after it.
func (c *Search) run(same int) (checker.Outcome, bool) {
	x, t := c.x, &c.Trace
	c.diverged, c.blocked, c.looked, c.reversed = nil, false, false, false
	c.planned = len(c.Cur)
	out := x.RunFrom(c, t.Keep(same))
	if t.Repeating() { // it has ended before it was where they part
		t.Cut(int(t.Prefix.Events))
	}
	c.shares(int(t.Prefix.Kept))
	for _, o := range c.out {
		o.shares(int(t.Prefix.Kept))
	}
	if x.Void {
		return out, false
	}
	if c.blocked {
		x.Result.Blocked++
		x.Holes.Blocked = true
		return out, false
	}
	if c.diverged != nil {
		out.Failure = c.diverged
		if !c.alone(out) {
			return out, false
		}
		x.Count(out)
		return out, false
	}
	return out, true
}

// Look counts the execution that was made, and finds its reversals unless its trace
// was explored before, or is another's.
func (c *Search) Look(out checker.Outcome, a Request) {
	x, t := c.x, &c.Trace
	t.Finish(!x.Driver.Cut)
	_, booked := c.Booked.Find(t.Whole())
	k, end := storedKey(t)
	if !c.alone(out) || !c.named(end) {
		return
	}
	lent := !c.own()
	known := !lent && c.known(k)
	again := known && (a.again || c.owners != nil) // by an owner that was begun anew, or has forgotten the trace
	if known && !again {
		x.Result.Redundant++
	}
	switch {
	case lent || again:
		x.Result.Events -= int64(len(x.Driver.Schedule()))
	case booked && !known:
		x.Result.Repeated++
	default:
		if !known {
			x.Explored(t, c)
		}
		x.Count(out)
	}
	switch x.Stopped {
	case "":
		if !c.fits() {
			return
		}
	case "time": // the trace is counted: it has to be in what is left
	default:
		return
	}
	c.all = c.ids.Number(t, c.store.Newest, c.all)
	if end {
		c.all = append(c.all, c.ids.Alone(t.DeadKey(t.All())))
	}
	if !known || !c.store.Contains(c.all, 0) {
		c.store.Insert(c.all)
		c.ids.Cut(t, c.store.Split)
	}
	c.unsure = c.unsure || t.Effects
	if c.unsure {
		c.vers.Note(t)
	}
	c.looked = true
	if lent {
		c.lend(k)
	}
	if (known || lent) && !a.owed && !a.again {
		c.reversed = true // when it was explored, or by its owner
		return
	}
	c.reverse(a)
}

// reverse finds the reversals of the present trace.
func (c *Search) reverse(a Request) {
	c.first = true
	for _, o := range c.out {
		o.first = true
	}
	c.placeTrace()
	left := a.ops
	if !a.again {
		left = len(c.Trace.Ops)
	}
	if len(c.Trace.Events) < longTrace {
		c.rev.Run(&c.Trace, 0, left)
	} else {
		c.reverseSome(left, a.before)
	}
	c.x.Holes.Searches = c.x.Holes.Searches || c.rev.Saturation.GaveUp
	if c.x.Stopped != "" {
		c.seen = reversal.Filter{} // some that it has seen were not handed over
		return
	}
	c.reversed = true
	c.tidyUp()
}

// fits keeps the memory within its bound; false if that has ended the
// exploration. Fragments are the part of it that is found out too late: those of
// one execution are not known before they are there.
func (c *Search) fits() bool {
	m := c.x.Options.Memory
	if m <= 0 {
		return true
	}
	m = c.x.Room(m)
	kept := func() bool {
		return c.Booked.Bytes()+c.store.Hashes.Bytes()+c.debts.bytes()+c.pending.bytes() > max(m, engine.LeastMemory)
	}
	if kept() {
		c.tidy = 0
		c.tidyUp()
		for kept() && c.owe(&c.debts) {
			c.seen, c.Trace.Same = reversal.Filter{}, 0 // what they have seen is not pending any more
		}
		if kept() {
			c.x.Stop("memory")
		}
	}
	if c.bytes() > m {
		for c.bytes() > m-m/4 && c.store.Traces > 1 {
			c.forget()
		}
	}
	c.x.Stored = c.bytes()
	return c.x.Stopped == ""
}

// bytes is the memory in use for explored traces.
func (c *Search) bytes() int64 {
	n := c.ids.Bytes() + c.store.Bytes() + c.vers.Bytes()
	if c.alike != nil {
		n += c.alike.Bytes()
	}
	return n
}

// forget keeps of the older half of the traces their hashes only. That costs
// redundant executions, as a fragment that only they contain is run again; its trace
// is recognised by its hash. It is in the store again then, but its reversals are
// not looked for a second time.
func (c *Search) forget() {
	if c.alike != nil {
		c.alike.Forget()
	}
	renumbered, left := c.store.Forget(c.store.Traces / 2)
	c.vers.Renumber(renumbered, &c.ids)
	c.ids = c.ids.Only(left)
	c.Trace.Same = 0 // its events have other numbers
	c.table.Unknown()
}

// storedKey identifies the trace in the store, when it is finished. Queued messages make its
// end an event.
func storedKey(t *trace.Trace) (k flat.Key, end bool) {
	k = t.Whole()
	if end = t.Maximal && leavesQueued(t); end {
		k = k.And(1)
	}
	return k, end
}

// Has implements keeper.
func (c *Search) Has(t *trace.Trace) bool {
	k, _ := storedKey(t)
	_, ok := c.store.Hashes.Find(k)
	return ok
}

// leavesQueued says whether a message was posted and never started, when the trace is
// finished.
func leavesQueued(t *trace.Trace) bool {
	for i := range t.Handlers {
		if h := &t.Handlers[i]; len(h.Spans) < len(h.Messages) {
			return true
		}
	}
	return false
}

// consider pushes the fragment of the present trace that consists of in and
// then a, unless an explored trace contains it. slow says that the order of
// the execution will not do.
func (c *Search) consider(in flat.Set, a *trace.Action, slow bool) {
	t := &c.Trace
	c.latest, c.events = c.latest[:0], c.events[:0]
	c.events = latestOf(t, in, c.rev.Pool.Get(), c.events)
	for _, g := range c.events {
		c.latest = append(c.latest, t.Events[g].Num.ID)
	}
	var r result
	c.predict(in, a, &r)
	var lead trace.Member
	if r.lead >= 0 {
		lead = t.Events[r.lead].Num
	}
	if c.alike != nil && !c.whole(in) || c.contained(&r, lead, in, 0) || c.alike != nil && c.renamed(in, a, &r) {
		return
	}
	var order []int32
	if slow {
		if !c.rev.Saturation.Run(t, in, a) {
			if c.x.Stopped != "" {
				return
			}
			panic("checker: a set that could be executed cannot any more")
		}
		order = c.rev.Saturation.Linear()
	}
	p, first := &c.pending, &c.first
	if to := c.ownerOf(in, &r); to != nil {
		p, first = &to.pending, &to.first
	}
	p.push(t, in, order, c.events, &r, c.store.Ever(), *first)
	*first = false
	c.liken(p, c.like)
}

// latestOf appends to tops the events of in that no other event of in is after, the
// newest first: that one, the newest of those that are not before it, and so on. rest
// is scratch memory.
func latestOf(t *trace.Trace, in, rest flat.Set, tops []int32) []int32 {
	copy(rest, in)
	for w := len(rest) - 1; w >= 0; w-- {
		for rest[w] != 0 {
			g := int32(w<<6 + flat.Leading(rest[w]))
			tops = append(tops, g)
			rest[:w+1].Minus(t.HistOf(g))
		}
	}
	return tops
}

// predict computes what comes of a after in, as far as possible.
func (c *Search) predict(in flat.Set, a *trace.Action, r *result) {
	t := &c.Trace
	r.certain, r.lead = true, -1
	if a.Op == reversal.Dead {
		r.end = true
		r.keys[0] = t.DeadKey(in)
		return
	}
	e := &c.rev.Tmp
	op := &t.Ops[a.Op]
	r.dec = checker.Decision{Task: t.Tasks[op.Task].Name, Choice: a.Choice, Partner: a.Partner, PartnerChoice: a.PChoice}
	if op.Kind == checker.Tick {
		*e = trace.Event{Kind: checker.Tick, Op: a.Op, Op2: -1, Task: op.Task, Partner: checker.NoTask}
	} else {
		t.Resolve(a, in, e)
	}
	r.action = t.ActionKey(op, a.Op2, e.Kind, a.Choice, a.PChoice, a.Partner)
	kinds := [2]checker.Kind{e.Kind}
	if e.Kind == checker.NoKind {
		// A CAS on an initial value that no event has shown.
		kinds = [2]checker.Kind{checker.Read, checker.Write}
		r.certain = false
	}
	for i, k := range kinds {
		if k != checker.NoKind {
			e.Kind = k
			v := &c.view
			v.Start(t, op.Prev, a.Op2, in)
			t.Depend(v, e)
			r.keys[i] = t.EventKey(e, v)
			if len(v.Preds) == 1 && v.Preds[0] == op.Prev && t.Leads(e, op) {
				r.lead = op.Prev
			}
		}
	}
}
