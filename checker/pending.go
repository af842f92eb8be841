package checker

import "unsafe"

// pending is the stack of fragments that are still to be run. There may be
// many times as many as traces have been explored, most of which will be found
// contained in a trace by the time their turn comes. So a fragment is small:
// the set is a bit set over the execution that it was found in, which is kept
// once for all its fragments. Everything is in flat arrays that grow and shrink
// at the end, as the stack does.
type pending struct {
	stack  []fragment
	steps  []step   // executions, one after the other
	sets   []uint64 // of events
	orders []int32  // of events: where that of the execution will not do
	maxes  []int32  // latest events of the sets
}

// fragment is a set of events and what comes after it.
type fragment struct {
	steps, events int // the execution: steps[steps:steps+events]
	sets          int // its set: sets[sets:], as many words as the events need
	orders, maxes int // where those begin
	ordered       int // how many of orders are this fragment's: none, or all events
	latest        int // how many of maxes are
	result        result
}

// result is what comes after the set of a fragment.
type result struct {
	dec     Decision
	keys    [2]key // of the events it may be, if no step has effects
	certain bool   // it is keys[0]
	end     bool   // keys[0] is "nothing comes after"
	action  key    // see versions
}

// step is a decision and the event that it has to lead to.
type step struct {
	dec Decision
	key key
}

// push adds a fragment of execution t; order is nil if that of the execution
// will do. fresh says that it is the first one of this execution.
func (p *pending) push(t *trace, in set, order []int32, latest []int32, r *result, fresh bool) {
	f := fragment{events: len(t.events), sets: len(p.sets), orders: len(p.orders), maxes: len(p.maxes),
		ordered: len(order), latest: len(latest), result: *r}
	if fresh {
		f.steps = len(p.steps)
		for i := range t.events {
			p.steps = append(p.steps, step{t.events[i].decision, t.events[i].key})
		}
	} else {
		f.steps = p.stack[len(p.stack)-1].steps
	}
	p.sets = append(p.sets, in[:(len(t.events)+63)/64]...)
	p.orders = append(p.orders, order...)
	p.maxes = append(p.maxes, latest...)
	p.stack = append(p.stack, f)
}

// bytes is the memory in use.
func (p *pending) bytes() int64 {
	return int64(cap(p.stack))*int64(unsafe.Sizeof(fragment{})) + int64(cap(p.steps))*int64(unsafe.Sizeof(step{})) +
		int64(8*cap(p.sets)+4*cap(p.orders)+4*cap(p.maxes))
}

// set is the fragment's set.
func (p *pending) set(f *fragment) set { return p.sets[f.sets : f.sets+(f.events+63)/64] }

// schedule appends the fragment's steps.
func (p *pending) schedule(f *fragment, buf []step) []step {
	steps := p.steps[f.steps : f.steps+f.events]
	if f.ordered > 0 {
		for _, e := range p.orders[f.orders : f.orders+f.ordered] {
			buf = append(buf, steps[e])
		}
	} else {
		in := p.set(f)
		for e := in.next(0); e >= 0; e = in.next(e + 1) {
			buf = append(buf, steps[e])
		}
	}
	if !f.result.end {
		buf = append(buf, step{dec: f.result.dec})
	}
	return buf
}

// drop forgets the newest fragment.
func (p *pending) drop() {
	n := len(p.stack) - 1
	f := &p.stack[n]
	p.sets, p.orders, p.maxes = p.sets[:f.sets], p.orders[:f.orders], p.maxes[:f.maxes]
	if n == 0 || p.stack[n-1].steps != f.steps {
		p.steps = p.steps[:f.steps]
	}
	p.stack = p.stack[:n]
}

// keep drops all fragments that ok is false for.
func (p *pending) keep(ok func(*fragment) bool) {
	old := *p
	*p = pending{}
	from := -1 // the execution that was copied last
	for i := range old.stack {
		f := &old.stack[i]
		if !ok(f) {
			continue
		}
		g := *f
		if f.steps != from {
			from = f.steps
			g.steps = len(p.steps)
			p.steps = append(p.steps, old.steps[f.steps:f.steps+f.events]...)
		} else {
			g.steps = p.stack[len(p.stack)-1].steps
		}
		g.sets, g.orders, g.maxes = len(p.sets), len(p.orders), len(p.maxes)
		p.sets = append(p.sets, old.set(f)...)
		p.orders = append(p.orders, old.orders[f.orders:f.orders+f.ordered]...)
		p.maxes = append(p.maxes, old.maxes[f.maxes:f.maxes+f.latest]...)
		p.stack = append(p.stack, g)
	}
}
