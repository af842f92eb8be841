package explore

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

// racesKept is what was before the events so far.
type racesKept struct {
	marks   []raceMark // by event
	tasks   []taskBefore
	objects []objectBefore
	syncs   []raceSync
	clocks  []clockBefore
	words   []uint32 // of clocks
	rings   []ringBefore
	waiters []checker.Task // of objects: what their slices held
	access  []access
	full    bool // it was too much: not all was kept
}

// keptMost bounds the memory for that, in bytes.
var keptMost = 64 << 20

type taskBefore struct {
	task checker.Task
	was  raceTask
}

type objectBefore struct {
	obj             checker.Object
	sync            int32 // into racesKept.syncs: what was.sync was; -1: there was none
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

// bytes is the memory in use.
func (r *raceDetector) bytes() int64 {
	return r.grown + int64(r.kept.bytes()) + int64(cap(r.objects))*int64(unsafe.Sizeof(raceObject{})) +
		int64(cap(r.tasks))*int64(unsafe.Sizeof(raceTask{})) + int64(cap(r.arena))*int64(unsafe.Sizeof([]uint32{}))
}

// bound looks whether that is too much. What can be made anew is dropped first.
func (r *raceDetector) bound() {
	if r.limit > 0 && r.bytes() > r.limit {
		r.drop()
		r.over = r.bytes() > r.limit
	}
}

// mark begins an event.
func (r *raceDetector) mark() {
	if !r.keeps {
		return
	}
	k := &r.kept
	if k.bytes() > keptMost {
		r.drop()
		return
	}
	k.marks = append(k.marks, raceMark{r.slots, r.used, len(k.tasks), len(k.objects), len(k.clocks), len(k.rings)})
}

// now identifies the present event, in what was kept for it.
func (r *raceDetector) now() int { return r.events + 1 }

func (r *raceDetector) keepTask(t checker.Task, e *raceTask) {
	if r.keeps && (e.saved != r.now() || e.stamp != r.stamp) {
		r.kept.tasks = append(r.kept.tasks, taskBefore{t, *e})
		e.saved = r.now()
	}
}

func (r *raceDetector) keepObject(o checker.Object, e *raceObject) {
	if !r.keeps || int(e.saved) == r.now() && e.stamp == r.stamp {
		return
	}
	k := &r.kept
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

func (r *raceDetector) keepRing(o checker.Object, at int, was clock) {
	if r.keeps {
		r.kept.rings = append(r.kept.rings, ringBefore{o, int32(at), was})
	}
}

func (r *raceDetector) keepClock(c clock) {
	if r.keeps && r.saved[c] != r.now() {
		r.kept.clocks = append(r.kept.clocks, clockBefore{c, r.saved[c], len(r.kept.words)})
		r.kept.words = append(r.kept.words, r.arena[c]...)
		r.saved[c] = r.now()
	}
}

// back makes the detector what it was before event n. Past a race it has not looked at
// events.
func (r *raceDetector) back(n int) {
	k := &r.kept
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
		r.arena[b.c] = append(r.arena[b.c][:0], k.words[b.words:]...)
		r.saved[b.c], k.words = b.saved, k.words[:b.words]
	}
	k.marks, k.tasks, k.objects, k.clocks, k.rings = k.marks[:n], k.tasks[:m.tasks], k.objects[:m.objects], k.clocks[:m.clocks], k.rings[:m.rings]
	r.slots, r.used, r.events, r.raced = m.slots, m.used, n, false
}

// forget forgets what was kept.
func (k *racesKept) forget() {
	k.marks, k.tasks, k.objects, k.clocks = k.marks[:0], k.tasks[:0], k.objects[:0], k.clocks[:0]
	k.words, k.rings, k.waiters, k.access, k.syncs, k.full = k.words[:0], k.rings[:0], k.waiters[:0], k.access[:0], k.syncs[:0], false
}

// bytes is the memory in use.
func (k *racesKept) bytes() int {
	return int(unsafe.Sizeof(access{}))*cap(k.access) + 4*cap(k.words) + int(unsafe.Sizeof(objectBefore{}))*cap(k.objects) +
		int(unsafe.Sizeof(raceSync{}))*cap(k.syncs) + int(unsafe.Sizeof(ringBefore{}))*cap(k.rings) + 4*cap(k.waiters) + int(unsafe.Sizeof(taskBefore{}))*cap(k.tasks) +
		int(unsafe.Sizeof(clockBefore{}))*cap(k.clocks) + int(unsafe.Sizeof(raceMark{}))*cap(k.marks)
}

// drop gives up what was kept, and its memory: executions are made from the beginning.
func (r *raceDetector) drop() {
	r.keeps, r.kept = false, racesKept{full: true}
}
