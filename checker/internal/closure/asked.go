package closure

import (
	"math"
	"slices"

	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// This file asks whether explored traces contain a fragment.

// explored says whether an explored trace contains the n-th fragment by now. again says that
// the one that was asked about last is of the same execution, and nothing has changed
// since.
func (c *Search) explored(p *pending, n int, again bool) bool {
	f := &p.stack[n]
	c.placed = c.placed && again
	if f.result.rest {
		return f.result.keys[0].A == 0
	}
	if f.result.whole {
		_, ok := c.store.Hashes.Find(f.result.keys[0])
		return ok || c.alike != nil && c.alike.Counted(p.made[f.made].graph)
	}
	if f.asked == c.store.Ever() {
		return false // nothing has come since
	}
	c.latest = c.latest[:0]
	steps := p.stepsOf(f.made)
	for _, e := range p.maxes[f.maxes : f.maxes+int(f.latest)] {
		m, ok := c.find(p, steps[e])
		if !ok {
			return false
		}
		c.latest = append(c.latest, m.ID)
	}
	var lead trace.Member
	if r := f.result.lead; r >= 0 {
		lead, _ = c.find(p, steps[r])
	}
	if c.unsure && !f.result.end && !c.placed {
		c.place(p, steps)
		c.placed = true
	}
	from := c.store.Since(f.asked)
	f.asked = c.store.Ever()
	if c.contained(&f.result, lead, p.set(f), from) {
		return true
	}
	return c.alike != nil && c.alike.Contains(&p.likes[n], p.made[f.made].graph, p.set(f), !c.unsure)
}

// placeTrace tells c.vers of the present trace.
func (c *Search) placeTrace() {
	if !c.unsure {
		return
	}
	c.vers.Begin(c.ids.Len())
	for i := range c.Trace.Events {
		c.vers.Place(c.Trace.Events[i].Num, &c.ids, int32(i))
	}
}

// place tells c.vers of an execution with these steps: its events that have numbers.
func (c *Search) place(p *pending, steps []uint32) {
	none := trace.Member{ID: math.MaxUint32}
	c.vers.Begin(c.ids.Len())
	c.nums = slices.Grow(c.nums[:0], len(p.table.List))[:len(p.table.List)]
	for e, n := range steps {
		s := &p.table.List[n]
		var lead trace.Member
		if s.Lead >= 0 {
			lead = c.nums[s.Lead]
		}
		c.nums[n] = none
		if lead != none {
			if m, ok := c.ids.Find(s.Key, lead, s.Lead >= 0); ok {
				c.nums[n] = m
				c.vers.Place(m, &c.ids, int32(e))
			}
		}
	}
}

// find is the number of the event of a step.
func (c *Search) find(p *pending, number uint32) (trace.Member, bool) {
	s := &p.table.List[number]
	if s.Known {
		return c.ids.Now(s.Num), true
	}
	asked := s
	c.chain = c.chain[:0] // of what it follows, the newest first
	for ; s.Lead >= 0; s = &p.table.List[s.Lead] {
		c.chain = append(c.chain, s)
	}
	for n := len(c.chain); ; { // so many come after s
		id, ok := c.ids.Heads.Find(s.Key)
		if !ok {
			return trace.Member{}, false
		}
		some := int(*c.ids.Lens.At(id))
		if n < some {
			asked.Num, asked.Known = trace.Member{ID: id, Off: uint8(n)}, true
			return asked.Num, true
		}
		n -= some
		s = c.chain[n]
	}
}

// tidyUp throws out fragments that have become part of explored traces, when
// the stack has doubled since the last time.
func (c *Search) tidyUp() {
	if len(c.stack) < c.tidy || len(c.stack) < 1<<12 {
		return
	}
	still := c.unexplored()
	c.keep(func(old *pending, n int) bool { return c.x.Late(4) || still(old, n) })
	c.tidy = 2 * len(c.stack)
}

// unexplored says of one fragment after the other, in their order, whether no explored
// trace contains it.
func (c *Search) unexplored() func(p *pending, n int) bool {
	last := int32(-1)
	return func(p *pending, n int) bool {
		again := p.stack[n].made == last
		last = p.stack[n].made
		return !c.explored(p, n, again)
	}
}

// contained says whether an explored trace contains c.latest, and so the whole
// set, and what comes after it by r; lead is the number of r.lead. Traces before trace from
// are known not to, by r's keys. The set is in, of the execution that c.vers has.
func (c *Search) contained(r *result, lead trace.Member, in flat.Set, from uint32) bool {
	for _, k := range r.keys {
		if m, ok := c.ids.Find(k, lead, r.lead >= 0); ok && c.containedWith(m.ID, from) {
			return true
		}
		if r.certain {
			break
		}
	}
	if !c.unsure || r.end {
		return false
	}
	for n := c.vers.Of(r.action); n >= 0; n = c.vers.List[n].Next {
		if x := &c.vers.List[n]; c.vers.Fits(x, &c.ids, in) && c.containedWith(x.ID, 0) {
			return true
		}
	}
	return false
}

func (c *Search) containedWith(id, from uint32) bool {
	c.latest = append(c.latest, id)
	found := c.store.Contains(c.latest, from)
	c.latest = c.latest[:len(c.latest)-1]
	return found
}
