package checker

import "slices"

// This file divides an exploration by closure among several processes. Who has much to do
// makes a question of one of its leaves (owners.go), and gives what answers it by yes to
// another one. From then on each asks its own store only, and sends what is another's to
// its owner (letters.go): fragments, which may have been run there, and traces that it
// has come to. docs/cores.md, "Closure divided".

// Split gives some of what is left to another owner, which may be new (see Joining) or have
// leaves already; the process that began is owner 0. It makes some executions itself, which
// do not count. The letter tells all others of it, the new owner included; they may get letters
// in any order. What that one has to run is among Letters. False: there is nothing to be
// gained, or the exploration is one that cannot be divided, or not now.
func (d *Divided) Split(to int) (letter []byte, ok bool) {
	c, is := d.of.(*search)
	if !is || !c.splits() {
		return nil, false
	}
	s, ok := c.split(to)
	c.nextSplit = c.x.res.Executions + int64(len(c.stack))/splitShare
	if !ok {
		return nil, false
	}
	return s.encode(), true
}

// Joining is what a process explores that is to be that owner from now on: nothing, until it
// gets letters; owner 0 begins with the first execution. Before it makes one it has to be
// told of all splits. Nil: owner 0 cannot be begun anew, as revisit had counted traces.
func (d *Divided) Joining(as int) *Part {
	c, is := d.of.(*search)
	if !is || as == 0 && c.booked.len() > 0 {
		return nil
	}
	o := c.owners
	if o == nil {
		o = newOwners(0)
	}
	return &Part{joins: o.clone(as), booked: c.booked, algorithm: c.x.res.Algorithm, by: c.x.by}
}

// Pending is how much there is to be run.
func (d *Divided) Pending() int {
	if c, is := d.of.(*search); is {
		return len(c.stack) + len(c.debts.ends)
	}
	return 0
}

// splits says whether the exploration may be divided. What has failed, or was cut, is said
// in the order of one process.
func (c *search) splits() bool {
	x := c.x
	switch {
	case x.o.Wait == nil || x.rehearse || x.stopped != "" || x.res.Failing > 0 || x.res.Truncated > 0:
		return false
	case x.guess != nil && len(x.guess.found) > 0, c.store.older > 0: // what is forgotten may have what would be asked for
		return false
	}
	return len(c.stack) > 1 && (c.owners == nil || x.res.Executions >= c.nextSplit)
}

const (
	// mostSets is of how many sets a question is.
	mostSets = 256
	// splitShare: an execution is made before the next split for so many fragments that
	// are pending, as all of them are gone through for it.
	splitShare = 32
)

// asking is what split looks for a question with.
type asking struct {
	*search
	tree *owners
	leaf *question // of the tree: what is to become a question
	sets *owners   // of one question: what is asked for so far
}

// split finds a question that no trace counted here has answered by yes, and gives what
// does to another owner: of what is pending every other fragment, and all that contains
// as much of these as no explored trace has. Fragments are run for this, as all their events are
// known then. What comes of that does not count.
func (c *search) split(to int) (split, bool) {
	c.keep(c.unexplored())
	a := &asking{search: c, tree: c.owners, sets: newOwners(0)}
	if a.tree == nil {
		a.tree = newOwners(0)
	}
	list := a.candidates()
	var unsure [][]step
	for i := 1; i < len(list) && len(a.sets.root.sets) < mostSets; i += 2 {
		// Of two one is given away, in turns that with fewer events and that with more.
		pair := [2]int{list[i-1], list[i]}
		if i&2 == 0 {
			pair[0], pair[1] = pair[1], pair[0]
		}
		for _, at := range pair {
			latest := a.tryOut(at)
			if c.x.stopped != "" {
				return split{}, false
			}
			if latest == nil {
				continue
			}
			a.sets.ask(a.sets.root, latest)
			if !c.stack[at].result.certain {
				unsure = append(unsure, slices.Clone(c.cur))
			}
			break
		}
	}
	n := a.half()
	if n == 0 {
		return split{}, false
	}
	c.owners, c.x.divided = a.tree, true
	s := split{path: a.leaf.path, sets: a.sets.latest(a.sets.root)[:n], by: a.tree.self, to: to}
	c.owners.split(s)
	for _, steps := range unsure {
		// It is not known of the fragment that it is another's: its trace is.
		c.cur = append(c.cur[:0], steps...)
		c.execute(false)
	}
	c.deal()
	return s, c.x.stopped == ""
}

// candidates are fragments of the leaf that most fragments come to, those first that have
// the fewest events: the less one has, the more others contain it.
func (a *asking) candidates() []int {
	of := make([]*question, len(a.stack))
	some := map[*question]int{}
	a.eachLeaf(func(i int, f *fragment, q *question) {
		if f.result.whole || f.result.end {
			return
		}
		of[i] = q
		if some[q]++; some[q] > some[a.leaf] {
			a.leaf = q
		}
	})
	var list []int
	sizes := make([]int, len(a.stack))
	for i := range a.stack {
		if of[i] != nil && of[i] == a.leaf {
			list = append(list, i)
			sizes[i] = a.set(&a.stack[i]).size()
		}
	}
	slices.SortStableFunc(list, func(i, j int) int { return sizes[i] - sizes[j] })
	return list[:min(len(list), 2*mostSets)]
}

