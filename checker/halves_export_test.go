package checker

import "slices"

// Halves is what has come of an exploration by two searches: after some traces the
// first one gives a fragment away. From then on a trace, and a fragment, is the second
// one's if it contains that fragment, and the first one's otherwise. Each asks its own
// store only, and sends the other one what is not its own: docs/cores.md.
type Halves struct {
	Traces int // of both
	Second int // executed by the second one
	Twice  int // executions of traces by who is not their owner
	Sent   int // fragments
	Run    int // of these, as who has got them has no trace with them
}

// half is one of the two.
type half struct {
	*search
	foreign func(keys map[key]bool) bool // nil: nothing is
	out     pending                      // fragments that are the other one's
	fresh   bool                         // none of the present execution is there yet
	looked  bool                         // it is known whether the present trace is,
	lent    bool                         // and it is
	owed    [][]step                     // such traces,
	whole   []key                        // and their keys
}

func newHalf(p Program) *half {
	x := &exploration{p: p, o: Options{KeepGoing: true}}
	x.begin()
	h := &half{search: newSearch(x)}
	h.rev.emit = func(in set, a *action, slow bool) {
		switch h.whose(); {
		case h.lent: // the other one finds its reversals
		case h.foreign == nil || !h.foreign(h.keys(in, a)):
			h.consider(in, a, slow)
		default:
			h.pending, h.out, h.first, h.fresh = h.out, h.pending, h.fresh, h.first
			h.consider(in, a, slow)
			h.pending, h.out, h.first, h.fresh = h.out, h.pending, h.fresh, h.first
		}
	}
	return h
}

// keys are those of a fragment of the present trace, nil for a: of a set.
func (h *half) keys(in set, a *action) map[key]bool {
	keys := map[key]bool{}
	for g := in.next(0); g >= 0; g = in.next(g + 1) {
		keys[h.t.events[g].key] = true
	}
	if a != nil {
		var r result
		if h.predict(in, a, &r); r.certain && !r.end {
			keys[r.keys[0]] = true
		}
	}
	return keys
}

// look finds out whose the present trace is.
func (h *half) whose() {
	if h.looked {
		return
	}
	h.looked, h.fresh = true, true
	if h.lent = h.foreign != nil && h.foreign(h.keys(h.t.all(), nil)); h.lent {
		h.owed = append(h.owed, h.t.steps(nil))
		k := h.t.whole()
		if h.t.maximal && h.t.queued() {
			k = k.and(1)
		}
		h.whole = append(h.whole, k)
	}
}

func (h *half) run(steps []step) {
	h.cur = append(h.cur[:0], steps...)
	h.looked = false
	h.execute(false)
	h.whose()
}

// runs runs what is pending, up to so many executions.
func (h *half) runs(most int64) {
	for len(h.stack) > 0 && h.x.res.Executions < most {
		f := &h.stack[len(h.stack)-1]
		if h.explored(&h.pending, f) {
			h.drop()
			continue
		}
		steps := h.schedule(f, nil)
		h.drop()
		h.run(steps)
	}
}

// takes runs the fragments that another one has found.
func (h *half) takes(from *half, sum *Halves) (some bool) {
	for len(from.out.stack) > 0 {
		f := &from.out.stack[len(from.out.stack)-1]
		f.asked, some = 0, true
		sum.Sent++
		if !h.explored(&from.out, f) {
			sum.Run++
			h.run(from.out.schedule(f, nil))
		}
		from.out.drop()
	}
	return some
}

// traces runs the traces that another one has come to, unless they are known.
func (h *half) traces(from *half, sum *Halves) (some bool) {
	owed, whole := from.owed, from.whole
	from.owed, from.whole = nil, nil
	for i, steps := range owed {
		sum.Twice++
		if _, ok := h.store.hashes.find(whole[i]); !ok {
			h.run(steps)
		}
	}
	return len(owed) > 0
}

// Halve explores so. choose picks one of n pending fragments, of which 0 is the oldest.
func Halve(p Program, after int64, choose func(n int) int) Halves {
	const all = 1 << 40
	var sum Halves
	a, b := newHalf(p), newHalf(p)
	a.run(nil)
	a.runs(after)
	a.keep(func(old *pending, f *fragment) bool { return !a.explored(old, f) })
	if len(a.stack) == 0 {
		sum.Traces = a.store.hashes.len()
		return sum
	}
	var given []step
	at := choose(len(a.stack))
	a.keep(func(old *pending, f *fragment) bool {
		if at--; at == -1 {
			given = old.schedule(f, nil)
		}
		return at != -1
	})
	b.run(given)
	cone := slices.Clone(b.t.events[:len(given)])
	contains := func(keys map[key]bool) bool {
		for i := range cone {
			if !keys[cone[i].key] {
				return false
			}
		}
		return true
	}
	a.foreign = contains
	b.foreign = func(keys map[key]bool) bool { return !contains(keys) }
	// What b's first trace has handed over is looked at again, for whose it is; what a has
	// pending stays there, and its traces are found to be b's when they are made.
	b.pending, b.seen, b.t.same, b.looked = pending{}, filter{}, 0, false
	b.reverse()
	for more := true; more; {
		a.runs(all)
		b.runs(all)
		more = b.traces(a, &sum)
		more = a.traces(b, &sum) || more
		more = b.takes(a, &sum) || more
		more = a.takes(b, &sum) || more
	}
	traces := map[packedKey]bool{}
	for _, h := range []*half{a, b} {
		for i := range uint32(h.store.hashes.len()) {
			traces[*h.store.hashes.keys.at(i)] = true
		}
	}
	sum.Traces, sum.Second = len(traces), b.store.hashes.len()
	return sum
}
