package event

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// wuS is a wakeup sequence: steps after some prefix that lead to a new
// trace. Its last step reverses a race, and may not be known in all detail.
type wuS []eventStep

// races is lines 8 to 11 of Algorithm 1: each race of the execution is
// reversed, in every way that keeps a maximal part of the execution.
//
// Algorithm 2, ReverseRace, is what the reverser does: races finds e ≲ e'
// (Definition 5), without and expand the maximal subsets of the events that do
// not happen after e in which no handler is torn between messages, for all
// choices of what to leave out (lines 5 to 23), and saturation their order
// (lines 24 to 33). It is stated there for more than this paper has; what must
// stay is what e' has before it in its own message only, as line 3 is to be read.
func (x *dpor) races() {
	r := &x.rev
	r.Begin(x.t)
	clear(x.filter.Table)
	for i := range x.t.Ops {
		if x.Late(x.t.Words) {
			return
		}
		mark := r.Pool.N
		op := &x.t.Ops[i]
		r.Races(int32(i), op)
		if op.Kind == checker.Choose {
			r.Choices(int32(i), op) // another value: a race with itself
		}
		r.Pool.N = mark
	}
}

// reversed takes the reversal of a race: the events of in, and then action a.
// slow says that the order of the execution will not do.
func (x *dpor) reversed(in flat.Set, a *trace.Action, slow bool) {
	if x.Late(len(x.t.Events)) {
		return
	}
	order := x.linear[:0]
	if slow {
		if !x.rev.Saturation.Run(x.t, in, a) {
			if x.Stopped != "" {
				return
			}
			panic("checker: a set that could be executed cannot any more")
		}
		order = append(order, x.rev.Saturation.Linear()...)
	} else {
		for f := in.Next(0); f >= 0; f = in.Next(f + 1) {
			order = append(order, f)
		}
	}
	x.linear = order
	// Line 32: the largest common prefix E' with the execution.
	prefix := 0
	for prefix < len(order) && order[prefix] == int32(prefix) {
		prefix++
	}
	w := make(wuS, 0, len(order)+1)
	for _, f := range order {
		w = append(w, x.step(f))
	}
	w = append(w, x.reversal(in, a, w))
	if !x.redundant(prefix, w) {
		x.insert(w[prefix:], nil, prefix, &x.nodes[prefix].wut)
	}
}

// redundant is line 10 of Algorithm 1: after some prefix E” an explored step
// p is a weak initial of what follows. w has all steps, from the first.
func (x *dpor) redundant(prefix int, w wuS) bool {
	for i := range prefix + 1 {
		if x.contained(w[i:], i) {
			return true
		}
	}
	return false
}

// contained is line 10 for one prefix E”, of the given number of steps.
func (x *dpor) contained(w wuS, prefix int) bool {
	done := x.nodes[prefix].done
	for i := range done {
		if x.weakInitialDone(&done[i], w, prefix) {
			return true
		}
	}
	return false
}

// reversal is the step that a makes after w, the events of in.
func (x *dpor) reversal(in flat.Set, a *trace.Action, w wuS) eventStep {
	t := x.t
	e := &x.rev.Tmp
	t.Resolve(a, in, e)
	op := &t.Ops[a.Op]
	dec := checker.Decision{Task: t.Tasks[op.Task].Name, Choice: a.Choice, Partner: a.Partner, PartnerChoice: a.PChoice}
	if e.Kind == checker.NoKind {
		e.Kind = x.casOfInitial(op, w, dec)
	}
	s := x.announced(a.Op, e.Kind, dec)
	v := &x.view
	v.Start(t, op.Prev, a.Op2, in)
	t.Depend(v, e)
	s.key, s.reversal = t.EventKey(e, v), true
	// What is read may decide whether there is more to do, and a write may have read.
	s.last = x.known.steps[s.key].last
	return s
}

// casOfInitial is what a CAS after w comes to that finds the initial value of a
// variable, when no event of the execution shows that value. It is a race's
// second event, and whether it is a write has to be known: the sequence is
// executed up to it, once for every such CAS.
func (x *dpor) casOfInitial(op *trace.Operation, w wuS, dec checker.Decision) checker.Kind {
	k := announcedBy(x.t, op)
	if kind, ok := x.initials[k]; ok {
		return kind
	}
	p := &probe{}
	for i := range w {
		p.steps = append(p.steps, w[i].dec)
	}
	p.steps = append(p.steps, dec)
	x.Run(p)
	x.Result.Blocked++
	if p.kind == checker.NoKind {
		p.kind = checker.Write // it cannot be executed: that will show when it is to be
	}
	x.initials[k] = p.kind
	return p.kind
}

// probe executes some steps, to see what the last one comes to.
type probe struct {
	steps []checker.Decision
	kind  checker.Kind
}

// Next implements strategy.
func (p *probe) Next(d *engine.Driver, st checker.State) (checker.Decision, bool) {
	n := len(d.Decisions)
	if n == len(p.steps) || !d.Enabled(st, p.steps[n]) {
		return checker.Decision{}, false
	}
	return p.steps[n], true
}

// Did implements strategy.
func (p *probe) Did(d *engine.Driver, _ checker.State, ev *checker.Event) {
	if len(d.Decisions) == len(p.steps) {
		p.kind = ev.Kind
	}
}
