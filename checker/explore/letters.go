package explore

import (
	"math"

	"gocheck.dev/checker"
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

// outgoing is what is to be sent to an owner, nil if that is who asks.
func (c *search) outgoing(to int) *outgoing {
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
func (c *search) lend(k key) {
	to := c.outgoing(c.owners.leaf(nil, key{}).owner)
	r := result{end: true, whole: true, certain: true, lead: -1}
	r.keys[0] = k
	to.push(&c.t, c.t.all(), nil, nil, &r, 0, true)
}

// deal sends away of what is pending what has come to be another's.
func (c *search) deal() {
	old := c.pending
	c.pending = pending{}
	c.sort(&old)
}

// sort adds what is pending elsewhere to what is here, or sends it on.
func (c *search) sort(from *pending) {
	here := mover{to: &c.pending}
	var others []mover
	placed := int32(-1)
	for i := range from.stack {
		f := &from.stack[i]
		if c.x.late(8) {
			// It is over, and nothing of it counts.
			return
		}
		if f.made != placed {
			placed = f.made
			c.owners.placeMade(from, placed)
		}
		var to *outgoing // a trace that was counted stays here
		if !f.result.rest {
			to = c.outgoing(c.owners.leafOf(from, f).owner)
		}
		if to == nil {
			here.move(from, f)
			continue
		}
		n := 0
		for n < len(others) && others[n].to != &to.pending {
			n++
		}
		if n == len(others) {
			others = append(others, mover{to: &to.pending})
		}
		others[n].move(from, f)
	}
}

// encode is the fragments as data, tasks by their names. It makes them useless here.
func (p *pending) encode(program checker.Program) []byte {
	var there numbers // and 1
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
	for q := range there {
		there[q]--
	}
	renumberPending(there, p)
	w := &partWriter{}
	w.num(letterFragments)
	w.names(names)
	writePending(w, p)
	return w.b
}

func (s *split) encode() []byte {
	w := &partWriter{}
	w.num(letterSplit)
	writeSplit(w, s)
	return w.b
}

func writeSplit(w *partWriter, s *split) {
	w.num(s.by)
	w.num(s.to)
	w.num(len(s.path))
	for _, yes := range s.path {
		w.flag(yes)
	}
	w.num(len(s.sets))
	for _, latest := range s.sets {
		w.num(len(latest))
		for _, k := range latest {
			w.key(k)
		}
	}
}

func readSplit(d *partReader) split {
	s := split{by: d.num(0, math.MaxInt32), to: d.num(0, math.MaxInt32)}
	for range d.num(0, len(d.b)) {
		s.path = append(s.path, d.flag())
	}
	for range d.num(1, len(d.b)/16) {
		var latest []key
		for range d.num(1, len(d.b)/16) {
			latest = append(latest, d.key())
		}
		s.sets = append(s.sets, latest)
	}
	return s
}

// letters implements owned.
func (c *search) letters() []checker.Letter {
	var list []checker.Letter
	for _, o := range c.out {
		if len(o.stack) > 0 {
			list = append(list, checker.Letter{To: o.to, Data: o.encode(c.x.p)})
			o.pending = pending{}
		}
	}
	return list
}

// receive implements owned.
func (c *search) receive(data []byte) error {
	if c.owners == nil {
		return errNotDivided
	}
	r := &partReader{b: data}
	switch r.num(letterSplit, letterFragments) {
	case letterSplit:
		s := readSplit(r)
		if err := r.over(); err != nil {
			return err
		}
		c.owners.split(s)
	case letterFragments:
		var p part
		var from pending
		r.names(&p)
		readPending(r, &p, &from)
		if err := r.over(); err != nil {
			return err
		}
		if here, same := numbersHere(c.x.p, p.tasks); !same {
			renumberPending(here, &from)
		}
		from.keep(c.unexplored())
		c.sort(&from)
	}
	return nil
}

// joins is the work of one of several owners: what it gets letters of.
type joins struct {
	owners    *owners
	booked    keyTable
	algorithm string // that the others are by
}

// is implements work.
func (j *joins) is() workKind { return workJoins }

// write implements work.
func (j *joins) write(w *partWriter) {
	w.text(j.algorithm)
	w.num(j.owners.self)
	splits := j.owners.splits()
	w.num(len(splits))
	for i := range splits {
		writeSplit(w, &splits[i])
	}
	w.keys(&j.booked)
}

// readJoins reads what joins.write has written.
func readJoins(d *partReader, _ *part) work {
	j := &joins{algorithm: d.text()}
	j.owners = newOwners(d.num(0, math.MaxInt32))
	for range d.num(0, len(d.b)) {
		if s := readSplit(d); d.err == nil {
			j.owners.split(s)
		}
	}
	j.booked = d.keys()
	return j
}
