package explore

import "gocheck.dev/checker"

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
	acts []action
	e    event
}

// dead is the operation of the action "nothing comes after this".
const dead = -1

func (r *reverser) quiescent() {
	t := r.t
	if t.sticky == 0 {
		return
	}
	for _, k := range t.ticks {
		in := r.pool.copy(t.histOf(k))
		in.remove(k)
		r.quietSubsets(in)
	}
	if t.maximal {
		r.quietSubsets(r.pool.copy(r.full))
	}
}

// quietSubsets finds the sets that are in without some starts of messages (and
// what comes after these) and after which nothing can come but the end or a
// Tick. It does not try all sets of starts: it takes out one, looks for
// something that could come next, and goes on with the starts whose absence
// could prevent that.
func (r *reverser) quietSubsets(in set) {
	t := r.t
	tick := t.tickIn(in)
	t.mayStick(in)
	for i := range t.handlers {
		h := &t.handlers[i]
		if !h.sticks {
			continue
		}
		for _, m := range h.messages {
			c := &t.tasks[m]
			if c.start < 0 || !in.has(c.start) || tick >= 0 && t.histOf(tick).has(c.start) {
				continue
			}
			mark := r.pool.n
			next := r.pool.copy(in)
			next.minus(t.afterOf(c.start))
			r.quietWithin(next, tick)
			r.pool.n = mark
		}
	}
}

// quietWithin looks for quiet sets within in. Nothing up to the Tick tick
// leaves: that would be a quiet set of an earlier Tick.
func (r *reverser) quietWithin(in set, tick int32) {
	t := r.t
	if r.late(t.words) {
		return
	}
	k := r.keyOfSet(in)
	k.toggle(key{}.and(3))
	if r.seen.hit(k) {
		return
	}
	todo, quiet := r.next(in) // the starts whose absence could change that
	if quiet {
		if r.emitQuiet(in) {
			return
		}
		copy(todo, r.sat.blame)
	}
	if tick >= 0 {
		todo.minus(t.histOf(tick))
	}
	for s := todo.next(0); s >= 0; s = todo.next(s + 1) {
		e := &t.events[s]
		if !in.has(s) || t.tasks[e.task].start != s && e.kind != checker.Default {
			continue
		}
		mark := r.pool.n
		next := r.pool.copy(in)
		next.minus(t.afterOf(s))
		r.quietWithin(next, tick)
		r.pool.n = mark
	}
}

// next finds something that can come after in. Its result are all events on
// which that it can might rest.
func (r *reverser) next(in set) (why set, quiet bool) {
	t := r.t
	q := &r.quiet
	why = r.pool.zero()
	for i := range t.ops {
		op := &t.ops[i]
		if op.exec >= 0 && in.has(op.exec) || op.prev >= 0 && !in.has(op.prev) || op.kind == checker.Tick {
			continue
		}
		if m := t.tasks[op.task].handler; op.kind == checker.Begin && m >= 0 {
			if h := &t.handlers[m]; !r.stuck(in, h) {
				// Some message of the handler has to get stuck.
				for _, o := range h.messages {
					if c := &t.tasks[o]; c.start >= 0 && in.has(c.start) && c.end >= 0 && in.has(c.end) {
						end := r.pool.copy(t.histOf(c.end))
						end.minus(t.histOf(c.start))
						why.union(end)
					}
				}
				return why, false
			}
			continue
		}
		q.acts = t.alternatives(q.acts[:0], int32(i))
		for j := range q.acts {
			a := &q.acts[j]
			if a.op2 >= 0 {
				b := &t.ops[a.op2]
				if b.exec >= 0 && in.has(b.exec) || b.prev >= 0 && !in.has(b.prev) {
					continue
				}
			}
			if t.resolve(a, in, &q.e) != ready {
				continue
			}
			r.addHist(why, op.prev)
			if a.op2 >= 0 {
				r.addHist(why, t.ops[a.op2].prev)
			}
			if op.kind == checker.Join {
				r.addHist(why, t.endOf(op.partner))
			}
			if op.kind == checker.Select || op.kind == checker.Spin {
				cases := t.casesOf(int32(i))
				for j, c := range cases {
					if distinct(cases, j) {
						r.addObject(why, c.Obj, in)
					}
				}
			} else if (blocks[op.kind] || op.waits) && op.kind != checker.Sleep {
				r.addObject(why, op.obj, in)
			}
			return why, false
		}
	}
	return why, true
}

func (r *reverser) addObject(why set, o checker.Object, in set) {
	for n := r.t.heads[o]; n >= 0; n = r.t.nodes[n].prev {
		if f := r.t.nodes[n].ev; in.has(f) {
			why.union(r.t.histOf(f))
		}
	}
}

// emitQuiet emits a quiet set with what comes after it: a Tick, or the end
// with a message queued. It is false if the set cannot be executed: then
// r.sat.blame has the starts one of which has to leave.
func (r *reverser) emitQuiet(in set) bool {
	t := r.t
	a := action{op: dead, op2: -1, partner: checker.NoTask}
	queued := false
	for i := range t.ops {
		op := &t.ops[i]
		if op.exec >= 0 && in.has(op.exec) || op.prev >= 0 && !in.has(op.prev) {
			continue
		}
		if op.kind == checker.Tick && r.awaited(in) {
			a.op = int32(i)
		}
		queued = queued || op.kind == checker.Begin && t.tasks[op.task].handler >= 0
	}
	if a.op == dead && !queued {
		return true
	}
	slow := false
	if !t.simulate(in, &a) {
		if slow = true; !r.sat.run(t, in, &a) {
			return false
		}
	}
	r.emit(in, &a, slow)
	return true
}

// stuck says whether a message of the handler has started in the set and not
// ended.
func (r *reverser) stuck(in set, h *handlerRec) bool {
	for _, m := range h.messages {
		c := &r.t.tasks[m]
		if c.start >= 0 && in.has(c.start) && (c.end < 0 || !in.has(c.end)) {
			return true
		}
	}
	return false
}

// awaited says whether somebody waits for a later time after the set.
func (r *reverser) awaited(in set) bool {
	t := r.t
	now := t.now(in)
	later := func(o checker.Object) bool {
		at, _, armed := t.deadline(o, in)
		return armed && at > now
	}
	for i := range t.ops {
		op := &t.ops[i]
		if op.exec >= 0 && in.has(op.exec) || op.prev >= 0 && !in.has(op.prev) {
			continue
		}
		switch op.kind {
		case checker.Sleep:
			if op.arg > now {
				return true
			}
		case checker.TimerFire, checker.TimerRecv:
			if later(op.obj) {
				return true
			}
		case checker.Select, checker.Spin:
			for _, c := range t.casesOf(int32(i)) {
				if c.Kind == checker.Tick || c.Kind == checker.TimerRecv && later(c.Obj) {
					return true
				}
			}
		}
	}
	return false
}
