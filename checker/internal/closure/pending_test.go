package closure

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gocheck.dev/checker/internal/flat"
)

// TestPendingOrders keeps orders of sets, of which parts are as in the execution, and asks for
// them.
func TestPendingOrders(t *testing.T) {
	const events = 200
	var p pending
	var want [][]int32
	p.made = append(p.made, made{events: events})
	kept := 0
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 9))
		in := make(flat.Set, (events+63)/64)
		var order []int32
		for e := range int32(events) {
			if r.IntN(10) > 0 {
				in.Add(e)
				order = append(order, e)
			}
		}
		for range r.IntN(6) {
			if i, j := r.IntN(len(order)), r.IntN(len(order)); i < j {
				slices.Reverse(order[i:j])
				if r.IntN(3) > 0 {
					slices.Sort(order[i : i+(j-i)/2])
				}
			}
		}
		f := fragment{sets: len(p.sets), orders: len(p.orders)}
		if r.IntN(10) == 0 {
			order = nil
		}
		p.sets = append(p.sets, in...)
		f.ordered = p.addOrder(in, order)
		p.stack = append(p.stack, f)
		want = append(want, order)
		kept += len(order)
	}
	for i := range p.stack {
		if got := p.order(&p.stack[i]); !slices.Equal(got, want[i]) {
			t.Errorf("order %d is\n%v, not\n%v", i, got, want[i])
		}
	}
	t.Logf("%d numbers for %d events", len(p.orders), kept)
	if 2*len(p.orders) > kept {
		t.Error("parts of the orders are not kept as such")
	}
}
