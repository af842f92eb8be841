package event

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/reversal"
	"gocheck.dev/checker/internal/trace"
)

// Algorithm is Event-DPOR.
var Algorithm = engine.Algorithm{Algorithm: checker.Algorithm{Name: "event", What: "Event-DPOR: threads, handlers with unordered mailboxes"},
	Explore: exploreEvent}

// exploreEvent is Event-DPOR (Abdulla et al., Tailoring Stateless Model Checking
// for Event-Driven Multi-Threaded Programs): this file has Algorithm 1, Explore;
// reversal/reverse.go Algorithm 2, ReverseRace; insert.go Algorithms 3 and 4,
// insertion into wakeup trees; check.go and order.go the checks for
// redundancy of Appendix A.3. docs/design/algorithms-event.md says where it differs
// from what is printed, and why it has to.
func exploreEvent(x *engine.Exploration) { newEventDPOR(x).explore() }

func newEventDPOR(x *engine.Exploration) *dpor {
	v := &dpor{Exploration: x, t: x.Traced(), initials: map[eventAnnounced]checker.Kind{}}
	v.rev.Emit, v.rev.Prefixes, v.rev.Seen = v.reversed, true, &v.filter
	v.rev.Late, v.rev.Saturation.Late = x.Late, x.Late
	v.sequences.init()
	v.names.init()
	v.known.init()
	return v
}

// dpor is the state of Event-DPOR. As in the paper, a thread is called a
// message as well.
type dpor struct {
	*engine.Exploration
	t *trace.Trace

	// The execution E that is being explored: nodes[i] is its prefix of i steps,
	// with the step that follows it. The first depth steps are replayed; where they
	// end, the next branch of top's wakeup tree begins; tree is what is left of it.
	nodes    []eventNode
	depth    int
	top      *eventNode
	tree     []*wakeup
	expected *eventStep // the step of the wakeup tree that is being made
	diverged *checker.Failure
	// returning is set while a call of Explore returns: no branch of the wakeup
	// trees is being explored then.
	returning bool

	names     eventNames
	known     knowledge
	sequences eventSequences
	initials  map[eventAnnounced]checker.Kind // of CAS that find the initial value
	checks    eventChecks

	// Scratch memory.
	rev    reversal.Reverser
	filter reversal.Filter
	linear []int32
	view   trace.View
	order  eventOrder
	after  eventOrder
}

// eventNode is what Algorithm 1 keeps for a prefix E' of E.
type eventNode struct {
	step     eventStep     // the message p for which Explore(E'.p) has been called
	wut      []*wakeup     // wut(E'): the children of its root; the first is p
	done     []eventDone   // done(E')
	accesses eventAccesses // msgAccesses: of the calls of Explore that have returned
}

// eventDone is done(E')(p): the step, and if it starts a message the sequences
// of accesses that the message may make.
type eventDone struct {
	step      eventStep
	sequences []uint32
}

// explore is Algorithm 1: the calls of Explore are in nodes.
func (x *dpor) explore() {
	for {
		x.execute()
		if x.Stopped != "" || !x.backtrack() {
			return
		}
	}
}

// execute runs the program along the steps of E and of the wakeup tree after
// them, and then anyhow to the end.
func (x *dpor) execute() {
	x.diverged, x.expected = nil, nil
	x.t.Reset()
	x.depth = len(x.nodes)
	out := x.Run(x)
	if x.Stopped == "refused" || x.Void {
		return
	}
	t := x.t
	if n := len(t.Events); n < x.depth && x.diverged == nil {
		x.diverged = engine.Divergence(x.Program, n, x.nodes[n].step.dec, "the program has ended before a step that was possible before")
	}
	if x.diverged != nil {
		out.Failure = x.diverged
	}
	t.Finish(!x.Driver.Cut)
	if x.Options.CountRedundant {
		x.Recognise(t)
	}
	x.Explored(t, nil)
	x.Count(out)
	if x.Stopped != "" || x.diverged != nil {
		return
	}
	x.nodes = x.nodes[:len(t.Events)]
	x.names.name(t)
	for i := x.depth; i < len(x.nodes); i++ {
		n := &x.nodes[i]
		n.step = x.step(int32(i))
		n.wut[0].step = n.step
	}
	x.known.learn(x)
	x.races() // lines 8 to 11
}

// backtrack returns from calls of Explore, up to one that has another sequence
// in its wakeup tree (lines 18 to 33). It is false if there is none.
func (x *dpor) backtrack() bool {
	returned := eventAccesses{} // tmpAccesses
	for i := len(x.nodes) - 1; i >= 0 && x.Stopped == ""; i-- {
		n := &x.nodes[i]
		x.sequences.prepend(&returned, &n.step) // lines 22 to 25
		x.sequences.join(&n.accesses, returned) // lines 26 and 27
		d := eventDone{step: n.step}
		if n.step.starts() {
			d.sequences = append(d.sequences, n.accesses.of(n.step.dec.Task)...)
		}
		n.done = append(n.done, d) // lines 28 to 31
		p := n.wut[0]
		n.wut[0] = nil    // what it has is not needed any more
		n.wut = n.wut[1:] // line 32
		x.unpark(p, i)
		if len(n.wut) > 0 {
			top := *n
			x.top, x.nodes = &top, x.nodes[:i]
			return true
		}
		returned = n.accesses
	}
	return false
}

