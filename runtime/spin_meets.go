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

// partners are the tasks that could meet at a channel without buffer, by side: those that receive,
// and those that send.
type partners struct {
	looks   [2]bool // a round has found nobody on the other side
	watched [2]bool // and the next one waits for a change
	came    [2]bool // a task has come that waits
}

func sideOf(send bool) int {
	if send {
		return 1
	}
	return 0
}

func (p *partners) looked(send bool) { p.looks[sideOf(send)] = true }

// meet gives the execution up if a loop waits where a partner has come.
func (p *partners) meet(x *Execution) {
	if (p.watched[0] && p.came[1] || p.watched[1] && p.came[0]) && x.Known.Ends&wire.Meets == 0 && !x.after {
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
			c.watched = c.looks
			c.meet(x)
		}
	}
}
