package race

import (
	"unsafe"

	"gocheck.dev/checker"
)

// This file finds data races: two plain accesses (Effects) of one location by
// two tasks, one of them writing, that no synchronisation orders. It is
// FastTrack (Flanagan and Freund 2009) over the events of one execution: a
// vector clock for every task, and for every location the epoch of the last
// write and of the reads since.
//
// The order here is not the happens-before of traces: that one orders
// conflicting accesses because they conflict, this one only what the Go memory
// model says is synchronised. Virtual time is no synchronisation, but for a Sleep
// that is Quiet. A location
// that is accessed plainly by one task and atomically by another is a race,
// too.
//
// The vocabulary does not tell an atomic store from a read-modify-write, so a
// Write acquires as well as it releases: a store seems to come after stores
// that it does not observe. No race stays hidden by that in all executions.
// Let a and b be unordered accesses that only such edges order, and take the
// prefix of the execution that consists of a, b and all that is synchronised
// before them. It is an execution, for what its loads observe is in it. On a
// path from a to b let s be the source of the first such edge. It comes after a
// in earnest, so it is before neither a nor b, and is not in the prefix: there
// nothing orders a and b, nor in an execution that goes on from there, where s
// comes last.
//
// Updates that commute order nothing among themselves, although in Go one
// synchronises with the next: the trace is that of an execution, too, in which
// they come the other way round. What they alone order is a race there. It is
// the same with a Store that finds its value: it is a Read here, and releases
// nothing; a task that reads the value later has read it earlier in another execution of
// the trace.
//
// A lock that is no operation (ObjectInfo.Locked: that of a testing.T) orders what is
// made under it in the order of the execution. No race stays hidden by that in all
// executions, by the same argument: nobody observes that order.
//
// A WaitGroup's Add from zero that is unordered with a Wait is reported like a
// race. It is what the documentation forbids and what -race finds: if the Add
// comes first, the two touch the same word of the WaitGroup. Whenever Go's Add
// or Wait panics for it ("Add called concurrently with Wait", "WaitGroup is
// reused before previous Wait has returned"), a Wait has been waiting when the
// counter fell to zero and had not returned when it rose again: the two are
// unordered, and there is an execution in which the Wait is the first of them.
// That order alone is looked at: in the other one the Dones that the Wait waits
// for come between.

// Detector looks for data races in executions, one after the other. It
// keeps its memory from one to the next.
type Detector struct {
	tasks   []Task // by Task
	objects []raceObject
	stamp   uint32 // of this execution: entries with another one are stale
	slots   int    // tasks met in this execution
	events  int    // of this execution, before the current one
	Arena   [][]uint32
	used    int // of arena
	Report  Report
	Raced   bool
	State   checker.State // of the execution

	Limit int64 // of bytes(); 0: none
	grown int64 // what has been allocated for clocks and lists
	Over  bool  // the present execution takes more than the limit

	Keeps bool // it can go back in an execution: back.go
	Kept  Kept
	saved []int // by clock: see now

	withoutLocks bool // of Order: locks order nothing, and no race is looked for
}

// clock is an index into the arena; 0 is the clock in which nothing happened.
type clock int32

// Task is what is known of a task.
type Task struct {
	stamp   uint32
	Slot    int32          // component of the clocks
	Now     clock          // what has happened before its next event
	wake    clock          // Cond: what the event that chose it released
	handler checker.Object // message: its handler
	message bool
	saved   int // see now
}

// raceObject is a location, nearly always: there may be millions of these, so what only
// others have is apart.
type raceObject struct {
	stamp uint32
	saved int32  // see now
	write access // last plain write
	read  access // a plain read since; those of other tasks are in sync
	sync  *raceSync
}

// raceSync is what synchronises, what was done to a location besides, and what few
// locations are.
type raceSync struct {
	twin    checker.Object // ObjectInfo.Twin
	locked  bool           // ObjectInfo.Locked
	silent  bool           // ObjectInfo.Silent
	written clock          // released by writers: Unlock, atomic Write, Close, OnceEnd, …
	read    clock          // released by RUnlock
	updated clock          // released by updates of an atomic: their like does not acquire it
	updates checker.Kind   // and of which family the last one was
	ring    []clock        // channels: by position modulo cap, the last send and the last receive
	sends   int
	recvs   int
	waiters []checker.Task // Cond
	count   int64          // WaitGroup
	waits   []access
	reads   []access
	atomics []access // and operations on a lock
}

// forget leaves the memory only.
func (y *raceSync) forget() {
	*y = raceSync{ring: y.ring[:0], waiters: y.waiters[:0], waits: y.waits[:0], reads: y.reads[:0], atomics: y.atomics[:0]}
}

// NewDetector returns a detector for executions, one after the other.
func NewDetector() *Detector {
	r := &Detector{Arena: make([][]uint32, 1), saved: make([]int, 1)}
	r.Reset()
	return r
}

