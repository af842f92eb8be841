package revisit

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// waiting is what a step of a walk knows of all that wait for one object. Of a thousand tasks that
// want a lock none gets it while it is held, and of a thousand waiters of a Cond none goes on
// before somebody wakes them: one of them is asked, or the Cond, and not each at each step.
type waiting struct {
	step   uint64     // number of the step
	held   []uint64   // by Object: the last step in which a Lock of it has to wait
	wakers []lastWake // by Object
}

// lastWake is the newest Signal or Broadcast of a Cond among what a step has done, -1 if there
// is none.
type lastWake struct {
	step  uint64
	event int32
}

// knownToWait says whether operation o has to wait after done, as far as that is known without a
// look at all uses of its object.
func (w *waiting) knownToWait(t *trace.Trace, o int32, done flat.Set) bool {
	op := &t.Ops[o]
	switch op.Kind {
	case checker.Lock:
		return int(op.Obj) < len(w.held) && w.held[op.Obj] == w.step && !t.Arrived(o)
	case checker.Wake:
		at := op.Prev
		for at >= 0 && t.Events[at].Kind != checker.Enqueue {
			at = t.Ops[t.Events[at].Op].Prev
		}
		return w.waker(t, op.Obj, done) < at
	}
	return false
}

// hasToWait notes that operation o has to.
func (w *waiting) hasToWait(t *trace.Trace, o int32) {
	op := &t.Ops[o]
	if op.Kind != checker.Lock || t.Arrived(o) {
		return
	}
	for int(op.Obj) >= len(w.held) {
		w.held = append(w.held, 0)
	}
	w.held[op.Obj] = w.step
}

// waker is the newest event of done that wakes waiters of the Cond, -1 if there is none.
func (w *waiting) waker(t *trace.Trace, c checker.Object, done flat.Set) int32 {
	for int(c) >= len(w.wakers) {
		w.wakers = append(w.wakers, lastWake{})
	}
	k := &w.wakers[c]
	if k.step == w.step {
		return k.event
	}
	k.step, k.event = w.step, -1
	for n := t.Newest(c, done); n >= 0; n = t.Older(n, done) {
		if e := t.Nodes[n].Ev; t.Events[e].Kind == checker.Signal || t.Events[e].Kind == checker.Broadcast {
			k.event = e
			break
		}
	}
	return k.event
}
