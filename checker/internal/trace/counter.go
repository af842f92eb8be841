package trace

import "gocheck.dev/checker"

// mayFallBelow says whether the counter of some WaitGroup might fall below zero
// after some of the events of the trace, as far as can be told cheaply. If every
// decrement can be given increments before it in its task's past, to itself
// alone, then it cannot: a set with the decrement has those too. That is what a
// right use of a WaitGroup looks like, and it saves asking, for each Done, which
// Adds might leave: of k goroutines that is k times k sets and more.
func (t *Trace) mayFallBelow() bool {
	for _, o := range t.Objs {
		if t.Infos[o].Kind == checker.WaitGroupObject && !t.Balanced(o) {
			return true
		}
	}
	return false
}

// Balanced gives each decrement of o, in the order of the execution, the newest
// increments in its past that are left.
func (t *Trace) Balanced(o checker.Object) bool {
	t.order, t.left = t.order[:0], t.left[:0]
	for i := range t.Events {
		if e := &t.Events[i]; e.Obj == o && e.Kind == checker.Add && e.Arg > 0 {
			if e.Arg != int64(int32(e.Arg)) {
				return false
			}
			t.order, t.left = append(t.order, int32(i)), append(t.left, int32(e.Arg))
		}
	}
	for i := range t.Ops {
		op := &t.Ops[i]
		if op.Kind != checker.Add || op.Obj != o || op.Arg >= 0 {
			continue
		}
		need := -op.Arg
		for j := len(t.order) - 1; j >= 0 && need > 0; j-- {
			if t.left[j] > 0 && op.Prev >= 0 && t.HistOf(op.Prev).Has(t.order[j]) {
				n := min(need, int64(t.left[j]))
				t.left[j] -= int32(n)
				need -= n
			}
		}
		if need > 0 {
			return false
		}
	}
	return true
}
