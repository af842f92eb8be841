package closure

import (
	"fmt"
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/reversal"
	"gocheck.dev/checker/internal/trace"
	"gocheck.dev/checker/oracle/retake"
)

// CheckRacesAgain explores by closure, without a filter, up to most executions. It
// demands that every fragment of a trace, by a reverser that knows of no trace
// before, has been handed over, if not of this trace then of an earlier one, and that
// both find the same races with the same sets. It returns how many fragments there were,
// and how many were handed over of their own trace.
func CheckRacesAgain(p checker.Program, most int64) (all, handed int, err error) {
	x := &engine.Exploration{Program: p, Options: checker.Options{KeepGoing: true, Executions: most}}
	x.Begin()
	c := NewSearch(x)
	seen := map[flat.Key]bool{}
	c.rev.Seen = nil
	c.rev.Emit = func(in flat.Set, a *trace.Action, slow bool) {
		if a.Op != reversal.Dead {
			handed++
			seen[c.rev.KeyOfFragment(in, a)] = true
		}
		c.consider(in, a, slow)
	}
	var full reversal.Reverser
	full.Late, full.Saturation.Late = x.Late, x.Late
	full.Emit = func(in flat.Set, a *trace.Action, _ bool) {
		if a.Op == reversal.Dead {
			return
		}
		all++
		if !seen[full.KeyOfFragment(in, a)] && err == nil {
			err = fmt.Errorf("execution %d: nobody has seen %b, then operation %d", x.Result.Executions, in, a.Op)
		}
	}
	redundant := int64(0)
	known := func() bool { // the present trace, so that its reversals were not looked for
		before := redundant
		redundant = x.Result.Redundant
		return redundant > before
	}
	execute := func(same int) {
		c.execute(same, Request{})
		if x.Stopped == "" {
			if e := turnsDiffer(&c.Trace); e != nil && err == nil {
				err = fmt.Errorf("execution %d: %w", x.Result.Executions, e)
			}
			c.Trace.Same = 0
			c.placeTrace()
			full.Run(&c.Trace, 0, len(c.Trace.Ops))
			if got, want := &c.rev.Found, &full.Found; !known() && (!slices.Equal(got.List, want.List) || !slices.Equal(got.Sets, want.Sets)) && err == nil {
				err = fmt.Errorf("execution %d: its races are %v %b, and were taken for %v %b", x.Result.Executions, want.List, want.Sets, got.List, got.Sets)
			}
		}
	}
	execute(0)
	for x.Stopped == "" && len(c.stack) > 0 {
		n := len(c.stack) - 1
		f := &c.stack[n]
		old := c.explored(&c.pending, n, false)
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
	x := &engine.Exploration{Program: p, Options: checker.Options{KeepGoing: true, Executions: most}}
	x.Begin()
	c := NewSearch(x)
	x.Options.OnExecution = func(*checker.Progress) bool {
		events += len(c.Trace.Events)
		kept += int(c.Trace.Prefix.Kept)
		again := retake.Trace(&trace.Trace{Program: p}, x.Driver.Decisions, x.Driver.Limit)
		again.Finish(!x.Driver.Cut)
		for i := range again.Events {
			again.Events[i].Num, again.Events[i].Chains = c.Trace.Events[i].Num, c.Trace.Events[i].Chains // those that repeat have theirs
		}
		if e := retake.Differs(again, &c.Trace); e != nil && err == nil {
			err = fmt.Errorf("execution %d: %w", x.Result.Executions, e)
		}
		if e := c.stepsDiffer(again.Steps(nil)); e != nil && err == nil {
			err = fmt.Errorf("execution %d: %w", x.Result.Executions, e)
		}
		return true
	}
	c.execute(0, Request{})
	c.Explore()
	return events, kept, err
}

// stepsDiffer compares what is kept of the steps of the present execution with them.
func (c *Search) stepsDiffer(steps []trace.Step) error {
	if !slices.Equal(c.Cur[:len(steps)], steps) {
		return fmt.Errorf("its steps are %v, and were taken for %v", steps, c.Cur)
	}
	for i, n := range c.numbers[:c.shared] {
		if int(n) >= len(c.table.List) || c.table.List[n].Step != steps[i] {
			return fmt.Errorf("its step %d is %v, and was taken for that with the number %d", i, steps[i], n)
		}
	}
	return nil
}

// turnsDiffer compares what serves says of sets with what comes of following the messages
// of each handler, one after the other: of all sets without two events.
func turnsDiffer(t *trace.Trace) error {
	for f := range t.Events {
		for g := range f + 1 {
			in := t.All()
			in.Minus(t.AfterOf(int32(f)))
			in.Minus(t.AfterOf(int32(g)))
			for h := range t.Handlers {
				busy, want := int32(-1), true
				for _, m := range t.Mailing {
					switch {
					case m.Handler != int32(h) || !in.Has(m.Ev):
					case m.What == trace.MailStart:
						want = want && busy < 0
						busy = m.Task
					case m.What == trace.MailEnd && busy == m.Task:
						busy = -1
					}
				}
				if idle, inTurn := t.Handlers[h].Serves(in); inTurn != want || want && idle != (busy < 0) {
					return fmt.Errorf("handler %d serves %b one after the other: %v, idle %v; by following them: %v, %v", h, in, inTurn, idle, want, busy < 0)
				}
			}
		}
	}
	return nil
}
