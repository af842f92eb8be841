package source

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// Algorithm is Source-DPOR.
var Algorithm = engine.Algorithm{Algorithm: checker.Algorithm{Name: "source", What: "Source-DPOR: source sets and sleep sets, handlers being mutexes"},
	Explore: source}

// source is Source-DPOR (source-sets): Algorithm 1 with its extensions for
// blocking, 3 and 5. It misses no trace; what it begins in vain, as all that is
// enabled sleeps, is counted as blocked.
//
// backtrack(E) is here what has been explored from E, the branch being explored,
// and wut(E), the wakeup tree of depth one of what is still to be.
//
// Races are looked for when an execution has ended, maximal or sleep set
// blocked, and not with each step (line 5): as in Algorithm 2, v has all events of
// the execution that do not depend on the race then. The proof of Claim 5.4 holds
// as it is: an initial of the longer v is one of q.w' as well (15). It has more
// initials, so that less is added to backtrack sets.
func source(x *engine.Exploration) {
	f := newDepthFirst(x)
	f.lightly = true
	f.rev.Emit = func(in flat.Set, a *trace.Action, slow bool) {
		if f.t.Orders || f.t.Counts() || f.t.Fronts() {
			in = f.notAfter(in, a)
		}
		if v, at := f.reversal(in, a, slow); at < len(f.levels) {
			f.backtrackTo(&f.levels[at], f.step(int32(at)), v)
		}
	}
	f.free = func(d *engine.Driver, st checker.State, sleep []trace.ProcStep) (checker.Decision, bool) {
		dec, ok := d.Fallback.Next(st)
		if !ok || !asleep(dec, sleep) {
			return dec, ok
		}
		for _, t := range st.Tasks() {
			f.decs = st.Decisions(t, f.decs[:0])
			for _, dec := range f.decs {
				if !asleep(dec, sleep) {
					return dec, true
				}
			}
		}
		f.asleep = true
		return checker.Decision{}, false
	}
	f.run()
}

// notAfter leaves out of the set what had to come after one of the events that
// are not in it, although happens-before does not say so, such as a close after a
// default. An initial of v that slept at E' and has been woken since by an event
// that is not in v would be taken for one that has been explored: Algorithm 1 rests
// on what is dependent being ordered. What a needs stays.
func (f *depthFirst) notAfter(in flat.Set, a *trace.Action) flat.Set {
	t := &f.t
	f.predict(in, a)
	past := f.view.Past
	less := f.rev.Pool.Copy(in)
	for g := less.Next(0); g >= 0; g = less.Next(g + 1) {
		if p := f.step(g); !past.Has(g) && f.comesAfter(p, g, less) {
			less.Minus(t.AfterOf(g))
		}
	}
	if t.Resolve(a, less, &f.rev.Tmp) != trace.Ready || !t.Simulate(less, a) {
		return in
	}
	return less
}

// comesAfter says whether p, the step of event g, would disturb one of the events
// before it that are not in the set.
func (f *depthFirst) comesAfter(p *trace.ProcStep, g int32, in flat.Set) bool {
	switch p.Kind {
	case checker.Close, checker.Unlock, checker.RUnlock, checker.PostFront:
		for d := range g {
			if !in.Has(d) && p.Disturbs(f.step(d)) == trace.Yes {
				return true
			}
		}
	}
	return false
}

// asleep says whether the step that a decision leads to sleeps. What sleeps is
// possible as what it is (lightly), and in one state a decision is one step.
func asleep(dec checker.Decision, sleep []trace.ProcStep) bool {
	for i := range sleep {
		if sleep[i].Dec == dec {
			return true
		}
	}
	return false
}

// backtrackTo adds an initial of v to backtrack(E'), unless one is there (lines 8
// and 9) or sleeps: l is E' and now the step being explored from there.
func (f *depthFirst) backtrackTo(l *depthLevel, now *trace.ProcStep, v []trace.ProcStep) {
	if initial(now, v) {
		return
	}
	for i := range l.sleep {
		f.names.Local(&l.sleep[i])
		if initial(&l.sleep[i], v) {
			return
		}
	}
	for _, n := range l.wut {
		f.names.Local(&n.step)
		if initial(&n.step, v) {
			return
		}
	}
	n := &wakeupNode{step: v[0]}
	f.names.Keep(&n.step)
	l.wut = append(l.wut, n)
}

// initial says whether p is in I(v) (Definition 4.1).
func initial(p *trace.ProcStep, v []trace.ProcStep) bool {
	a, at := trace.WeakInitial(p, v)
	// What comes of a step with effects after others is known when it was executed.
	return a == trace.Yes && at >= 0 && (at == 0 || !p.Effects || v[at].Executed)
}
