package trace

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
)

// Outcomes has the events that actions have led to. It is in use where steps have
// effects, so that what a step accesses is known only when it has been executed:
// whether it depends on a step that sleeps, that has been explored, is looked up
// among the events of those explorations.
type Outcomes struct {
	seen    flat.KeyTable // of events
	actions flat.KeyTable
	list    []outcome
	newest  []int32 // by action: index into list
	preds   []outcomePred

	// The events of the present execution, so far.
	At     map[flat.Key]int32
	events int
}

// outcome is one event that an action has led to.
type outcome struct {
	needs flat.Key // the predecessors of the operation, see NeedsOf
	older int32    // of the same action, or -1
	off   int32    // preds[off:off+n]
	n     int32
}

// outcomePred is a predecessor of an event, and by which of its accesses it came
// to be one: 0 for the operation, then the effects.
type outcomePred struct {
	key    flat.Key
	access int32
}

// Reset begins another execution.
func (o *Outcomes) Reset() {
	if o.At == nil {
		o.At = map[flat.Key]int32{}
	}
	clear(o.At)
	o.events = 0
}

// update takes note of what the present execution has come to.
func (o *Outcomes) update(t *Trace) {
	for ; o.events < len(t.Events); o.events++ {
		o.At[t.Events[o.events].Key] = int32(o.events)
	}
}

// Note records the events of an execution.
func (o *Outcomes) Note(t *Trace) {
	o.update(t)
	for i := range t.Events {
		e := &t.Events[i]
		if _, fresh := o.seen.Number(e.Key); !fresh {
			continue
		}
		a, fresh := o.actions.Number(t.ActionKey(&t.Ops[e.Op], e.Op2, e.Kind, e.Choice, e.PChoice, e.Partner))
		if fresh {
			o.newest = append(o.newest, -1)
		}
		o.list = append(o.list, outcome{needs: t.NeedsOf(t.PredsOf(int32(i))[:e.OpPreds]), older: o.newest[a], off: int32(len(o.preds)), n: e.PredLen})
		o.newest[a] = int32(len(o.list) - 1)
		for k, p := range t.PredsOf(int32(i)) {
			access := int32(0)
			if k >= int(e.OpPreds) {
				access = t.accessTo(e, p)
			}
			o.preds = append(o.preds, outcomePred{t.Events[p].Key, access})
		}
	}
}

// accessTo is the first effect of e that competes with event p, counted from 1.
func (t *Trace) accessTo(e *Event, p int32) int32 {
	for k := e.EffNode; k < e.EffEnd; k++ {
		for n := t.Heads[t.Nodes[k].Obj]; n >= 0; n = t.Nodes[n].Prev {
			if nd := &t.Nodes[n]; nd.Ev == p && (nd.Write || t.Nodes[k].Write || !nd.Eff && t.Events[p].Kind == checker.Write) {
				return k - e.EffNode + 1
			}
		}
	}
	return e.EffEnd - e.EffNode + 1
}

// NeedsOf identifies the predecessors that an event's operation has, its
// accesses apart.
func (t *Trace) NeedsOf(preds []int32) flat.Key {
	var k flat.Key
	for _, p := range preds {
		k.Sum(t.Events[p].Key)
	}
	return k
}

// Follows says whether what comes of action a after the events of in and q comes
// after q: no, yes, or that it is not known. q sleeps; in is of t. What the
// operation needs is known, as q does not disturb it; whether what it accesses then
// comes after q is the question. (What else has come of the action, such as a send
// before the channel was closed, may fit as well, as it may have come after less.)
func (o *Outcomes) Follows(t *Trace, q flat.Key, in flat.Set, action, needs flat.Key) Answer {
	o.update(t)
	n, ok := o.actions.Find(action)
	if !ok {
		return Unsure
	}
	best := int32(-1)
	for x := o.newest[n]; x >= 0; x = o.list[x].older {
		if o.list[x].needs == needs && o.fits(t, x, q, in) && (best < 0 || o.sees(t, x, best, q)) {
			best = x
		}
	}
	if best < 0 {
		return Unsure
	}
	for _, p := range o.predsOf(best) {
		if p.key == q {
			return Yes
		}
	}
	return No
}

func (o *Outcomes) predsOf(x int32) []outcomePred {
	return o.preds[o.list[x].off : o.list[x].off+o.list[x].n]
}

// fits says whether all predecessors of x are in the set, or q.
func (o *Outcomes) fits(t *Trace, x int32, q flat.Key, in flat.Set) bool {
	for _, p := range o.predsOf(x) {
		if i, ok := o.At[p.key]; p.key != q && (!ok || !in.Has(i)) {
			return false
		}
	}
	return true
}

// sees says whether x, and not y, is the event that comes of the action after a
// set that both fit. Up to the first access that sees something different they are
// the same; there the right one sees everything that is in the set, the other one
// less.
func (o *Outcomes) sees(t *Trace, x, y int32, q flat.Key) bool {
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
		return t.HistOf(o.At[a.key]).Has(o.At[b.key])
	}
	return len(px) > len(py)
}
