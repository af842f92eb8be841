package runtime

import (
	"math"
	"time"

	"gocheck.dev/checker"
)

// Loops that work until they are told to stop (docs/design/spin.md, "Work"). Computations take
// no time, so while such a loop goes round time would stand still, and what ends it would never
// come. So after some hundred operations of its task at one time it waits, by a Spin, for a later
// one. How many rounds there natively are in the meantime is left open: what has been explored
// is not all then (Known.Works).
//
// Not in a bubble of testing/synctest, whose time natively stands still as well.

// workload is how many operations a task makes at one time before it waits.
type workload struct{ first, next uint32 }

// A loop that receives something from others may have a reason to go round as often, and comes to
// an end by itself when there is no more. (The tests have their own.)
var workAlone, workOnOrder = workload{500, 100}, workload{2500, 500}

// Endless is such a loop, for as long as a task is in it.
type Endless struct {
	site     Site
	readings int // of the clock in a round, to find out whether to go on

	t        *task
	ticks    int           // the interval between two Ticks in which it is
	from     uint32        // number of the task's event when that began
	asked    int           // how often its task had asked for the time when the round began
	received int           // and received
	step     time.Duration // that it has waited for; 0: it has not
	alarm    alarm
}

// EndedByOthers stands before a loop that only others, or the time, end. Each of its rounds reads
// the clock so often to find out.
func EndedByOthers(s Site, readings int) *Endless {
	t := current()
	if t == nil || t.x.FreeTime || t.x.Hurries {
		return nil
	}
	t.works = true
	return &Endless{site: s, readings: readings}
}

// EndedByOthers says of the loop what the function of that name does.
func (w *Waiting) EndedByOthers(readings int) *Waiting {
	if w != nil {
		w.endless = EndedByOthers(w.site, readings)
	}
	return w
}

// Round begins the next round.
func (e *Endless) Round() {
	if e == nil { // as in most loops that wait
		return
	}
	t := current()
	if t == nil {
		return
	}
	x := t.x
	looks := t.asked - e.asked
	e.asked = t.asked
	if e.t != t || e.ticks != x.ticks || looks > e.readings || x.bubble != nil {
		e.t, e.ticks, e.from, e.received = t, x.ticks, t.index, t.received
		return
	}
	load := workAlone
	if t.received != e.received {
		load = workOnOrder
	}
	if e.step > 0 {
		load.first = load.next
	}
	if t.index-e.from >= load.first {
		e.rest(t)
	}
}

// gets notes whether the last operation of t has got something from others.
func (t *task) gets() {
	kind := t.done.Kind
	if kind == checker.Select && t.decided.Choice >= 0 {
		kind = t.done.Cases[t.decided.Choice].Kind
	}
	if kind == checker.Recv && t.resolved != checker.RecvClosed && t.resolved != checker.Default || kind == checker.Wait {
		t.received++
	}
}

// rest waits until time has moved: for a millisecond, and for ten times as long each time, or for
// twice as long where the time ends the loop and it is not known when.
func (e *Endless) rest(t *task) {
	x := t.x
	if a := e.alarm; a.timerShadow != nil && x.now < a.at.when {
		e.step = 0 // somebody else has moved the time
	}
	e.step = max(firstStep, min(10*e.step, mostStep))
	if e.readings > 0 && t.turns <= x.now {
		e.step = max(firstStep, e.step/5)
	}
	x.Known.Works = int(e.site)
	at := x.now + int64(e.step)
	due := t.turns > x.now && t.turns <= at
	if due {
		at = t.turns
	}
	sh := &spinShadow{seen: []sighting{{kind: checker.Tick, now: x.fineTime(), limit: math.MaxInt64, at: t.index - 1}}}
	sh.looks(t, &e.alarm, e.site, at, due)
	sh.do(t, e.site)
}
