package dfs

import "gocheck.dev/checker/internal/engine"

// Depth first, an exploration within a bound stays near its first executions for long: it
// spends all of the bound at their end before it spends any at their beginning. Many
// failures need less than the bound, and are soon found within a smaller one. So when the
// exploration does not end soon, those within all smaller bounds are made beside it, in
// turn. Each is an exploration of its own, with states of its own. They are only for what
// they may find: nothing is exhausted by them, and they are over when it is.

// besideFrom is after how many executions they begin. The tests take less.
var besideFrom int64 = 1 << 8

// besideEach is how many executions of the exploration there are for one beside it.
const besideEach = 2

// beside are the explorations within smaller bounds.
type beside struct {
	of    *interleavings
	turns int              // of the exploration
	lower []*interleavings // that have not come to their ends
	next  int              // whose turn it is
	begun bool
}

// turn makes an execution of one of them, if it is time.
func (b *beside) turn(x *engine.Exploration) {
	if b.of.bound == nil || x.Result.Executions < besideFrom {
		return
	}
	if !b.begun {
		b.begin()
	}
	if b.turns++; b.turns%besideEach != 0 || len(b.lower) == 0 {
		return
	}
	b.next %= len(b.lower)
	if b.lower[b.next].run(x) {
		b.next++
		return
	}
	b.lower = append(b.lower[:b.next], b.lower[b.next+1:]...)
}

// begin prepares them. They share half of the memory for states.
func (b *beside) begin() {
	b.begun = true
	of := b.of
	n := min(of.bound.Limit, besideMost)
	if n == 0 {
		return
	}
	share := int64(0)
	if all := of.states.most; all > 0 {
		of.states.most = max(1, all/2)
		share = max(1, all/2/int64(n))
	}
	for limit := range n {
		within := &Deviations{delays: of.bound.delays, Limit: limit}
		b.lower = append(b.lower, &interleavings{bound: within, trace: of.trace, states: &states{x: of.states.x, most: share}})
	}
}

// besideMost is how many smaller bounds there are at most: few failures need more.
const besideMost = 8
