package reversal

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// Two executions can differ in nothing but what is *not* there: a deadlock in
// which message c is still queued may have a subset of the events of one in
// which c was served before. So the end of an execution with a queued message
// is an event of its own, dead, after all others: then containment means
// equality. And a Tick, which comes when nothing else is enabled, is such an
// event of itself (docs/design/algorithms.md, section 4).
//
// What a smaller quiet set lacks is, besides what comes after, only starts of
// messages: whatever else could come next could come next in it as well.

// quiet is the scratch memory of quiescent.
type quiet struct {
	acts []trace.Action
	e    trace.Event
}

// Dead is the operation of the action "nothing comes after this".
const Dead = -1

func (r *Reverser) quiescent() {
	t := r.t
	if t.Sticky == 0 {
		return
	}
	for _, k := range t.Ticks {
		in := r.Pool.Copy(t.HistOf(k))
		in.Remove(k)
		r.quietSubsets(in)
	}
	if t.Maximal {
		r.quietSubsets(r.Pool.Copy(r.full))
	}
}

// quietSubsets finds the sets that are in without some starts of messages (and
// what comes after these) and after which nothing can come but the end or a
// Tick. It does not try all sets of starts: it takes out one, looks for
// something that could come next, and goes on with the starts whose absence
// could prevent that.
func (r *Reverser) quietSubsets(in flat.Set) {
	t := r.t
	tick := t.TickIn(in)
	t.MayStick(in)
	for i := range t.Handlers {
		h := &t.Handlers[i]
		if !h.Sticks {
			continue
		}
		for _, m := range h.Messages {
			c := &t.Tasks[m]
			if c.Start < 0 || !in.Has(c.Start) || tick >= 0 && t.HistOf(tick).Has(c.Start) {
				continue
			}
			mark := r.Pool.N
			next := r.Pool.Copy(in)
			next.Minus(t.AfterOf(c.Start))
			r.quietWithin(next, tick)
			r.Pool.N = mark
		}
	}
}

// quietWithin looks for quiet sets within in. Nothing up to the Tick tick
// leaves: that would be a quiet set of an earlier Tick.
func (r *Reverser) quietWithin(in flat.Set, tick int32) {
	t := r.t
	if r.Late(t.Words) {
		return
	}
	k := r.keyOfSet(in)
	k.Toggle(flat.Key{}.And(3))
	if r.Seen.hit(k) {
		return
	}
	todo, quiet := r.next(in) // the starts whose absence could change that
	if quiet {
		if r.emitQuiet(in) {
			return
		}
		copy(todo, r.Saturation.blame)
	}
	if tick >= 0 {
		todo.Minus(t.HistOf(tick))
	}
	for s := todo.Next(0); s >= 0; s = todo.Next(s + 1) {
		e := &t.Events[s]
		if !in.Has(s) || t.Tasks[e.Task].Start != s && e.Kind != checker.Default {
			continue
		}
		mark := r.Pool.N
		next := r.Pool.Copy(in)
		next.Minus(t.AfterOf(s))
		r.quietWithin(next, tick)
		r.Pool.N = mark
	}
}

// next finds something that can come after in. Its result are all events on
// which that it can might rest.
func (r *Reverser) next(in flat.Set) (why flat.Set, quiet bool) {
	t := r.t
	q := &r.quiet
	why = r.Pool.Zero()
	for i := range t.Ops {
		op := &t.Ops[i]
		if !reached(op, in) || op.Kind == checker.Tick {
			continue
		}
		if m := t.Tasks[op.Task].Handler; op.Kind == checker.Begin && m >= 0 {
			if h := &t.Handlers[m]; !r.stuck(in, h) {
				r.addServed(why, h, in)
				return why, false
			}
			continue
		}
		q.acts = t.Alternatives(q.acts[:0], int32(i))
		for j := range q.acts {
			a := &q.acts[j]
			if a.Op2 >= 0 && !reached(&t.Ops[a.Op2], in) {
				continue
			}
			if t.Resolve(a, in, &q.e) == trace.Ready {
				r.addGrounds(why, int32(i), a, in)
				return why, false
			}
		}
	}
	return why, true
}

