package explore

import (
	"fmt"

	"gocheck.dev/checker"
)

// EventChecks counts which check of Event-DPOR decided how often.
type EventChecks struct{ eventChecks }

// Add adds the counts of another exploration.
func (c *EventChecks) Add(o EventChecks) {
	c.simple += o.simple
	c.happensBefore += o.happensBefore
	c.witness += o.witness
	c.decision += o.decision
	c.parked += o.parked
}

func (c EventChecks) String() string {
	return fmt.Sprintf("simple %d, happens-before %d, witness %d, decision procedure %d; %d parked",
		c.simple, c.happensBefore, c.witness, c.decision, c.parked)
}

// ExploreEvent is Explore with Event-DPOR, and says how its checks decided. As
// printed, races are reversed as Algorithm 2 has it.
func ExploreEvent(p checker.Program, o checker.Options, asPrinted bool) (*checker.Result, EventChecks) {
	x := &exploration{p: p, o: o}
	x.progress.Result.Algorithm = "event"
	x.begin()
	v := newEventDPOR(x)
	v.rev.prefixes = !asPrinted
	v.explore()
	x.res.Bound = x.bound()
	x.res.Exhaustive = x.res.Bound == ""
	return x.res, EventChecks{v.checks}
}
