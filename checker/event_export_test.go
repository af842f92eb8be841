package checker

import "fmt"

// ExploreEvent is Explore with Event-DPOR, and says how its checks decided.
func ExploreEvent(p Program, o Options) (*Result, string) {
	x := &exploration{p: p, o: o}
	x.progress.Result.Algorithm = "event"
	x.begin()
	v := newEventDPOR(x)
	v.explore()
	x.res.Bound = x.bound()
	x.res.Exhaustive = x.res.Bound == ""
	c := &v.checks
	return x.res, fmt.Sprintf("decided by simple check %d, happens-before %d, witness %d, decision procedure %d; %d parked, %d astray",
		c.simple, c.happensBefore, c.witness, c.decision, c.parked, c.astray)
}
