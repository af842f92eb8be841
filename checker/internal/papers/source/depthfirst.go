package source

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/reversal"
	"gocheck.dev/checker/internal/trace"
)

// depthFirst is the exploration that source.go and optimal.go have in common:
// Explore of the paper's algorithms, without recursion. A level is a call of
// Explore(E, Sleep, WuT) that has not returned; the present execution goes
// through all of them.
type depthFirst struct {
	x     *engine.Exploration
	t     trace.Trace
	rev   reversal.Reverser
	steps []trace.ProcStep // of the present execution, see step
	// free picks the first branch where the wakeup tree has none; false if nothing
	// is enabled, or all that is sleeps.
	free func(d *engine.Driver, st checker.State, sleep []trace.ProcStep) (checker.Decision, bool)
	// lightly wakes a step as soon as it is not possible any more as what it was,
	// such as a failed TryLock when the lock is let go: what sleeps can then be told
	// by its Decision.
	lightly bool

	levels   []depthLevel
	names    trace.ObjectNames
	coarse   bool // steps may have effects
	effects  bool // they do
	foreseen bool // some was taken to have none
	outcomes trace.Outcomes
	ahead    wakeupTree        // WuT of the next level
	lost     []*wakeupSequence // what was given up by the present execution

	diverged *checker.Failure
	failed   bool        // a step of a wakeup sequence was not possible, or not as what it was
	unknown  string      // what was met that is not known
	at       checker.Pos // where
	asleep   bool        // the execution was sleep set blocked

	// Scratch memory.
	seq   []trace.ProcStep
	order []int32
	past  flat.Set
	decs  []checker.Decision
	view  trace.View
}

// depthLevel is the state of Explore(E, Sleep, WuT).
type depthLevel struct {
	dec     checker.Decision // the branch being explored, the least of wut(E)
	kind    checker.Kind     // what it has to lead to; NoKind: anything
	key     flat.Key         // of its event; the zero key if it has not been executed
	sleep   []trace.ProcStep
	wut     wakeupTree // the branches that come after it
	doubted bool       // see wakeupNode
	guessed bool       // the same, until the branch has been executed
	origin  *wakeupSequence
	stands  []*wakeupSequence
}

// firstEffects is after how many executions without effects it is taken that there
// are none. The program is refused if it has some after all.
const firstEffects = 1 << 10

func newDepthFirst(x *engine.Exploration) *depthFirst {
	f := &depthFirst{x: x}
	f.t.Program, f.t.Serial, f.coarse = x.Program, true, true
	f.names.Trace = &f.t
	x.RefuseOwn()
	f.rev.Late, f.rev.Saturation.Late = x.Late, x.Late
	return f
}

// run explores until there is nothing left.
func (f *depthFirst) run() {
	x, t := f.x, &f.t
	for more := true; more && !x.Late(1); more = f.backtrack() {
		t.Reset()
		f.names.Reset()
		f.outcomes.Reset()
		f.steps, f.lost = f.steps[:0], nil
		f.diverged, f.failed, f.asleep = nil, false, false
		out := x.Run(f)
		switch {
		case x.Void:
			return
		case f.failed:
			x.Result.Blocked++
			x.Holes.Blocked = true
			continue
		case f.diverged != nil:
			out.Failure = f.diverged
			x.Count(out)
			continue
		case f.asleep:
			x.Result.Blocked++
		default:
			x.Explored(t, nil)
			x.Count(out)
		}
		if f.unknown != "" && x.Stopped == "" {
			x.Refuse(f.unknown, f.at)
		}
		if x.Stopped != "" {
			return
		}
		t.Finish(!x.Driver.Cut && !f.asleep)
		f.effects = f.effects || t.Effects
		if f.coarse && !f.effects && x.Result.Executions >= firstEffects {
			f.coarse, f.outcomes = false, trace.Outcomes{}
		}
		if f.coarse {
			f.outcomes.Note(t)
		}
		// What the last steps have shown of guesses; where next is not called any more.
		if f.again(len(t.Events)); len(f.ahead) > 0 {
			x.Result.Blocked++
			x.Holes.Blocked = true
		}
		f.rev.Run(t, 0, len(t.Ops))
	}
	x.Holes.Searches = f.rev.Saturation.GaveUp
}

