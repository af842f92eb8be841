package closure

import (
	"math"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/alike"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
)

// What a letter has.
const (
	letterSplit = iota
	letterFragments
)

// outgoing is what is to be sent to an owner.
type outgoing struct {
	to    int
	first bool // nothing of the present execution is there yet
	pending
}

// outgoing is what is to be sent to an owner, nil if that is the caller.
func (c *Search) outgoing(to int) *outgoing {
	if to == c.owners.self {
		return nil
	}
	for _, o := range c.out {
		if o.to == to {
			return o
		}
	}
	o := &outgoing{to: to, first: true}
	c.out = append(c.out, o)
	return o
}

// lend sends the present trace, which has the key k, to its owner.
func (c *Search) lend(k flat.Key) {
	to := c.outgoing(c.owners.leaf(nil, flat.Key{}).owner) // the trace is placed
	r := result{end: true, whole: true, certain: true, lead: -1}
	r.keys[0] = k
	to.push(&c.Trace, c.Trace.All(), nil, nil, &r, 0, true)
	c.liken(&to.pending, alike.Fragment{}) // nobody asks for it
}

// deal sends away the pending fragments that belong to another owner now.
func (c *Search) deal() {
	old := c.pending
	c.pending = pending{}
	c.sort(&old)
}

// sort takes the fragments of a letter: it adds its own, and sends the others on.
func (c *Search) sort(from *pending) {
	here := mover{to: &c.pending}
	var others []mover
	placed := int32(-1)
	for i := range from.stack {
		f := &from.stack[i]
		if c.x.Late(8) {
			// It is over, and nothing of it counts.
			return
		}
		var to *outgoing // a trace that was counted stays here
		if !f.result.rest {
			to = c.outgoing(c.owners.leaf(c.owners.place(from, i, f.made == placed)).owner)
			placed = f.made
		}
		if to == nil {
			here.move(from, i)
			continue
		}
		n := 0
		for n < len(others) && others[n].to != &to.pending {
			n++
		}
		if n == len(others) {
			others = append(others, mover{to: &to.pending})
		}
		others[n].move(from, i)
	}
}

// encode is the fragments as data, tasks by their names. It makes them useless here.
func (p *pending) encode(program checker.Program) []byte {
	var there engine.Numbers // and 1
	var names []string
	name := func(q checker.Task) {
		if q == checker.NoTask {
			return
		}
		for int(q) >= len(there) {
			there = append(there, 0)
		}
		if there[q] == 0 {
			names = append(names, program.TaskName(q))
			there[q] = checker.Task(len(names))
		}
	}
	for d := range p.decisions {
		name(d.Task)
		name(d.Partner)
	}
	p.roots(func(q *checker.Task) { name(*q) })
	for q := range there {
		there[q]--
	}
	renumberPending(there, p)
	w := &engine.PartWriter{}
	w.Num(letterFragments)
	w.Names(names)
	w.Flag(len(p.likes) > 0)
	writePending(w, p, func(g *alike.Graph) { writeGraph(w, g, there) })
	return w.Data
}

func (s *split) encode() []byte {
	w := &engine.PartWriter{}
	w.Num(letterSplit)
	writeSplit(w, s)
	return w.Data
}

func writeSplit(w *engine.PartWriter, s *split) {
	w.Num(s.by)
	w.Num(s.to)
	w.Num(len(s.path))
	for _, yes := range s.path {
		w.Flag(yes)
	}
	w.Num(len(s.sets))
	for _, latest := range s.sets {
		w.Num(len(latest))
		for _, k := range latest {
			w.Key(k)
		}
	}
}

func readSplit(d *engine.PartReader) split {
	s := split{by: d.Num(0, math.MaxInt32), to: d.Num(0, math.MaxInt32)}
	for range d.Num(0, len(d.Data)) {
		s.path = append(s.path, d.Flag())
	}
	for range d.Num(1, len(d.Data)/16) {
		var latest []flat.Key
		for range d.Num(1, len(d.Data)/16) {
			latest = append(latest, d.Key())
		}
		s.sets = append(s.sets, latest)
	}
	return s
}

// Letters implements owned.
func (c *Search) Letters() []checker.Letter {
	var list []checker.Letter
	for _, o := range c.out {
		if len(o.stack) > 0 {
			list = append(list, checker.Letter{To: o.to, Data: o.encode(c.x.Program)})
			o.pending = pending{}
		}
	}
	return list
}

// Receive implements owned.
func (c *Search) Receive(data []byte) error {
	if c.owners == nil {
		return engine.ErrNotDivided
	}
	r := &engine.PartReader{Data: data}
	switch r.Num(letterSplit, letterFragments) {
	case letterSplit:
		s := readSplit(r)
		if err := r.Over(); err != nil {
			return err
		}
		c.owners.split(s)
	case letterFragments:
		var p engine.Part
		var from pending
		r.Names(&p)
		if p.Alike = r.Flag(); p.Alike != (c.alike != nil) {
			r.Fail("an exploration of another kind")
		}
		readPending(r, &p, &from, func() *alike.Graph { return readGraph(r, &p) })
		if err := r.Over(); err != nil {
			return err
		}
		if here, same := engine.NumbersHere(c.x.Program, p.Tasks); !same {
			renumberPending(here, &from)
			from.roots(here.Task)
		}
		from.keep(c.unexplored())
		c.sort(&from)
	}
	return nil
}

// joins is the work of one of several owners: what it gets letters of.
type joins struct {
	owners    *owners
	booked    flat.KeyTable
	apart     map[flat.Key]bool // Exploration.Apart
	algorithm string            // that the others are by
}

// Kind implements work.
func (j *joins) Kind() engine.WorkKind { return engine.WorkJoins }

// Write implements work.
func (j *joins) Write(w *engine.PartWriter) {
	w.Text(j.algorithm)
	w.Num(j.owners.self)
	splits := j.owners.splits()
	w.Num(len(splits))
	for i := range splits {
		writeSplit(w, &splits[i])
	}
	w.Keys(&j.booked)
	writeApart(w, j.apart)
}

// ReadJoins reads what joins.write has written.
func ReadJoins(d *engine.PartReader, _ *engine.Part) engine.Work {
	j := &joins{algorithm: d.Text()}
	j.owners = newOwners(d.Num(0, math.MaxInt32))
	for range d.Num(0, len(d.Data)) {
		if s := readSplit(d); d.Err == nil {
			j.owners.split(s)
		}
	}
	j.booked = d.Keys()
	j.apart = readApart(d)
	return j
}
