package explore

import "gocheck.dev/checker"

// revisit explores exactly one execution of every trace by reverse search. Every
// trace T but the first has one parent, computed from T alone, which is smaller in
// a well-founded order. The children of a trace are found among its races by a
// local walk that executes nothing. What is kept is a stack of children still to
// be run, at most those of the traces on the way from the root to the present one.
// docs/design/algorithms-revisit.md has the algorithm, the rules by kind, and why
// they are exact.
func revisit(x *exploration) {
	r := &revisitor{x: x, t: &trace{program: x.p}}
	r.explore()
	r.leave()
	if r.outside.what != "" && x.stopped == "" && !x.void {
		x.refuse(r.outside.what, r.outside.pos)
	}
}

// revisitor is the state of revisit.
type revisitor struct {
	x *exploration
	t *trace // P, the present execution: its events are in the order L(P)
	revisitStack
	ranks ranks
	taken revisitStack // as it was before the node being run was taken from it
	given bool         // some nodes are run elsewhere
	ended bool         // by Divided.Stop
	root  bool         // the default execution has still to be made

	// The node being run: a schedule. From its end on D decides: there all blocks
	// of L(P) are empty.
	cur     []step
	blocks  int32 // where the last block of L(P) ends: with cur, unless P was executed before
	again   bool  // P was executed before, and these of its children found
	found   revisitFound
	targets []int32 // of the events of P: |s| if it is a target at s in L(P), else -1
	holds   []revisitHold

	counted                      func(key) // told of every trace that is counted, if not nil
	lend                         bool      // an execution with something outside is for another algorithm: go on to its end
	outside                      revisitOutside
	diverged                     *checker.Failure
	blocked                      bool
	posted                       []checker.Object // handlers that a message was posted to
	waitPos, selectPos, awaitPos checker.Pos      // of a Wait, a select, an Await

	revisitScratch
}

// explore runs the default execution, or the nodes of Options.Part, and all
// descendants, until it is told to stop or meets an operation that it has no exact
// rule for: the outcome is of that execution, which is not counted.
func (r *revisitor) explore() checker.Outcome {
	x := r.x
	x.of = r.t
	first := x.part == nil
	if x.part != nil {
		r.take(x.part)
		if !r.nextNode() {
			return checker.Outcome{}
		}
	}
	for {
		out, ok := r.execute()
		if x.void {
			r.revisitStack, r.root = r.taken, first
			return out
		}
		first = false
		if r.outside.what != "" {
			return out
		}
		if ok {
			if r.again {
				x.res.Repeated++
			} else {
				r.book(out)
			}
			switch x.stopped {
			case "":
				r.children()
			case "time":
				r.allLater()
			}
		}
		x.stored = r.bytes()
		if m := x.o.Memory; m > 0 && x.stored > max(x.room(m), leastMemory) {
			x.stop("memory")
		}
		if !r.nextNode() {
			return checker.Outcome{}
		}
	}
}

// nextNode takes the next node from the stack; false if there is none, or no time.
func (r *revisitor) nextNode() bool {
	x := r.x
	for {
		if x.o.Between != nil && x.stopped != anew { // what is given away would be explored twice
			x.o.Between(&division{of: r})
		}
		if x.late(1) || len(r.stack) == 0 {
			return false
		}
		r.taken = r.revisitStack // what is taken stays there until something is pushed
		if r.pop() {
			return true
		}
	}
}

// leave says what is left of an exploration that is divided, if it can be gone on
// with.
func (r *revisitor) leave() {
	if x := r.x; x.o.Between != nil && (x.stopped == "time" || r.ended) && r.outside.what == "" && !r.root {
		x.rest = r.rest()
	}
}

// execute runs r.cur and then the default scheduler. False if there is nothing
// to look at after it.
func (r *revisitor) execute() (checker.Outcome, bool) {
	x, t := r.x, r.t
	r.diverged, r.blocked = nil, false
	out := x.runFrom(r, r.keep())
	if t.repeating() { // it has ended before it was where they part
		t.cut(int(t.prefix.events))
		r.left()
	}
	if r.outside.what == "" {
		r.checkAll()
	}
	switch {
	case x.void:
	case r.blocked:
		x.res.Blocked++
		x.holes.blocked = true
	case r.diverged != nil:
		out.Failure = r.diverged
		x.count(out)
	case r.outside.what != "":
	default:
		t.maximal = !x.drv.cut
		for i := len(r.targets); i < len(t.events); i++ {
			r.targets = append(r.targets, int32(i))
		}
		return out, true
	}
	return out, false
}

// keep leaves of P what the execution of r.cur begins with, and says how many events
// that are.
func (r *revisitor) keep() int {
	n := r.t.keep(r.t.begins(r.cur)) // the key of a forced decision is none
	r.left()
	return n
}

// left makes what is known of P that of the events that are left of it.
func (r *revisitor) left() {
	t := r.t
	r.posted = r.posted[:0]
	for i := range t.handlers {
		r.posted = append(r.posted, t.handlers[i].obj) // there is one message on each
	}
	r.rounds, r.yields = r.rounds[:len(t.ops)], r.yields[:min(len(r.yields), len(t.tasks))]
	for i := range r.yields {
		if r.yields[i] > 0 {
			r.yields[i] = r.yieldsIn(int32(i))
		}
	}
}

