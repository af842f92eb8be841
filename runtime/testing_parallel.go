package runtime

import (
	"slices"
	"strings"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
)

// Parallel subtests. A subtest that calls Parallel ends as a task, which lets
// Run return; its stack is kept. When the function of its parent has returned,
// the parent spawns a new task for each of its paused subtests, which goes on
// on the stack of the old one, and joins them all. So pausing orders nothing
// but what Go orders: siblings are tasks that know nothing of each other, and
// no kind of operation is needed beyond those of any goroutine. How many may
// run at a time (-parallel) is not modelled: fewer at a time make no execution
// that is not among these.

// parallelism is what a test has to do with others that are parallel.
type parallelism struct {
	paused   []*RunningTest // its subtests that wait for its function to return
	released bool           // that has returned
	pausedAt Site
	stack    *coroutine // of a paused test
}

// pause is Parallel. A test that is no subtest is explored alone, so that there
// is nobody to wait for.
func (r *RunningTest) pause(s Site) {
	r.BeParallel()
	t, p := current(), r.parent
	switch {
	case p == nil:
		return
	case t != r.task:
		r.x.unsupported(s, "t.Parallel in another goroutine than that of its test")
	case p.released:
		r.x.unsupported(s, "t.Parallel in a subtest of a test whose function has returned")
	}
	p.paused = append(p.paused, r)
	if r.x.Known.Ends&wire.Places != 0 {
		t.place()
	}
	r.pausedAt, r.stack = s, t.co
	r.stack.park()
	r.task = current()
}

// release lets the paused subtests go on together, and waits for them.
func (r *RunningTest) release() {
	r.released = true
	// Several goroutines may have called Run: which came first is in no trace.
	slices.SortFunc(r.paused, func(a, b *RunningTest) int { return strings.Compare(a.task.String(), b.task.String()) })
	var released []*task
	for _, sub := range r.paused {
		r.task.payload = sub.stack
		r.task.do(checker.Op{Kind: checker.Spawn, Pos: sub.pausedAt.Pos()}, spawnShadow{})
		released = append(released, sub.stack.task)
	}
	for i, t := range released {
		r.task.join(t, r.paused[i].pausedAt)
	}
}
