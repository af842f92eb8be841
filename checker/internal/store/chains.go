package store

import (
	"math"

	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// Chains numbers events, by their keys. Events of one task that follow each other, and
// have no immediate predecessor but the one before, have one number: a chain. As a rule
// nothing ever comes between two of them, so that traces have all of a chain or nothing of
// it. Where one has only its beginning the chain is cut. So this is always true: a trace in
// the store has all of a chain, or nothing. Only the key of the first event is
// kept: the others are what comes next in the task, after nothing else.
type Chains struct {
	Heads flat.KeyTable       // keys of first events; their numbers are those of the chains
	Lens  flat.Growing[uint8] // by number: how many events
	Rest  map[uint32]uint32   // by number: that of what was behind the cut
}

// Len is how many numbers there are.
func (c *Chains) Len() int { return c.Heads.Len() }

// before says whether the chain goes on after m.
func (c *Chains) before(m trace.Member) bool { return m.Off+1 < *c.Lens.At(m.ID) }

// Find is the number of the event with key k, which comes after lead in a chain if led is
// true.
func (c *Chains) Find(k flat.Key, lead trace.Member, led bool) (trace.Member, bool) {
	if led && c.before(lead) {
		return trace.Member{ID: lead.ID, Off: lead.Off + 1}, true
	}
	id, ok := c.Heads.Find(k)
	return trace.Member{ID: id}, ok
}

// Alone numbers what is in no chain.
func (c *Chains) Alone(k flat.Key) uint32 {
	id, fresh := c.Heads.Number(k)
	if fresh {
		c.Lens.Push(1)
	}
	return id
}

// Number numbers the events of t, and makes all, the numbers of the chains of the trace
// before, those of its chains. like is those of a trace that is much like it: four of five
// are at the same place there.
func (c *Chains) Number(t *trace.Trace, like, all []uint32) []uint32 {
	all = all[:chainsBefore(t)]
	fresh := uint32(c.Len()) // chains from here on may become longer
	for i := t.Same; i < len(t.Events); i++ {
		e := &t.Events[i]
		e.Chains = int32(len(all))
		if p := t.Leader(e); p >= 0 {
			at := t.Events[p].Num
			if at.ID >= fresh && !c.before(at) && at.Off < math.MaxUint8-1 {
				*c.Lens.At(at.ID)++
			}
			if c.before(at) {
				e.Num = trace.Member{ID: at.ID, Off: at.Off + 1}
				continue
			}
		}
		if n := len(all); n < len(like) && c.Heads.Is(like[n], e.Key) {
			e.Num = trace.Member{ID: like[n]}
		} else {
			e.Num = trace.Member{ID: c.Alone(e.Key)}
		}
		all = append(all, e.Num.ID)
		e.Chains++
	}
	return all
}

// chainsBefore is how many chains begin with one of the events that are those of the trace before.
func chainsBefore(t *trace.Trace) int32 {
	if t.Same == 0 {
		return 0
	}
	return t.Events[t.Same-1].Chains
}

// Again gives the events of t, all of which have numbers, theirs, and appends those of its
// chains.
func (c *Chains) Again(t *trace.Trace, all []uint32) ([]uint32, bool) {
	for i := range t.Events {
		e := &t.Events[i]
		var lead trace.Member
		p := t.Leader(e)
		if p >= 0 {
			lead = t.Events[p].Num
		}
		var ok bool
		if e.Num, ok = c.Find(e.Key, lead, p >= 0); !ok {
			return nil, false
		}
		if e.Num.Off == 0 {
			all = append(all, e.Num.ID)
		}
		e.Chains = int32(len(all))
	}
	return all, true
}

// Cut cuts the chains of which t has only the beginning, and tells split of each what the
// number of its rest is to be, the next one.
func (c *Chains) Cut(t *trace.Trace, split func(id uint32)) {
	for i := range t.Ops {
		op := &t.Ops[i]
		if uint32(op.Exec) < uint32(t.Same) { // not if it is -1
			continue
		}
		if op.Prev < 0 || t.Events[op.Prev].Task != op.Task || op.Exec >= 0 && t.Events[op.Exec].Num.Off > 0 {
			continue
		}
		at := t.Events[op.Prev].Num
		if !c.before(at) {
			continue
		}
		n := c.Lens.At(at.ID)
		id := c.Heads.Add(t.FollowerKey(op).Pack())
		c.Lens.Push(*n - at.Off - 1)
		*n = at.Off + 1
		if c.Rest == nil {
			c.Rest = map[uint32]uint32{}
		}
		if r, ok := c.Rest[at.ID]; ok {
			c.Rest[id] = r
		}
		c.Rest[at.ID] = id
		split(at.ID)
	}
}

// Now is what has become of an event that was m once.
func (c *Chains) Now(m trace.Member) trace.Member {
	for m.Off >= *c.Lens.At(m.ID) {
		m.Off -= *c.Lens.At(m.ID)
		m.ID = c.Rest[m.ID]
	}
	return m
}

// Only keeps the chains with the given numbers, in their order. Members that were
// chains before it do not know any more what has become of them.
func (c *Chains) Only(numbers []uint32) Chains {
	kept := Chains{Heads: c.Heads.Only(numbers)}
	for _, n := range numbers {
		kept.Lens.Push(*c.Lens.At(n))
	}
	return kept
}

// Bytes is the memory that the chains take.
func (c *Chains) Bytes() int64 { return c.Heads.Bytes() + c.Lens.Bytes() + int64(24*len(c.Rest)) }
