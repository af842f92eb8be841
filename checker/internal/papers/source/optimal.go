package source

import (
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// Optimal is Optimal-DPOR.
var Optimal = engine.Algorithm{Algorithm: checker.Algorithm{Name: "optimal", What: "Optimal-DPOR: source sets and wakeup trees, one execution of every trace, handlers being mutexes"},
	Explore: optimal}

// optimal is Optimal-DPOR (source-sets): Algorithm 2 and, as locks and all other
// operations may block, its extensions 4 and 6. It explores one execution of
// every trace, and none is sleep set blocked.
//
// Lines 3 to 15 of Algorithm 6, which find the races of a maximal execution and
// what has been blocked in it, are the work of the reverser: what it hands over
// is a set of events u and a step p that can come after them.
func optimal(x *engine.Exploration) {
	f := newDepthFirst(x)
	f.rev.Emit = func(in flat.Set, a *trace.Action, slow bool) {
		if v, at := f.reversal(in, a, slow); v != nil {
			f.wake(v, at, len(f.levels), nil, in, a)
		}
	}
	f.free = func(d *engine.Driver, st checker.State, sleep []trace.ProcStep) (checker.Decision, bool) {
		dec, ok := d.Fallback.Next(st)
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
func (f *depthFirst) wake(v []trace.ProcStep, at, n int, origin *wakeupSequence, in flat.Set, a *trace.Action) {
	for ; at < n; at++ {
		l := &f.levels[at]
		for i := range l.sleep {
			q := &l.sleep[i]
			f.names.Local(q)
			if f.covers(q, v, at, in, a) {
				return
			}
		}
		p := f.step(int32(at))
		w, k := trace.WeakInitial(p, v)
		if w != trace.Yes && (w != trace.Likely || a != nil) {
			// If likely, p depends on what its last step accesses: else in had p. (What a
			// guess had to do with has come here from a tree: there likely is followed.)
			l.doubted = l.doubted || w == trace.Unsure
			l.wut.insert(v, at, w == trace.Unsure, origin, &f.names)
			return
		}
		if origin == nil && guesses(p, v) {
			origin = &wakeupSequence{slices.Clone(v), at}
		}
		v = trace.After(p, v, k)
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
func (f *depthFirst) covers(q *trace.ProcStep, v []trace.ProcStep, at int, in flat.Set, a *trace.Action) bool {
	w, k := trace.WeakInitial(q, v)
	if w == trace.No || w == trace.Unsure {
		return false
	}
	if q.Effects {
		if k < 0 {
			k = len(v)
		}
		for i := range v[:k] {
			if p := &v[i]; p.Executed {
				if n, ok := f.outcomes.At[p.Key]; !ok || !f.apart(q, p, n) {
					return false
				}
			}
		}
	}
	return w == trace.Yes || a != nil && f.independent(q, at, in, a)
}

// independent says whether q, which sleeps after the first at steps, is
// independent of what comes of a after them and in. As q has been explored, that
// has been executed after q.
func (f *depthFirst) independent(q *trace.ProcStep, at int, in flat.Set, a *trace.Action) bool {
	t := &f.t
	all := f.rev.Pool.Copy(in)
	for i := range at {
		all.Add(int32(i))
	}
	op := &t.Ops[a.Op]
	e := &f.rev.Tmp
	t.Resolve(a, in, e)
	if e.Kind == checker.NoKind {
		return false // a CAS: what it needs is not known
	}
	f.view.Start(t, op.Prev, a.Op2, all)
	t.Depend(&f.view, e)
	return f.outcomes.Follows(t, q.Key, all, t.ActionKey(op, a.Op2, e.Kind, a.Choice, a.PChoice, a.Partner), t.NeedsOf(f.view.Preds)) == trace.No
}
