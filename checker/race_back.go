package checker

import "unsafe"

// An execution that begins as the one before it begins, for the race detector, with
// what it knew then. So it keeps, of all that an event changes, what that was before:
// of a task, an object or a clock when the event comes to it first.

// raceMark is where the detector was before an event.
type raceMark struct {
	slots, used            int
	tasks, objects, clocks int // kept by earlier events
}

// racesKept is what was before the events so far.
type racesKept struct {
	marks   []raceMark // by event
	tasks   []taskBefore
	objects []objectBefore
	clocks  []clockBefore
	words   []uint32 // of clocks
	rings   []clock  // of objects: what their slices held
	waiters []Task
	access  []access
	full    bool // it was too much: not all was kept
}

// keptMost bounds the memory for that, in bytes.
var keptMost = 64 << 20

type taskBefore struct {
	task Task
	was  raceTask
}

type objectBefore struct {
	obj                   Object
	was                   raceObject
	ring, waiters, access int // where the contents of its slices begin
}

type clockBefore struct {
	c     clock
	saved int
	words int // where its words begin
}

// mark begins an event.
func (r *raceDetector) mark() {
	if !r.keeps {
		return
	}
	k := &r.kept
	if k.bytes() > keptMost {
		r.keeps, k.full = false, true
		return
	}
	k.marks = append(k.marks, raceMark{r.slots, r.used, len(k.tasks), len(k.objects), len(k.clocks)})
}

// now identifies the present event, in what was kept for it.
func (r *raceDetector) now() int { return r.events + 1 }

func (r *raceDetector) keepTask(t Task, e *raceTask) {
	if r.keeps && (e.saved != r.now() || e.stamp != r.stamp) {
		r.kept.tasks = append(r.kept.tasks, taskBefore{t, *e})
		e.saved = r.now()
	}
}

func (r *raceDetector) keepObject(o Object, e *raceObject) {
	if !r.keeps || e.saved == r.now() && e.stamp == r.stamp {
		return
	}
	k := &r.kept
	k.objects = append(k.objects, objectBefore{o, *e, len(k.rings), len(k.waiters), len(k.access)})
	if e.saved = r.now(); e.stamp != r.stamp {
		return // it was not in this execution, and its slices mean nothing
	}
	k.rings, k.waiters = append(k.rings, e.ring...), append(k.waiters, e.waiters...)
	k.access = append(append(append(k.access, e.waits...), e.reads...), e.atomics...)
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
	for i := len(k.objects) - 1; i >= m.objects; i-- {
		b := &k.objects[i]
		e := &r.objects[b.obj]
		if *e = b.was; e.stamp == r.stamp {
			copy(e.ring, k.rings[b.ring:])
			copy(e.waiters, k.waiters[b.waiters:])
			from := k.access[b.access:]
			from = from[copy(e.waits, from):]
			from = from[copy(e.reads, from):]
			copy(e.atomics, from)
		}
		k.rings, k.waiters, k.access = k.rings[:b.ring], k.waiters[:b.waiters], k.access[:b.access]
	}
	for i := len(k.clocks) - 1; i >= m.clocks; i-- {
		b := &k.clocks[i]
		r.arena[b.c] = append(r.arena[b.c][:0], k.words[b.words:]...)
		r.saved[b.c], k.words = b.saved, k.words[:b.words]
	}
	k.marks, k.tasks, k.objects, k.clocks = k.marks[:n], k.tasks[:m.tasks], k.objects[:m.objects], k.clocks[:m.clocks]
	r.slots, r.used, r.events, r.raced = m.slots, m.used, n, false
}

// forget forgets what was kept.
func (k *racesKept) forget() {
	k.marks, k.tasks, k.objects, k.clocks = k.marks[:0], k.tasks[:0], k.objects[:0], k.clocks[:0]
	k.words, k.rings, k.waiters, k.access, k.full = k.words[:0], k.rings[:0], k.waiters[:0], k.access[:0], false
}

// bytes is nearly all of the memory in use.
func (k *racesKept) bytes() int {
	return int(unsafe.Sizeof(access{}))*len(k.access) + 4*len(k.words) + int(unsafe.Sizeof(objectBefore{}))*len(k.objects)
}
