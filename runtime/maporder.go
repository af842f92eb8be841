package runtime

import (
	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/scatter"
)

// fewKeys is the bound up to which -maps=orders explores all orders.
const fewKeys = 3

// MapOrder is the order in which a loop goes through n keys of a map, which are sorted;
// nil: as they are. Initialisers of packages go through maps in that order always: there are
// many, and nobody runs beside them.
func MapOrder(n int) []int {
	t := current()
	if t == nil || n < 2 {
		return nil
	}
	x := t.x
	switch {
	case x.ChooseStarts:
		if n <= mostChoices {
			return scatter.Rotated(n, int(t.choose(uint64(n))))
		}
		return nil
	case x.resetting:
		return nil
	}
	if n <= fewKeys {
		x.meets(wire.LoopsFew)
	} else {
		x.meets(wire.LoopsMany)
	}
	switch {
	case n <= fewKeys && x.ChooseOrders:
		return scatter.Shuffled(n, func(n int) int { return int(t.choose(uint64(n))) })
	case x.MapSeed != 0:
		if t.orders == 0 { // in this execution
			t.orders = (t.seed() ^ x.MapSeed*scatter.Step) | 1
		}
		return scatter.Shuffled(n, func(n int) int {
			t.orders += scatter.Step
			return int(scatter.Mix(t.orders) % uint64(n))
		})
	}
	return nil
}