// Reset begins another execution.
func (r *Detector) Reset() {
	r.stamp++
	r.slots, r.events, r.used, r.Raced, r.Over = 0, 0, 1, false, false
	r.Kept.forget()
}

// Found returns the first race of the execution.
func (r *Detector) Found() (Report, bool) { return r.Report, r.Raced }

// Add looks at the next event of the execution. The operation comes first:
// what it releases is what happened before the event, the effects come after.
func (r *Detector) Add(st checker.State, ev *checker.Event) {
	if r.Raced {
		return
	}
	r.State = st
	r.mark()
	joint := ev.Kind == checker.Send && ev.Partner != checker.NoTask
	r.Task(ev.Task)
	r.sends(ev.Task, ev.Op)
	if joint {
		r.Task(ev.Partner)
		r.sends(ev.Partner, ev.PartnerOp)
		r.rendezvous(ev.Task, ev.Partner)
	} else {
		r.synchronise(st, ev)
	}
	if ev.Child != checker.NoTask {
		c := r.Task(ev.Child) // may move r.tasks
		r.join(c.Now, r.tasks[ev.Task].Now)
		if ev.Kind == checker.Post || ev.Kind == checker.PostFront {
			c.message, c.handler = true, ev.Obj
		}
	}
	r.tick(ev.Task)
	if joint {
		r.tick(ev.Partner)
	}
	if r.events&15 == 0 || len(ev.Effects) > 1<<8 {
		r.bound()
	}
	for i := range ev.Effects {
		if r.withoutLocks {
			break
		}
		if f := &ev.Effects[i]; !f.Atomic {
			r.plain(f, &r.tasks[f.Task])
		}
	}
	if ev.Last {
		r.ended(ev.Task)
	}
	if joint && ev.PartnerLast {
		r.ended(ev.Partner)
	}
	r.events++
}

// synchronise acquires and releases what the event's operation does.
func (r *Detector) synchronise(st checker.State, ev *checker.Event) {
	t := &r.tasks[ev.Task]
	if r.withoutLocks {
		switch ev.Kind {
		case checker.Lock, checker.RLock, checker.Unlock, checker.RUnlock:
			return
		}
	}
	switch ev.Kind {
	case checker.Begin:
		// Two messages of one handler never overlap, and the loop that runs
		// them orders them.
		if t.message {
			r.join(t.Now, r.sync(t.handler).written)
		}
	case checker.Join:
		r.join(t.Now, r.Task(ev.Op.Partner).Now)
	case checker.Read, checker.Await:
		o := r.sync(ev.Obj)
		if o.silent {
			break
		}
		r.join(t.Now, o.written)
		r.join(t.Now, o.updated)
		r.atomic(ev, t)
		if o.locked && !r.withoutLocks {
			r.release(&o.updated, t)
		}
	case checker.Write:
		o := r.sync(ev.Obj)
		if o.silent {
			break
		}
		r.join(t.Now, o.written)
		r.join(t.Now, o.updated)
		r.atomic(ev, t)
		r.release(&o.written, t)
	case checker.Inc, checker.Mask, checker.Merge:
		o := r.sync(ev.Obj)
		if o.silent {
			break
		}
		if o.updates != ev.Kind && o.updated != 0 {
			// What they are to another family, a write is to all.
			if o.written == 0 {
				o.written = r.newClock()
			}
			r.join(o.written, o.updated)
			o.updated = 0
		}
		o.updates = ev.Kind
		r.join(t.Now, o.written)
		r.atomic(ev, t)
		r.release(&o.updated, t)
	case checker.Lock:
		o := r.sync(ev.Obj)
		r.join(t.Now, o.written)
		r.join(t.Now, o.read)
	case checker.Wait:
		o := r.sync(ev.Obj)
		r.join(t.Now, o.written)
		r.record(&o.waits, r.accessOf(t, &checker.Effect{Task: ev.Task, Pos: ev.Pos}))
	case checker.RLock, checker.RecvClosed, checker.OnceDone, checker.TimerFire, checker.TimerRecv:
		r.join(t.Now, r.sync(ev.Obj).written)
	case checker.Close:
		r.closes(ev, t)
		r.release(&r.sync(ev.Obj).written, t)
	case checker.Unlock, checker.OnceEnd, checker.TimerSet:
		r.release(&r.sync(ev.Obj).written, t)
	case checker.RUnlock:
		r.release(&r.sync(ev.Obj).read, t)
	case checker.Add:
		o := r.sync(ev.Obj)
		if ev.Arg < 0 {
			r.release(&o.written, t)
		} else if o.count == 0 && ev.Arg > 0 && !r.withoutLocks {
			r.fromZero(ev, o, t)
		}
		o.count += ev.Arg
	case checker.Send, checker.Recv:
		r.buffered(st, ev, t)
	case checker.Enqueue:
		o := r.sync(ev.Obj)
		o.waiters = append(o.waiters, ev.Task)
	case checker.Signal:
		if ev.Partner != checker.NoTask {
			r.choose(r.sync(ev.Obj), ev.Partner, t)
		}
	case checker.Broadcast:
		o := r.sync(ev.Obj)
		for len(o.waiters) > 0 {
			r.choose(o, o.waiters[0], t)
		}
	case checker.Wake:
		r.join(t.Now, t.wake)
	case checker.Sleep:
		if ev.Op.Quiet {
			r.acquireAll(t)
		}
	}
	switch ev.Kind {
	case checker.Lock, checker.Unlock, checker.Arrive, checker.RLock, checker.RUnlock, checker.LockBusy, checker.BadUnlock, checker.Add, checker.Wait, checker.OnceFirst, checker.OnceEnd, checker.OnceDone:
		r.inside(ev, t)
	}
}

