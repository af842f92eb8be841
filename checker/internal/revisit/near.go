package revisit

import (
	"math"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// A walk over P goes where P went, but for a few events of P that it has done
// already: ahead of pos, while all before pos are done. D chose the event at pos,
// if it is a target with an empty block, before it had those; so what it may
// choose instead now is an operation of a task that has gone ahead, or one that
// this has made possible. That is all that is looked at here, instead of all
// tasks at every step.

// revisitNear is the part of a walk that is ahead of P.
type revisitNear struct {
	ahead   int              // number of events that are
	far     bool             // they may have made anything possible: look at all tasks
	tasks   []int32          // that have gone ahead, or were created by that
	stirred []checker.Object // on which operations may have become possible

	walk   uint64   // number of the walk
	gone   []uint64 // by index of the task: the last walk in which it is one of tasks
	struck []uint64 // by Object: the last walk in which it is one of stirred

	best   int32 // of next
	turn   int64
	unsure bool
}

// begin finds what of done is ahead of pos.
func (w *revisitNear) begin(r *Search, done flat.Set, pos int32) {
	w.ahead, w.far = 0, false
	w.tasks, w.stirred = w.tasks[:0], w.stirred[:0]
	w.walk++
	for e := done.Next(pos); e >= 0; e = done.Next(e + 1) {
		r.present.walks(r, e)
		w.add(r, e)
	}
}

// add notes that e is ahead.
func (w *revisitNear) add(r *Search, e int32) {
	t := r.Trace
	w.ahead++
	ev := &t.Events[e]
	w.task(ev.Task)
	for c := range ev.Births {
		w.task(ev.Child + c)
	}
	if ev.Joint {
		w.task(ev.Task2)
	}
	switch ev.Kind {
	case checker.Unlock, checker.RUnlock, checker.Send, checker.Recv, checker.Close, checker.Add, checker.Signal, checker.Broadcast, checker.OnceEnd, checker.Write, checker.TimerSet, checker.TimerStop, checker.TimerRecv, checker.TimerFire:
		w.stir(ev.Obj)
	case checker.Tick:
		w.far = true
	}
	w.far = w.far || r.joins && (ev.Last || ev.Last2 || ev.Last3)
}

func (w *revisitNear) task(q int32) {
	for int(q) >= len(w.gone) {
		w.gone = append(w.gone, 0)
	}
	if w.gone[q] != w.walk {
		w.gone[q] = w.walk
		w.tasks = append(w.tasks, q)
	}
}

func (w *revisitNear) stir(o checker.Object) {
	for int(o) >= len(w.struck) {
		w.struck = append(w.struck, 0)
	}
	if w.struck[o] != w.walk {
		w.struck[o] = w.walk
		w.stirred = append(w.stirred, o)
	}
}

// turnOf orders operations as D does: by round, then by task.
func (r *Search) turnOf(o int32) int64 {
	return int64(r.rounds[o])<<32 | int64(r.rank[r.Trace.Ops[o].Task])
}

// next is D after done, -1 if that is not what happened in P. False if it takes a
// look at all tasks to tell.
func (w *revisitNear) next(r *Search, done flat.Set, pos int32) (int32, bool) {
	t := r.Trace
	e := &t.Events[pos]
	w.best, w.turn, w.unsure = pos, r.turnOf(e.Op), false
	if e.Kind == checker.Tick {
		w.turn = math.MaxInt64 // it comes after all else
	}
	p := &r.present
	for _, q := range w.tasks {
		if o := p.at[q]; o >= 0 {
			w.try(r, o, done)
		}
	}
	for _, obj := range w.stirred {
		w.tryAll(r, int32(obj), done)
	}
	if len(w.stirred) > 0 {
		w.tryAll(r, p.selects(), done)
	}
	if w.best == pos && !r.byChoice(pos, done) {
		return -1, !w.unsure
	}
	return w.best, !w.unsure
}

// tryAll is try for the present operations of a list.
func (w *revisitNear) tryAll(r *Search, list int32, done flat.Set) {
	p := &r.present
	for o := p.newest[list]; o >= 0; o = p.older[o] {
		w.try(r, o, done)
	}
}

// try looks whether the present operation o of its task comes before the best.
func (w *revisitNear) try(r *Search, o int32, done flat.Set) {
	t := r.Trace
	op := &t.Ops[o]
	if op.Kind == checker.Tick {
		return
	}
	if r.rendezvous(op) {
		w.unsure = true // somebody else may go on by it
		return
	}
	if r.turnOf(o) >= w.turn || r.heldInWalk(t.Tasks[op.Task].Name, o) {
		return
	}
	if x, can := r.comes(o, done); can {
		w.best, w.turn = x, r.turnOf(o)
	}
}

// rendezvous says whether the operation may be one side of a rendezvous.
func (r *Search) rendezvous(op *trace.Operation) bool {
	t := r.Trace
	switch op.Kind {
	case checker.Send, checker.Recv:
		return t.Infos[op.Obj].Cap == 0
	case checker.Select:
		for _, c := range t.Cases[op.CaseOff : op.CaseOff+op.CaseLen] {
			if c.Kind == checker.Recv && t.Infos[c.Obj].Cap == 0 {
				return true
			}
		}
	}
	return false
}
