package explore

import (
	"encoding/binary"
)

// write implements work: what has to be known of the traces in the order of their ids, not the
// memory that it is kept in.
func (l *left) write(w *partWriter) {
	c := l.search
	w.text(l.algorithm)
	writeChains(w, &c.ids)
	writeStore(w, &c.store)
	w.keys(&c.store.hashes)
	w.keys(&c.booked)
	w.flag(c.unsure)
	writeVersions(w, &c.vers, &c.ids)
	w.num(len(c.debts.ends))
	var steps []step
	for n := range c.debts.ends {
		steps = c.debts.steps(n, steps[:0])
		w.num(len(steps))
		for i := range steps {
			w.decision(&steps[i].dec)
		}
	}
	writePending(w, &c.pending)
	writeFilter(w, &c.seen)
	w.num(c.tidy)
	w.flag(c.rev.sat.gaveUp)
	w.steps(c.cur)
	w.flag(c.reversed)
	w.num(c.rev.found.from)
	w.num(c.rev.found.to)
}

func writeChains(w *partWriter, c *chains) {
	w.keys(&c.heads)
	for n := range uint32(c.len()) {
		w.num(int(*c.lens.at(n)))
	}
}

// writeStore writes for each id the runs of traces that have it.
func writeStore(w *partWriter, s *store) {
	w.num(int(s.traces))
	var runs []run
	begun := uint32(0)
	for id := range uint32(s.ends.n) {
		runs = s.runs(runs[:0], id, 0)
		w.num(len(runs))
		at := begun
		for i, r := range runs {
			w.num(int(r.from) - int(at))
			if i == 0 {
				begun = max(begun, r.from)
			}
			if r.to == goesOn {
				w.num(0)
				break
			}
			w.num(int(r.to - r.from))
			at = r.to
		}
	}
	w.num(len(s.newest))
	for _, id := range s.newest {
		w.num(int(id))
	}
}

func writeVersions(w *partWriter, v *versions, ids *chains) {
	w.keys(&v.actions)
	var chain []int32
	for a := range v.actions.len() {
		chain = chain[:0]
		for n := v.head[a]; n >= 0; n = v.list[n].next {
			chain = append(chain, n)
		}
		w.num(len(chain))
		for i := len(chain) - 1; i >= 0; i-- {
			x := &v.list[chain[i]]
			w.num(int(x.id))
			w.num(int(x.n))
			for _, p := range v.preds[x.off : x.off+x.n] {
				p = ids.now(p)
				w.num(int(p.id))
				w.num(int(p.off))
			}
		}
	}
}

// writePending writes the executions with their fragments, which are next to each other
// on the stack.
func writePending(w *partWriter, p *pending) {
	w.num(len(p.table.list))
	for i := range p.table.list {
		s := &p.table.list[i]
		w.decision(&s.dec)
		w.key(s.key)
		w.num(int(s.lead))
	}
	w.num(len(p.made))
	at := 0
	for i := range p.made {
		m := &p.made[i]
		w.num(int(m.like))
		w.num(int(m.same))
		w.num(int(m.events - m.same))
		for _, n := range p.steps[m.steps : m.steps+int(m.events-m.same)] {
			w.num(int(n))
		}
		from := at
		for at < len(p.stack) && int(p.stack[at].made) == i {
			at++
		}
		w.num(at - from)
		for k := from; k < at; k++ {
			f := &p.stack[k]
			for _, v := range p.set(f) {
				w.b = binary.LittleEndian.AppendUint64(w.b, v)
			}
			w.indices(p.order(f))
			w.indices(p.maxes[f.maxes : f.maxes+int(f.latest)])
			r := &f.result
			w.decision(&r.dec)
			w.key(r.keys[0])
			w.key(r.keys[1])
			w.key(r.action)
			w.flag(r.certain)
			w.flag(r.end)
			w.flag(r.whole)
			w.flag(r.rest)
			w.num(int(r.lead))
		}
	}
}

// writeFilter writes the keys with their places.
func writeFilter(w *partWriter, f *filter) {
	w.num(f.asked)
	w.num(len(f.table))
	last := -1
	for i, k := range f.table {
		if k == (key{}) {
			continue
		}
		w.num(i - last)
		w.key(k)
		last = i
	}
	w.num(0)
}
