package closure

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/alike"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
)

// Of a long execution there may be tens of thousands of reversals: each of a hundred
// senders could have met each of five hundred receivers. Before all of these are found, hundreds
// of executions could have been made. So they are looked for in stretches, from the end of the
// execution: when some are found that have to be run, these come first. A fragment that is the
// whole execution stays below them on the stack, and says how many of its operations have still
// to be looked at. When its turn comes the execution is made again, which does not
// count, and the next stretch is twice as long as the one before: so an execution is made
// again a few times at most.
//
// No reversal is left out: all are looked at when nothing is pending any more, as closure
// demands, in whatever order. And what the reverser takes for handed over, as it was looked at
// in the trace before, has been looked at there (Reverser.from, to), or will be.

var (
	// longTrace is how many events an execution has whose reversals are found in stretches.
	longTrace = 1 << 10
	// stretchWork is what may be done for the first stretch, for each event. It is
	// about what it costs to make an execution.
	stretchWork = 1 << 8
)

// reverseSome finds reversals of the present trace, of the first so many operations, until there
// are some to be run. before is how many stretches were looked at.
func (c *Search) reverseSome(left, before int) {
	t := &c.Trace
	rest := len(c.stack)
	c.pushRest(left, before+1)
	for c.x.Stopped == "" && left > 0 && len(c.stack) == rest+1 {
		from := c.rev.Stretch(t, left, stretchWork*len(t.Events)<<min(before, 32))
		c.rev.Run(t, from, left)
		left = from
	}
	if c.x.Stopped != "" {
		left = 0 // all of it will be looked at again, when the exploration is resumed
	}
	c.stack[rest].result.keys[0].A = uint64(left)
}

// pushRest pushes the whole present execution, of which the first so many operations have
// to be looked at.
func (c *Search) pushRest(left, stretches int) {
	r := result{end: true, rest: true, certain: true, lead: -1}
	r.keys[0] = flat.Key{A: uint64(left), B: uint64(stretches)}
	c.push(&c.Trace, c.Trace.All(), nil, nil, &r, 0, c.first)
	c.first = false
	c.liken(&c.pending, alike.Fragment{}) // nobody asks for it
}

// resume goes on with the reversals of the execution c.Cur, which was made again.
func (c *Search) resume(out checker.Outcome, r *result) {
	left, stretches := r.keys[0].A, r.keys[0].B
	made := c.planned
	switch {
	case len(c.Trace.Events) != made:
		out.Failure = engine.Divergence(c.x.Program, made-1, c.Cur[made-1].Dec, "the same decisions have led to another event than before")
		c.x.Count(out)
	default:
		c.Look(out, Request{again: true, ops: int(min(left, uint64(len(c.Trace.Ops)))), before: int(stretches)})
	}
}

// Request says what is wanted of an execution that was counted before; without, it is a new one.
type Request struct {
	again  bool // its reversals are to be found, and it is not to be counted
	owed   bool // they are to be found again, for want of memory
	ops    int  // of the first so many operations; 0: of all
	before int  // the others were looked at in so many stretches
}
