package explore

import (
	"math"
	"slices"
)

// This file asks whether explored traces contain a fragment.

// explored says whether an explored trace contains the fragment by now. again says that
// the one that was asked about last is of the same execution, and nothing has changed
// since.
func (c *search) explored(p *pending, f *fragment, again bool) bool {
	c.placed = c.placed && again
	if f.result.rest {
		return f.result.keys[0].a == 0
	}
	if f.result.whole {
		_, ok := c.store.hashes.find(f.result.keys[0])
		return ok
	}
	if f.asked == c.store.ever() {
		return false // nothing has come since
	}
	c.latest = c.latest[:0]
	steps := p.stepsOf(f.made)
	for _, e := range p.maxes[f.maxes : f.maxes+int(f.latest)] {
		m, ok := c.find(p, steps[e])
		if !ok {
			return false
		}
		c.latest = append(c.latest, m.id)
	}
	var lead member
	if r := f.result.lead; r >= 0 {
		lead, _ = c.find(p, steps[r])
	}
	if c.unsure && !f.result.end && !c.placed {
		c.place(p, steps)
		c.placed = true
	}
	from := c.store.since(f.asked)
	f.asked = c.store.ever()
	return c.contained(&f.result, lead, p.set(f), from)
}

// placeTrace tells c.vers of the present trace.
func (c *search) placeTrace() {
	if !c.unsure {
		return
	}
	c.vers.begin(c.ids.len())
	for i := range c.t.events {
		c.vers.place(c.t.events[i].num, &c.ids, int32(i))
	}
}

// place tells c.vers of an execution with these steps: its events that have numbers.
func (c *search) place(p *pending, steps []uint32) {
	none := member{id: math.MaxUint32}
	c.vers.begin(c.ids.len())
	c.nums = slices.Grow(c.nums[:0], len(p.table.list))[:len(p.table.list)]
	for e, n := range steps {
		s := &p.table.list[n]
		var lead member
		if s.lead >= 0 {
			lead = c.nums[s.lead]
		}
		c.nums[n] = none
		if lead != none {
			if m, ok := c.ids.find(s.key, lead, s.lead >= 0); ok {
				c.nums[n] = m
				c.vers.place(m, &c.ids, int32(e))
			}
		}
	}
}

// find is the number of the event of a step.
func (c *search) find(p *pending, number uint32) (member, bool) {
	s := &p.table.list[number]
	if s.known {
		return c.ids.now(s.num), true
	}
	asked := s
	c.chain = c.chain[:0] // of what it follows, the newest first
	for ; s.lead >= 0; s = &p.table.list[s.lead] {
		c.chain = append(c.chain, s)
	}
	for n := len(c.chain); ; { // so many come after s
		id, ok := c.ids.heads.find(s.key)
		if !ok {
			return member{}, false
		}
		some := int(*c.ids.lens.at(id))
		if n < some {
			asked.num, asked.known = member{id, uint8(n)}, true
			return asked.num, true
		}
		n -= some
		s = c.chain[n]
	}
}

// tidyUp throws out fragments that have become part of explored traces, when
// the stack has doubled since the last time.
func (c *search) tidyUp() {
	if len(c.stack) < c.tidy || len(c.stack) < 1<<12 {
		return
	}
	still := c.unexplored()
	c.keep(func(old *pending, f *fragment) bool { return c.x.late(4) || still(old, f) })
	c.tidy = 2 * len(c.stack)
}

// unexplored says of one fragment after the other, in their order, whether no explored
// trace contains it.
func (c *search) unexplored() func(p *pending, f *fragment) bool {
	last := int32(-1)
	return func(p *pending, f *fragment) bool {
		again := f.made == last
		last = f.made
		return !c.explored(p, f, again)
	}
}

// contained says whether an explored trace contains c.latest, and so the whole
// set, and what comes after it by r; lead is the number of r.lead. Traces before trace from
// are known not to, by r's keys. The set is in, of the execution that c.vers has.
func (c *search) contained(r *result, lead member, in set, from uint32) bool {
	for _, k := range r.keys {
		if m, ok := c.ids.find(k, lead, r.lead >= 0); ok && c.containedWith(m.id, from) {
			return true
		}
		if r.certain {
			break
		}
	}
	if !c.unsure || r.end {
		return false
	}
	for n := c.vers.of(r.action); n >= 0; n = c.vers.list[n].next {
		if x := &c.vers.list[n]; c.vers.fits(x, &c.ids, in) && c.containedWith(x.id, 0) {
			return true
		}
	}
	return false
}

func (c *search) containedWith(id, from uint32) bool {
	c.latest = append(c.latest, id)
	found := c.store.contains(c.latest, from)
	c.latest = c.latest[:len(c.latest)-1]
	return found
}
