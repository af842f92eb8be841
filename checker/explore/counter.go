package explore

import "gocheck.dev/checker"

// mayFallBelow says whether the counter of some WaitGroup might fall below zero
// after some of the events of the trace, as far as can be told cheaply. If every
// decrement can be given increments before it in its task's past, to itself
// alone, then it cannot: a set with the decrement has those too. That is what a
// right use of a WaitGroup looks like, and it saves asking, for each Done, which
// Adds might leave: of k goroutines that is k times k sets and more.
func (t *trace) mayFallBelow() bool {
	for _, o := range t.objs {
		if t.infos[o].Kind == checker.WaitGroupObject && !t.balanced(o) {
			return true
		}
	}
	return false
}

// balanced gives each decrement of o, in the order of the execution, the newest
// increments in its past that are left.
func (t *trace) balanced(o checker.Object) bool {
	t.order, t.left = t.order[:0], t.left[:0]
	for i := range t.events {
		if e := &t.events[i]; e.obj == o && e.kind == checker.Add && e.arg > 0 {
			if e.arg != int64(int32(e.arg)) {
				return false
			}
			t.order, t.left = append(t.order, int32(i)), append(t.left, int32(e.arg))
		}
	}
	for i := range t.ops {
		op := &t.ops[i]
		if op.kind != checker.Add || op.obj != o || op.arg >= 0 {
			continue
		}
		need := -op.arg
		for j := len(t.order) - 1; j >= 0 && need > 0; j-- {
			if t.left[j] > 0 && op.prev >= 0 && t.histOf(op.prev).has(t.order[j]) {
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