// Next implements strategy.
func (f *depthFirst) Next(d *engine.Driver, st checker.State) (checker.Decision, bool) {
	n := len(d.Decisions)
	if n == 0 {
		f.t.Begin(st)
	}
	switch {
	case f.diverged != nil || f.failed:
		return checker.Decision{}, false
	case n >= checker.MaxEvents:
		d.Cut = true
		f.x.Holes.Length = true
		return checker.Decision{}, false
	case n == len(f.levels):
		f.again(n)
		if !f.enter(d, st, n) {
			return checker.Decision{}, false
		}
	}
	l := &f.levels[n]
	for l.guessed && !d.Enabled(st, l.dec) {
		f.void(l)
		f.again(n)
		if l = &f.levels[n]; len(l.wut) > 0 {
			f.take(l, l.wut)
			continue
		}
		dec, ok := f.free(d, st, l.sleep)
		if !ok {
			f.levels = f.levels[:n]
			return checker.Decision{}, false
		}
		l.dec, l.kind, l.key, l.guessed = dec, checker.NoKind, flat.Key{}, false
	}
	if !d.Enabled(st, l.dec) {
		if l.key != (flat.Key{}) {
			f.diverged = engine.Divergence(f.x.Program, n, l.dec, "a step that was possible before is not any more")
		} else {
			f.failed = true
		}
		return checker.Decision{}, false
	}
	return l.dec, true
}

// enter is the call of Explore for the n steps that have been made; false at
// the end of the execution.
func (f *depthFirst) enter(d *engine.Driver, st checker.State, n int) bool {
	if n == cap(f.levels) {
		f.levels = append(f.levels, depthLevel{})
	} else {
		f.levels = f.levels[:n+1]
	}
	l := &f.levels[n]
	*l = depthLevel{sleep: l.sleep[:0]}
	if n > 0 {
		l.sleep = f.asleepAfter(n-1, l.sleep)
	}
	if n > 0 && f.levels[n-1].doubted {
		last := &f.levels[n-1]
		last.doubted = false
		last.wut = last.wut.settle(f.step(int32(n-1)), nil, n-1, &f.names, func(v []trace.ProcStep, old *wakeupNode) {
			leaf := f.ahead.insert(v, n, false, old.origin, &f.names)
			switch {
			case leaf != nil:
				leaf.stands = append(leaf.stands, old.stands...)
			case old.origin != nil:
				f.lost = append(f.lost, old.origin)
				fallthrough
			default:
				f.lost = append(f.lost, old.stands...)
			}
		})
	}
	if len(f.ahead) > 0 {
		f.take(l, f.ahead)
		return true
	}
	dec, ok := f.free(d, st, l.sleep)
	if !ok {
		f.levels = f.levels[:n]
		return false
	}
	l.dec = dec
	return true
}

// take makes the least branch of a wakeup tree that of the level.
func (f *depthFirst) take(l *depthLevel, t wakeupTree) {
	n := t[0]
	t[0] = nil // the tree is given up as it is explored
	l.dec, l.kind, l.key, l.doubted, l.guessed = n.step.Dec, n.step.Kind, flat.Key{}, n.doubted, n.guessed
	if n.step.Executed {
		l.key = n.step.Key
	}
	l.wut, l.origin, l.stands, f.ahead = t[1:], n.origin, n.stands, n.after
}

// void gives up what was to come at the level and after it, as a guess was wrong.
func (f *depthFirst) void(l *depthLevel) {
	if l.origin != nil {
		f.lost = append(f.lost, l.origin)
	}
	f.lost = f.ahead.origins(append(f.lost, l.stands...))
	f.ahead, l.origin, l.stands = nil, nil, nil
	l.doubted = true // some branch may begin with what has come instead
}

// again inserts what was given up, after the first n steps of the present
// execution.
func (f *depthFirst) again(n int) {
	lost := f.lost
	f.lost = nil
	for _, s := range lost {
		for i := range s.v {
			f.names.Local(&s.v[i])
		}
		f.wake(s.v, s.at, n, nil, nil, nil)
	}
}

// Did implements strategy.
func (f *depthFirst) Did(d *engine.Driver, st checker.State, ev *checker.Event) {
	k := f.t.Record(st, ev)
	if f.t.Effects && !f.effects && f.foreseen {
		// What has been inserted rests on there being none.
		f.x.Refuse("accesses within a step after many executions without: have -races=explore or off", ev.Pos)
	}
	switch {
	case ev.Kind == checker.AddNegative:
		// That it did rests on an order of Adds that is not in the trace: what is true
		// of a set of events need not be true of a smaller one (docs/design/algorithms-optimal.md).
		f.unknown, f.at = "WaitGroup whose counter falls below zero", ev.Pos
	case f.t.BadInSection():
		f.unknown, f.at = trace.BadInSection, ev.Pos
	}
	n := len(d.Decisions) - 1
	l := &f.levels[n]
	if l.guessed && (l.key != (flat.Key{}) && k != l.key || l.kind != checker.NoKind && ev.Kind != l.kind) {
		f.void(l)
		l.kind, l.key = ev.Kind, k
	}
	l.guessed = false
	if l.key != (flat.Key{}) && k != l.key {
		f.diverged = engine.Divergence(f.x.Program, n, ev.Decision, "the same decisions have led to another event than before")
		f.diverged.Pos = f.x.Program.Position(ev.Pos)
		return
	}
	if l.kind != checker.NoKind && ev.Kind != l.kind {
		f.failed = true
	}
	l.key = k
	f.lost, l.stands = append(f.lost, l.stands...), nil
}

