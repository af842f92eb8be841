package runtime

import (
	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
)

// Loops that look at a channel without buffer, by select with default. Nearly always that
// channel is one that is closed in the end, and the close is an event. But a partner that
// arrives there is none: no event would let the loop look again. So as long as no partner
// has come to such a channel, the loop waits for the close. The first execution in which
// one does is given up, and from then on (wire.Meets) each round of such a loop counts.

// meet gives the execution up if a loop waits where a partner has come.
func (c *chanShadow) meet(x *Execution) {
	if c.partners.Meet() && x.Known.Ends&wire.Meets == 0 && !x.after {
		x.Known.matters |= wire.Meets
		x.stopped = true
	}
}

// watches notes that a loop waits for changes of these.
func (x *Execution) watches(all []sighting) {
	for _, s := range all {
		if s.kind != checker.Len {
			continue
		}
		if c, ok := x.list[s.obj].sh.(*chanShadow); ok && c.capacity == 0 {
			c.partners.Watch()
			c.meet(x)
		}
	}
}
