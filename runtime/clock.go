package runtime

import "gocheck.dev/checker"

// vtime is the virtual time of an execution. It advances when nothing else can
// run (-time=idle), to the earliest deadline, as an event of the clock's task.
type vtime struct {
	now     int64 // nanoseconds since the execution's fixed start
	waiting []timed
}

// timed is something that waits for a time: a sleeping task, a timer.
type timed interface {
	// deadline is the time that it waits for, if it does.
	deadline() (at int64, armed bool)
}

func (c *vtime) reset() {
	c.now = 0
	clear(c.waiting)
	c.waiting = c.waiting[:0]
}

// addDeadline makes the clock wait for w. It is to be called each time that
// w's deadline is set.
func (c *vtime) addDeadline(w timed) { c.waiting = append(c.waiting, w) }

// nextDeadline is the earliest deadline that is still to come.
func (c *vtime) nextDeadline() (at int64, ok bool) {
	kept := c.waiting[:0]
	for _, w := range c.waiting {
		d, armed := w.deadline()
		if !armed || d <= c.now {
			continue
		}
		kept = append(kept, w)
		if !ok || d < at {
			at, ok = d, true
		}
	}
	clear(c.waiting[len(kept):])
	c.waiting = kept
	return at, ok
}

// ticking says whether the clock has a time to advance to. When the test is
// over nobody waits for it any more: those who sleep then are at rest.
func (x *execution) ticking() bool {
	if len(x.waiting) == 0 || x.tasks[mainTask].life == over {
		return false
	}
	_, ok := x.nextDeadline()
	return ok
}

// clockShadow performs the operation of the clock's task.
type clockShadow execution

func (c *clockShadow) info() checker.ObjectInfo { return checker.ObjectInfo{} }

func (c *clockShadow) decisions(t *task, buf []checker.Decision) []checker.Decision {
	x := (*execution)(c)
	if !x.ticking() {
		return buf
	}
	for _, u := range x.live {
		if x.enabled(u) {
			return buf
		}
	}
	return append(buf, t.always())
}

func (c *clockShadow) perform(t *task, d checker.Decision, ev *checker.Event) {
	x := (*execution)(c)
	x.now, _ = x.nextDeadline()
	ev.Arg = x.now
}
