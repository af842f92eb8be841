package checker

import "slices"

// owners is who explores what of a test that several processes explore by closure: a
// tree of questions, of which each is "does it contain these events?", and each leaf has
// an owner. A trace, or a fragment, is the owner's of the leaf that it comes to.
//
// Only the owner of a leaf makes a question of it, so the trees of two processes never
// contradict each other: one may have questions that the other one has not heard of yet.
// Why nothing is missed, and nothing counted twice: docs/cores.md, "Closure divided".
type owners struct {
	self    int
	root    *question
	keys    []key         // of all questions
	numbers map[key]int32 // of keys
	maybe   [32]uint64    // a bit of each key: most events are asked for by none

	at []int32 // by number of a key: the event that has it in the execution placed last, or -1
}

// question is a node of the tree. It is a leaf as long as latest is nil.
type question struct {
	latest  []int32 // numbers of the keys of the latest ones of the events asked for
	no, yes *question
	owner   int
	path    []bool // the answers that lead here
}

func newOwners(self int) *owners {
	return &owners{self: self, root: &question{}, numbers: map[key]int32{}}
}

// clone is a copy for another process.
func (o *owners) clone(self int) *owners {
	c := newOwners(self)
	for _, s := range o.splits() {
		c.split(s)
	}
	return c
}

// split is what makes a leaf a question: it was by's, and what contains the events is
// to's from then on.
type split struct {
	path   []bool
	latest []key
	by, to int
}

// split takes note of a split. Those of the leaves that it is about may come later.
func (o *owners) split(s split) {
	q := o.root
	for i, yes := range s.path {
		child := &q.no
		if yes {
			child = &q.yes
		}
		if *child == nil {
			*child = &question{path: slices.Clone(s.path[:i+1])}
		}
		q = *child
	}
	q.owner = s.by
	q.latest = make([]int32, 0, len(s.latest))
	for _, k := range s.latest {
		q.latest = append(q.latest, o.number(k))
	}
	for i, child := range []**question{&q.no, &q.yes} {
		if *child == nil {
			*child = &question{path: append(slices.Clone(s.path), i == 1)}
		}
	}
	q.no.owner, q.yes.owner = s.by, s.to
}

// splits lists all splits, those that a tree needs to be read in first.
func (o *owners) splits() []split {
	var list []split
	var walk func(q *question)
	walk = func(q *question) {
		if q == nil {
			return
		}
		if q.latest != nil {
			s := split{path: q.path, by: q.no.owner, to: q.yes.owner}
			for _, n := range q.latest {
				s.latest = append(s.latest, o.keys[n])
			}
			list = append(list, s)
		}
		walk(q.no)
		walk(q.yes)
	}
	walk(o.root)
	return list
}

func (o *owners) number(k key) int32 {
	n, ok := o.numbers[k]
	if !ok {
		n = int32(len(o.keys))
		o.numbers[k] = n
		o.keys, o.at = append(o.keys, k), append(o.at, -1)
		bit := k.b % uint64(64*len(o.maybe))
		o.maybe[bit/64] |= 1 << (bit % 64)
	}
	return n
}

// placeTrace looks for the keys that are asked for among those of a trace.
func (o *owners) placeTrace(t *trace) {
	o.displace()
	for i := range t.events {
		o.put(int32(i), t.events[i].key)
	}
}

// placeMade is placeTrace for an execution with pending fragments.
func (o *owners) placeMade(p *pending, made int32) {
	o.displace()
	for i, n := range p.stepsOf(made) {
		o.put(int32(i), p.table.list[n].key)
	}
}

func (o *owners) displace() {
	for i := range o.at {
		o.at[i] = -1
	}
}

func (o *owners) put(event int32, k key) {
	if bit := k.b % uint64(64*len(o.maybe)); o.maybe[bit/64]>>(bit%64)&1 == 0 {
		return
	}
	if n, ok := o.numbers[k]; ok {
		o.at[n] = event
	}
}

// leaf is where a set of events of the execution placed comes to (nil: all events), with
// one more event that has the key more, if that is not 0.
func (o *owners) leaf(in set, more key) *question {
	q := o.root
	for q.latest != nil {
		if o.contains(q, in, more) {
			q = q.yes
		} else {
			q = q.no
		}
	}
	return q
}

func (o *owners) contains(q *question, in set, more key) bool {
	for _, n := range q.latest {
		if at := o.at[n]; (at < 0 || in != nil && !in.has(at)) && o.keys[n] != more {
			return false
		}
	}
	return true
}

// leafOf is the leaf of a pending fragment, whose execution is placed.
func (o *owners) leafOf(p *pending, f *fragment) *question {
	return o.leaf(p.set(f), f.result.more())
}

// more is the key of the event that comes after the set, as far as it is known: what is
// not as it was foretold is found to be another's when it was executed.
func (r *result) more() key {
	if r.end || !r.certain {
		return key{}
	}
	return r.keys[0]
}
