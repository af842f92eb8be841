package closure

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// This file makes the executions that closure asks for.

// Next implements strategy.
func (c *Search) Next(d *engine.Driver, st checker.State) (checker.Decision, bool) {
	n := len(d.Decisions)
	if n >= checker.MaxEvents {
		d.Cut = true
		c.x.Holes.Length = true
		return checker.Decision{}, false
	}
	if n == 0 {
		if c.Trace.Repeating() && !c.Trace.RepeatsBegin(st) {
			c.Trace.Reset()
		}
		if !c.Trace.Repeating() {
			c.Trace.Begin(st)
		}
	}
	if c.diverged != nil {
		return checker.Decision{}, false
	}
	if n < c.planned {
		dec := c.Cur[n].Dec
		if !d.Enabled(st, dec) {
			if n < c.planned-1 {
				c.diverged = engine.Divergence(c.x.Program, n, dec, "a step that was possible before is not any more")
			} else {
				c.blocked = true
			}
			return checker.Decision{}, false
		}
		return dec, true
	}
	return d.Fallback.Next(st)
}

// Did implements strategy.
func (c *Search) Did(d *engine.Driver, st checker.State, ev *checker.Event) {
	n := len(d.Decisions) - 1
	if c.Trace.Repeating() && c.Trace.Repeats(st, ev) {
		return
	}
	k := c.Trace.Record(st, ev)
	if n >= len(c.Cur) {
		c.Cur = append(c.Cur, trace.Step{Dec: ev.Decision, Key: k})
		return
	}
	s := &c.Cur[n]
	if n < c.planned && s.Key != (flat.Key{}) && k != s.Key {
		c.diverged = engine.Divergence(c.x.Program, n, ev.Decision, "the same decisions have led to another event than before")
		c.diverged.Pos = c.x.Program.Position(ev.Pos)
	}
	*s = trace.Step{Dec: ev.Decision, Key: k}
}

// Repeated implements repeating.
func (c *Search) Repeated(st checker.State, n int, values []checker.Value, ev *checker.Event) checker.Kind {
	return c.Trace.Repeated(st, n, values, ev)
}
