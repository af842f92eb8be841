package explain

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/trace"
)

// A loop that makes a choice in each round may have to make it otherwise each time, where the
// failing execution comes to the first one only: two polls within a timeout, say. Then the later
// choices count as that one made otherwise again.

// again is the choice of the failing execution that d, which the finished trace t keeps, makes
// otherwise in a later round: of the same task, at the same place. There is none if the failing
// execution comes to that round itself.
func (c *contrast) again(t *trace.Trace, d *demand, at map[turn]int32) (first int32, ok bool) {
	if e, made := c.at[d.a]; !d.choice || made && e < c.steps {
		return 0, false
	}
	site := siteOf(t, at[d.a], d.a.task)
	for made, pick := range c.picks {
		if e := c.at[made]; made.task == d.a.task && e < c.steps && e >= first && pick != d.pick && c.sites[made] == site {
			first, ok = e, true
		}
	}
	return first, ok
}

// siteOf is where a task is in its part of an event.
func siteOf(t *trace.Trace, e int32, task checker.Task) checker.Pos {
	for _, o := range opsOf(t, e) {
		if op := &t.Ops[o]; t.Tasks[op.Task].Name == task {
			return op.Pos
		}
	}
	return 0
}

// different counts the differences of d, of which those of the rounds of one loop are one.
func (d *Difference) different() int {
	n := 0
	for i, p := range d.Pairs {
		if i == 0 || !p.Choice || p.First != d.Pairs[i-1].First {
			n++
		}
	}
	return n
}
