package event

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
)

// narrowing finds what is left of a sequence when p is to be the first message
// on its handler and is not completed by what is left: the maximal parts that
// can be executed and end with the same reversed race, as of Algorithm 2.
type narrowing struct {
	x     *dpor
	p     checker.Task
	v     wuS
	words int
	rows  []uint64 // by step of v: all before it in v, itself included
	busy  wuS      // the last steps of messages that are active before v
	tried map[flat.Key]bool
	found []flat.Set
}

// narrow inserts what is left of v when p is the first message on its handler
// but not its only one, so that the others, and what happens after them, cannot
// be in it.
func (x *dpor) narrow(p *eventStep, v, path wuS, prefix int) {
	if v.next(p.dec.Task) < 0 {
		return
	}
	all := make(wuS, 0, prefix+len(path)+len(v))
	for i := range prefix {
		all = append(all, x.nodes[i].step)
	}
	all = append(all, path...)
	n := &narrowing{x: x, p: p.dec.Task, v: v, tried: map[flat.Key]bool{}, busy: all.active()}
	o := &x.after
	o.begin(x, v)
	n.words, n.rows = o.words, append(n.rows, o.rows...)
	in := make(flat.Set, n.words)
	for i := range int32(len(v)) {
		in.Add(i)
	}
	n.busy = append(n.busy, *p)
	n.fit(in)
	for i, in := range n.found {
		if n.maximal(i) {
			w := append(path[:len(path):len(path)], n.order(in)...)
			if !x.redundant(prefix, append(all[:prefix:prefix], w...)) {
				x.insert(w, nil, prefix, &x.nodes[prefix].wut)
			}
		}
	}
}

// active lists a step of each message that begins in w and does not end in it.
func (w wuS) active() wuS {
	var list wuS
	for i := range w {
		if w[i].starts() && !w.complete(w[i].dec.Task) {
			list = append(list, w[i])
		}
	}
	return list
}

// fit finds the maximal executable subsets of in.
func (n *narrowing) fit(in flat.Set) {
	var k flat.Key
	for i := in.Next(0); i >= 0; i = in.Next(i + 1) {
		k.Toggle(flat.Key{}.And(uint64(i)))
	}
	if n.tried[k] || n.x.Late(len(n.rows)) {
		return
	}
	n.tried[k] = true
	w := n.steps(in)
	if w.next(n.p) < 0 || !w.reverses() {
		return
	}
	// A message that is active and not completed leaves its handler to no other.
	for i := in.Next(0); i >= 0; i = in.Next(i + 1) {
		s := &n.v[i]
		if s.starts() && n.waits(s, w) {
			n.fit(n.without(in, i))
			return
		}
	}
	if n.serves(w) {
		n.found = append(n.found, in)
		return
	}
	// Some message that shares its handler has to go.
	for i := in.Next(0); i >= 0; i = in.Next(i + 1) {
		if s := &n.v[i]; s.starts() && s.dec.Task != n.p && n.shares(s, w) {
			n.fit(n.without(in, i))
		}
	}
}

// waits says whether s starts a message on the handler of an active one that w
// does not complete.
func (n *narrowing) waits(s *eventStep, w wuS) bool {
	for i := range n.busy {
		if b := &n.busy[i]; b.dec.Task != s.dec.Task && n.x.names.same(b.handler, s.handler) && !w.complete(b.dec.Task) {
			return true
		}
	}
	return false
}

// shares says whether w has another message on the handler of s.
func (n *narrowing) shares(s *eventStep, w wuS) bool {
	for i := range w {
		if w[i].handler != noName && w[i].dec.Task != s.dec.Task && n.x.names.same(w[i].handler, s.handler) {
			return true
		}
	}
	return false
}

// without is in without step f and what happens after it.
func (n *narrowing) without(in flat.Set, f int32) flat.Set {
	out := append(flat.Set(nil), in...)
	for i := in.Next(0); i >= 0; i = in.Next(i + 1) {
		if flat.Set(n.rows[int(i)*n.words : (int(i)+1)*n.words]).Has(f) {
			out[i>>6] &^= 1 << (i & 63)
		}
	}
	return out
}

func (n *narrowing) steps(in flat.Set) wuS {
	var w wuS
	for i := in.Next(0); i >= 0; i = in.Next(i + 1) {
		w = append(w, n.v[i])
	}
	return w
}

// order is a subset that has been found, in an order that can be executed.
func (n *narrowing) order(in flat.Set) wuS {
	n.serves(n.steps(in))
	return n.x.order.linear()
}

// maximal says whether a subset that was found is in no other one.
func (n *narrowing) maximal(i int) bool {
	for j := range n.found {
		if i != j && n.found[i].Within(n.found[j]) && (j < i || !n.found[j].Within(n.found[i])) {
			return false
		}
	}
	return true
}

// reverses says whether w has the second event of the race.
func (w wuS) reverses() bool {
	for i := range w {
		if w[i].reversal {
			return true
		}
	}
	return false
}

// serves says whether handlers can serve the messages of w one at a time, p
// first on its own. If so, x.order.linear is such an order.
func (n *narrowing) serves(w wuS) bool {
	o := &n.x.order
	o.begin(n.x, w)
	o.collect()
	return o.saturate() && o.putFirst(o.message(n.p)) && o.saturate() && (o.asInSequence() || o.decide())
}