// eachLeaf says where what is pending comes to. The execution of the fragment is placed then.
func (a *asking) eachLeaf(f func(i int, f *fragment, q *question)) {
	placed := int32(-1)
	for i := range a.stack {
		p := &a.stack[i]
		if p.made != placed {
			placed = p.made
			a.tree.placeMade(&a.pending, placed)
			a.sets.placeMade(&a.pending, placed)
		}
		f(i, p, a.tree.leafOf(&a.pending, p))
	}
}

// tryOut runs a fragment, and returns what is to be asked for if its trace is to be
// another's, or nil if it is not of the leaf, or another's already.
func (a *asking) tryOut(at int) []key {
	x, t := a.x, &a.t
	a.cur = a.schedule(&a.stack[at], a.cur[:0])
	before := x.res.Events
	out, ok := a.run()
	x.res.Events = before
	if !ok || x.stopped != "" || out.Failure != nil || x.drv.cut {
		return nil // it comes again, when it is its turn
	}
	t.finish(true)
	a.tree.placeTrace(t)
	if a.tree.leaf(nil, key{}) != a.leaf {
		return nil
	}
	a.sets.placeTrace(t)
	given := false
	a.sets.contained(nil, key{}, func(asked) { given = true })
	if given {
		return nil
	}
	return a.weakest(len(a.cur))
}

// half is how many of the sets, from the first on, hold no more than half of what is
// pending: at least one, but none if that holds everything.
func (a *asking) half() int {
	hold := make([]int, len(a.sets.root.sets)) // of each, what those before it do not
	a.eachLeaf(func(_ int, f *fragment, q *question) {
		if q != a.leaf {
			return
		}
		first := len(hold)
		a.sets.contained(a.set(f), f.result.more(), func(s asked) { first = min(first, int(s.set)) })
		if first < len(hold) {
			hold[first]++
		}
	})
	all := len(a.stack)
	if len(hold) == 0 || hold[0] == all {
		return 0
	}
	sets, some := 1, hold[0]
	for sets < len(hold) && some+hold[sets] <= all/2 {
		some += hold[sets]
		sets++
	}
	return sets
}

// join makes c what the part says: one of several.
func (c *search) join(p *Part) {
	c.owners, c.booked, c.x.divided = p.joins, p.booked, true
	if c.owners.self == 0 {
		c.debts.add(nil)
	}
}

// weakest finds a set of events of the present trace that no explored trace has, in the
// first n, which are such a set: one of which no event can be spared. It returns the keys
// of its latest events: none if some explored trace has the first n, too.
func (c *search) weakest(n int) (latest []key) {
	t := &c.t
	nums := make([]member, n)
	known := make([]bool, n)
	for i := range nums {
		e := &t.events[i]
		var lead member
		p := t.leader(e)
		if p >= 0 {
			lead = nums[p]
		}
		if p < 0 || known[p] {
			nums[i], known[i] = c.ids.find(e.key, lead, p >= 0)
		}
	}
	in, rest := make(set, t.words), make(set, t.words)
	in.fill(n)
	var tops []int32
	explored := func() bool {
		c.latest = c.latest[:0]
		tops = t.latest(in, rest, tops[:0])
		for _, i := range tops {
			if !known[i] {
				return false
			}
			c.latest = append(c.latest, nums[i].id)
		}
		return c.store.contains(c.latest, 0)
	}
	if explored() {
		return nil
	}
	for i := int32(n) - 1; i >= 0; i-- {
		// The newest first: what is left is a set as it is asked for as long as nothing
		// after it is there.
		if !in.has(i) {
			continue
		}
		in.remove(i)
		if in.meets(t.afterOf(i)) || explored() {
			in.add(i)
		}
	}
	explored()
	for _, i := range tops {
		latest = append(latest, t.events[i].key)
	}
	return latest
}

// own says whether the present trace is to be counted here.
func (c *search) own() bool {
	o := c.owners
	if o == nil {
		return true
	}
	o.placeTrace(&c.t)
	return o.leaf(nil, key{}).owner == o.self
}

// ownerOf is where a fragment of the present trace has to be sent; nil: nowhere.
func (c *search) ownerOf(in set, r *result) *outgoing {
	o := c.owners
	if o == nil {
		return nil
	}
	return c.outgoing(o.leaf(in, r.more()).owner)
}

// alone is true as long as nobody else explores. Otherwise what has an order ends the
// exploration: the test has to be explored by one process. What has failed is kept, in
// case that there is no time for that.
func (c *search) alone(out Outcome) bool {
	if c.owners == nil || out.Failure == nil && !c.x.drv.cut {
		return true
	}
	if f := out.Failure; f != nil {
		c.x.res.Executions++
		c.x.res.Failing++
		c.x.fail(*f)
	}
	c.x.stop("divided")
	return false
}

// waits waits for letters, if others explore; false: all is over.
func (c *search) waits() bool {
	x := c.x
	return c.owners != nil && x.o.Wait != nil && x.stopped == "" && x.o.Wait(&Divided{of: c})
}
