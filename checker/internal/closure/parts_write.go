package closure

import (
	"encoding/binary"

	"gocheck.dev/checker/internal/alike"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/reversal"
	"gocheck.dev/checker/internal/store"
	"gocheck.dev/checker/internal/trace"
)

// Write implements work: what has to be known of the traces in the order of their ids, not the
// memory that it is kept in.
func (l *left) Write(w *engine.PartWriter) {
	c := l.search
	w.Text(l.algorithm)
	writeChains(w, &c.ids)
	writeStore(w, &c.store)
	w.Keys(&c.store.Hashes)
	w.Keys(&c.Booked)
	w.Flag(c.unsure)
	writeVersions(w, &c.vers, &c.ids)
	w.Num(len(c.debts.ends))
	var steps []trace.Step
	for n := range c.debts.ends {
		steps = c.debts.steps(n, steps[:0])
		w.Num(len(steps))
		for i := range steps {
			w.Decision(&steps[i].Dec)
		}
	}
	writePending(w, &c.pending, c.writeAlike(w))
	writeFilter(w, &c.seen)
	w.Num(c.tidy)
	w.Flag(c.rev.Saturation.GaveUp)
	w.Steps(c.Cur)
	w.Flag(c.reversed)
	w.Num(c.rev.Found.From)
	w.Num(c.rev.Found.To)
}

func writeChains(w *engine.PartWriter, c *store.Chains) {
	w.Keys(&c.Heads)
	for n := range uint32(c.Len()) {
		w.Num(int(*c.Lens.At(n)))
	}
}

// writeStore writes for each id the runs of traces that have it.
func writeStore(w *engine.PartWriter, s *store.Store) {
	w.Num(int(s.Traces))
	var runs []store.Run
	begun := uint32(0)
	for id := range uint32(s.Ends.N) {
		runs = s.Runs(runs[:0], id, 0)
		w.Num(len(runs))
		at := begun
		for i, r := range runs {
			w.Num(int(r.From) - int(at))
			if i == 0 {
				begun = max(begun, r.From)
			}
			if r.To == store.GoesOn {
				w.Num(0)
				break
			}
			w.Num(int(r.To - r.From))
			at = r.To
		}
	}
	w.Num(len(s.Newest))
	for _, id := range s.Newest {
		w.Num(int(id))
	}
}

func writeVersions(w *engine.PartWriter, v *store.Versions, ids *store.Chains) {
	w.Keys(&v.Actions)
	var chain []int32
	for a := range v.Actions.Len() {
		chain = chain[:0]
		for n := v.Head[a]; n >= 0; n = v.List[n].Next {
			chain = append(chain, n)
		}
		w.Num(len(chain))
		for i := len(chain) - 1; i >= 0; i-- {
			x := &v.List[chain[i]]
			w.Num(int(x.ID))
			w.Num(int(x.N))
			for _, p := range v.Preds[x.Off : x.Off+x.N] {
				p = ids.Now(p)
				w.Num(int(p.ID))
				w.Num(int(p.Off))
			}
		}
	}
}

// writePending writes the executions with their fragments, which are next to each other
// on the stack.
func writePending(w *engine.PartWriter, p *pending, graph func(*alike.Graph)) {
	w.Num(len(p.table.List))
	for i := range p.table.List {
		s := &p.table.List[i]
		w.Decision(&s.Dec)
		w.Key(s.Key)
		w.Num(int(s.Lead))
	}
	w.Num(len(p.made))
	at := 0
	for i := range p.made {
		m := &p.made[i]
		w.Num(int(m.like))
		w.Num(int(m.same))
		w.Num(int(m.events - m.same))
		for _, n := range p.steps[m.steps : m.steps+int(m.events-m.same)] {
			w.Num(int(n))
		}
		if len(p.likes) > 0 {
			graph(m.graph)
		}
		from := at
		for at < len(p.stack) && int(p.stack[at].made) == i {
			at++
		}
		w.Num(at - from)
		for k := from; k < at; k++ {
			f := &p.stack[k]
			for _, v := range p.set(f) {
				w.Data = binary.LittleEndian.AppendUint64(w.Data, v)
			}
			w.Indices(p.order(f))
			w.Indices(p.maxes[f.maxes : f.maxes+int(f.latest)])
			r := &f.result
			w.Decision(&r.dec)
			w.Key(r.keys[0])
			w.Key(r.keys[1])
			w.Key(r.action)
			w.Flag(r.certain)
			w.Flag(r.end)
			w.Flag(r.whole)
			w.Flag(r.rest)
			w.Num(int(r.lead))
			if len(p.likes) > 0 {
				w.Text(string(p.likes[k].Encode()))
			}
		}
	}
}

// writeFilter writes the keys with their places.
func writeFilter(w *engine.PartWriter, f *reversal.Filter) {
	w.Num(f.Asked)
	w.Num(len(f.Table))
	last := -1
	for i, k := range f.Table {
		if k == (flat.Key{}) {
			continue
		}
		w.Num(i - last)
		w.Key(k)
		last = i
	}
	w.Num(0)
}
