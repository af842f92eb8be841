package trace

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
)

// The uses of an object by the events of a set, the newest first. A set is often the
// beginning of a long execution, and lacks thousands of uses that came later. So each node
// knows one that is far older, besides the one before it: with these, any older node is
// found in a number of steps that is the logarithm of the distance. (The distances are
// those of Myers' skew-binary lists: they follow from those of the node before.)

// leap fills in the older node that n, whose Prev is known, can leap to.
func (t *Trace) leap(n *Node) {
	n.far = n.Prev
	if n.Prev < 0 {
		return
	}
	p := &t.Nodes[n.Prev]
	n.depth = p.depth + 1
	if p.far < 0 {
		return
	}
	if q := &t.Nodes[p.far]; q.far >= 0 && p.depth-q.depth == q.depth-t.Nodes[q.far].depth {
		n.far = q.far
	}
}

// Newest is the newest node of o that an event of in has, or -1. nil is the set of all events.
func (t *Trace) Newest(o checker.Object, in flat.Set) int32 { return t.within(t.Heads[o], in) }

// Older is the newest node before n, of its object, that an event of in has, or -1.
func (t *Trace) Older(n int32, in flat.Set) int32 { return t.within(t.Nodes[n].Prev, in) }

// within is the newest node from n on, which may be -1, that an event of in has.
func (t *Trace) within(n int32, in flat.Set) int32 {
	if in == nil {
		return n
	}
	for n >= 0 && !in.Has(t.Nodes[n].Ev) {
		if n = t.Nodes[n].Prev; n < 0 || in.Has(t.Nodes[n].Ev) {
			break
		}
		n = t.UpTo(n, in.Before(t.Nodes[n].Ev))
	}
	return n
}

// UpTo is the newest node from n on whose event is f or older.
func (t *Trace) UpTo(n, f int32) int32 {
	for n >= 0 && t.Nodes[n].Ev > f {
		nd := &t.Nodes[n]
		if n = nd.Prev; nd.far >= 0 && t.Nodes[nd.far].Ev > f {
			n = nd.far
		}
	}
	return n
}

// comesAfter says whether all uses of the object that are older than n, the use of the newest
// event, are before that event, as far as it is told by a few of them.
func (t *Trace) comesAfter(n *Node) bool {
	past := t.HistOf(n.Ev)
	k := n.Prev
	for range 8 {
		if k < 0 {
			return true
		}
		nd := &t.Nodes[k]
		if nd.Ev != n.Ev && !past.Has(nd.Ev) {
			return false
		}
		if nd.After {
			return true
		}
		k = nd.Prev
	}
	return false
}