// acquireAll lets all that has happened come before what t does now.
func (r *Detector) acquireAll(t *Task) {
	for i := range r.tasks {
		if u := &r.tasks[i]; u.stamp == r.stamp && u != t {
			r.join(t.Now, u.Now)
		}
	}
}

// buffered is a send or receive of a channel with a buffer: the i-th receive
// comes after the i-th send, the i-th send after the receive i-cap.
func (r *Detector) buffered(st checker.State, ev *checker.Event, t *Task) {
	o := r.sync(ev.Obj)
	n := st.Object(ev.Obj).Cap
	if had := cap(o.ring); len(o.ring) < 2*n {
		for len(o.ring) < 2*n {
			o.ring = append(o.ring, 0)
		}
		r.grown += 4 * int64(cap(o.ring)-had)
	}
	at := &o.sends
	mine, other := 0, n
	if ev.Kind == checker.Recv {
		at, mine, other = &o.recvs, n, 0
	}
	i := *at % n
	*at++
	r.join(t.Now, o.ring[other+i])
	r.keepRing(ev.Obj, mine+i, o.ring[mine+i])
	o.ring[mine+i] = 0
	r.release(&o.ring[mine+i], t)
}

// choose passes a Signal or Broadcast of t on to a waiter.
func (r *Detector) choose(o *raceSync, waiter checker.Task, t *Task) {
	w := r.Task(waiter)
	w.wake = 0
	r.release(&w.wake, t)
	for i, u := range o.waiters {
		if u == waiter {
			o.waiters = append(o.waiters[:i], o.waiters[i+1:]...)
			return
		}
	}
}

// rendezvous synchronises both ways.
func (r *Detector) rendezvous(a, b checker.Task) {
	r.join(r.tasks[a].Now, r.tasks[b].Now)
	r.join(r.tasks[b].Now, r.tasks[a].Now)
}

// ended lets the next message of the handler come after this one.
func (r *Detector) ended(task checker.Task) {
	t := &r.tasks[task]
	if t.message {
		r.release(&r.sync(t.handler).written, t)
	}
}

// Task returns the entry of a task, made anew in each execution.
func (r *Detector) Task(t checker.Task) *Task {
	for len(r.tasks) <= int(t) {
		r.tasks = append(r.tasks, Task{})
	}
	e := &r.tasks[t]
	r.keepTask(t, e)
	if e.stamp != r.stamp {
		*e = Task{stamp: r.stamp, Slot: int32(r.slots), Now: r.newClock(), saved: e.saved}
		r.slots++
		r.tick(t)
	}
	return e
}

// object returns the entry of an object, made anew in each execution.
func (r *Detector) object(o checker.Object) *raceObject {
	for len(r.objects) <= int(o) {
		r.objects = append(r.objects, raceObject{})
	}
	e := &r.objects[o]
	r.keepObject(o, e)
	if e.stamp != r.stamp {
		info := r.State.Object(o)
		*e = raceObject{stamp: r.stamp, saved: e.saved, sync: e.sync}
		if e.sync != nil {
			e.sync.forget()
		}
		if info.Of != 0 {
			of := *r.object(info.Of - 1)
			e = &r.objects[o]
			if e.write, e.read = of.write, of.read; of.sync != nil && len(of.sync.reads) > 0 {
				for i := range of.sync.reads {
					r.record(&r.syncOf(e).reads, of.sync.reads[i])
				}
			}
		}
		twin := info.Twin
		if twin != 0 || info.Locked || info.Silent {
			y := r.syncOf(e)
			y.twin, y.locked, y.silent = twin, info.Locked, info.Silent
		}
		if twin != 0 && int(twin) <= len(r.objects) && r.objects[twin-1].stamp == r.stamp {
			r.keepObject(twin-1, &r.objects[twin-1])
			r.syncOf(&r.objects[twin-1]).twin = o + 1 // it has been met before the other
		}
	}
	return e
}

// sync is what an object has besides a variable's accesses.
func (r *Detector) sync(o checker.Object) *raceSync { return r.syncOf(r.object(o)) }

func (r *Detector) syncOf(e *raceObject) *raceSync {
	if e.sync == nil {
		e.sync = new(raceSync)
		r.grown += int64(unsafe.Sizeof(raceSync{}))
	}
	return e.sync
}
