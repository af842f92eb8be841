package checker

// exploreEvent is Event-DPOR (Abdulla et al., Tailoring Stateless Model Checking for
// Event-Driven Multi-Threaded Programs): this file has Algorithm 1, Explore;
// event_reverse.go Algorithm 2, ReverseRace; event_insert.go Algorithms 3 and 4,
// insertion into wakeup trees; event_check.go and event_order.go the checks for
// redundancy of Appendix A.3. docs/algorithms-event.md says where it differs
// from what is printed, and why.
func exploreEvent(x *exploration) { newEventDPOR(x).explore() }

func newEventDPOR(x *exploration) *eventDPOR {
	v := &eventDPOR{exploration: x, t: x.traced(), initials: map[eventAnnounced]Kind{}}
	v.rev.emit, v.rev.prefixes = v.reversed, true
	v.rev.late, v.rev.sat.late = x.late, x.late
	v.sequences.init()
	return v
}

// explore is Algorithm 1: the calls of Explore are in nodes.
func (x *eventDPOR) explore() {
	for {
		x.execute()
		if x.stopped != "" || !x.backtrack() {
			return
		}
	}
}

// eventDPOR is the state of Event-DPOR. As in the paper, a message may be a
// thread as well.
type eventDPOR struct {
	*exploration
	t     *trace
	names eventNames
	rev   reverser
	order eventOrder

	filter filter // of this execution's reversals
	linear []int32
	view   view

	// The execution E that is being explored: nodes[i] is its prefix of i steps,
	// with the step that comes next in E. depth is how many of these steps are
	// replayed, next the wakeup tree at the present prefix.
	nodes    []eventNode
	depth    int
	tree     []*eventWakeup
	leaf     bool       // the present prefix has been a leaf of a wakeup tree
	parked   []eventWuS // at the prefix of the next node
	expected *eventStep // the step of the wakeup tree that is being made
	diverged *Failure

	sequences eventSequences
	initials  map[eventAnnounced]Kind // of CAS that find the initial value
	checks    eventChecks
	seen      keyTable // of whole traces, for CountRedundant
}

// eventNode is what Algorithm 1 keeps for a prefix E' of E.
type eventNode struct {
	step     eventStep      // the message p for which Explore(E'.p) has been called
	wut      []*eventWakeup // wut(E'): the children of its root, left to right; step is of the first
	done     []eventDone    // done(E')
	parked   []eventWuS
	accesses eventAccesses // msgAccesses: of the calls of Explore that have returned
	leaf     bool          // wut(E') was empty: E' is a leaf of a wakeup tree, or follows one
}

// eventDone is done(E')(p): the step, and if it starts a message the sequences
// of accesses that the message may make.
type eventDone struct {
	step      eventStep
	sequences []uint32
}

// execute runs the program along the steps of E and of the wakeup tree after
// them, and then anyhow to the end.
func (x *eventDPOR) execute() {
	x.diverged = nil
	x.t.reset()
	x.depth = len(x.nodes)
	out := x.run(x)
	if x.diverged != nil {
		out.Failure = x.diverged
	}
	if x.stopped == "refused" {
		return
	}
	t := x.t
	t.finish(!x.drv.cut)
	if x.o.CountRedundant {
		if _, fresh := x.seen.number(t.whole()); !fresh {
			x.res.Redundant++
		}
	}
	x.count(out)
	if x.stopped != "" || x.diverged != nil {
		return
	}
	x.names.name(t)
	for i := x.depth; i < len(x.nodes); i++ {
		n := &x.nodes[i]
		n.step = x.step(int32(i))
		n.wut[0].step = n.step
	}
	// Lines 5 to 7.
	for i := range x.nodes {
		parked := x.nodes[i].parked
		x.nodes[i].parked = nil
		for _, v := range parked {
			x.insertParked(v, i)
		}
	}
	for _, v := range x.parked { // the last step starts a message that does nothing
		x.insertParked(v, len(x.nodes))
	}
	x.parked = nil
	x.races() // lines 8 to 11
}

// backtrack returns from calls of Explore, up to one that has another sequence
// in its wakeup tree (Algorithm 1, lines 18 to 33). It is false if there is none.
func (x *eventDPOR) backtrack() bool {
	returned := eventAccesses{} // tmpAccesses
	for i := len(x.nodes) - 1; i >= 0; i-- {
		n := &x.nodes[i]
		x.sequences.prepend(&returned, &n.step) // lines 22 to 25
		x.sequences.join(&n.accesses, returned) // lines 26 and 27
		d := eventDone{step: n.step}
		if n.step.starts() {
			d.sequences = append(d.sequences, n.accesses.of(n.step.dec.Task)...)
		}
		n.done = append(n.done, d)
		n.wut = n.wut[1:] // line 32
		if len(n.wut) > 0 {
			x.nodes = x.nodes[:i+1]
			x.branch(n.wut[0])
			return true
		}
		returned = n.accesses
	}
	return false
}