// reached says whether op is the next of its task after in.
func reached(op *trace.Operation, in flat.Set) bool {
	done := op.Exec >= 0 && in.Has(op.Exec)
	return !done && (op.Prev < 0 || in.Has(op.Prev))
}

// addServed adds what a message of the handler can begin by: that those before it have ended. For
// it not to begin, one of these has to get stuck.
func (r *Reverser) addServed(why flat.Set, h *trace.Handler, in flat.Set) {
	t := r.t
	for _, m := range h.Messages {
		c := &t.Tasks[m]
		if c.Start >= 0 && in.Has(c.Start) && c.End >= 0 && in.Has(c.End) {
			end := r.Pool.Copy(t.HistOf(c.End))
			end.Minus(t.HistOf(c.Start))
			why.Union(end)
		}
	}
}

// addGrounds adds what the action a, of operation i, can be made by: what its tasks have done, who
// is waited for, and what has happened to the objects that it waits for.
func (r *Reverser) addGrounds(why flat.Set, i int32, a *trace.Action, in flat.Set) {
	t := r.t
	op := &t.Ops[i]
	r.addHist(why, op.Prev)
	if a.Op2 >= 0 {
		r.addHist(why, t.Ops[a.Op2].Prev)
	}
	if op.Kind == checker.Join {
		r.addHist(why, t.EndOf(op.Partner))
	}
	switch {
	case op.Kind == checker.Select || op.Kind == checker.Spin:
		cases := t.CasesOf(i)
		for j, c := range cases {
			if trace.Distinct(cases, j) {
				r.addObject(why, c.Obj, in)
			}
		}
	case (trace.Blocks[op.Kind] || op.Waits) && op.Kind != checker.Sleep:
		r.addObject(why, op.Obj, in)
	}
}

func (r *Reverser) addObject(why flat.Set, o checker.Object, in flat.Set) {
	for n := r.t.Heads[o]; n >= 0; n = r.t.Nodes[n].Prev {
		if f := r.t.Nodes[n].Ev; in.Has(f) {
			why.Union(r.t.PastOf(f))
		}
	}
}

// emitQuiet emits a quiet set with what comes after it: a Tick, or the end
// with a message queued. It is false if the set cannot be executed: then
// r.Saturation.blame has the starts one of which has to leave.
func (r *Reverser) emitQuiet(in flat.Set) bool {
	t := r.t
	a := trace.Action{Op: Dead, Op2: -1, Partner: checker.NoTask}
	queued := false
	for i := range t.Ops {
		op := &t.Ops[i]
		if !reached(op, in) {
			continue
		}
		if op.Kind == checker.Tick && r.awaited(in) {
			a.Op = int32(i)
		}
		queued = queued || op.Kind == checker.Begin && t.Tasks[op.Task].Handler >= 0
	}
	if a.Op == Dead && !queued {
		return true
	}
	slow := false
	if !t.Simulate(in, &a) {
		if slow = true; !r.Saturation.Run(t, in, &a) {
			return false
		}
	}
	r.Emit(in, &a, slow)
	return true
}

// stuck says whether a message of the handler has started in the set and not
// ended.
func (r *Reverser) stuck(in flat.Set, h *trace.Handler) bool {
	for _, m := range h.Messages {
		c := &r.t.Tasks[m]
		if c.Start >= 0 && in.Has(c.Start) && (c.End < 0 || !in.Has(c.End)) {
			return true
		}
	}
	return false
}

// awaited says whether somebody waits for a later time after the set.
func (r *Reverser) awaited(in flat.Set) bool {
	t := r.t
	now := t.Now(in)
	later := func(o checker.Object) bool {
		at, _, armed := t.Deadline(o, in)
		return armed && at > now
	}
	for i := range t.Ops {
		op := &t.Ops[i]
		if op.Exec >= 0 && in.Has(op.Exec) || op.Prev >= 0 && !in.Has(op.Prev) {
			continue
		}
		switch op.Kind {
		case checker.Sleep:
			if op.Arg > now {
				return true
			}
		case checker.TimerFire, checker.TimerRecv:
			if later(op.Obj) {
				return true
			}
		case checker.Select, checker.Spin:
			for _, c := range t.CasesOf(int32(i)) {
				if c.Kind == checker.Tick || c.Kind == checker.TimerRecv && later(c.Obj) {
					return true
				}
			}
		}
	}
	return false
}
