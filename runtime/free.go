package runtime

import (
	"slices"
	"time"

	"gocheck.dev/checker"
)

// -time=free. Virtual time need not wait until nothing else can run: a sleep may end, and a timer
// may fire, as soon as it is set, and at any moment after that; a select with default may still
// find such a timer not due. For each wait that is one choice, the other is the clock's time, as
// with -time=idle: so what happens there happens here, too. To the checker a deadline ahead of the
// clock has passed already (soon), and nothing orders it but the operations on the timer.
//
// There is no clock for all tasks then. Each has its own: it is past what the task has waited for,
// and past the clocks of those that it has heard from (past.Time, which goes the way of readings).
// So a reading is no earlier than any wait before it. Deadlines of one task keep their order: after
// a wait the task finds that its functions and contexts whose time came earlier have been called
// and have expired, and its timers due.
//
// A task goes ahead of the clock once at each place of the program, its
// creators' waits counted. Else no loop that sleeps would ever end.

// soon is the deadline that has passed when it is set.
const soon = -1

// deadline is what a wait is for.
type deadline struct {
	when int64 // as the waiting task sees it
	soon bool
}

// arg is the deadline as the checker is told of it.
func (d deadline) arg() int64 {
	if d.soon {
		return soon
	}
	return d.when
}

// wait is the deadline that is d from now, for a wait at s. It does not go ahead
// of what t has set to happen earlier and left to the clock.
func (t *task) wait(s Site, d time.Duration) deadline {
	at := deadline{when: t.after(d)}
	if d <= 0 || !t.x.FreeTime || t.bubbled() {
		return at
	}
	earlier := func(o due) bool { return !o.soon && t.x.now < o.when && o.when < at.when }
	if slices.ContainsFunc(t.dues, earlier) {
		return at
	}
	if t.x.Hurries {
		at.soon = t.hurry(s)
	} else {
		at.soon = t.chooses(s)
	}
	return at
}

// chooses chooses whether t goes ahead of the clock at s, or lets it go on
// without. It does so once, counting those that created it.
func (t *task) chooses(s Site) bool {
	if slices.Contains(t.ahead, s) || t.do(checker.Op{Kind: checker.Choose, Arg: 2, Pos: s.Pos()}, aheadShadow{}).Choice == 0 {
		return false
	}
	t.ahead = append(t.ahead[:len(t.ahead):len(t.ahead)], s) // not what its children have
	return true
}

// waited tells t's clock that it has waited for a time.
func (t *task) waited(when int64) {
	if t.x.FreeTime {
		t.past.Time = max(t.past.Time, when)
	}
}

// hurry is how t chooses in an execution of -algo=r4, which does not explore choices: a timer is an
// event like any other, so it is due when it is set, and comes when the order says so.
func (t *task) hurry(s Site) bool {
	if slices.Contains(t.ahead, s) {
		return false
	}
	t.x.Known.Hurried = true
	t.do(checker.Op{Kind: checker.Choose, Arg: 2, Pos: s.Pos()}, hurryShadow{})
	t.ahead = append(t.ahead[:len(t.ahead):len(t.ahead)], s)
	return true
}

// due is something that a task has set to happen at a time.
type due struct {
	deadline
	m    *timerShadow
	done *cancelCtx // of a function or a context: a flag that is set when it has happened, or never will
}

// sets notes what t has set. What m was set to before does not count any more.
func (t *task) sets(d due) {
	t.unsets(d.m)
	t.dues = append(t.dues, d)
}

// unsets notes that m will not come.
func (t *task) unsets(m *timerShadow) {
	t.dues = slices.DeleteFunc(t.dues, func(o due) bool { return o.m == m })
}

// elapse comes after a wait: what t has set to happen before now happens first.
func (t *task) elapse() {
	for i := 0; i < len(t.dues); i++ {
		d := t.dues[i]
		if d.done == nil || d.when >= t.past.Time {
			continue
		}
		t.dues = slices.Delete(t.dues, i, i+1)
		i--
		t.settling = true
		d.done.announce(checker.Await, nil)
		t.settling = false
	}
}

// aheadShadow performs these choices, which have a name in reports.
type aheadShadow struct{ chooseShadow }

// hurryShadow performs a choice that is none: in another exploration it is one, and
// a schedule is to mean the same there.
type hurryShadow struct{ aheadShadow }

func (hurryShadow) decisions(t *task, buf []checker.Decision) []checker.Decision {
	d := t.always()
	d.Choice = 1
	return append(buf, d)
}

const aheadName = "ahead of the clock"

// misses chooses whether a select with default at s finds the timer m not due yet, although it may
// be. It does not if t has set it, and has waited longer than that.
func (t *task) misses(m *timerShadow, s Site) bool {
	if !t.x.FreeTime || slices.ContainsFunc(t.dues, func(d due) bool { return d.m == m && d.when <= t.now() }) {
		return false
	}
	return t.chooses(s)
}

// expires: after a wait for longer than c's timer, which was the last thing that
// the task has set, c has expired.
func (c *cancelCtx) expires() {
	if t := current(); t.x.FreeTime {
		t.dues[len(t.dues)-1].done = c
	}
}

// newFlag makes a flag for something that is to happen at a time.
func newFlag(t *task, s Site) *cancelCtx {
	c := &cancelCtx{flagShadow: flagShadow{done: make(chan struct{})}, site: s}
	c.object(t.x)
	return c
}

// happened sets the flag of what was to happen at a time.
func (c *cancelCtx) happened() { c.announce(checker.CAS, &reason{}) }