// branch makes the wakeup node the step after the last node: Explore(E.p).
func (x *eventDPOR) branch(w *eventWakeup) {
	x.nodes[len(x.nodes)-1].step = w.step
	x.tree, x.leaf = w.children, len(w.children) == 0
	x.parked = w.parked
}

// next implements strategy.
func (x *eventDPOR) next(d *driver, st State) (Decision, bool) {
	n := len(d.decisions)
	if n == 0 {
		x.t.begin(st)
		for _, t := range st.Tasks() {
			x.defined(st, t)
		}
	}
	if x.diverged != nil || x.stopped == "refused" {
		return Decision{}, false
	}
	if n < x.depth {
		dec := x.nodes[n].step.dec
		if !d.enabled(st, dec) {
			x.diverged = divergence(x.p, n, dec, "a step that was possible before is not any more")
			return Decision{}, false
		}
		return dec, true
	}
	node := eventNode{wut: x.tree, leaf: len(x.tree) == 0, parked: x.parked}
	x.parked = nil
	if len(x.tree) > 0 && !d.enabled(st, x.tree[0].step.dec) {
		// A sequence that was taken to be possible is not, as a message has branched.
		x.checks.astray++
		x.tree, node.wut, node.leaf = nil, nil, true
	}
	if len(x.tree) == 0 {
		dec, ok := d.fallback.Next(st)
		if !ok {
			return dec, false
		}
		node.wut = []*eventWakeup{{}}
		x.nodes = append(x.nodes, node)
		return dec, true
	}
	w := x.tree[0]
	x.tree, x.parked, x.expected = w.children, w.parked, &w.step
	x.nodes = append(x.nodes, node)
	return w.step.dec, true
}

// did implements strategy.
func (x *eventDPOR) did(_ *driver, st State, ev *Event) {
	n := len(x.t.events)
	k := x.t.record(st, ev)
	if n < x.depth {
		if s := &x.nodes[n].step; s.sure && s.key != k {
			x.diverged = divergence(x.p, n, ev.Decision, "a step came to something else than before")
		}
	}
	if s := x.expected; s != nil && s.sure && s.key != k {
		x.checks.astray++
		x.tree = nil
	}
	x.expected = nil
	if !ev.Last {
		x.defined(st, ev.Task)
	}
	if ev.Child != NoTask {
		x.defined(st, ev.Child)
	}
	if len(ev.Effects) > 0 {
		x.refuse("plain accesses within a step: have -races=explore or off", ev.Effects[0].Pos)
	}
	if ev.Kind == Post && st.Object(ev.Obj).FIFO && len(x.t.handlers[x.t.tasks[x.t.byTask[ev.Child]].handler].messages) > 1 {
		x.refuse("FIFO mailboxes with several messages", ev.Pos)
	}
}

// eventUnknown says what of the language the paper does not have (section 4.1).
var eventUnknown = [NumKinds]string{
	PostFront: "posts to the front", CloseHandler: "closing of handlers", Await: "contexts", Lock: "locks", Unlock: "locks", Arrive: "locks",
	RLock: "locks", RUnlock: "locks", TryLock: "locks", TryRLock: "locks", Send: "channels", Recv: "channels", Close: "channels",
	Select: "select", Len: "channels", Add: "WaitGroups", Wait: "WaitGroups", Enqueue: "conditions", Wake: "conditions", Signal: "conditions",
	Broadcast: "conditions", Once: "sync.Once", OnceEnd: "sync.Once", Sleep: "sleeping", TimerSet: "timers", TimerStop: "timers",
	TimerFire: "timers", TimerRecv: "timers",
}

// defined refuses the program if the paper does not have the operation that t
// has announced.
func (x *eventDPOR) defined(st State, t Task) {
	op := st.Op(t)
	if what := eventUnknown[op.Kind]; what != "" {
		x.refuse(what, op.Pos)
	}
	if i := x.t.byTask[t]; op.Kind == Join && x.t.tasks[i].handler >= 0 {
		x.refuse("waiting for goroutines within a message", op.Pos)
	}
}
