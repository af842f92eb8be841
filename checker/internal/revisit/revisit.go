package revisit

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// Algorithm is revisit: one execution of every trace, by reverse search.
var Algorithm = engine.Algorithm{Algorithm: checker.Algorithm{Name: "revisit", What: "one execution of every trace, by reverse search", Commutes: true, Faults: true},
	Explore: explore, Folds: true, Skims: true, Parts: engine.Subtrees}

// explore explores exactly one execution of every trace by reverse search. Every
// trace T but the first has one parent, computed from T alone, which is smaller in
// a well-founded order. The children of a trace are found among its races by a
// local walk that executes nothing. What is kept is a stack of children still to
// be run, at most those of the traces on the way from the root to the present one.
// docs/design/algorithms-revisit.md has the algorithm, the rules by kind, and why
// they are exact.
func explore(x *engine.Exploration) {
	r := &Search{Engine: x, Trace: &trace.Trace{Program: x.Program}}
	r.Explore()
	r.Leave()
	if r.Outside.What != "" && x.Stopped == "" && !x.Void {
		x.Refuse(r.Outside.What, r.Outside.pos)
	}
}

// Search is the state of revisit.
type Search struct {
	Engine *engine.Exploration
	Trace  *trace.Trace // P, the present execution: its events are in the order L(P)
	revisitStack
	ranks ranks
	taken revisitStack // as it was before the node being run was taken from it
	Given bool         // some nodes are run elsewhere
	ended bool         // by Divided.Stop
	root  bool         // the default execution has still to be made

	// The node being run: a schedule. From its end on D decides: there all blocks
	// of L(P) are empty.
	cur     []trace.Step
	blocks  int32 // where the last block of L(P) ends: with cur, unless P was executed before
	again   bool  // P was executed before, and these of its children found
	found   revisitFound
	targets []int32 // of the events of P: |s| if it is a target at s in L(P), else -1
	holds   []revisitHold

	Counted                      func(flat.Key) // told of every trace that is counted, if not nil
	Lend                         bool           // an execution with something outside is for another algorithm: go on to its end
	Outside                      Outside
	diverged                     *checker.Failure
	blocked                      bool
	posted                       []checker.Object // handlers that a message was posted to
	waitPos, selectPos, awaitPos checker.Pos      // of a Wait, a select, an Await

	scratch
}

// Explore runs the default execution, or the nodes of Options.Part, and all
// descendants, until it is told to stop or meets an operation that it has no exact
// rule for: the outcome is of that execution, which is not counted.
func (r *Search) Explore() checker.Outcome {
	x := r.Engine
	x.Trace = r.Trace
	first := x.Part == nil
	if x.Part != nil {
		r.take(x.Part)
		if !r.nextNode() {
			return checker.Outcome{}
		}
	}
	for {
		out, ok := r.execute()
		if x.Void {
			r.revisitStack, r.root = r.taken, first
			return out
		}
		first = false
		if r.Outside.What != "" {
			return out
		}
		if ok {
			if r.again {
				x.Result.Repeated++
			} else {
				r.book(out)
			}
			switch x.Stopped {
			case "":
				r.children()
			case "time":
				r.allLater()
			}
		}
		x.Stored = r.bytes()
		if m := x.Options.Memory; m > 0 && x.Stored > max(x.Room(m), engine.LeastMemory) {
			x.Stop("memory")
		}
		if !r.nextNode() {
			return checker.Outcome{}
		}
	}
}

// nextNode takes the next node from the stack; false if there is none, or no time.
func (r *Search) nextNode() bool {
	x := r.Engine
	for {
		if x.Options.Between != nil && x.Stopped != engine.Anew { // what is given away would be explored twice
			x.Options.Between(&engine.Division{Of: r})
		}
		if x.Late(1) || len(r.stack) == 0 {
			return false
		}
		r.taken = r.revisitStack // what is taken stays there until something is pushed
		if r.pop() {
			return true
		}
	}
}

// Leave says what is left of an exploration that is divided, if it can be gone on
// with.
func (r *Search) Leave() {
	if x := r.Engine; x.Options.Between != nil && (x.Stopped == "time" || r.ended) && r.Outside.What == "" && !r.root {
		x.Rest = r.Rest()
	}
}

// execute runs r.cur and then the default scheduler. False if there is nothing
// to look at after it.
func (r *Search) execute() (checker.Outcome, bool) {
	x, t := r.Engine, r.Trace
	r.diverged, r.blocked = nil, false
	out := x.RunFrom(r, r.keep())
	if t.Repeating() { // it has ended before it was where they part
		t.Cut(int(t.Prefix.Events))
		r.left()
	}
	if r.Outside.What == "" {
		r.checkAll()
	}
	switch {
	case x.Void:
	case r.blocked:
		x.Result.Blocked++
		x.Holes.Blocked = true
	case r.diverged != nil:
		out.Failure = r.diverged
		x.Count(out)
	case r.Outside.What != "":
	default:
		t.Maximal = !x.Driver.Cut
		for i := len(r.targets); i < len(t.Events); i++ {
			r.targets = append(r.targets, int32(i))
		}
		return out, true
	}
	return out, false
}

// keep leaves of P what the execution of r.cur begins with, and says how many events
// that are.
func (r *Search) keep() int {
	n := r.Trace.Keep(r.Trace.Begins(r.cur)) // the key of a forced decision is none
	r.left()
	return n
}

