package race

import (
	"unsafe"

	"gocheck.dev/checker"
)

// An execution that begins as the one before it begins, for the race detector, with
// what it knew then. So it keeps, of all that an event changes, what that was before:
// of a task, an object or a clock when the event comes to it first.

// raceMark is where the detector was before an event.
type raceMark struct {
	slots, used                   int
	tasks, objects, clocks, rings int // kept by earlier events
}

// Kept is what was before the events so far.
type Kept struct {
	marks   []raceMark // by event
	tasks   []taskBefore
	objects []objectBefore
	syncs   []raceSync
	clocks  []clockBefore
	words   []uint32 // of clocks
	rings   []ringBefore
	waiters []checker.Task // of objects: what their slices held
	access  []access
	Full    bool // it was too much: not all was kept
}

// KeptMost bounds the memory for that, in bytes.
var KeptMost = 64 << 20

type taskBefore struct {
	task checker.Task
	was  Task
}

type objectBefore struct {
	obj             checker.Object
	sync            int32 // into Kept.syncs: what was.sync was; -1: there was none
	was             raceObject
	waiters, access int // where the contents of its slices begin
}

// ringBefore is a place of a channel's ring. The others stay as they are: a ring may be
// as long as an execution.
type ringBefore struct {
	obj checker.Object
	at  int32
	was clock
}

type clockBefore struct {
	c     clock
	saved int
	words int // where its words begin
}

// Bytes is the memory in use.
func (r *Detector) Bytes() int64 {
	return r.grown + int64(r.Kept.bytes()) + int64(cap(r.objects))*int64(unsafe.Sizeof(raceObject{})) +
		int64(cap(r.tasks))*int64(unsafe.Sizeof(Task{})) + int64(cap(r.Arena))*int64(unsafe.Sizeof([]uint32{}))
}

// bound looks whether that is too much. What can be made anew is dropped first.
func (r *Detector) bound() {
	if r.Limit > 0 && r.Bytes() > r.Limit {
		r.drop()
		r.Over = r.Bytes() > r.Limit
	}
}

// mark begins an event.
func (r *Detector) mark() {
	if !r.Keeps {
		return
	}
	k := &r.Kept
	if k.bytes() > KeptMost {
		r.drop()
		return
	}
	k.marks = append(k.marks, raceMark{r.slots, r.used, len(k.tasks), len(k.objects), len(k.clocks), len(k.rings)})
}

// now identifies the present event, in what was kept for it.
func (r *Detector) now() int { return r.events + 1 }

func (r *Detector) keepTask(t checker.Task, e *Task) {
	if r.Keeps && (e.saved != r.now() || e.stamp != r.stamp) {
		r.Kept.tasks = append(r.Kept.tasks, taskBefore{t, *e})
		e.saved = r.now()
	}
}

func (r *Detector) keepObject(o checker.Object, e *raceObject) {
	if !r.Keeps || int(e.saved) == r.now() && e.stamp == r.stamp {
		return
	}
	k := &r.Kept
	b := objectBefore{o, -1, *e, len(k.waiters), len(k.access)}
	e.saved = int32(r.now())
	// If it was not in this execution, what it has besides means nothing.
	if y := e.sync; y != nil && e.stamp == r.stamp {
		b.sync = int32(len(k.syncs))
		k.syncs = append(k.syncs, *y)
		k.waiters = append(k.waiters, y.waiters...)
		k.access = append(append(append(k.access, y.waits...), y.reads...), y.atomics...)
	}
	k.objects = append(k.objects, b)
}

func (r *Detector) keepRing(o checker.Object, at int, was clock) {
	if r.Keeps {
		r.Kept.rings = append(r.Kept.rings, ringBefore{o, int32(at), was})
	}
}

func (r *Detector) keepClock(c clock) {
	if r.Keeps && r.saved[c] != r.now() {
		r.Kept.clocks = append(r.Kept.clocks, clockBefore{c, r.saved[c], len(r.Kept.words)})
		r.Kept.words = append(r.Kept.words, r.Arena[c]...)
		r.saved[c] = r.now()
	}
}

// Back makes the detector what it was before event n. Past a race it has not looked at
// events.
func (r *Detector) Back(n int) {
	k := &r.Kept
	if n >= len(k.marks) {
		return
	}
	m := k.marks[n]
	for i := len(k.tasks) - 1; i >= m.tasks; i-- {
		r.tasks[k.tasks[i].task] = k.tasks[i].was
	}
	for i := len(k.rings) - 1; i >= m.rings; i-- {
		b := &k.rings[i]
		r.objects[b.obj].sync.ring[b.at] = b.was
	}
	for i := len(k.objects) - 1; i >= m.objects; i-- {
		b := &k.objects[i]
		e := &r.objects[b.obj]
		y := e.sync
		if *e = b.was; b.sync >= 0 {
			*y = k.syncs[b.sync]
			copy(y.waiters, k.waiters[b.waiters:])
			from := k.access[b.access:]
			from = from[copy(y.waits, from):]
			from = from[copy(y.reads, from):]
			copy(y.atomics, from)
			k.syncs = k.syncs[:b.sync]
		} else if e.sync = y; y != nil {
			y.forget() // it was not there yet
		}
		k.waiters, k.access = k.waiters[:b.waiters], k.access[:b.access]
	}
	for i := len(k.clocks) - 1; i >= m.clocks; i-- {
		b := &k.clocks[i]
		r.Arena[b.c] = append(r.Arena[b.c][:0], k.words[b.words:]...)
		r.saved[b.c], k.words = b.saved, k.words[:b.words]
	}
	k.marks, k.tasks, k.objects, k.clocks, k.rings = k.marks[:n], k.tasks[:m.tasks], k.objects[:m.objects], k.clocks[:m.clocks], k.rings[:m.rings]
	r.slots, r.used, r.events, r.Raced = m.slots, m.used, n, false
}

// forget forgets what was kept.
func (k *Kept) forget() {
	k.marks, k.tasks, k.objects, k.clocks = k.marks[:0], k.tasks[:0], k.objects[:0], k.clocks[:0]
	k.words, k.rings, k.waiters, k.access, k.syncs, k.Full = k.words[:0], k.rings[:0], k.waiters[:0], k.access[:0], k.syncs[:0], false
}

// bytes is the memory in use.
func (k *Kept) bytes() int {
	return int(unsafe.Sizeof(access{}))*cap(k.access) + 4*cap(k.words) + int(unsafe.Sizeof(objectBefore{}))*cap(k.objects) +
		int(unsafe.Sizeof(raceSync{}))*cap(k.syncs) + int(unsafe.Sizeof(ringBefore{}))*cap(k.rings) + 4*cap(k.waiters) + int(unsafe.Sizeof(taskBefore{}))*cap(k.tasks) +
		int(unsafe.Sizeof(clockBefore{}))*cap(k.clocks) + int(unsafe.Sizeof(raceMark{}))*cap(k.marks)
}

// drop gives up what was kept, and its memory: executions are made from the beginning.
func (r *Detector) drop() {
	r.Keeps, r.Kept = false, Kept{Full: true}
}
