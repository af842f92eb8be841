package closure

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
)

// This file divides an exploration by closure among several processes. An owner with much to do
// makes a question of one of its leaves (owners.go), and gives what answers it by yes to
// another one. From then on each asks its own store only, and sends what is another's to
// its owner (letters.go): fragments, which may have been run there, and traces that it
// has come to. docs/design/cores.md, "Closure divided".

// SplitFor implements owned.
func (c *Search) SplitFor(to int) (letter []byte, ok bool) {
	if !c.splits() {
		return nil, false
	}
	s, ok := c.split(to)
	c.nextSplit = c.x.Result.Executions + int64(len(c.stack))/splitShare
	if !ok {
		return nil, false
	}
	return s.encode(), true
}

// Joining implements owned.
func (c *Search) Joining(as int) *engine.Part {
	if as == 0 && c.Booked.Len() > 0 {
		return nil
	}
	o := c.owners
	if o == nil {
		o = newOwners(0)
	}
	return &engine.Part{Work: &joins{o.clone(as), c.Booked, c.x.Apart, c.x.Result.Algorithm}, Folding: c.x.Folding, Alike: c.alike != nil}
}

// Unrun implements owned.
func (c *Search) Unrun() int { return len(c.stack) + len(c.debts.ends) }

// splits says whether the exploration may be divided. What has failed, or was cut, is said
// in the order of one process.
func (c *Search) splits() bool {
	x := c.x
	switch {
	case x.Options.Wait == nil || x.Rehearse || x.Stopped != "" || x.Result.Failing > 0 || x.Result.Truncated > 0:
		return false
	case len(x.Aside) > 0, c.store.Older > 0: // what is forgotten may have what would be asked for
		return false
	}
	return len(c.stack) > 1 && (c.owners == nil || x.Result.Executions >= c.nextSplit)
}

// splitShare: an execution is made before the next split for so many fragments that are
// pending, as all of them are gone through for it.
const splitShare = 32

// split finds a question that no trace counted here has answered by yes, and gives what
// does to another owner: of what is pending every other fragment, and all that contains
// as much of these as no explored trace has. Fragments are run for this, as all their events are
// known then. What comes of that does not count.
func (c *Search) split(to int) (split, bool) {
	c.keep(c.unexplored())
	a := &asking{Search: c, tree: c.owners, sets: newOwners(0)}
	if a.tree == nil {
		a.tree = newOwners(0)
	}
	list := a.candidates()
	n := 0
	for _, most := range []int{firstSets, mostSets} {
		list = a.ask(list, most)
		if c.x.Stopped != "" {
			return split{}, false
		}
		if n = a.half(); n < len(a.sets.root.sets) {
			break
		}
	}
	if n == 0 {
		return split{}, false
	}
	c.owners, c.x.Divided, c.x.Unordered = a.tree, true, true
	s := split{path: a.leaf.path, sets: a.sets.latest(a.sets.root)[:n], by: a.tree.self, to: to}
	c.owners.split(s)
	for _, steps := range a.unsure[:n] {
		if steps == nil {
			continue
		}
		same := c.Trace.Begins(steps)
		c.Cur = append(c.Cur[:same], steps[same:]...)
		c.execute(same, Request{})
	}
	c.deal()
	return s, c.x.Stopped == ""
}

// join makes c what the part says: one of several.
func (c *Search) join(j *joins) {
	c.owners, c.Booked, c.x.Divided, c.x.Unordered = j.owners, j.booked, true, true
	if c.alike != nil {
		c.x.Apart, c.alike.Apart = j.apart, j.apart
	}
	if c.owners.self == 0 {
		c.debts.add(nil)
	}
}

// own says whether the present trace is to be counted here.
func (c *Search) own() bool {
	o := c.owners
	if o == nil {
		return true
	}
	if c.alike != nil {
		o.placeLabels(c.alike.Last(), c.Trace.All(), nil)
	} else {
		o.placeTrace(&c.Trace)
	}
	return o.leaf(nil, flat.Key{}).owner == o.self
}

// ownerOf is where a fragment of the present trace has to be sent; nil: nowhere.
func (c *Search) ownerOf(in flat.Set, r *result) *outgoing {
	o := c.owners
	if o == nil {
		return nil
	}
	more := r.more()
	if c.alike != nil {
		in, more = nil, o.placeLabels(c.alike.Last(), in, &c.like)
	}
	return c.outgoing(o.leaf(in, more).owner)
}

// alone is true as long as nobody else explores. Otherwise what has an order ends the
// exploration: the test has to be explored by one process. What has failed is kept, in
// case that there is no time for that.
func (c *Search) alone(out checker.Outcome) bool {
	if c.owners == nil || out.Failure == nil && !c.x.Driver.Cut {
		return true
	}
	if f := out.Failure; f != nil {
		c.x.Result.Executions++
		c.x.Result.Failing++
		c.x.Fail(*f)
	}
	c.x.Stop("divided")
	return false
}

// waits waits for letters, if others explore; false: all is over.
func (c *Search) waits() bool {
	x := c.x
	return c.owners != nil && x.Options.Wait != nil && x.Stopped == "" && x.Options.Wait(&engine.Division{Of: c})
}
