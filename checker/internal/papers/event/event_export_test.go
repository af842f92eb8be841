package event

import (
	"fmt"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
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
	x := &engine.Exploration{Program: p, Options: o}
	x.Progress.Result.Algorithm = "event"
	x.Begin()
	v := newEventDPOR(x)
	v.rev.Prefixes = !asPrinted
	v.explore()
	x.Result.Bound = x.Bound()
	x.Result.Exhaustive = x.Result.Bound == ""
	return x.Result, EventChecks{v.checks}
}
