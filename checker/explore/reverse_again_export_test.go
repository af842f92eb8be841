package explore

import (
	"fmt"
	"slices"

	"gocheck.dev/checker"
)

// CheckRacesAgain explores by closure, without a filter, up to most executions. It
// demands that every fragment of a trace, by a reverser that knows of no trace
// before, has been handed over, if not of this trace then of an earlier one, and that
// both find the same races with the same sets. It returns how many fragments there were,
// and how many were handed over of their own trace.
func CheckRacesAgain(p checker.Program, most int64) (all, handed int, err error) {
	x := &exploration{p: p, o: checker.Options{KeepGoing: true, Executions: most}}
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
	execute := func(same int) {
		c.execute(same, request{})
		if x.stopped == "" {
			if e := c.t.turnsDiffer(); e != nil && err == nil {
				err = fmt.Errorf("execution %d: %w", x.res.Executions, e)
			}
			c.t.same = 0
			c.placeTrace()
			full.run(&c.t, 0, len(c.t.ops))
			if got, want := &c.rev.found, &full.found; !known() && (!slices.Equal(got.list, want.list) || !slices.Equal(got.sets, want.sets)) && err == nil {
				err = fmt.Errorf("execution %d: its races are %v %b, and were taken for %v %b", x.res.Executions, want.list, want.sets, got.list, got.sets)
			}
		}
	}
	execute(0)
	for x.stopped == "" && len(c.stack) > 0 {
		f := &c.stack[len(c.stack)-1]
		old := c.explored(&c.pending, f, false)
		if old {
			c.drop()
			continue
		}
		same := c.plan(f)
		c.drop()
		execute(same)
	}
	return all, handed, err
}

// CheckPrefixesOfClosure is CheckPrefixes for closure.
func CheckPrefixesOfClosure(p checker.Program, most int64) (events, kept int, err error) {
	x := &exploration{p: p, o: checker.Options{KeepGoing: true, Executions: most}}
	x.begin()
	c := newSearch(x)
	x.o.OnExecution = func(*checker.Progress) bool {
		events += len(c.t.events)
		kept += int(c.t.prefix.kept)
		again := retake(p, &x.drv)
		again.finish(!x.drv.cut)
		for i := range again.events {
			again.events[i].num, again.events[i].chains = c.t.events[i].num, c.t.events[i].chains // those that repeat have theirs
		}
		if e := again.differs(&c.t); e != nil && err == nil {
			err = fmt.Errorf("execution %d: %w", x.res.Executions, e)
		}
		if e := c.stepsDiffer(again.steps(nil)); e != nil && err == nil {
			err = fmt.Errorf("execution %d: %w", x.res.Executions, e)
		}
		return true
	}
	c.execute(0, request{})
	c.explore()
	return events, kept, err
}

// stepsDiffer compares what is kept of the steps of the present execution with them.
func (c *search) stepsDiffer(steps []step) error {
	if !slices.Equal(c.cur[:len(steps)], steps) {
		return fmt.Errorf("its steps are %v, and were taken for %v", steps, c.cur)
	}
	for i, n := range c.numbers[:c.shared] {
		if int(n) >= len(c.table.list) || c.table.list[n].step != steps[i] {
			return fmt.Errorf("its step %d is %v, and was taken for that with the number %d", i, steps[i], n)
		}
	}
	return nil
}

// turnsDiffer compares what serves says of sets with what comes of following the messages
// of each handler, one after the other: of all sets without two events.
func (t *trace) turnsDiffer() error {
	for f := range t.events {
		for g := range f + 1 {
			in := t.all()
			in.minus(t.afterOf(int32(f)))
			in.minus(t.afterOf(int32(g)))
			for h := range t.handlers {
				busy, want := int32(-1), true
				for _, m := range t.mailing {
					switch {
					case m.handler != int32(h) || !in.has(m.ev):
					case m.what == mailStart:
						want = want && busy < 0
						busy = m.task
					case m.what == mailEnd && busy == m.task:
						busy = -1
					}
				}
				if idle, inTurn := t.handlers[h].serves(in); inTurn != want || want && idle != (busy < 0) {
					return fmt.Errorf("handler %d serves %b one after the other: %v, idle %v; by following them: %v, %v", h, in, inTurn, idle, want, busy < 0)
				}
			}
		}
	}
	return nil
}
