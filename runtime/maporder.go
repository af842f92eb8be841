package runtime

import (
	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/calls"
	"gocheck.dev/runtime/internal/scatter"
)

// fewKeys is the bound up to which -maps=orders explores all orders.
const fewKeys = 3

// MapOrder is the order in which a loop goes through n keys of a map, which are sorted;
// nil: as they are. says is what a report says of a choice: that key i is the next. In
// initialisers of packages no order is chosen, as each would be multiplied by all that a test
// does: they go through maps in some orders, like loops over larger maps.
func MapOrder(n int, says func(i int) string) []int {
	t := current()
	if t == nil || n < 2 {
		return nil
	}
	if t.x.resetting {
		return t.x.initialOrder(n)
	}
	t.x.meetsLoop(n)
	return t.orderOf(0, n, says)
}

// meetsLoop notes a loop over n keys whose order may matter.
func (x *Execution) meetsLoop(n int) {
	switch {
	case x.ChooseStarts:
	case n <= fewKeys:
		x.meets(wire.LoopsFew)
	default:
		x.meets(wire.LoopsMany)
	}
}

// orderOf is MapOrder in an execution. A choice is made at s, if nobody of the program's calls.
func (t *task) orderOf(s Site, n int, says func(i int) string) []int {
	if t == nil || n < 2 {
		return nil
	}
	x := t.x
	switch {
	case x.ChooseStarts:
		if n <= mostChoices {
			order := scatter.Rotated(n, 0)
			copy(order, scatter.Rotated(n, chooser(s, order, says)(n)))
			return order
		}
	case n <= fewKeys && x.ChooseOrders:
		order := scatter.Rotated(n, 0)
		return scatter.Shuffle(order, chooser(s, order, says))
	case x.MapSeed != 0:
		if t.orders == 0 { // in this execution
			t.orders = (t.seed() ^ x.MapSeed*scatter.Step) | 1
		}
		return scatter.Shuffle(scatter.Rotated(n, 0), scatter.Below(&t.orders))
	}
	return nil
}

// chooser chooses which is the next of an order, of which so many are left.
func chooser(s Site, order []int, says func(i int) string) func(left int) int {
	return func(left int) int {
		Saying(func() string { return says(order[len(order)-left]) })
		return Choose(s, left)
	}
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
	return scatter.Shuffle(scatter.Rotated(n, 0), scatter.Below(&state))
}
