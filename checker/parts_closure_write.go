package checker

import (
	"encoding/binary"
	"fmt"
	"io"
)

// Write writes a part that is Whole, as DecodePart reads it: what has to be known of
// the traces in the order of their ids, not the memory that it is kept in.
func (p *Part) Write(to io.Writer) error {
	c := p.search
	w := &partWriter{to: to}
	w.b = binary.AppendUvarint(w.b, partVersion)
	w.num(partSearch)
	w.b = p.appendProgram(w.b)
	w.num(len(p.algorithm))
	w.b = append(w.b, p.algorithm...)

	w.chains(&c.ids)
	w.store(&c.store)
	w.keys(&c.store.hashes)
	w.keys(&c.booked)
	w.flag(c.unsure)
	w.versions(&c.vers, &c.ids)
	w.num(len(c.debts.ends))
	var steps []step
	for n := range c.debts.ends {
		steps = c.debts.steps(n, steps[:0])
		w.num(len(steps))
		for i := range steps {
			w.decision(&steps[i].dec)
		}
	}
	w.pending(&c.pending)
	w.filter(&c.seen)
	w.num(c.tidy)
	w.flag(c.rev.sat.gaveUp)
	w.steps(c.cur)
	w.flag(c.reversed)
	w.num(c.rev.found.from)
	w.num(c.rev.found.to)
	w.flush()
	if w.err != nil {
		return fmt.Errorf("writing what is left: %w", w.err)
	}
	return nil
}

// partWriter collects what is written.
type partWriter struct {
	to  io.Writer // nil: all is kept in b
	b   []byte
	err error
}

const partBlock = 1 << 16

func (w *partWriter) flush() {
	if w.to == nil {
		return
	}
	if w.err == nil {
		_, w.err = w.to.Write(w.b)
	}
	w.b = w.b[:0]
}

func (w *partWriter) num(n int) {
	if len(w.b) > partBlock {
		w.flush()
	}
	w.b = binary.AppendVarint(w.b, int64(n))
}

func (w *partWriter) names(names []string) {
	w.num(len(names))
	for _, name := range names {
		w.num(len(name))
		w.b = append(w.b, name...)
	}
}

func (w *partWriter) flag(f bool) {
	if f {
		w.num(1)
	} else {
		w.num(0)
	}
}

func (w *partWriter) key(k key) {
	w.b = binary.LittleEndian.AppendUint64(w.b, k.a)
	w.b = binary.LittleEndian.AppendUint64(w.b, k.b)
}

func (w *partWriter) decision(d *Decision) {
	w.num(int(d.Task))
	w.num(int(d.Choice))
	w.num(int(int32(d.Partner))) // NoTask is -1
	w.num(int(d.PartnerChoice))
}

func (w *partWriter) steps(steps []step) {
	w.num(len(steps))
	for i := range steps {
		w.decision(&steps[i].dec)
		w.key(steps[i].key)
	}
}

func (w *partWriter) indices(list []int32) {
	w.num(len(list))
	for _, i := range list {
		w.num(int(i))
	}
}

func (w *partWriter) keys(t *keyTable) {
	w.num(t.len())
	for n := range uint32(t.len()) {
		for _, word := range *t.keys.at(n) {
			w.b = binary.LittleEndian.AppendUint32(w.b, word)
		}
		if len(w.b) > partBlock {
			w.flush()
		}
	}
}

func (w *partWriter) chains(c *chains) {
	w.keys(&c.heads)
	for n := range uint32(c.len()) {
		w.num(int(*c.lens.at(n)))
	}
}

// store writes for each id the runs of traces that have it.
func (w *partWriter) store(s *store) {
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

func (w *partWriter) versions(v *versions, ids *chains) {
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

// pending writes the executions with their fragments, which are next to each other
// on the stack.
func (w *partWriter) pending(p *pending) {
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

// filter writes the keys with their places.
func (w *partWriter) filter(f *filter) {
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
