package explore

import "gocheck.dev/checker"

// depthFirst is the exploration that source.go and optimal.go have in common:
// Explore of the paper's algorithms, without recursion. A level is a call of
// Explore(E, Sleep, WuT) that has not returned; the present execution goes
// through all of them.
type depthFirst struct {
	x     *exploration
	t     trace
	rev   reverser
	steps []procStep // of the present execution, see step
	// free picks the first branch where the wakeup tree has none; false if nothing
	// is enabled, or all that is sleeps.
	free func(d *driver, st checker.State, sleep []procStep) (checker.Decision, bool)
	// lightly wakes a step as soon as it is not possible any more as what it was,
	// such as a failed TryLock when the lock is let go: what sleeps can then be told
	// by its Decision.
	lightly bool

	levels   []depthLevel
	names    objectNames
	coarse   bool // steps may have effects
	effects  bool // they do
	foreseen bool // some was taken to have none
	outcomes outcomes
	ahead    wakeupTree        // WuT of the next level
	lost     []*wakeupSequence // what was given up by the present execution

	diverged *checker.Failure
	failed   bool        // a step of a wakeup sequence was not possible, or not as what it was
	unknown  string      // what was met that is not known
	at       checker.Pos // where
	asleep   bool        // the execution was sleep set blocked

	// Scratch memory.
	seq   []procStep
	order []int32
	past  set
	decs  []checker.Decision
	view  view
}

// depthLevel is the state of Explore(E, Sleep, WuT).
type depthLevel struct {
	dec     checker.Decision // the branch being explored, the least of wut(E)
	kind    checker.Kind     // what it has to lead to; NoKind: anything
	key     key              // of its event; the zero key if it has not been executed
	sleep   []procStep
	wut     wakeupTree // the branches that come after it
	doubted bool       // see wakeupNode
	guessed bool       // the same, until the branch has been executed
	origin  *wakeupSequence
	stands  []*wakeupSequence
}

// firstEffects is after how many executions without effects it is taken that there
// are none. The program is refused if it has some after all.
const firstEffects = 1 << 10

func newDepthFirst(x *exploration) *depthFirst {
	f := &depthFirst{x: x}
	f.t.program, f.t.serial, f.coarse = x.p, true, true
	f.names.t = &f.t
	x.refuseOwn()
	f.rev.late, f.rev.sat.late = x.late, x.late
	return f
}

// run explores until there is nothing left.
func (f *depthFirst) run() {
	x, t := f.x, &f.t
	for more := true; more && !x.late(1); more = f.backtrack() {
		t.reset()
		f.names.reset()
		f.outcomes.reset()
		f.steps, f.lost = f.steps[:0], nil
		f.diverged, f.failed, f.asleep = nil, false, false
		out := x.run(f)
		switch {
		case x.void:
			return
		case f.failed:
			x.res.Blocked++
			x.holes.blocked = true
			continue
		case f.diverged != nil:
			out.Failure = f.diverged
			x.count(out)
			continue
		case f.asleep:
			x.res.Blocked++
		default:
			x.explored(t, nil)
			x.count(out)
		}
		if f.unknown != "" && x.stopped == "" {
			x.refuse(f.unknown, f.at)
		}
		if x.stopped != "" {
			return
		}
		t.finish(!x.drv.cut && !f.asleep)
		f.effects = f.effects || t.effects
		if f.coarse && !f.effects && x.res.Executions >= firstEffects {
			f.coarse, f.outcomes = false, outcomes{}
		}
		if f.coarse {
			f.outcomes.note(t)
		}
		// What the last steps have shown of guesses; where next is not called any more.
		if f.again(len(t.events)); len(f.ahead) > 0 {
			x.res.Blocked++
			x.holes.blocked = true
		}
		f.rev.run(t, 0, len(t.ops))
	}
	x.holes.searches = f.rev.sat.gaveUp
}

