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

// tried is how many fragments are looked at for a question. Then all that is pending is
// gone through: before the next split an execution is made for every splitShare of these.
const (
	tried      = 8
	splitShare = 32
)

// split finds a question that no trace counted here has answered by yes, and gives what
// does to another owner. Fragments are run for this: then all their events are
// known, and the question can be as weak as possible. What comes of that does not count, but
// for the one that is chosen: its trace is the first one that the other owner has.
func (c *search) split(to int) (split, bool) {
	list := c.candidates()
	if len(list) == 0 {
		c.keep(c.unexplored())
		list = c.candidates()
	}
	best, least := -1, 0
	for _, at := range list {
		if _, events := c.tryOut(at); events > 0 && (best < 0 || events < least) {
			best, least = at, events
		}
		if c.x.stopped != "" {
			return split{}, false
		}
	}
	if best < 0 {
		return split{}, false
	}
	latest, events := c.tryOut(best)
	if events == 0 {
		return split{}, false
	}
	if c.owners == nil {
		c.owners, c.x.divided = newOwners(0), true
	}
	o := c.owners
	o.placeTrace(&c.t)
	s := split{path: o.leaf(nil, key{}).path, latest: latest, by: o.self, to: to}
	o.split(s)
	c.x.res.Events += int64(len(c.x.drv.schedule())) // look takes them back
	c.look(Outcome{}, false)
	c.deal()
	return s, c.x.stopped == ""
}

// candidates are fragments that no explored trace contains, with the fewest events: the
// less one has, the more others contain it.
func (c *search) candidates() []int {
	var list []int // of twice as many, the least first, of equals the oldest
	size := func(i int) int { return c.set(&c.stack[i]).size() }
	for i := range c.stack {
		if f := &c.stack[i]; f.result.whole || f.result.end {
			continue
		}
		n := size(i)
		if len(list) == 2*tried && n >= size(list[len(list)-1]) {
			continue
		}
		at := len(list)
		for at > 0 && n < size(list[at-1]) {
			at--
		}
		list = slices.Insert(list, at, i)
		list = list[:min(len(list), 2*tried)]
	}
	list = slices.DeleteFunc(list, func(i int) bool {
		f := &c.stack[i]
		asked := f.asked
		known := c.explored(&c.pending, f, false)
		if known {
			f.asked = asked // it is asked once more before it is dropped
		}
		return known
	})
	return list[:min(len(list), tried)]
}

// tryOut runs a fragment, and returns what is to be asked for if its trace is to be
// another's, and how many events that are: none if it is not to be counted here anyway.
func (c *search) tryOut(at int) (latest []key, events int) {
	x, t := c.x, &c.t
	c.cur = c.schedule(&c.stack[at], c.cur[:0])
	before := x.res.Events
	out, ok := c.run()
	x.res.Events = before
	if !ok || x.stopped != "" || out.Failure != nil || x.drv.cut {
		return nil, 0 // it comes again, when it is its turn
	}
	t.finish(true)
	if !c.own() {
		return nil, 0
	}
	return c.weakest(len(c.cur))
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
// of its latest events, and how many it has: none if some explored trace has the first n, too.
func (c *search) weakest(n int) (latest []key, events int) {
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
		return nil, 0
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
	return latest, in.size()
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
