package runtime

import "gocheck.dev/internal/wire"

// Chance is what becomes of what natively is chance. Tests are explored first with the zero value
// but for Pools, and then with others if the first executions have met some chance (Known.Chance).
// None of it changes within an execution.
type Chance struct {
	// -rand=choose: random numbers below a small bound are choices; -maps=choose:
	// where a loop over a map begins is.
	ChooseRandom, ChooseStarts bool
	RandomSeed                 uint64 // of what is drawn and not chosen
	// -maps=orders: each order of a loop over a map of few keys is a choice. The order of
	// others is one of MapSeed, if that is not 0.
	ChooseOrders bool
	MapSeed      uint64
	Pools        PoolsMode
	OrderStamps  bool   // readings of the clock come in each order (stamps.go)
	Omit         uint64 // of the scenario that was chosen: operations that are left out, a bit for each (linear.go)
}

// meets notes that an execution has met chance.
func (x *Execution) meets(c wire.Chance) { x.Known.Chance |= c }
