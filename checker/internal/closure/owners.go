package closure

import (
	"slices"

	"gocheck.dev/checker/internal/alike"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// owners says which process explores what of a test that several explore by closure: a
// tree of questions, of which each is "does it contain the events of one of these sets?",
// and each leaf has an owner. A trace, or a fragment, is the owner's of the leaf that it
// comes to.
//
// Only the owner of a leaf makes a question of it, so the trees of two processes never
// contradict each other: one may have questions that the other one has not heard of yet.
// Why nothing is missed, and nothing counted twice: docs/design/cores.md, "Closure divided".
type owners struct {
	self    int
	root    *question
	keys    []flat.Key         // of all sets
	numbers map[flat.Key]int32 // of keys
	maybe   [256]uint64        // a bit of each key: most events are asked for by none
	found   [][]asked          // by number of a key: the sets that are found by it, of all that have it

	at     []int32 // by number of a key: the event that has it in the execution placed last, or -1
	placed []int32 // the numbers that some event has
	turn   uint64  // of leaf
}

// question is a node of the tree, a leaf as long as sets is nil.
type question struct {
	sets    [][]int32 // numbers of the keys of the latest ones of the events of each
	no, yes *question
	owner   int
	path    []bool // the answers that lead here
	turn    uint64 // owners.turn when it was answered by yes
}

// asked is a set that a question asks for.
type asked struct {
	by  *question
	set int32 // an index into by.sets
}

func newOwners(self int) *owners {
	return &owners{self: self, root: &question{}, numbers: map[flat.Key]int32{}}
}

// clone is a copy for another process.
func (o *owners) clone(self int) *owners {
	c := newOwners(self)
	for _, s := range o.splits() {
		c.split(s)
	}
	return c
}

// split is what makes a leaf a question: it was by's, and what contains one of the sets is
// to's from then on.
type split struct {
	path   []bool
	sets   [][]flat.Key // of each the latest events
	by, to int
}

// split takes note of a split, if it was not known. Those of the leaves that it is about
// may come later.
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
	if q.sets != nil {
		return
	}
	q.owner = s.by
	for _, latest := range s.sets {
		o.ask(q, latest)
	}
	for i, child := range []**question{&q.no, &q.yes} {
		if *child == nil {
			*child = &question{path: append(slices.Clone(s.path), i == 1)}
		}
	}
	q.no.owner, q.yes.owner = s.by, s.to
}

// ask makes q ask for one more set.
func (o *owners) ask(q *question, latest []flat.Key) {
	numbers := make([]int32, len(latest))
	for i, k := range latest {
		numbers[i] = o.number(k)
	}
	least := slices.MinFunc(numbers, func(a, b int32) int { return len(o.found[a]) - len(o.found[b]) })
	o.found[least] = append(o.found[least], asked{q, int32(len(q.sets))})
	q.sets = append(q.sets, numbers)
}

// splits lists all splits, those that a tree needs to be read in first.
func (o *owners) splits() []split {
	var list []split
	var walk func(q *question)
	walk = func(q *question) {
		if q == nil {
			return
		}
		if q.sets != nil {
			list = append(list, split{path: q.path, sets: o.latest(q), by: q.no.owner, to: q.yes.owner})
		}
		walk(q.no)
		walk(q.yes)
	}
	walk(o.root)
	return list
}

// latest are the keys of what a question asks for.
func (o *owners) latest(q *question) [][]flat.Key {
	list := make([][]flat.Key, len(q.sets))
	for i, numbers := range q.sets {
		for _, n := range numbers {
			list[i] = append(list[i], o.keys[n])
		}
	}
	return list
}

func (o *owners) number(k flat.Key) int32 {
	n, ok := o.numbers[k]
	if !ok {
		n = int32(len(o.keys))
		o.numbers[k] = n
		o.keys, o.at, o.found = append(o.keys, k), append(o.at, -1), append(o.found, nil)
		bit := k.B % uint64(64*len(o.maybe))
		o.maybe[bit/64] |= 1 << (bit % 64)
	}
	return n
}

// placeTrace looks for the keys that are asked for among those of a trace.
func (o *owners) placeTrace(t *trace.Trace) {
	o.displace()
	for i := range t.Events {
		o.put(int32(i), t.Events[i].Key)
	}
}

// placeMade is placeTrace for an execution with pending fragments.
func (o *owners) placeMade(p *pending, made int32) {
	o.displace()
	for i, n := range p.stepsOf(made) {
		o.put(int32(i), p.table.List[n].Key)
	}
}

// place is placeMade for a fragment (again: its execution is placed already), and says of which set
// of events and what comes next leaf and contained are to be asked.
func (o *owners) place(p *pending, n int, again bool) (in flat.Set, more flat.Key) {
	f := &p.stack[n]
	if len(p.likes) > 0 {
		return nil, o.placeLabels(p.made[f.made].graph, p.set(f), &p.likes[n])
	}
	if !again {
		o.placeMade(p, f.made)
	}
	return p.set(f), f.result.more()
}

// placeLabels is placeMade up to names, for a set of events and what comes next: it is known by how
// many events it has of each label. It returns what is to be asked for.
func (o *owners) placeLabels(g *alike.Graph, in flat.Set, next *alike.Fragment) (more flat.Key) {
	o.displace()
	g.EachLabel(in, next, func(e int32, k flat.Key) {
		if e < 0 {
			more = k
			return
		}
		o.put(e, k)
	})
	return more
}

func (o *owners) displace() {
	for _, n := range o.placed {
		o.at[n] = -1
	}
	o.placed = o.placed[:0]
}

func (o *owners) put(event int32, k flat.Key) {
	if n, ok := o.numberOf(k); ok {
		o.at[n] = event
		o.placed = append(o.placed, n)
	}
}

// numberOf is the number of a key, if it is asked for.
func (o *owners) numberOf(k flat.Key) (int32, bool) {
	if bit := k.B % uint64(64*len(o.maybe)); o.maybe[bit/64]>>(bit%64)&1 == 0 {
		return 0, false
	}
	n, ok := o.numbers[k]
	return n, ok
}

// leaf is where a set of events of the execution placed comes to (nil: all events), with
// one more event that has the key more, if that is not 0.
func (o *owners) leaf(in flat.Set, more flat.Key) *question {
	o.turn++
	o.contained(in, more, func(a asked) { a.by.turn = o.turn })
	q := o.root
	for q.sets != nil {
		if q.turn == o.turn {
			q = q.yes
		} else {
			q = q.no
		}
	}
	return q
}

// contained calls f for all sets that are asked for which such a set of events contains.
func (o *owners) contained(in flat.Set, more flat.Key, f func(asked)) {
	last, some := o.numberOf(more)
	if !some {
		last = -1
	}
	has := func(n int32) bool {
		at := o.at[n]
		return n == last || at >= 0 && (in == nil || in.Has(at))
	}
	of := func(n int32) {
		for _, a := range o.found[n] {
			if !slices.ContainsFunc(a.by.sets[a.set], func(m int32) bool { return !has(m) }) {
				f(a)
			}
		}
	}
	for _, n := range o.placed {
		if has(n) {
			of(n)
		}
	}
	if some && o.at[last] < 0 {
		of(last)
	}
}

// more is the key of the event that comes after the set, as far as it is known: what is
// not as it was foretold is found to be another's when it was executed.
func (r *result) more() flat.Key {
	if r.end || !r.certain {
		return flat.Key{}
	}
	return r.keys[0]
}
