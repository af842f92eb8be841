package runtime

import "gocheck.dev/internal/wire"

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
			return rotated(n, int(t.choose(uint64(n))))
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
		return shuffled(n, func(n int) int { return int(t.choose(uint64(n))) })
	case x.MapSeed != 0:
		if t.orders == 0 { // in this execution
			t.orders = (t.seed() ^ x.MapSeed*splitMixStep) | 1
		}
		return shuffled(n, func(n int) int {
			t.orders += splitMixStep
			return int(mix(t.orders) % uint64(n))
		})
	}
	return nil
}

// rotated are the numbers below n from at on.
func rotated(n, at int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = (at + i) % n
	}
	return order
}

// shuffled are the numbers below n, in an order that below makes: the first is one of n, the
// next one of those that are left.
func shuffled(n int, below func(n int) int) []int {
	order := rotated(n, 0)
	for i := range n - 1 {
		j := i + below(n-i)
		order[i], order[j] = order[j], order[i]
	}
	return order
}