// backtrack returns from calls of Explore to the deepest one with a branch left,
// and takes that; false if there is none.
func (f *depthFirst) backtrack() bool {
	f.ahead = nil
	for n := len(f.levels) - 1; n >= 0; n-- {
		l := &f.levels[n]
		if len(l.wut) > 0 && n < len(f.t.Events) && f.t.Events[n].Key == l.key {
			p := *f.step(int32(n))
			f.names.Keep(&p)
			l.sleep = append(l.sleep, p)
		}
		if len(l.wut) > 0 {
			f.take(l, l.wut)
			f.levels = f.levels[:n+1]
			return true
		}
	}
	f.levels = f.levels[:0]
	return false
}

// reversal is the sequence v that is to be explored for a fragment of the
// present execution E, in scratch memory, with the length of E': E' is the
// longest prefix of E in the fragment (source-sets, Algorithm 6, lines 9 to 13;
// for plain accesses E' = pre(e, E) and v = notdep(e, E).e').
func (f *depthFirst) reversal(in flat.Set, a *trace.Action, slow bool) (v []trace.ProcStep, at int) {
	t := &f.t
	order := f.order[:0]
	if slow {
		// The order of the execution will not do.
		if !f.rev.Saturation.Run(t, in, a) {
			if f.x.Stopped != "" {
				return nil, 0
			}
			panic("checker: a set that could be executed cannot any more")
		}
		order = append(order, f.rev.Saturation.Linear()...)
	} else {
		for e := in.Next(0); e >= 0; e = in.Next(e + 1) {
			order = append(order, e)
		}
	}
	f.order = order
	for at < len(order) && order[at] == int32(at) {
		at++
	}
	v = f.seq[:0]
	for _, e := range order[at:] {
		v = append(v, *f.step(e))
	}
	v = append(v, f.predict(in, a))
	if t.Orders || v[len(v)-1].Kind == checker.LockBusy {
		v = f.tryFirst(v, order[at:])
	}
	f.seq = v
	f.recount(v, at)
	return v, at
}

// tryFirst puts the TryLocks of v that fail because of readers before all releases
// that need not come before them. So whatever else comes first, if they are possible
// after it in any order, they are in this one. events are those of v, but the last.
func (f *depthFirst) tryFirst(v []trace.ProcStep, events []int32) []trace.ProcStep {
	t := &f.t
	for k := 1; k < len(v); k++ {
		if v[k].Kind != checker.LockBusy || !v[k].Counted {
			continue
		}
		past := flat.Set(f.view.Past) // of the last one
		if k < len(events) {
			past = t.HistOf(events[k])
		}
		later := f.rev.Pool.Zero()
		for _, g := range events[:k] {
			if e := &t.Events[g]; e.Kind == checker.RUnlock && e.Obj == v[k].Obj && !past.Has(g) {
				later.Union(t.AfterOf(g))
			}
		}
		n := 0
		var moved []trace.ProcStep
		var movedEvents []int32
		for i, g := range events[:k] {
			if later.Has(g) {
				moved, movedEvents = append(moved, v[i]), append(movedEvents, g)
				continue
			}
			v[n], events[n] = v[i], g
			n++
		}
		if len(moved) == 0 {
			continue
		}
		if v[n] = v[k]; k == len(events) {
			copy(v[n+1:], moved)
			return v
		}
		events[n] = events[k]
		copy(v[n+1:], moved)
		copy(events[n+1:], movedEvents)
	}
	return v
}

// predict is the step that a leads to after in.
func (f *depthFirst) predict(in flat.Set, a *trace.Action) trace.ProcStep {
	t := &f.t
	e := &f.rev.Tmp
	t.Resolve(a, in, e)
	f.view.Start(t, t.Ops[a.Op].Prev, a.Op2, in)
	// The order of releases decides whether a TryLock fails: that it does is foreseen.
	blind := f.coarse && (f.effects || e.Kind != checker.LockBusy)
	f.foreseen = f.foreseen || !blind
	if e.Kind != checker.NoKind {
		t.Depend(&f.view, e)
		if !blind {
			e.Key = t.EventKey(e, &f.view)
		}
	}
	p := t.StepOf(e, f.view.Past, false)
	p.Blind = blind
	return p
}
