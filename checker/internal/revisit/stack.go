package revisit

import (
	"math/bits"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// revisitStack holds the children that are still to be run: those of the traces
// on the way from the root to the present one. The depth of that way is at most
// the number of events of a trace, as every step away from the root adds an
// event to some block of L. A child is a set of events of its parent and one or
// two decisions; the parent's steps are kept once for all its children.
type revisitStack struct {
	stack []node
	steps []trace.Step  // of parents, one after the other
	marks []int32       // their targets
	sets  []uint64      // of children
	kept  []revisitHold // of children
}

// node is a child: the events of a set, in the order of the parent, then
// the forced decisions, then D. That is a schedule, and its subtree depends on
// nothing else.
type node struct {
	steps, events int // the parent: steps[steps:steps+events]
	set           int // sets[set:], as many words as the events need
	s             int32
	forced        [2]checker.Decision
	number        uint8 // of forced decisions
	holds         int   // kept[holds:] are the holds of s
	held          bool  // instead of a forced decision there is a hold
	hold          revisitHold
	again         bool // it is the parent itself, of which some children are still to be found
	found         revisitFound
	blocks        int32 // where its last block ends
	target        bool  // the last of them is a target, at s
}

// revisitFound says which children of a trace have been found: those of its first
// events, and of the next one the first so many candidates.
type revisitFound struct{ at, tried int32 }

// push adds a child of execution t; fresh says that it is the first one of it.
func (p *revisitStack) push(t *trace.Trace, targets []int32, holds []revisitHold, in flat.Set, n node, fresh bool) {
	n.events, n.set, n.holds = len(t.Events), len(p.sets), len(p.kept)
	p.kept = append(p.kept, holds...)
	if fresh {
		n.steps = len(p.steps)
		for i := range t.Events {
			p.steps = append(p.steps, trace.Step{Dec: t.Events[i].Decision, Key: t.Events[i].Key})
		}
		p.marks = append(p.marks, targets...)
	} else {
		n.steps = p.stack[len(p.stack)-1].steps
	}
	p.sets = append(p.sets, in[:(n.events+63)/64]...)
	p.stack = append(p.stack, n)
}

// pop makes the newest child the one to be run. False if it was only a place to
// go on from, and nothing is left there.
func (r *Search) pop() bool {
	p := &r.revisitStack
	last := len(p.stack) - 1
	n := &p.stack[last]
	r.cur = r.cur[:0]
	for w, v := range p.sets[n.set:] {
		for v != 0 { // nearly all of them are in runs
			at := bits.TrailingZeros64(v)
			run := bits.TrailingZeros64(^(v >> at))
			v &^= (1<<run - 1) << at
			from := n.steps + w<<6 + at
			r.cur = append(r.cur, p.steps[from:from+run]...)
		}
	}
	for _, dec := range n.forced[:n.number] {
		r.cur = append(r.cur, trace.Step{Dec: dec})
	}
	r.holds = append(r.holds[:0], p.kept[n.holds:]...)
	if n.held {
		n.hold.at = int32(len(r.cur))
		r.holds = append(r.holds, n.hold)
	}
	// s is stable: its targets are those that it has in the parent.
	r.targets = append(r.targets[:0], p.marks[n.steps:n.steps+int(n.s)]...)
	for len(r.targets) < len(r.cur) {
		r.targets = append(r.targets, -1)
	}
	if n.target {
		r.targets[len(r.cur)-1] = n.s
	}
	r.again, r.found, r.blocks = n.again, n.found, n.blocks
	if !n.again {
		r.blocks = int32(len(r.cur))
	}
	some := !n.again || int(n.found.at) < n.events
	p.sets, p.kept = p.sets[:n.set], p.kept[:n.holds]
	if last == 0 || p.stack[last-1].steps != n.steps {
		p.steps, p.marks = p.steps[:n.steps], p.marks[:n.steps]
	}
	p.stack = p.stack[:last]
	return some
}

// truncate leaves the first n nodes.
func (p *revisitStack) truncate(n int) {
	if n < len(p.stack) {
		p.sets, p.kept = p.sets[:p.stack[n].set], p.kept[:p.stack[n].holds]
		p.stack = p.stack[:n]
	}
}

// bytes is the memory in use.
func (p *revisitStack) bytes() int64 {
	return int64(cap(p.stack))*int64(unsafe.Sizeof(node{})) + int64(cap(p.steps))*int64(unsafe.Sizeof(trace.Step{})) +
		int64(4*cap(p.marks)+8*cap(p.sets)) + int64(cap(p.kept))*int64(unsafe.Sizeof(revisitHold{}))
}
