package closure

import (
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
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
	search    *Search
	algorithm string // that it is by
}

// Kind implements work.
func (l *left) Kind() engine.WorkKind { return engine.WorkSearch }

// Exploration is what the search explores by.
func (c *Search) Exploration() *engine.Exploration { return c.x }

// Give implements divided.
func (c *Search) Give() *engine.Part { return nil }

// Stop implements divided.
func (c *Search) Stop() {
	c.ended = c.x.Stopped == ""
	c.x.Stop("stopped")
}

// Rest implements divided.
func (c *Search) Rest() *engine.Part {
	for n := len(c.tasks); n < len(c.Trace.ByTask); n++ {
		c.tasks = append(c.tasks, c.x.Program.TaskName(checker.Task(n)))
	}
	switch {
	case c.looked:
		c.Cur = c.Trace.Steps(c.Cur[:0])
	case c.unmade: // it still has to be
	default:
		c.Cur = c.Cur[:0] // there is nothing to be made again
	}
	return &engine.Part{Work: &left{c, c.x.Result.Algorithm}, Tasks: c.tasks, Folding: c.x.Folding, Alike: c.alike != nil}
}

// leaves is asked between two executions: parts may be wanted, or the time be over.
func (c *Search) leaves() bool {
	x := c.x
	if x.Options.Between != nil && x.Stopped == "" {
		x.Options.Between(&engine.Division{Of: c})
	}
	return x.Late(1)
}

// leave says what is left, if it can be gone on with.
func (c *Search) leave() {
	if x := c.x; x.Options.Between != nil && c.owners == nil && (x.Stopped == "time" || c.ended) {
		x.Rest = c.Rest()
	}
}

// Take makes c what the part is of.
func (c *Search) Take(p *engine.Part) {
	x := c.x
	if j, ok := p.Work.(*joins); ok {
		x.Result.Algorithm = j.algorithm
		c.join(j)
		return
	}
	w := p.Work.(*left)
	x.Result.Algorithm = w.algorithm
	o := w.search
	c.pending, c.debts, c.seen, c.ids, c.store, c.vers = o.pending, o.debts, o.seen, o.ids, o.store, o.vers
	c.shares(0)
	if o.alike != nil {
		c.alike, x.Apart = o.alike, o.alike.Apart
	}
	c.unsure, c.Booked, c.tidy, c.tasks, c.Cur = o.unsure, o.Booked, o.tidy, p.Tasks, o.Cur
	c.rev.Saturation.GaveUp, x.Holes.Searches = o.rev.Saturation.GaveUp, o.rev.Saturation.GaveUp
	c.rev.Found.From, c.rev.Found.To = o.rev.Found.From, o.rev.Found.To
	if here, same := engine.NumbersHere(x.Program, p.Tasks); !same {
		c.tasks = nil
		for n := range 1 + slices.Max(here) {
			c.tasks = append(c.tasks, x.Program.TaskName(n))
		}
		here.Steps(c.Cur)
		renumberDebts(here, &c.debts)
		renumberPending(here, &c.pending)
		if c.alike != nil {
			c.alike.Roots(here.Task)
		}
	}
	c.again(o.reversed)
}

// again makes an execution again that was counted, whose reversals were found, or are
// to be.
func (c *Search) again(reversed bool) {
	last := len(c.Cur)
	if last == 0 {
		return
	}
	x, t := c.x, &c.Trace
	events := x.Result.Events
	out, ok := c.run(0)
	x.Result.Events = events
	if x.Void {
		c.unmade, c.reversed = true, reversed
	}
	if !ok || x.Stopped != "" {
		return
	}
	t.Finish(!x.Driver.Cut)
	known := len(t.Events) == last
	if known {
		c.all, known = c.ids.Again(t, c.all[:0])
	}
	if !known {
		out.Failure = engine.Divergence(x.Program, last-1, c.Cur[last-1].Dec, "the same decisions have led to another event than before")
		x.Count(out)
		return
	}
	c.looked = true
	if c.alike != nil {
		_, end := storedKey(t)
		c.alike.Retake(t, end)
	}
	if !reversed {
		c.reverse(Request{})
		return
	}
	emit := c.rev.Emit
	c.rev.Emit, c.rev.Seen = func(flat.Set, *trace.Action, bool) {}, nil
	from, to := c.rev.Found.From, min(c.rev.Found.To, len(t.Ops))
	c.rev.Run(t, from, max(from, to))
	c.rev.Emit, c.rev.Seen = emit, &c.seen
	c.reversed = true
}

func renumberDebts(n engine.Numbers, d *debts) {
	old := *d
	*d = debts{}
	for i := range old.ends {
		steps := old.steps(i, nil)
		n.Steps(steps)
		d.add(steps)
	}
}

func renumberPending(n engine.Numbers, p *pending) {
	for d := range p.decisions {
		n.Decision(d)
	}
}

// decisions yields all that name tasks.
func (p *pending) decisions(yield func(*checker.Decision) bool) {
	for i := range p.table.List {
		if !yield(&p.table.List[i].Dec) {
			return
		}
	}
	for i := range p.stack {
		if r := &p.stack[i].result; !r.end && !yield(&r.dec) {
			return
		}
	}
}
