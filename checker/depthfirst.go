package checker

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
	free func(d *driver, st State, sleep []procStep) (Decision, bool)

	levels []depthLevel
	ahead  wakeupTree // WuT of the next level

	diverged *Failure
	failed   bool // a step of a wakeup sequence was not possible
	asleep   bool // the execution was sleep set blocked

	// Scratch memory.
	seq  []procStep
	view view
}

// depthLevel is the state of Explore(E, Sleep, WuT).
type depthLevel struct {
	dec     Decision // the branch being explored, the least of wut(E)
	key     key      // of its event; the zero key if it has not been executed
	sleep   []procStep
	given   int        // so many of sleep are Sleep, the others have been explored from E
	wut     wakeupTree // the branches that come after it
	doubted bool       // see wakeupNode
}

func newDepthFirst(x *exploration) *depthFirst {
	f := &depthFirst{x: x}
	f.t.serial = true
	f.rev.late, f.rev.sat.late = x.late, x.late
	return f
}

// run explores until there is nothing left.
func (f *depthFirst) run() {
	x, t := f.x, &f.t
	for more := true; more && !x.late(1); more = f.backtrack() {
		t.reset()
		f.steps = f.steps[:0]
		f.diverged, f.failed, f.asleep = nil, false, false
		out := x.run(f)
		switch {
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
			x.count(out)
		}
		if x.stopped != "" {
			return
		}
		t.finish(!x.drv.cut && !f.asleep)
		f.rev.run(t)
	}
	x.holes.searches = f.rev.sat.gaveUp
}

// next implements strategy.
func (f *depthFirst) next(d *driver, st State) (Decision, bool) {
	n := len(d.decisions)
	if n == 0 {
		f.t.begin(st)
	}
	switch {
	case f.diverged != nil:
		return Decision{}, false
	case n >= MaxEvents:
		d.cut = true
		f.x.holes.length = true
		return Decision{}, false
	case n == len(f.levels):
		if !f.enter(d, st, n) {
			return Decision{}, false
		}
	}
	l := &f.levels[n]
	if !d.enabled(st, l.dec) {
		if l.key != (key{}) {
			f.diverged = divergence(f.x.p, n, l.dec, "a step that was possible before is not any more")
		} else {
			f.failed = true
		}
		return Decision{}, false
	}
	return l.dec, true
}

// enter is the call of Explore for the n steps that have been made; false at
// the end of the execution.
func (f *depthFirst) enter(d *driver, st State, n int) bool {
	if n == cap(f.levels) {
		f.levels = append(f.levels, depthLevel{})
	} else {
		f.levels = f.levels[:n+1]
	}
	l := &f.levels[n]
	*l = depthLevel{sleep: l.sleep[:0]}
	if n > 0 {
		l.sleep = f.asleepAfter(n-1, l.sleep)
		l.given = len(l.sleep)
	}
	if n > 0 && f.levels[n-1].doubted {
		last := &f.levels[n-1]
		last.doubted = false
		last.wut = last.wut.settle(f.step(int32(n-1)), nil, func(v []procStep) { f.ahead.insert(v, false) })
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
	l.dec, l.key, l.doubted = n.step.dec, key{}, n.doubted
	if n.step.executed {
		l.key = n.step.key
	}
	l.wut, f.ahead = t[1:], n.after
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
		if sleep[i].disturbs(p) == no {
			buf = append(buf, sleep[i])
		}
	}
	return buf
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
func (f *depthFirst) count(o Object, n int32) int64 {
	for k := f.t.heads[o]; k >= 0; k = f.t.nodes[k].prev {
		if e := f.t.nodes[k].ev; e < n {
			p := f.step(e)
			return p.before + p.delta
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
func (f *depthFirst) did(d *driver, st State, ev *Event) {
	k := f.t.record(st, ev)
	n := len(d.decisions) - 1
	l := &f.levels[n]
	if l.key != (key{}) && k != l.key {
		f.diverged = divergence(f.x.p, n, ev.Decision, "the same decisions have led to another event than before")
		f.diverged.Pos = f.x.p.Position(ev.Pos)
		return
	}
	l.key = k
}

// backtrack returns from calls of Explore to the deepest one with a branch left,
// and takes that; false if there is none.
func (f *depthFirst) backtrack() bool {
	f.ahead = nil
	for n := len(f.levels) - 1; n >= 0; n-- {
		l := &f.levels[n]
		if len(l.wut) > 0 && n < len(f.t.events) && f.t.events[n].key == l.key {
			l.sleep = append(l.sleep, *f.step(int32(n)))
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
	v = f.seq[:0]
	if slow {
		// The order of the execution will not do.
		if !f.rev.sat.run(t, in, a) {
			if f.x.stopped != "" {
				return nil, 0
			}
			panic("checker: a set that could be executed cannot any more")
		}
		for i, e := range f.rev.sat.linear() {
			if int(e) == i && at == i {
				at++
				continue
			}
			v = append(v, *f.step(e))
		}
	} else {
		for e := in.next(0); e >= 0; e = in.next(e + 1) {
			if int(e) == at {
				at++
				continue
			}
			v = append(v, *f.step(e))
		}
	}
	v = append(v, f.predict(in, a))
	f.recount(v, at)
	f.seq = v
	return v, at
}

// predict is the step that a leads to after in.
func (f *depthFirst) predict(in set, a *action) procStep {
	t := &f.t
	e := &f.rev.tmp
	t.resolve(a, in, e)
	f.view.start(t, t.ops[a.op].prev, a.op2, in)
	if e.kind != NoKind {
		t.depend(&f.view, e)
		e.key = t.eventKey(e, &f.view)
	}
	return t.stepOf(e, f.view.past, false)
}