// next implements strategy.
func (f *depthFirst) next(d *driver, st checker.State) (checker.Decision, bool) {
	n := len(d.decisions)
	if n == 0 {
		f.t.begin(st)
	}
	switch {
	case f.diverged != nil || f.failed:
		return checker.Decision{}, false
	case n >= checker.MaxEvents:
		d.cut = true
		f.x.holes.length = true
		return checker.Decision{}, false
	case n == len(f.levels):
		f.again(n)
		if !f.enter(d, st, n) {
			return checker.Decision{}, false
		}
	}
	l := &f.levels[n]
	for l.guessed && !d.enabled(st, l.dec) {
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
		l.dec, l.kind, l.key, l.guessed = dec, checker.NoKind, key{}, false
	}
	if !d.enabled(st, l.dec) {
		if l.key != (key{}) {
			f.diverged = divergence(f.x.p, n, l.dec, "a step that was possible before is not any more")
		} else {
			f.failed = true
		}
		return checker.Decision{}, false
	}
	return l.dec, true
}

// enter is the call of Explore for the n steps that have been made; false at
// the end of the execution.
func (f *depthFirst) enter(d *driver, st checker.State, n int) bool {
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
		last.wut = last.wut.settle(f.step(int32(n-1)), nil, n-1, &f.names, func(v []procStep, old *wakeupNode) {
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
	l.dec, l.kind, l.key, l.doubted, l.guessed = n.step.dec, n.step.kind, key{}, n.doubted, n.guessed
	if n.step.executed {
		l.key = n.step.key
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
			f.names.local(&s.v[i])
		}
		f.wake(s.v, s.at, n, nil, nil, nil)
	}
}

// asleepAfter appends to buf what of sleep(E) sleeps on after step n, E being
// the execution before it: {q ∈ sleep(E) | E ⊢ p ◊ q}.
func (f *depthFirst) asleepAfter(n int, buf []procStep) []procStep {
	sleep := f.levels[n].sleep
	if len(sleep) == 0 {
		return buf
	}
	p := f.step(int32(n))
	for i := range sleep {
		q := &sleep[i]
		f.names.local(q)
		if f.apart(q, p, int32(n)) && !(f.lightly && p.disturbs(q) != no) {
			buf = append(buf, *q)
			buf[len(buf)-1].before += p.adds(q)
		}
	}
	return buf
}

// apart says whether q, which sleeps, is independent of p, the step of event n, in
// so far as it can come before it: E ⊢ q ◊ p. If q has effects, that is looked up.
func (f *depthFirst) apart(q, p *procStep, n int32) bool {
	if q.disturbs(p) != no || !q.effects {
		return q.disturbs(p) == no
	}
	t := &f.t
	past := append(f.past[:0], t.histOf(n)...)
	f.past = past
	past[n>>6] &^= 1 << (n & 63)
	e := &t.events[n]
	a := f.outcomes.follows(t, q.key, past, t.actionKey(&t.ops[e.op], e.op2, e.kind, e.choice, e.pchoice, e.partner), t.needsOf(t.predsOf(n)[:e.opPreds]))
	return a == no
}

// step is the n-th step of the present execution.
func (f *depthFirst) step(n int32) *procStep {
	for i := len(f.steps); i <= int(n); i++ {
		p := f.t.stepOf(&f.t.events[i], f.t.histOf(int32(i)), true)
		if p.counted || p.delta != 0 {
			p.before = f.count(p.obj, int32(i))
		}
		f.steps = append(f.steps, p)
	}
	return &f.steps[n]
}

// count is that of an object after the first n steps of the present execution.
func (f *depthFirst) count(o checker.Object, n int32) int64 {
	for k := f.t.heads[o]; k >= 0; k = f.t.nodes[k].prev {
		if e := f.t.nodes[k].ev; e < n {
			if p := f.step(e); p.counted || p.delta != 0 {
				return p.before + p.delta
			}
		}
	}
	return 0
}

// recount computes the counts of v, after the first n steps of the present
// execution.
func (f *depthFirst) recount(v []procStep, n int) {
	for i := range v {
		p := &v[i]
		if !p.counted && p.delta == 0 {
			continue
		}
		p.before = f.count(p.obj, int32(n))
		for j := i - 1; j >= 0; j-- {
			if q := &v[j]; q.obj == p.obj && (q.counted || q.delta != 0) {
				p.before = q.before + q.delta
				break
			}
		}
	}
}

// did implements strategy.
func (f *depthFirst) did(d *driver, st checker.State, ev *checker.Event) {
	k := f.t.record(st, ev)
	if f.t.effects && !f.effects && f.foreseen {
		// What has been inserted rests on there being none.
		f.x.refuse("accesses within a step after many executions without: have -races=explore or off", ev.Pos)
	}
	switch {
	case ev.Kind == checker.AddNegative:
		// That it did rests on an order of Adds that is not in the trace: what is true
		// of a set of events need not be true of a smaller one (docs/design/algorithms-optimal.md).
		f.unknown, f.at = "WaitGroup whose counter falls below zero", ev.Pos
	case f.t.badInSection():
		f.unknown, f.at = badInSection, ev.Pos
	}
	n := len(d.decisions) - 1
	l := &f.levels[n]
	if l.guessed && (l.key != (key{}) && k != l.key || l.kind != checker.NoKind && ev.Kind != l.kind) {
		f.void(l)
		l.kind, l.key = ev.Kind, k
	}
	l.guessed = false
	if l.key != (key{}) && k != l.key {
		f.diverged = divergence(f.x.p, n, ev.Decision, "the same decisions have led to another event than before")
		f.diverged.Pos = f.x.p.Position(ev.Pos)
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
		if len(l.wut) > 0 && n < len(f.t.events) && f.t.events[n].key == l.key {
			p := *f.step(int32(n))
			f.names.keep(&p)
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
func (f *depthFirst) reversal(in set, a *action, slow bool) (v []procStep, at int) {
	t := &f.t
	order := f.order[:0]
	if slow {
		// The order of the execution will not do.
		if !f.rev.sat.run(t, in, a) {
			if f.x.stopped != "" {
				return nil, 0
			}
			panic("checker: a set that could be executed cannot any more")
		}
		order = append(order, f.rev.sat.linear()...)
	} else {
		for e := in.next(0); e >= 0; e = in.next(e + 1) {
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
	if t.orders || v[len(v)-1].kind == checker.LockBusy {
		v = f.tryFirst(v, order[at:])
	}
	f.seq = v
	f.recount(v, at)
	return v, at
}

// tryFirst puts the TryLocks of v that fail because of readers before all releases
// that need not come before them. So whatever else comes first, if they are possible
// after it in any order, they are in this one. events are those of v, but the last.
func (f *depthFirst) tryFirst(v []procStep, events []int32) []procStep {
	t := &f.t
	for k := 1; k < len(v); k++ {
		if v[k].kind != checker.LockBusy || !v[k].counted {
			continue
		}
		past := set(f.view.past) // of the last one
		if k < len(events) {
			past = t.histOf(events[k])
		}
		later := f.rev.pool.zero()
		for _, g := range events[:k] {
			if e := &t.events[g]; e.kind == checker.RUnlock && e.obj == v[k].obj && !past.has(g) {
				later.union(t.afterOf(g))
			}
		}
		n := 0
		var moved []procStep
		var movedEvents []int32
		for i, g := range events[:k] {
			if later.has(g) {
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
func (f *depthFirst) predict(in set, a *action) procStep {
	t := &f.t
	e := &f.rev.tmp
	t.resolve(a, in, e)
	f.view.start(t, t.ops[a.op].prev, a.op2, in)
	// The order of releases decides whether a TryLock fails: that it does is foreseen.
	blind := f.coarse && (f.effects || e.kind != checker.LockBusy)
	f.foreseen = f.foreseen || !blind
	if e.kind != checker.NoKind {
		t.depend(&f.view, e)
		if !blind {
			e.key = t.eventKey(e, &f.view)
		}
	}
	p := t.stepOf(e, f.view.past, false)
	p.blind = blind
	return p
}
