package event

import "gocheck.dev/checker"

// The checks for redundancy (paper, Appendix A.3): is p a weak initial of w
// after E (Definition 4), that is, does some execution that goes on with p
// contain w?

// eventChecks counts how often each check was the one to decide.
type eventChecks struct {
	simple, happensBefore, witness, decision int
	parked                                   int // wakeup sequences
}

// weakInitialDone says whether the explored step d is a weak initial of w, after
// a prefix of the given number of steps.
func (x *dpor) weakInitialDone(d *eventDone, w wuS, prefix int) bool {
	p := &d.step
	if !p.starts() {
		return x.initial(p, w)
	}
	if x.firstOnHandler(p, w) {
		x.checks.simple++
		return true
	}
	// p runs to its end before what is first on its handler in w. If it has been
	// seen to do one thing only, it does that. Else it has to be followed; if p is a
	// weak initial it has been seen to do just that, as all that begins with p has
	// been explored.
	if x.known.many[p.dec.Task] {
		return x.afterKnown(p, prefix, w, func(rest wuS) bool { return x.startsFirst(p, w, rest, true) })
	}
	some := false
	for _, n := range d.sequences {
		rest, ok := x.afterAccesses(p, n, w)
		if !ok {
			continue
		}
		if !x.startsFirst(p, w, rest, true) {
			return false
		}
		some = true
	}
	return some
}

// initial is the simple inspection for a message p that does not start: its
// next step happens after nothing in w, or, if it is not in w, conflicts with
// nothing.
func (x *dpor) initial(p *eventStep, w wuS) bool {
	if i := w.next(p.dec.Task); i >= 0 {
		if w[i].dec != p.dec {
			return false // another value of a Choose
		}
		p, w = &w[i], w[:i]
		for j := range w {
			if x.happensBefore(&w[j], p) {
				return false
			}
		}
		return true
	}
	for i := range w {
		if x.conflicts(p, &w[i]) {
			return false
		}
	}
	return true
}

// next is the first step of a message in w, or -1.
func (w wuS) next(p checker.Task) int {
	for i := range w {
		if w[i].dec.Task == p {
			return i
		}
	}
	return -1
}

// without is w \ p: without its first step of p. It leaves w as it is.
func (w wuS) without(p checker.Task) wuS {
	i := w.next(p)
	if i < 0 {
		return w
	}
	return append(append(make(wuS, 0, len(w)-1), w[:i]...), w[i+1:]...)
}

// complete says whether w has the last step of p.
func (w wuS) complete(p checker.Task) bool {
	for i := range w {
		if w[i].dec.Task == p && w[i].last {
			return true
		}
	}
	return false
}

// firstOnHandler is the Simple Check: p, which starts, is the first message on
// its handler in w, if there is any.
func (x *dpor) firstOnHandler(p *eventStep, w wuS) bool {
	for i := range w {
		if w[i].starts() && x.names.same(w[i].handler, p.handler) {
			return w[i].dec.Task == p.dec.Task
		}
	}
	return true
}

// afterAccesses is what the message with that start has still to do after w, if
// it makes the sequence of accesses n; false if what it does in w is not how n begins.
func (x *dpor) afterAccesses(start *eventStep, n uint32, w wuS) (rest wuS, ok bool) {
	q, p := &x.sequences, start.dec.Task
	for i := range w {
		if w[i].dec.Task != p || w[i].obj == noName {
			continue
		}
		if n == 0 || !x.names.same(q.list[n].obj, w[i].obj) || q.list[n].write != w[i].writes() {
			return nil, false
		}
		n = q.list[n].rest
	}
	if w.complete(p) {
		return nil, n == 0
	}
	if w.next(p) < 0 {
		rest = append(rest, *start)
	}
	for ; n != 0; n = q.list[n].rest {
		s := eventStep{dec: checker.Decision{Task: p, Partner: checker.NoTask}, kind: checker.Read, obj: q.list[n].obj, creates: checker.NoTask, joins: checker.NoTask}
		if q.list[n].write {
			s.kind = checker.Write
		}
		rest = append(rest, s)
	}
	return rest, true
}

// afterExecution is what message p does in the present execution after what it
// does in w; false if it does something else than in w.
func (x *dpor) afterExecution(p checker.Task, w wuS) (rest wuS, ok bool) {
	index := int64(-1)
	from := 0
	for i := range w {
		if w[i].dec.Task != p {
			continue
		}
		index = int64(w[i].index)
		for ; from < len(x.t.Events); from++ {
			if x.t.Events[from].Decision.Task == p && x.t.Ops[x.t.Events[from].Op].Index == w[i].index {
				break
			}
		}
		if from == len(x.t.Events) {
			return nil, false
		}
		s := x.step(int32(from))
		if w[i].obj == noName != (s.obj == noName) || s.obj != noName && (!x.names.same(w[i].obj, s.obj) || s.writes() != w[i].writes()) {
			return nil, false
		}
	}
	if w.complete(p) {
		return nil, true
	}
	for f := range x.t.Events {
		if e := &x.t.Events[f]; e.Decision.Task == p && int64(x.t.Ops[e.Op].Index) > index {
			s := x.step(int32(f))
			rest = append(rest, s)
		}
	}
	return rest, true
}

// startsFirst says whether p is a weak initial of w although other messages
// are before it on its handler in w. rest is what p has still to do after w;
// others lets other messages, too, go on after w, as in the present execution. If
// the answer is yes, x.order.linear is w in an order that begins with p.
func (x *dpor) startsFirst(p *eventStep, w, rest wuS, others bool) bool {
	o := &x.order
	o.begin(x, w)
	o.extend(p.dec.Task, rest)
	for _, q := range o.incomplete() {
		if !others || x.known.many[q] {
			continue
		}
		if rest, ok := x.afterExecution(q, w); ok {
			o.extend(q, rest)
		}
	}
	o.collect()
	i := o.message(p.dec.Task)
	// Happens-Before Check.
	if !o.saturate() || o.someBefore(i) {
		x.checks.happensBefore++
		return false
	}
	// Witness Construction.
	if !o.putFirst(i) || !o.saturate() {
		x.checks.witness++
		return false
	}
	if o.asInSequence() {
		x.checks.witness++
		return true
	}
	// Decision Procedure.
	x.checks.decision++
	return o.decide()
}
