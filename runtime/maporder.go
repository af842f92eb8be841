package runtime

import (
	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/calls"
	"gocheck.dev/runtime/internal/scatter"
)

// fewKeys is the bound up to which -maps=orders explores all orders.
const fewKeys = 3

// MapOrder is the order in which a loop goes through n keys of a map, which are sorted;
// nil: as they are. In initialisers of packages no order is chosen, as each would be multiplied by
// all that a test does: they go through maps in some orders, like loops over larger maps.
func MapOrder(n int) []int {
	t := current()
	if t == nil || n < 2 {
		return nil
	}
	x := t.x
	switch {
	case x.resetting:
		return x.initialOrder(n)
	case x.ChooseStarts:
		if n <= mostChoices {
			return scatter.Rotated(n, int(t.choose(uint64(n))))
		}
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
		return scatter.Shuffled(n, scatter.Below(&t.orders))
	}
	return nil
}

// initialOrder is the order in which an initialiser goes through n keys. It depends on nothing but
// the function: what else was initialised before may not be done again in the next execution
// (tables.Table).
func (x *Execution) initialOrder(n int) []int {
	x.initialOrders++
	x.meets(wire.LoopsMany)
	if x.MapSeed == 0 {
		return nil
	}
	state := scatter.Mix(calls.Number() ^ x.MapSeed*scatter.Step)
	return scatter.Shuffled(n, scatter.Below(&state))
}
