package testbin

import (
	"fmt"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/kinds"
)

// ordersOf is what the exploration says of pairs of operations.
func ordersOf(o *checker.Orders) *wire.Orders {
	if o == nil {
		return nil
	}
	w := &wire.Orders{Looked: o.Looked, Pairs: o.Pairs, Both: o.Both, More: o.More}
	for i := range o.Never {
		w.Never = append(w.Never, wire.OneOrder{First: orderedOp(&o.Never[i].First), Second: orderedOp(&o.Never[i].Second)})
	}
	return w
}

func orderedOp(o *checker.OrderedOp) wire.OrderedOp {
	return wire.OrderedOp{Op: kinds.Names[o.Kind], Pos: o.Pos, Task: o.Task}
}

// bothOrders says how many pairs of operations were seen in both orders: "; 388 of 412 pairs …".
func bothOrders(o *wire.Orders) string {
	if o == nil {
		return ""
	}
	more := ""
	if o.Left() > 0 {
		more = " (the others: -v)"
	}
	return fmt.Sprintf("; %d of %d pairs of operations that conflict seen in both orders%s", o.Both, o.Pairs, more)
}