// Next implements strategy.
func (x *dpor) Next(d *engine.Driver, st checker.State) (checker.Decision, bool) {
	n := len(d.Decisions)
	if n == 0 {
		x.t.Begin(st)
		for _, t := range st.Tasks() {
			x.defined(st, t)
		}
	}
	if x.diverged != nil || x.Stopped == "refused" {
		return checker.Decision{}, false
	}
	if n < x.depth {
		dec := x.nodes[n].step.dec
		if !d.Enabled(st, dec) {
			x.diverged = engine.Divergence(x.Program, n, dec, "a step that was possible before is not any more")
			return checker.Decision{}, false
		}
		return dec, true
	}
	node := eventNode{wut: x.tree} // line 20
	if n == x.depth && x.top != nil {
		node, x.top = *x.top, nil
	}
	x.tree = nil
	if len(node.wut) > 0 && !d.Enabled(st, node.wut[0].step.dec) {
		x.astray()
		node.wut[0] = &wakeup{}
	} else if len(node.wut) > 0 {
		w := node.wut[0] // line 19
		x.tree, x.expected = w.children, &w.step
		x.nodes = append(x.nodes, node)
		return w.step.dec, true
	} else {
		node.wut = []*wakeup{{}}
	}
	dec, ok := d.Fallback.Next(st) // lines 13 to 15
	if ok {
		x.nodes = append(x.nodes, node)
	}
	return dec, ok
}

// astray notes that a wakeup sequence does not lead to what it was to lead to.
func (x *dpor) astray() {
	x.Result.Blocked++
	x.Holes.Blocked = true
}

// Did implements strategy.
func (x *dpor) Did(_ *engine.Driver, st checker.State, ev *checker.Event) {
	n := len(x.t.Events)
	k := x.t.Record(st, ev)
	if n < x.depth && x.nodes[n].step.key != k {
		x.diverged = engine.Divergence(x.Program, n, ev.Decision, "a step came to something else than before")
		x.diverged.Pos = x.Program.Position(ev.Pos)
	}
	if s := x.expected; s != nil && s.key != k {
		x.astray()
		x.tree = nil
	}
	x.expected = nil
	if !ev.Last {
		x.defined(st, ev.Task)
	}
	if ev.Child != checker.NoTask {
		x.defined(st, ev.Child)
	}
	if len(ev.Effects) > 0 {
		x.Refuse("plain accesses within a step: have -races=explore or off", ev.Effects[0].Pos)
	}
	if ev.Kind == checker.Post && st.Object(ev.Obj).FIFO && len(x.t.Handlers[x.t.Tasks[x.t.ByTask[ev.Child]].Handler].Messages) > 1 {
		x.Refuse("FIFO mailboxes with several messages", ev.Pos)
	}
}

// unknown says what of the language the paper does not have (section 4.1).
var unknown = [checker.NumKinds]string{
	checker.PostFront: "posts to the front", checker.CloseHandler: "closing of handlers", checker.Await: "contexts", checker.Lock: "locks", checker.Unlock: "locks", checker.Arrive: "locks",
	checker.RLock: "locks", checker.RUnlock: "locks", checker.TryLock: "locks", checker.TryRLock: "locks", checker.Send: "channels", checker.Recv: "channels", checker.Close: "channels",
	checker.Select: "select", checker.Len: "channels", checker.Add: "WaitGroups", checker.Wait: "WaitGroups", checker.Enqueue: "conditions", checker.Wake: "conditions", checker.Signal: "conditions",
	checker.Broadcast: "conditions", checker.Once: "sync.Once", checker.OnceEnd: "sync.Once", checker.Sleep: "sleeping", checker.TimerSet: "timers", checker.TimerStop: "timers",
	checker.TimerFire: "timers", checker.TimerRecv: "timers", checker.Spin: engine.WaitingLoops,
	checker.Store: engine.Commuting, checker.Inc: engine.Commuting, checker.Mask: engine.Commuting, checker.Merge: engine.Commuting,
}

// defined refuses the program if the paper does not have the operation that t
// has announced.
func (x *dpor) defined(st checker.State, t checker.Task) {
	op := st.Op(t)
	if what := unknown[op.Kind]; what != "" {
		x.Refuse(what, op.Pos)
	}
	if op.Kind == checker.Join && x.t.Tasks[x.t.ByTask[t]].Handler >= 0 {
		x.Refuse("waiting for goroutines within a message", op.Pos)
	}
}
