package revisit

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/trace"
)

// RWMutexes. An Arrive (of a writer) keeps RLocks and Arrives off, an RLock
// keeps nobody off, and RLocks commute. So Arrives of one lock are totally
// ordered, as Locks of a mutex are, but in T any number of RLocks may come before
// the next Arrive f, and which they are is not to be seen in a parent in which f
// comes later. Hence the rules of their own, with s and e as elsewhere:
//
//   - e is an Arrive, and the next one of T: its block is all RLocks that it comes
//     after, with what they need, as that of a write is. Undone by one RLock.
//   - e is an Arrive, and the next one of T is f: block [f], as for mutexes. e comes
//     after all RLocks that f came after, so K' is to be seen in the parent.
//   - e is an RLock, and T has an Arrive f between s and e: e is *held*: block
//     [popred(f)], and from there on D leaves e alone until f has happened, and all
//     other Arrives, as f is the next one. RLocks that are met in between are held
//     or not, each decided on its own. Undone by letting e go.

// revisitHold keeps an RLock behind an Arrive.
type revisitHold struct {
	at    int32        // from that number of events on
	task  checker.Task // that is about to RLock
	by    checker.Task // that is about to Arrive,
	index uint32       // by its event of that number
}

// keeps says whether the hold, if the writer has not arrived yet, that is if o is
// its present operation, concerns the present operation op of task q.
func (h *revisitHold) keeps(arrive *trace.Operation, q checker.Task, op *trace.Operation) bool {
	if arrive.Index != h.index {
		return false // it has arrived
	}
	return q == h.task || q != h.by && op.Kind == checker.Arrive && op.Obj == arrive.Obj
}

// held says whether the present execution holds the task, whose present
// operation is o.
func (r *Search) held(q checker.Task, o int32) bool {
	t := r.Trace
	for k := range r.holds {
		h := &r.holds[k]
		if i := t.ByTask[h.by]; t.Tasks[i].Op >= 0 && h.keeps(&t.Ops[t.Tasks[i].Op], q, &t.Ops[o]) {
			return true
		}
	}
	return false
}

// heldInWalk is held for a walk from the first r.walkHolds holds.
func (r *Search) heldInWalk(q checker.Task, o int32) bool {
	t := r.Trace
	for k := range r.holds[:r.walkHolds] {
		h := &r.holds[k]
		if a := r.present.at[t.ByTask[h.by]]; a >= 0 && h.keeps(&t.Ops[a], q, &t.Ops[o]) {
			return true
		}
	}
	return false
}

// arrival is the operation of P that ends the hold.
func (r *Search) arrival(h *revisitHold) *trace.Operation {
	t := r.Trace
	o := r.first[t.ByTask[h.by]]
	for t.Ops[o].Index != h.index {
		o = r.nextOp[o]
	}
	return &t.Ops[o]
}

// holdsAt is how many holds begin at or before s.
func (r *Search) holdsAt(s int32) int {
	n := 0
	for n < len(r.holds) && r.holds[n].at <= s {
		n++
	}
	return n
}

// holding is the hold on a lock after the first s events of P, or nil.
func (r *Search) holding(o checker.Object, s int32) *revisitHold {
	for k := range r.holds[:r.holdsAt(s)] {
		h := &r.holds[k]
		if a := r.arrival(h); a.Obj == o && (a.Exec < 0 || a.Exec >= s) {
			return h
		}
	}
	return nil
}

// readers: e is an RLock; each Arrive that could come before it may hold it.
func (r *Search) readers(i int32) {
	t := r.Trace
	e := &t.Events[i]
	now := r.holding(e.Obj, i)
	r.others = r.coming.of(r, e.Obj, i, 1<<checker.Arrive, r.others[:0])
	for _, o := range r.others {
		op := &t.Ops[o]
		if op.Task == e.Task {
			continue
		}
		by := t.Tasks[op.Task].Name
		if now != nil && now.by != by {
			continue
		}
		in := r.before(i)
		r.add(in, op.Prev)
		done := r.pool.Copy(in)
		done.Add(i)
		if r.turn() && r.leadsToP(done, i) {
			h := revisitHold{task: t.Tasks[e.Task].Name, by: by, index: op.Index}
			r.child(in, node{s: i, hold: h, held: true})
		}
	}
}

// writers: e is an Arrive; another one, or an RLock, might come before it.
func (r *Search) writers(i int32) {
	t := r.Trace
	e := &t.Events[i]
	s := r.targets[i]
	now := r.holding(e.Obj, s)
	r.others = r.coming.of(r, e.Obj, i, 1<<checker.Arrive|1<<checker.RLock, r.others[:0])
	for _, o := range r.others {
		op := &t.Ops[o]
		if op.Task == e.Task {
			continue
		}
		name := t.Tasks[op.Task].Name
		if now != nil && (op.Kind == checker.Arrive || r.heldAt(name, op, s)) {
			continue
		}
		in := r.before(s)
		r.add(in, i)
		r.add(in, op.Prev)
		in.Remove(i)
		n := node{s: s, forced: [2]checker.Decision{{Task: name, Partner: checker.NoTask}}, number: 1}
		if op.Kind == checker.RLock {
			if !r.largest(i, trace.Reads, op, in) {
				continue
			}
			n.forced[1], n.number, n.target = e.Decision, 2, true
		}
		done := r.pool.Copy(in)
		done.Add(i)
		if r.turn() && r.leadsToP(done, s) {
			r.child(in, n)
		}
	}
}

// heldAt says whether, after the first s events of P, the operation is held.
func (r *Search) heldAt(q checker.Task, op *trace.Operation, s int32) bool {
	for k := range r.holds[:r.holdsAt(s)] {
		h := &r.holds[k]
		if a := r.arrival(h); h.task == q && op.Obj == a.Obj && (a.Exec < 0 || a.Exec >= s) {
			return true
		}
	}
	return false
}
