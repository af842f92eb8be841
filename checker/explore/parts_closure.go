package explore

import (
	"slices"

	"gocheck.dev/checker"
)

// This file keeps what is left of an exploration by closure, for another process to go
// on with. Nothing can be taken from it: whether a fragment is new is asked of all
// explored traces. So such a part is always all that is left of a test, and as large
// as its traces; it shares its memory with the exploration that it is of.
//
// Where it goes on everything is as it was, the filter included: it makes the
// executions that the other one would have made, in their order. But for one thing:
// what the reverser knows of the trace before is not kept. That execution is made
// again, and not counted. If the time was over before all its reversals were found,
// all are found then. docs/design/cores.md.

// left is the work of closure: all that it knows.
type left struct {
	search    *search
	algorithm string // that it is by
}

// is implements work.
func (l *left) is() workKind { return workSearch }

func (c *search) exploration() *exploration { return c.x }

// give implements divided.
func (c *search) give() *part { return nil }

// stop implements divided.
func (c *search) stop() {
	c.ended = c.x.stopped == ""
	c.x.stop("stopped")
}

// rest implements divided.
func (c *search) rest() *part {
	for n := len(c.tasks); n < len(c.t.byTask); n++ {
		c.tasks = append(c.tasks, c.x.p.TaskName(checker.Task(n)))
	}
	switch {
	case c.looked:
		c.cur = c.t.steps(c.cur[:0])
	case c.unmade: // it still has to be
	default:
		c.cur = c.cur[:0] // there is nothing to be made again
	}
	return &part{work: &left{c, c.x.res.Algorithm}, tasks: c.tasks, by: c.x.by}
}

// leaves is asked between two executions: parts may be wanted, or the time be over.
func (c *search) leaves() bool {
	x := c.x
	if x.o.Between != nil && x.stopped == "" {
		x.o.Between(&division{of: c})
	}
	return x.late(1)
}

// leave says what is left, if it can be gone on with.
func (c *search) leave() {
	if x := c.x; x.o.Between != nil && c.owners == nil && (x.stopped == "time" || c.ended) {
		x.rest = c.rest()
	}
}

// take makes c what the part is of.
func (c *search) take(p *part) {
	x := c.x
	if j, ok := p.work.(*joins); ok {
		x.res.Algorithm = j.algorithm
		c.join(j)
		return
	}
	w := p.work.(*left)
	x.res.Algorithm = w.algorithm
	o := w.search
	c.pending, c.debts, c.seen, c.ids, c.store, c.vers = o.pending, o.debts, o.seen, o.ids, o.store, o.vers
	c.shares(0)
	c.unsure, c.booked, c.tidy, c.tasks, c.cur = o.unsure, o.booked, o.tidy, p.tasks, o.cur
	c.rev.sat.gaveUp, x.holes.searches = o.rev.sat.gaveUp, o.rev.sat.gaveUp
	c.rev.found.from, c.rev.found.to = o.rev.found.from, o.rev.found.to
	if here, same := numbersHere(x.p, p.tasks); !same {
		c.tasks = nil
		for n := range 1 + slices.Max(here) {
			c.tasks = append(c.tasks, x.p.TaskName(n))
		}
		here.steps(c.cur)
		renumberDebts(here, &c.debts)
		renumberPending(here, &c.pending)
	}
	c.again(o.reversed)
}

// again makes an execution again that was counted, whose reversals were found, or are
// to be.
func (c *search) again(reversed bool) {
	last := len(c.cur)
	if last == 0 {
		return
	}
	x, t := c.x, &c.t
	events := x.res.Events
	out, ok := c.run(0)
	x.res.Events = events
	if x.void {
		c.unmade, c.reversed = true, reversed
	}
	if !ok || x.stopped != "" {
		return
	}
	t.finish(!x.drv.cut)
	known := len(t.events) == last
	if known {
		c.all, known = c.ids.again(t, c.all[:0])
	}
	if !known {
		out.Failure = divergence(x.p, last-1, c.cur[last-1].dec, "the same decisions have led to another event than before")
		x.count(out)
		return
	}
	c.looked = true
	if !reversed {
		c.reverse(request{})
		return
	}
	emit := c.rev.emit
	c.rev.emit, c.rev.seen = func(set, *action, bool) {}, nil
	from, to := c.rev.found.from, min(c.rev.found.to, len(t.ops))
	c.rev.run(t, from, max(from, to))
	c.rev.emit, c.rev.seen = emit, &c.seen
	c.reversed = true
}

func renumberDebts(n numbers, d *debts) {
	old := *d
	*d = debts{}
	for i := range old.ends {
		steps := old.steps(i, nil)
		n.steps(steps)
		d.add(steps)
	}
}

func renumberPending(n numbers, p *pending) {
	for d := range p.decisions {
		n.decision(d)
	}
}

// decisions yields all that name tasks.
func (p *pending) decisions(yield func(*checker.Decision) bool) {
	for i := range p.table.list {
		if !yield(&p.table.list[i].dec) {
			return
		}
	}
	for i := range p.stack {
		if r := &p.stack[i].result; !r.end && !yield(&r.dec) {
			return
		}
	}
}
