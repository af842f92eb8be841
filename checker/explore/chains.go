package explore

import "math"

// chains numbers events, by their keys. Events of one task that follow each other, and
// have no immediate predecessor but the one before, have one number: a chain. As a rule
// nothing ever comes between two of them, so that traces have all of a chain or nothing of
// it. Where one has only its beginning the chain is cut. So this is always true: a trace in
// the store has all of a chain, or nothing. Only the key of the first event is
// kept: the others are what comes next in the task, after nothing else.
type chains struct {
	heads keyTable          // keys of first events; their numbers are those of the chains
	lens  growing[uint8]    // by number: how many events
	rest  map[uint32]uint32 // by number: that of what was behind the cut
}

// len is how many numbers there are.
func (c *chains) len() int { return c.heads.len() }

// before says whether the chain goes on after m.
func (c *chains) before(m member) bool { return m.off+1 < *c.lens.at(m.id) }

// find is the number of the event with key k, which comes after lead in a chain if led is
// true.
func (c *chains) find(k key, lead member, led bool) (member, bool) {
	if led && c.before(lead) {
		return member{lead.id, lead.off + 1}, true
	}
	id, ok := c.heads.find(k)
	return member{id: id}, ok
}

// alone numbers what is in no chain.
func (c *chains) alone(k key) uint32 {
	id, fresh := c.heads.number(k)
	if fresh {
		c.lens.push(1)
	}
	return id
}

// number numbers the events of t, and makes all, the numbers of the chains of the trace
// before, those of its chains. like is those of a trace that is much like it: four of five
// are at the same place there.
func (c *chains) number(t *trace, like, all []uint32) []uint32 {
	all = all[:chainsBefore(t)]
	fresh := uint32(c.len()) // chains from here on may become longer
	for i := t.same; i < len(t.events); i++ {
		e := &t.events[i]
		e.chains = int32(len(all))
		if p := t.leader(e); p >= 0 {
			at := t.events[p].num
			if at.id >= fresh && !c.before(at) && at.off < math.MaxUint8-1 {
				*c.lens.at(at.id)++
			}
			if c.before(at) {
				e.num = member{at.id, at.off + 1}
				continue
			}
		}
		if n := len(all); n < len(like) && c.heads.is(like[n], e.key) {
			e.num = member{id: like[n]}
		} else {
			e.num = member{id: c.alone(e.key)}
		}
		all = append(all, e.num.id)
		e.chains++
	}
	return all
}

// chainsBefore is how many chains begin with one of the events that are those of the trace before.
func chainsBefore(t *trace) int32 {
	if t.same == 0 {
		return 0
	}
	return t.events[t.same-1].chains
}

// again gives the events of t, all of which have numbers, theirs, and appends those of its
// chains.
func (c *chains) again(t *trace, all []uint32) ([]uint32, bool) {
	for i := range t.events {
		e := &t.events[i]
		var lead member
		p := t.leader(e)
		if p >= 0 {
			lead = t.events[p].num
		}
		var ok bool
		if e.num, ok = c.find(e.key, lead, p >= 0); !ok {
			return nil, false
		}
		if e.num.off == 0 {
			all = append(all, e.num.id)
		}
		e.chains = int32(len(all))
	}
	return all, true
}

// cut cuts the chains of which t has only the beginning, and tells split of each what the
// number of its rest is to be, the next one.
func (c *chains) cut(t *trace, split func(id uint32)) {
	for i := range t.ops {
		op := &t.ops[i]
		if uint32(op.exec) < uint32(t.same) { // not if it is -1
			continue
		}
		if op.prev < 0 || t.events[op.prev].task != op.task || op.exec >= 0 && t.events[op.exec].num.off > 0 {
			continue
		}
		at := t.events[op.prev].num
		if !c.before(at) {
			continue
		}
		n := c.lens.at(at.id)
		id := c.heads.add(t.followerKey(op).pack())
		c.lens.push(*n - at.off - 1)
		*n = at.off + 1
		if c.rest == nil {
			c.rest = map[uint32]uint32{}
		}
		if r, ok := c.rest[at.id]; ok {
			c.rest[id] = r
		}
		c.rest[at.id] = id
		split(at.id)
	}
}

// now is what has become of an event that was m once.
func (c *chains) now(m member) member {
	for m.off >= *c.lens.at(m.id) {
		m.off -= *c.lens.at(m.id)
		m.id = c.rest[m.id]
	}
	return m
}

// only keeps the chains with the given numbers, in their order. Members that were
// chains before it do not know any more what has become of them.
func (c *chains) only(numbers []uint32) chains {
	kept := chains{heads: c.heads.only(numbers)}
	for _, n := range numbers {
		kept.lens.push(*c.lens.at(n))
	}
	return kept
}

func (c *chains) bytes() int64 { return c.heads.bytes() + c.lens.bytes() + int64(24*len(c.rest)) }
