package race

import "gocheck.dev/checker"

// The vector clocks of the race detector: numbers into one arena, which executions share.

func (r *Detector) newClock() clock {
	if r.used == len(r.Arena) {
		r.Arena, r.saved = append(r.Arena, nil), append(r.saved, 0)
	}
	clear(r.Arena[r.used])
	r.saved[r.used] = r.now()
	r.used++
	return clock(r.used - 1)
}

// at is a component of a clock.
func (r *Detector) at(c clock, slot int32) uint32 {
	if v := r.Arena[c]; int(slot) < len(v) {
		return v[slot]
	}
	return 0
}

// join adds to clock c what happened before d.
func (r *Detector) join(c, d clock) {
	r.keepClock(c)
	r.lengthen(c, len(r.Arena[d]))
	v := r.Arena[c]
	for i, n := range r.Arena[d] {
		v[i] = max(v[i], n)
	}
}

// lengthen gives a clock at least n components.
func (r *Detector) lengthen(c clock, n int) {
	v := r.Arena[c]
	if len(v) >= n {
		return
	}
	had := cap(v)
	for len(v) < n {
		v = append(v, 0)
	}
	r.Arena[c] = v
	r.grown += 4 * int64(cap(v)-had)
}

// release adds to a clock, made if there is none, what t has done so far.
func (r *Detector) release(c *clock, t *Task) {
	if *c == 0 {
		*c = r.newClock()
	}
	r.join(*c, t.Now)
}

// tick ends an epoch of the task.
func (r *Detector) tick(task checker.Task) {
	t := &r.tasks[task]
	r.keepClock(t.Now)
	r.lengthen(t.Now, int(t.Slot)+1)
	r.Arena[t.Now][t.Slot]++
}
