package explore

import "gocheck.dev/checker"

// outcomes has the events that actions have led to. It is in use where steps have
// effects, so that what a step accesses is known only when it has been executed:
// whether it depends on a step that sleeps, that has been explored, is looked up
// among the events of those explorations.
type outcomes struct {
	seen    keyTable // of events
	actions keyTable
	list    []outcome
	newest  []int32 // by action: index into list
	preds   []outcomePred

	// The events of the present execution, so far.
	at     map[key]int32
	events int
}

// outcome is one event that an action has led to.
type outcome struct {
	needs key   // the predecessors of the operation, see needsOf
	older int32 // of the same action, or -1
	off   int32 // preds[off:off+n]
	n     int32
}

// outcomePred is a predecessor of an event, and by which of its accesses it came
// to be one: 0 for the operation, then the effects.
type outcomePred struct {
	key    key
	access int32
}

// reset begins another execution.
func (o *outcomes) reset() {
	if o.at == nil {
		o.at = map[key]int32{}
	}
	clear(o.at)
	o.events = 0
}

// update takes note of what the present execution has come to.
func (o *outcomes) update(t *trace) {
	for ; o.events < len(t.events); o.events++ {
		o.at[t.events[o.events].key] = int32(o.events)
	}
}

// note records the events of an execution.
func (o *outcomes) note(t *trace) {
	o.update(t)
	for i := range t.events {
		e := &t.events[i]
		if _, fresh := o.seen.number(e.key); !fresh {
			continue
		}
		a, fresh := o.actions.number(t.actionKey(&t.ops[e.op], e.op2, e.kind, e.choice, e.pchoice, e.partner))
		if fresh {
			o.newest = append(o.newest, -1)
		}
		o.list = append(o.list, outcome{needs: t.needsOf(t.predsOf(int32(i))[:e.opPreds]), older: o.newest[a], off: int32(len(o.preds)), n: e.predLen})
		o.newest[a] = int32(len(o.list) - 1)
		for k, p := range t.predsOf(int32(i)) {
			access := int32(0)
			if k >= int(e.opPreds) {
				access = t.accessTo(e, p)
			}
			o.preds = append(o.preds, outcomePred{t.events[p].key, access})
		}
	}
}

// accessTo is the first effect of e that competes with event p, counted from 1.
func (t *trace) accessTo(e *event, p int32) int32 {
	for k := e.effNode; k < e.effEnd; k++ {
		for n := t.heads[t.nodes[k].obj]; n >= 0; n = t.nodes[n].prev {
			if nd := &t.nodes[n]; nd.ev == p && (nd.write || t.nodes[k].write || !nd.eff && t.events[p].kind == checker.Write) {
				return k - e.effNode + 1
			}
		}
	}
	return e.effEnd - e.effNode + 1
}

// needsOf identifies the predecessors that an event's operation has, its
// accesses apart.
func (t *trace) needsOf(preds []int32) key {
	var k key
	for _, p := range preds {
		k.sum(t.events[p].key)
	}
	return k
}

// follows says whether what comes of action a after the events of in and q comes
// after q: no, yes, or that it is not known. q sleeps; in is of t. What the
// operation needs is known, as q does not disturb it; whether what it accesses then
// comes after q is the question. (What else has come of the action, such as a send
// before the channel was closed, may fit as well, as it may have come after less.)
func (o *outcomes) follows(t *trace, q key, in set, action, needs key) answer {
	o.update(t)
	n, ok := o.actions.find(action)
	if !ok {
		return unsure
	}
	best := int32(-1)
	for x := o.newest[n]; x >= 0; x = o.list[x].older {
		if o.list[x].needs == needs && o.fits(t, x, q, in) && (best < 0 || o.sees(t, x, best, q)) {
			best = x
		}
	}
	if best < 0 {
		return unsure
	}
	for _, p := range o.predsOf(best) {
		if p.key == q {
			return yes
		}
	}
	return no
}

func (o *outcomes) predsOf(x int32) []outcomePred {
	return o.preds[o.list[x].off : o.list[x].off+o.list[x].n]
}

// fits says whether all predecessors of x are in the set, or q.
func (o *outcomes) fits(t *trace, x int32, q key, in set) bool {
	for _, p := range o.predsOf(x) {
		if i, ok := o.at[p.key]; p.key != q && (!ok || !in.has(i)) {
			return false
		}
	}
	return true
}

// sees says whether x, and not y, is the event that comes of the action after a
// set that both fit. Up to the first access that sees something different they are
// the same; there the right one sees everything that is in the set, the other one
// less.
func (o *outcomes) sees(t *trace, x, y int32, q key) bool {
	px, py := o.predsOf(x), o.predsOf(y)
	for k := range min(len(px), len(py)) {
		a, b := px[k], py[k]
		switch {
		case a == b:
			continue
		case a.access != b.access:
			return a.access < b.access
		case a.key == q || b.key == q:
			return a.key == q
		}
		return t.histOf(o.at[a.key]).has(o.at[b.key])
	}
	return len(px) > len(py)
}