// left makes what is known of P that of the events that are left of it.
func (r *Search) left() {
	t := r.Trace
	r.posted = r.posted[:0]
	for i := range t.Handlers {
		r.posted = append(r.posted, t.Handlers[i].Obj) // there is one message on each
	}
	r.rounds, r.yields = r.rounds[:len(t.Ops)], r.yields[:min(len(r.yields), len(t.Tasks))]
	for i := range r.yields {
		if r.yields[i] > 0 {
			r.yields[i] = r.yieldsIn(int32(i))
		}
	}
}

// yieldsIn is how often the task has yielded in what is left of P, where it has
// announced an operation since.
func (r *Search) yieldsIn(task int32) int32 {
	n := int32(0)
	for i := range r.Trace.Ops {
		if op := &r.Trace.Ops[i]; op.Task == task && r.yielded(op) {
			n++
		}
	}
	return n
}

// book counts the execution.
func (r *Search) book(out checker.Outcome) {
	if r.Counted != nil {
		r.Counted(r.Trace.Whole())
	}
	r.Engine.Explored(r.Trace, nil)
	r.Engine.Count(out)
}

// Next implements strategy: the schedule of the node, then D, the default
// scheduler.
func (r *Search) Next(d *engine.Driver, st checker.State) (checker.Decision, bool) {
	n := len(d.Decisions)
	if n >= checker.MaxEvents {
		d.Cut = true
		r.Engine.Holes.Length = true
		return checker.Decision{}, false
	}
	if n == 0 {
		if r.Trace.Repeating() && !r.Trace.RepeatsBegin(st) {
			r.Trace.Reset()
			r.left()
		}
		if !r.Trace.Repeating() {
			r.Trace.Begin(st)
			r.announced()
		}
	}
	if r.diverged != nil || r.Outside.What != "" && !r.Lend {
		return checker.Decision{}, false
	}
	if n < len(r.cur) {
		dec := r.cur[n].Dec
		if (!r.Trace.Repeating() || r.mayWait(n)) && !d.Enabled(st, dec) {
			if r.cur[n].Key != (flat.Key{}) {
				r.diverged = engine.Divergence(r.Engine.Program, n, dec, "a step that was possible before is not any more")
			} else {
				r.blocked = true
			}
			return checker.Decision{}, false
		}
		return dec, true
	}
	if r.Outside.What != "" {
		return d.Fallback.Next(st)
	}
	return r.byDefault(d, st)
}

// mayWait says whether event n, which was kept, is of an operation that is possible
// only if the program is as it was. Of other ones it is enough that they have been
// announced.
func (r *Search) mayWait(n int) bool {
	e := &r.Trace.Events[n]
	switch r.Trace.Ops[e.Op].Kind {
	case checker.Spawn, checker.Read, checker.Write, checker.CAS, checker.Store, checker.Inc, checker.Mask, checker.Merge:
		return false
	case checker.Begin:
		return r.Trace.Tasks[e.Task].Handler >= 0
	}
	return true
}

// byDefault is D(s): the first alternative of the first task, in the order of
// the tasks' names (ranks), that has one. It depends on the trace of s only, which is
// what the algorithm rests on. Tasks that have yielded, or made many steps, come
// later (round): else a task that spins would keep the others from what it waits
// for. The clock comes last by itself, as Tick is enabled when nothing else is.
func (r *Search) byDefault(d *engine.Driver, st checker.State) (checker.Decision, bool) {
	t := r.Trace
	best, round, rank, found := checker.Decision{}, int32(0), int32(0), false
	for _, q := range st.Tasks() {
		in, at := int32(0), r.ranks.of(r.Engine.Program, q)
		if int(q) < len(t.ByTask) && t.ByTask[q] >= 0 { // else the clock, before its first Tick
			if o := t.Tasks[t.ByTask[q]].Op; o >= 0 {
				if r.held(q, o) {
					continue
				}
				in = r.rounds[o]
			}
		}
		if found && (in > round || in == round && at > rank) {
			continue
		}
		d.Buf = st.Decisions(q, d.Buf[:0])
		for k, dec := range d.Buf {
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
func (r *Search) sooner(d, o checker.Decision) bool {
	if d.Choice != o.Choice {
		return d.Choice < o.Choice
	}
	if d.Partner != o.Partner {
		return o.Partner == checker.NoTask || d.Partner != checker.NoTask && r.ranks.of(r.Engine.Program, d.Partner) < r.ranks.of(r.Engine.Program, o.Partner)
	}
	return d.PartnerChoice < o.PartnerChoice
}

// Did implements strategy.
func (r *Search) Did(d *engine.Driver, st checker.State, ev *checker.Event) {
	n := len(d.Decisions) - 1
	if r.Trace.Repeating() {
		if r.Trace.Repeats(st, ev) {
			return
		}
		r.left()
	}
	k := r.Trace.Record(st, ev)
	r.announced()
	if n < len(r.cur) && r.cur[n].Key != (flat.Key{}) && k != r.cur[n].Key {
		r.diverge(n, ev)
	}
	if r.Outside.What == "" {
		r.check(st, ev)
	}
}

// Repeated implements repeating.
func (r *Search) Repeated(st checker.State, n int, values []checker.Value, ev *checker.Event) checker.Kind {
	cut := n < int(r.Trace.Prefix.Kept)
	last := r.Trace.Repeated(st, n, values, ev)
	if cut {
		r.left()
	}
	return last
}

// diverge notes that step n was another one before.
func (r *Search) diverge(n int, ev *checker.Event) {
	r.diverged = engine.Divergence(r.Engine.Program, n, ev.Decision, "the same decisions have led to another event than before")
	r.diverged.Pos = r.Engine.Program.Position(ev.Pos)
}
