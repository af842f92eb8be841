package explore

import (
	"math"
	"math/bits"

	"gocheck.dev/checker"
)

// readSearch reads what left.write has written. What is asked of the data is that they
// can be worked with; whether they are what was written, a checksum has to tell.
func readSearch(d *partReader, p *part) work {
	c := &search{}
	algorithm := d.text()
	c.ids = readChains(d)
	readStore(d, &c.store, c.ids.len())
	c.store.hashes = d.keys()
	if int(c.store.traces) > c.store.hashes.len() {
		d.fail("more traces than were explored")
	}
	c.store.adopted()
	c.booked = d.keys()
	c.unsure = d.flag()
	readVersions(d, &c.vers, &c.ids)
	var steps []step
	for range d.num(0, len(d.b)) {
		steps = steps[:0]
		for range d.num(0, len(d.b)) {
			steps = append(steps, step{dec: d.decision(p)})
		}
		c.debts.add(steps)
	}
	readPending(d, p, &c.pending)
	readFilter(d, &c.seen)
	c.tidy = d.num(0, math.MaxInt)
	c.rev.sat.gaveUp = d.flag()
	c.cur = d.steps(p, nil)
	c.reversed = d.flag()
	c.rev.found.from, c.rev.found.to = d.num(0, math.MaxInt), d.num(0, math.MaxInt)
	return &left{c, algorithm}
}

func readChains(d *partReader) chains {
	c := chains{heads: d.keys()}
	for range c.len() {
		c.lens.push(uint8(d.num(1, math.MaxUint8)))
	}
	return c
}

// readStore reads a store of n ids. It is to be told when all are adopted.
func readStore(d *partReader, s *store, n int) {
	s.traces = uint32(d.num(0, goesOn-1))
	traces := int(s.traces)
	var runs []run
	begun := 0
	for range n {
		runs = runs[:0]
		at := begun
		for i := range d.num(1, traces) {
			least := 0
			if i == 0 {
				least = -at // the rest of a chain that was cut
			}
			r := run{from: uint32(d.num(least, traces-1-at) + at), to: goesOn}
			if i > 0 && runs[i-1].to == goesOn {
				d.fail("a run of traces after the last one")
			}
			if n := d.num(0, traces-int(r.from)); n > 0 {
				r.to = r.from + uint32(n)
				at = int(r.to)
			}
			runs = append(runs, r)
			if d.err != nil {
				return
			}
		}
		if d.err != nil {
			return
		}
		if int(runs[0].from) < begun {
			s.adoptRest(runs)
			continue
		}
		begun = int(runs[0].from)
		s.adopt(runs)
	}
	for range d.num(0, len(d.b)) {
		s.newest = append(s.newest, uint32(d.num(0, n-1)))
	}
}

func readVersions(d *partReader, v *versions, ids *chains) {
	v.actions = d.keys()
	for a := range uint32(v.actions.len()) {
		v.head = append(v.head, -1)
		for range d.num(0, len(d.b)) {
			id, n := uint32(d.num(0, ids.len()-1)), d.num(0, len(d.b))
			v.enter(a, id, int32(n))
			for range n {
				m := member{id: uint32(d.num(0, ids.len()-1))}
				if d.err != nil {
					return
				}
				m.off = uint8(d.num(0, int(*ids.lens.at(m.id))-1))
				v.preds = append(v.preds, m)
			}
		}
	}
}

func readPending(d *partReader, p *part, q *pending) {
	table := &q.table
	for i := range d.num(0, len(d.b)) {
		s := step{d.decision(p), d.key()}
		if int(table.number(s, int32(d.num(-1, i-1)))) != i {
			d.fail("a step that is there twice")
		}
		if d.err != nil {
			return
		}
	}
	known := 0
	for i := range d.num(0, len(d.b)) {
		m := made{known: int32(known), like: int32(d.num(-1, i-1)), steps: len(q.steps)}
		most := 0
		if m.like >= 0 {
			most = int(q.made[m.like].events)
		}
		m.same = int32(d.num(0, most))
		for range d.num(0, len(d.b)) {
			n := d.num(0, len(table.list)-1)
			known = max(known, n+1)
			q.steps = append(q.steps, uint32(n))
		}
		m.events = m.same + int32(len(q.steps)-m.steps)
		if m.events > checker.MaxEvents {
			d.fail("an execution that is too long")
		}
		q.made = append(q.made, m)
		for range d.num(1, len(d.b)) {
			f := fragment{made: int32(i), sets: len(q.sets), orders: len(q.orders), maxes: len(q.maxes)}
			for range (m.events + 63) / 64 {
				q.sets = append(q.sets, d.word())
			}
			if d.err == nil && m.events%64 != 0 && q.sets[len(q.sets)-1]>>(m.events%64) != 0 {
				d.fail("an event that does not exist")
			}
			q.events = d.indices(q.events[:0], int(m.events))
			f.ordered = q.addOrder(q.sets[f.sets:], q.events)
			q.maxes = d.indices(q.maxes, int(m.events))
			f.latest = int32(len(q.maxes) - f.maxes)
			r := &f.result
			r.dec = d.decision(p)
			r.keys[0], r.keys[1], r.action = d.key(), d.key(), d.key()
			r.certain, r.end, r.whole, r.rest = d.flag(), d.flag(), d.flag(), d.flag()
			r.lead = int32(d.num(-1, int(m.events)-1))
			q.stack = append(q.stack, f)
			if d.err != nil {
				return
			}
		}
		if d.err != nil {
			return
		}
	}
}

func readFilter(d *partReader, f *filter) {
	f.asked = d.num(0, math.MaxInt>>1)
	size := d.num(0, filterMost)
	if bits.OnesCount(uint(size)) > 1 {
		d.fail("a filter of another size")
		return
	}
	f.table = make([]key, size)
	for at := -1; ; {
		gap := d.num(0, size-1-at)
		if gap == 0 {
			return
		}
		at += gap
		f.table[at] = d.key()
	}
}
