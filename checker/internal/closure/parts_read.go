package closure

import (
	"math"
	"math/bits"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/alike"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/reversal"
	"gocheck.dev/checker/internal/store"
	"gocheck.dev/checker/internal/trace"
)

// ReadSearch reads what left.Write has written. What is asked of the data is that they
// can be worked with; whether they are what was written, a checksum has to tell.
func ReadSearch(d *engine.PartReader, p *engine.Part) engine.Work {
	c := &Search{}
	algorithm := d.Text()
	c.ids = readChains(d)
	readStore(d, &c.store, c.ids.Len())
	c.store.Hashes = d.Keys()
	if int(c.store.Traces) > c.store.Hashes.Len() {
		d.Fail("more traces than were explored")
	}
	c.store.Adopted()
	c.Booked = d.Keys()
	c.unsure = d.Flag()
	readVersions(d, &c.vers, &c.ids)
	var steps []trace.Step
	for range d.Num(0, len(d.Data)) {
		steps = steps[:0]
		for range d.Num(0, len(d.Data)) {
			steps = append(steps, trace.Step{Dec: d.Decision(p)})
		}
		c.debts.add(steps)
	}
	readPending(d, p, &c.pending, c.readAlike(d, p))
	readFilter(d, &c.seen)
	c.tidy = d.Num(0, math.MaxInt)
	c.rev.Saturation.GaveUp = d.Flag()
	c.Cur = d.Steps(p, nil)
	c.reversed = d.Flag()
	c.rev.Found.From, c.rev.Found.To = d.Num(0, math.MaxInt), d.Num(0, math.MaxInt)
	return &left{c, algorithm}
}

func readChains(d *engine.PartReader) store.Chains {
	c := store.Chains{Heads: d.Keys()}
	for range c.Len() {
		c.Lens.Push(uint8(d.Num(1, math.MaxUint8)))
	}
	return c
}

// readStore reads a store of n ids. It is to be told when all are adopted.
func readStore(d *engine.PartReader, s *store.Store, n int) {
	s.Traces = uint32(d.Num(0, store.GoesOn-1))
	traces := int(s.Traces)
	var runs []store.Run
	begun := 0
	for range n {
		runs = runs[:0]
		at := begun
		for i := range d.Num(1, traces) {
			least := 0
			if i == 0 {
				least = -at // the rest of a chain that was cut
			}
			r := store.Run{From: uint32(d.Num(least, traces-1-at) + at), To: store.GoesOn}
			if i > 0 && runs[i-1].To == store.GoesOn {
				d.Fail("a run of traces after the last one")
			}
			if n := d.Num(0, traces-int(r.From)); n > 0 {
				r.To = r.From + uint32(n)
				at = int(r.To)
			}
			runs = append(runs, r)
			if d.Err != nil {
				return
			}
		}
		if d.Err != nil {
			return
		}
		if int(runs[0].From) < begun {
			s.AdoptRest(runs)
			continue
		}
		begun = int(runs[0].From)
		s.Adopt(runs)
	}
	for range d.Num(0, len(d.Data)) {
		s.Newest = append(s.Newest, uint32(d.Num(0, n-1)))
	}
}

func readVersions(d *engine.PartReader, v *store.Versions, ids *store.Chains) {
	v.Actions = d.Keys()
	for a := range uint32(v.Actions.Len()) {
		v.Head = append(v.Head, -1)
		for range d.Num(0, len(d.Data)) {
			id, n := uint32(d.Num(0, ids.Len()-1)), d.Num(0, len(d.Data))
			v.Enter(a, id, int32(n))
			for range n {
				m := trace.Member{ID: uint32(d.Num(0, ids.Len()-1))}
				if d.Err != nil {
					return
				}
				m.Off = uint8(d.Num(0, int(*ids.Lens.At(m.ID))-1))
				v.Preds = append(v.Preds, m)
			}
		}
	}
}

func readPending(d *engine.PartReader, p *engine.Part, q *pending, graph func() *alike.Graph) {
	table := &q.table
	for i := range d.Num(0, len(d.Data)) {
		s := trace.Step{Dec: d.Decision(p), Key: d.Key()}
		if int(table.Number(s, int32(d.Num(-1, i-1)))) != i {
			d.Fail("a step that is there twice")
		}
		if d.Err != nil {
			return
		}
	}
	known := 0
	for i := range d.Num(0, len(d.Data)) {
		m := made{known: int32(known), like: int32(d.Num(-1, i-1)), steps: len(q.steps)}
		most := 0
		if m.like >= 0 {
			most = int(q.made[m.like].events)
		}
		m.same = int32(d.Num(0, most))
		for range d.Num(0, len(d.Data)) {
			n := d.Num(0, len(table.List)-1)
			known = max(known, n+1)
			q.steps = append(q.steps, uint32(n))
		}
		m.events = m.same + int32(len(q.steps)-m.steps)
		if m.events > checker.MaxEvents {
			d.Fail("an execution that is too long")
		}
		q.made = append(q.made, m)
		if p.Alike {
			q.adopt(graph())
			if n := q.made[i].graph.Events(); n > 0 && n != int(m.events) {
				d.Fail("a graph of another execution")
			}
		}
		for range d.Num(1, len(d.Data)) {
			f := fragment{made: int32(i), sets: len(q.sets), orders: len(q.orders), maxes: len(q.maxes)}
			for range (m.events + 63) / 64 {
				q.sets = append(q.sets, d.Word())
			}
			if d.Err == nil && m.events%64 != 0 && q.sets[len(q.sets)-1]>>(m.events%64) != 0 {
				d.Fail("an event that does not exist")
			}
			q.events = d.Indices(q.events[:0], int(m.events))
			f.ordered = q.addOrder(q.sets[f.sets:], q.events)
			q.maxes = d.Indices(q.maxes, int(m.events))
			f.latest = int32(len(q.maxes) - f.maxes)
			r := &f.result
			r.dec = d.Decision(p)
			r.keys[0], r.keys[1], r.action = d.Key(), d.Key(), d.Key()
			r.certain, r.end, r.whole, r.rest = d.Flag(), d.Flag(), d.Flag(), d.Flag()
			r.lead = int32(d.Num(-1, int(m.events)-1))
			q.stack = append(q.stack, f)
			if p.Alike {
				q.likes = append(q.likes, readLike(d, q.made[i].graph))
			}
			if d.Err != nil {
				return
			}
		}
		if d.Err != nil {
			return
		}
	}
}

func readFilter(d *engine.PartReader, f *reversal.Filter) {
	f.Asked = d.Num(0, math.MaxInt>>1)
	size := d.Num(0, reversal.FilterMost)
	if bits.OnesCount(uint(size)) > 1 {
		d.Fail("a filter of another size")
		return
	}
	f.Table = make([]flat.Key, size)
	for at := -1; ; {
		gap := d.Num(0, size-1-at)
		if gap == 0 {
			return
		}
		at += gap
		f.Table[at] = d.Key()
	}
}
