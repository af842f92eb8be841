package explore

import "gocheck.dev/checker"

// The vector clocks of the race detector: numbers into one arena, which executions share.

func (r *raceDetector) newClock() clock {
	if r.used == len(r.arena) {
		r.arena, r.saved = append(r.arena, nil), append(r.saved, 0)
	}
	clear(r.arena[r.used])
	r.saved[r.used] = r.now()
	r.used++
	return clock(r.used - 1)
}

// at is a component of a clock.
func (r *raceDetector) at(c clock, slot int32) uint32 {
	if v := r.arena[c]; int(slot) < len(v) {
		return v[slot]
	}
	return 0
}

// join adds to clock c what happened before d.
func (r *raceDetector) join(c, d clock) {
	r.keepClock(c)
	r.lengthen(c, len(r.arena[d]))
	v := r.arena[c]
	for i, n := range r.arena[d] {
		v[i] = max(v[i], n)
	}
}

// lengthen gives a clock at least n components.
func (r *raceDetector) lengthen(c clock, n int) {
	v := r.arena[c]
	if len(v) >= n {
		return
	}
	had := cap(v)
	for len(v) < n {
		v = append(v, 0)
	}
	r.arena[c] = v
	r.grown += 4 * int64(cap(v)-had)
}

// release adds to a clock, made if there is none, what t has done so far.
func (r *raceDetector) release(c *clock, t *raceTask) {
	if *c == 0 {
		*c = r.newClock()
	}
	r.join(*c, t.now)
}

// tick ends an epoch of the task.
func (r *raceDetector) tick(task checker.Task) {
	t := &r.tasks[task]
	r.keepClock(t.now)
	r.lengthen(t.now, int(t.slot)+1)
	r.arena[t.now][t.slot]++
}
