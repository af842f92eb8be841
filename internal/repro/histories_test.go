package repro

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gocheck.dev/internal/wire"
)

// TestOrders: the orders of random executions are those that sets of operations give.
func TestOrders(t *testing.T) {
	found := 0
	for seed := range uint64(500) {
		tr := newTrace(randomOps(rand.New(rand.NewPCG(seed, 0))))
		got, want := tr.orders(), bySets(tr)
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: %+v\nwant %+v\nof %+v", seed, got, want, tr.ops)
		}
		found += len(got)
	}
	if found < 2000 {
		t.Errorf("%d orders in all: the test has nothing to work on", found)
	}
}

// randomOps are operations of some tasks, and of events of two handlers.
func randomOps(r *rand.Rand) *wire.Recorded {
	rec := &wire.Recorded{}
	tasks, handler := []string{"main"}, map[string]int{}
	for i := range 5 + r.IntN(40) {
		task := tasks[r.IntN(len(tasks))]
		op := wire.RecordedOp{Task: task, Handler: handler[task], Pos: fmt.Sprintf("/a.go:%d:1", i), Init: i < 4 && task == "main" && r.IntN(4) == 0}
		kinds := []string{"read", "write", "write", "lock", "unlock", "inc", "send", "recv", "lockbusy", "select", "spawn", "post"}
		switch op.Op = kinds[r.IntN(len(kinds))]; op.Op {
		case "spawn", "post":
			op.Other = fmt.Sprint(task, "/", i)
			tasks = append(tasks, op.Other)
			if op.Op == "post" {
				op.Object = 100
				handler[op.Other] = 1 + r.IntN(2)
			}
		case "select":
			for range 1 + r.IntN(3) {
				op.Cases = append(op.Cases, wire.RecordedCase{Object: 1 + r.IntN(4)})
			}
		default:
			op.Object = 1 + r.IntN(4)
		}
		if op.Event = op.Op; op.Op == "select" {
			op.Event = "recv"
		}
		rec.Ops = append(rec.Ops, op)
	}
	for _, task := range tasks[:1+r.IntN(len(tasks))] { // what they wait for at the end
		rec.Ops = append(rec.Ops, wire.RecordedOp{Task: task, Handler: handler[task], Op: "lock", Object: 1 + r.IntN(4)})
	}
	return rec
}

// bySets is trace.orders by a set of operations for each, which takes the square of how many there
// are.
func bySets(t *trace) []gate {
	before := make([]map[int]bool, len(t.ops))
	last, loops, touched := map[string]int{}, map[int]int{}, map[int][]int{}
	var all []gate
	for i := range t.ops {
		op, set := &t.ops[i], map[int]bool{}
		join := func(j int) {
			set[j] = true
			for k := range before[j] {
				set[k] = true
			}
		}
		if j, ok := last[op.Task]; ok {
			join(j)
		} else if c := t.tasks[op.Task].created; c >= 0 {
			join(c)
		}
		if j, ok := loops[op.Handler]; ok && op.Handler != 0 {
			join(j)
		}
		var with []int
		for _, o := range objects(op) {
			with = append(with, touched[o]...)
		}
		slices.Sort(with)
		for _, j := range slices.Backward(slices.Compact(with)) {
			if t.ops[j].Task == op.Task || set[j] || !conflict(&t.ops[j], op) {
				continue
			}
			if join(j); !t.halves(j, i) && !t.ops[j].Init && !op.Init {
				all = append(all, gate{first: j, then: i})
			}
		}
		before[i], last[op.Task], loops[op.Handler] = set, i, i
		if i < t.pending {
			for _, o := range objects(op) {
				touched[o] = append(touched[o], i)
			}
		}
	}
	return all
}
