package checker

import (
	"math"
	"slices"
)

// A walk over P goes where P went, but for a few events of P that it has done
// already: ahead of pos, while all before pos are done. D chose the event at pos,
// if it is a target with an empty block, before it had those; so what it may
// choose instead now is an operation of a task that has gone ahead, or one that
// this has made possible. That is all that is looked at here, instead of all
// tasks at every step.

// revisitNear is the part of a walk that is ahead of P.
type revisitNear struct {
	ahead   int      // number of events that are
	far     bool     // they may have made anything possible: look at all tasks
	tasks   []int32  // that have gone ahead, or were created by that
	stirred []Object // on which operations may have become possible

	best   int32 // of next
	turn   int64
	unsure bool
}

// begin finds what of done is ahead of pos.
func (w *revisitNear) begin(r *revisitor, done set, pos int32) {
	w.ahead, w.far = 0, false
	w.tasks, w.stirred = w.tasks[:0], w.stirred[:0]
	for k := range r.holds[:r.walkHolds] {
		w.task(r, r.t.byTask[r.holds[k].by], done) // heldInWalk asks whether it has arrived
	}
	for e := done.next(pos); e >= 0; e = done.next(e + 1) {
		w.add(r, e, done)
	}
}

// add notes that e is ahead.
func (w *revisitNear) add(r *revisitor, e int32, done set) {
	t := r.t
	w.ahead++
	ev := &t.events[e]
	w.task(r, ev.task, done)
	if ev.child >= 0 {
		w.task(r, ev.child, done)
	}
	if ev.joint {
		w.task(r, ev.task2, done)
	}
	switch ev.kind {
	case Unlock, RUnlock, Send, Recv, Close, Add, Signal, Broadcast, OnceEnd, Write, TimerSet, TimerStop, TimerRecv, TimerFire:
		w.stir(ev.obj)
	case Tick:
		w.far = true
	}
	w.far = w.far || r.joins && (ev.last || ev.last2 || ev.last3)
}

func (w *revisitNear) task(r *revisitor, q int32, done set) {
	if !slices.Contains(w.tasks, q) {
		w.tasks = append(w.tasks, q)
		r.at[q] = r.first[q]
	}
	r.skip(q, done)
}

func (w *revisitNear) stir(o Object) {
	if !slices.Contains(w.stirred, o) {
		w.stirred = append(w.stirred, o)
	}
}

// turnOf orders operations as D does: by round, then by task.
func (r *revisitor) turnOf(o int32) int64 {
	return int64(r.rounds[o])<<32 | int64(r.rank[r.t.ops[o].task])
}

// next is D after done, -1 if that is not what happened in P. False if it takes a
// look at all tasks to tell.
func (w *revisitNear) next(r *revisitor, done set, pos int32) (int32, bool) {
	t := r.t
	e := &t.events[pos]
	w.best, w.turn, w.unsure = pos, r.turnOf(e.op), false
	if e.kind == Tick {
		w.turn = math.MaxInt64 // it comes after all else
	}
	for _, q := range w.tasks {
		if o := r.at[q]; o >= 0 {
			w.try(r, o, done)
		}
	}
	for _, obj := range w.stirred {
		for o := r.opsOf(obj); o >= 0; o = r.sameObj[o] {
			w.try(r, o, done)
		}
	}
	if len(w.stirred) > 0 {
		for o := r.lastSelect; o >= 0; o = r.sameObj[o] {
			w.try(r, o, done)
		}
	}
	if w.best == pos && !r.byChoice(pos, done) {
		return -1, !w.unsure
	}
	return w.best, !w.unsure
}

// try looks whether operation o, if it is its task's present one, comes before
// the best.
func (w *revisitNear) try(r *revisitor, o int32, done set) {
	t := r.t
	op := &t.ops[o]
	if op.exec >= 0 && done.has(op.exec) || op.prev >= 0 && !done.has(op.prev) || op.kind == Tick {
		return
	}
	if r.rendezvous(op) {
		w.unsure = true // somebody else may go on by it
		return
	}
	if r.turnOf(o) >= w.turn || r.heldInWalk(t.tasks[op.task].name, o) {
		return
	}
	if x, can := r.comes(o, done); can {
		w.best, w.turn = x, r.turnOf(o)
	}
}

// rendezvous says whether the operation may be one side of a rendezvous.
func (r *revisitor) rendezvous(op *operation) bool {
	t := r.t
	switch op.kind {
	case Send, Recv:
		return t.infos[op.obj].Cap == 0
	case Select:
		for _, c := range t.cases[op.caseOff : op.caseOff+op.caseLen] {
			if c.Kind == Recv && t.infos[c.Obj].Cap == 0 {
				return true
			}
		}
	}
	return false
}
