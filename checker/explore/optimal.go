package explore

import (
	"slices"

	"gocheck.dev/checker"
)

// optimal is Optimal-DPOR (source-sets): Algorithm 2 and, as locks and all other
// operations may block, its extensions 4 and 6. It explores one execution of
// every trace, and none is sleep set blocked.
//
// Lines 3 to 15 of Algorithm 6, which find the races of a maximal execution and
// what has been blocked in it, are the work of the reverser: what it hands over
// is a set of events u and a step p that can come after them.
func optimal(x *exploration) {
	f := newDepthFirst(x)
	f.rev.emit = func(in set, a *action, slow bool) {
		if v, at := f.reversal(in, a, slow); v != nil {
			f.wake(v, at, len(f.levels), nil, in, a)
		}
	}
	f.free = func(d *driver, st checker.State, sleep []procStep) (checker.Decision, bool) {
		dec, ok := d.fallback.Next(st)
		// Lemma 7.1: where the wakeup tree is empty, nothing sleeps.
		f.asleep = ok && len(sleep) > 0
		return dec, ok && !f.asleep
	}
	f.run()
}

// wake makes sure that v is explored after the first at steps of the present
// execution, of which n have been made: lines 14 and 15. v is what of in comes
// after them, and then a (nil: that is not known any more). If the branch being
// explored there, of which the wakeup tree has only what is below it, is a weak
// initial of v, that is a matter of the next level.
func (f *depthFirst) wake(v []procStep, at, n int, origin *wakeupSequence, in set, a *action) {
	for ; at < n; at++ {
		l := &f.levels[at]
		for i := range l.sleep {
			q := &l.sleep[i]
			f.names.local(q)
			if f.covers(q, v, at, in, a) {
				return
			}
		}
		p := f.step(int32(at))
		w, k := weakInitial(p, v)
		if w != yes && (w != likely || a != nil) {
			// If likely, p depends on what its last step accesses: else in had p. (What a
			// guess had to do with has come here from a tree: there likely is followed.)
			l.doubted = l.doubted || w == unsure
			l.wut.insert(v, at, w == unsure, origin, &f.names)
			return
		}
		if origin == nil && guesses(p, v) {
			origin = &wakeupSequence{slices.Clone(v), at}
		}
		v = after(p, v, k)
	}
	switch {
	case n < len(f.levels):
		f.levels[n].wut.insert(v, n, false, origin, &f.names)
	case len(v) > 0 && a == nil:
		f.ahead.insert(v, n, false, origin, &f.names)
	}
}

// covers says whether q, which sleeps after the first at steps, is in WI(v): then
// v has been explored with q.
func (f *depthFirst) covers(q *procStep, v []procStep, at int, in set, a *action) bool {
	w, k := weakInitial(q, v)
	if w == no || w == unsure {
		return false
	}
	if q.effects {
		if k < 0 {
			k = len(v)
		}
		for i := range v[:k] {
			if p := &v[i]; p.executed {
				if n, ok := f.outcomes.at[p.key]; !ok || !f.apart(q, p, n) {
					return false
				}
			}
		}
	}
	return w == yes || a != nil && f.independent(q, at, in, a)
}

// independent says whether q, which sleeps after the first at steps, is
// independent of what comes of a after them and in. As q has been explored, that
// has been executed after q.
func (f *depthFirst) independent(q *procStep, at int, in set, a *action) bool {
	t := &f.t
	all := f.rev.pool.copy(in)
	for i := range at {
		all.add(int32(i))
	}
	op := &t.ops[a.op]
	e := &f.rev.tmp
	t.resolve(a, in, e)
	if e.kind == checker.NoKind {
		return false // a CAS: what it needs is not known
	}
	f.view.start(t, op.prev, a.op2, all)
	t.depend(&f.view, e)
	return f.outcomes.follows(t, q.key, all, t.actionKey(op, a.op2, e.kind, a.choice, a.pchoice, a.partner), t.needsOf(f.view.preds)) == no
}
