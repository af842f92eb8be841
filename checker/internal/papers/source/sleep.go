package source

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/trace"
)

// This file says what sleeps after a step, and has steps as they are compared for that.

// asleepAfter appends to buf what of sleep(E) sleeps on after step n, E being
// the execution before it: {q ∈ sleep(E) | E ⊢ p ◊ q}.
func (f *depthFirst) asleepAfter(n int, buf []trace.ProcStep) []trace.ProcStep {
	sleep := f.levels[n].sleep
	if len(sleep) == 0 {
		return buf
	}
	p := f.step(int32(n))
	for i := range sleep {
		q := &sleep[i]
		f.names.Local(q)
		if f.apart(q, p, int32(n)) && !(f.lightly && p.Disturbs(q) != trace.No) {
			buf = append(buf, *q)
			buf[len(buf)-1].Before += p.Adds(q)
		}
	}
	return buf
}

// apart says whether q, which sleeps, is independent of p, the step of event n, in
// so far as it can come before it: E ⊢ q ◊ p. If q has effects, that is looked up.
func (f *depthFirst) apart(q, p *trace.ProcStep, n int32) bool {
	if q.Disturbs(p) != trace.No || !q.Effects {
		return q.Disturbs(p) == trace.No
	}
	t := &f.t
	past := append(f.past[:0], t.HistOf(n)...)
	f.past = past
	past[n>>6] &^= 1 << (n & 63)
	e := &t.Events[n]
	a := f.outcomes.Follows(t, q.Key, past, t.ActionKey(&t.Ops[e.Op], e.Op2, e.Kind, e.Choice, e.PChoice, e.Partner), t.NeedsOf(t.PredsOf(n)[:e.OpPreds]))
	return a == trace.No
}

// step is the n-th step of the present execution.
func (f *depthFirst) step(n int32) *trace.ProcStep {
	for i := len(f.steps); i <= int(n); i++ {
		p := f.t.StepOf(&f.t.Events[i], f.t.HistOf(int32(i)), true)
		if p.Counted || p.Delta != 0 {
			p.Before = f.count(p.Obj, int32(i))
		}
		f.steps = append(f.steps, p)
	}
	return &f.steps[n]
}

// count is that of an object after the first n steps of the present execution.
func (f *depthFirst) count(o checker.Object, n int32) int64 {
	for k := f.t.Heads[o]; k >= 0; k = f.t.Nodes[k].Prev {
		if e := f.t.Nodes[k].Ev; e < n {
			if p := f.step(e); p.Counted || p.Delta != 0 {
				return p.Before + p.Delta
			}
		}
	}
	return 0
}

// recount computes the counts of v, after the first n steps of the present
// execution.
func (f *depthFirst) recount(v []trace.ProcStep, n int) {
	for i := range v {
		p := &v[i]
		if !p.Counted && p.Delta == 0 {
			continue
		}
		p.Before = f.count(p.Obj, int32(n))
		for j := i - 1; j >= 0; j-- {
			if q := &v[j]; q.Obj == p.Obj && (q.Counted || q.Delta != 0) {
				p.Before = q.Before + q.Delta
				break
			}
		}
	}
}
