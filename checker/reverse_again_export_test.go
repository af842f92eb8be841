package checker

import (
	"fmt"
	"slices"
)

// CheckRacesAgain explores by closure, without a filter, up to most executions. It
// demands that every fragment of a trace, by a reverser that knows of no trace
// before, has been handed over, if not of this trace then of an earlier one, and that
// both find the same races with the same sets. It returns how many fragments there were,
// and how many were handed over of their own trace.
func CheckRacesAgain(p Program, most int64) (all, handed int, err error) {
	x := &exploration{p: p, o: Options{KeepGoing: true, Executions: most}}
	x.begin()
	c := newSearch(x)
	seen := map[key]bool{}
	c.rev.seen = nil
	c.rev.emit = func(in set, a *action, slow bool) {
		if a.op != dead {
			handed++
			seen[c.rev.keyOfFragment(in, a)] = true
		}
		c.consider(in, a, slow)
	}
	var full reverser
	full.late, full.sat.late = x.late, x.late
	full.emit = func(in set, a *action, _ bool) {
		if a.op == dead {
			return
		}
		all++
		if !seen[full.keyOfFragment(in, a)] && err == nil {
			err = fmt.Errorf("execution %d: nobody has seen %b, then operation %d", x.res.Executions, in, a.op)
		}
	}
	redundant := int64(0)
	known := func() bool { // the present trace, so that its reversals were not looked for
		before := redundant
		redundant = x.res.Redundant
		return redundant > before
	}
	execute := func() {
		c.execute(false)
		if x.stopped == "" {
			c.t.same = 0
			c.placeTrace()
			full.run(&c.t)
			if got, want := &c.rev.found, &full.found; !known() && (!slices.Equal(got.list, want.list) || !slices.Equal(got.sets, want.sets)) && err == nil {
				err = fmt.Errorf("execution %d: its races are %v %b, and were taken for %v %b", x.res.Executions, want.list, want.sets, got.list, got.sets)
			}
		}
	}
	execute()
	for x.stopped == "" && len(c.stack) > 0 {
		f := &c.stack[len(c.stack)-1]
		old := c.explored(&c.pending, f, false)
		c.cur = c.schedule(f, c.cur[:0])
		c.drop()
		if !old {
			execute()
		}
	}
	return all, handed, err
}

// CheckPrefixesOfClosure is CheckPrefixes for closure.
func CheckPrefixesOfClosure(p Program, most int64) (events, kept int, err error) {
	x := &exploration{p: p, o: Options{KeepGoing: true, Executions: most}}
	x.begin()
	c := newSearch(x)
	x.o.OnExecution = func(*Progress) bool {
		events += len(c.t.events)
		kept += int(c.t.prefix.kept)
		again := retake(p, &x.drv)
		again.finish(!x.drv.cut)
		for i := range again.events {
			again.events[i].num = c.t.events[i].num // those that repeat have theirs
		}
		if e := again.differs(&c.t); e != nil && err == nil {
			err = fmt.Errorf("execution %d: %w", x.res.Executions, e)
		}
		return true
	}
	c.execute(false)
	c.explore()
	return events, kept, err
}