// yieldsIn is how often the task has yielded in what is left of P, where it has
// announced an operation since.
func (r *revisitor) yieldsIn(task int32) int32 {
	n := int32(0)
	for i := range r.t.ops {
		if op := &r.t.ops[i]; op.task == task && r.yielded(op) {
			n++
		}
	}
	return n
}

// book counts the execution.
func (r *revisitor) book(out checker.Outcome) {
	if r.counted != nil {
		r.counted(r.t.whole())
	}
	r.x.explored(r.t, nil)
	r.x.count(out)
}

// next implements strategy: the schedule of the node, then D, the default
// scheduler.
func (r *revisitor) next(d *driver, st checker.State) (checker.Decision, bool) {
	n := len(d.decisions)
	if n >= checker.MaxEvents {
		d.cut = true
		r.x.holes.length = true
		return checker.Decision{}, false
	}
	if n == 0 {
		if r.t.repeating() && !r.t.repeatsBegin(st) {
			r.t.reset()
			r.left()
		}
		if !r.t.repeating() {
			r.t.begin(st)
			r.announced()
		}
	}
	if r.diverged != nil || r.outside.what != "" && !r.lend {
		return checker.Decision{}, false
	}
	if n < len(r.cur) {
		dec := r.cur[n].dec
		if (!r.t.repeating() || r.mayWait(n)) && !d.enabled(st, dec) {
			if r.cur[n].key != (key{}) {
				r.diverged = divergence(r.x.p, n, dec, "a step that was possible before is not any more")
			} else {
				r.blocked = true
			}
			return checker.Decision{}, false
		}
		return dec, true
	}
	if r.outside.what != "" {
		return d.fallback.Next(st)
	}
	return r.byDefault(d, st)
}

// mayWait says whether event n, which was kept, is of an operation that is possible
// only if the program is as it was. Of other ones it is enough that they have been
// announced.
func (r *revisitor) mayWait(n int) bool {
	e := &r.t.events[n]
	switch r.t.ops[e.op].kind {
	case checker.Spawn, checker.Read, checker.Write, checker.CAS, checker.Store, checker.Inc, checker.Mask, checker.Merge:
		return false
	case checker.Begin:
		return r.t.tasks[e.task].handler >= 0
	}
	return true
}

// byDefault is D(s): the first alternative of the first task, in the order of
// the tasks' names (ranks), that has one. It depends on the trace of s only, which is
// what the algorithm rests on. Tasks that have yielded, or made many steps, come
// later (round): else a task that spins would keep the others from what it waits
// for. The clock comes last by itself, as Tick is enabled when nothing else is.
func (r *revisitor) byDefault(d *driver, st checker.State) (checker.Decision, bool) {
	t := r.t
	best, round, rank, found := checker.Decision{}, int32(0), int32(0), false
	for _, q := range st.Tasks() {
		in, at := int32(0), r.ranks.of(r.x.p, q)
		if int(q) < len(t.byTask) && t.byTask[q] >= 0 { // else the clock, before its first Tick
			if o := t.tasks[t.byTask[q]].op; o >= 0 {
				if r.held(q, o) {
					continue
				}
				in = r.rounds[o]
			}
		}
		if found && (in > round || in == round && at > rank) {
			continue
		}
		d.buf = st.Decisions(q, d.buf[:0])
		for k, dec := range d.buf {
			if k == 0 || r.sooner(dec, best) {
				best, round, rank, found = dec, in, at, true
			}
		}
	}
	return best, found
}

// sooner orders the alternatives of one task. It has to be an order of what they
// are, not of how the program lists them: waiters of a Cond are listed in the
// order in which they came, which is not in the trace.
func (r *revisitor) sooner(d, o checker.Decision) bool {
	if d.Choice != o.Choice {
		return d.Choice < o.Choice
	}
	if d.Partner != o.Partner {
		return o.Partner == checker.NoTask || d.Partner != checker.NoTask && r.ranks.of(r.x.p, d.Partner) < r.ranks.of(r.x.p, o.Partner)
	}
	return d.PartnerChoice < o.PartnerChoice
}

// did implements strategy.
func (r *revisitor) did(d *driver, st checker.State, ev *checker.Event) {
	n := len(d.decisions) - 1
	if r.t.repeating() {
		if r.t.repeats(st, ev) {
			return
		}
		r.left()
	}
	k := r.t.record(st, ev)
	r.announced()
	if n < len(r.cur) && r.cur[n].key != (key{}) && k != r.cur[n].key {
		r.diverge(n, ev)
	}
	if r.outside.what == "" {
		r.check(st, ev)
	}
}

// repeated implements repeating.
func (r *revisitor) repeated(st checker.State, n int, values []checker.Value, ev *checker.Event) checker.Kind {
	cut := n < int(r.t.prefix.kept)
	last := r.t.repeated(st, n, values, ev)
	if cut {
		r.left()
	}
	return last
}

// diverge notes that step n was another one before.
func (r *revisitor) diverge(n int, ev *checker.Event) {
	r.diverged = divergence(r.x.p, n, ev.Decision, "the same decisions have led to another event than before")
	r.diverged.Pos = r.x.p.Position(ev.Pos)
}
