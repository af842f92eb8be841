package runtime

import (
	"math"
	"slices"
	"time"

	"gocheck.dev/checker"
)

// Loops that wait and sleep in their rounds, or wait for a ticker (docs/design/spin.md,
// "Time"). If the last round has changed nothing, and nobody else has changed anything since
// it began, the next one comes to the same: it reads the same values, so it goes the same way,
// and that leads to the next round. A task of which that is true dozes. The rounds to come
// can be told from what others do:
//   - if nobody but those who doze waits for a time, they go round for ever: each begins its
//     next round by a Spin;
//   - until the time that somebody else waits for, rounds are nothing but time that passes: a
//     sleep ends at the first of its times that is not before.
//
// All of it is told when time advances, of the intervals between two Ticks, in which events
// are the same in all executions of a trace.

// dozing is what the last round of a task's loop has come to.
type dozing struct {
	w     *Waiting // nil: it has changed something, or there was none
	began int      // the interval in which the round began
	deeds          // at its end
	fired []checker.Object
	once  bool // it has slept once
}

// calm is what the last Tick has shown.
type calm struct {
	calm    bool  // nobody moves until the next Tick but tasks that doze
	horizon int64 // until when; 0: for ever
	stirred int   // the last interval in which something happened besides
	dozers  bool  // somebody has dozed in this execution
}

func (c *calm) reset() { *c = calm{} }

func (c *calm) stirs(interval int) { c.stirred = max(c.stirred, interval) }

// rings notes that a round has received from a timer, or has set one. What it has made itself
// is nobody else's.
func (t *task) rings(kind checker.Kind) {
	r := &t.rounds
	if !r.on {
		return
	}
	obj := t.done.Obj
	if t.done.Kind == checker.Select {
		obj = t.done.Cases[r.choice].Obj
	}
	m := t.x.list[obj].sh.(*timerShadow)
	i := slices.Index(r.spent, obj)
	switch own := t.owns(m); {
	case kind == checker.TimerSet && i >= 0:
		r.spent = slices.Delete(r.spent, i, i+1)
	case kind == checker.TimerSet && (!own || m.f != nil):
		r.change()
	case kind == checker.TimerRecv:
		if r.slept++; len(t.held) > 0 {
			r.change() // others may be waiting for it to go on
		}
		r.fires++
		r.fired = append(r.fired, obj)
		if m.period == 0 && !own {
			r.spent = append(r.spent, obj)
		}
	}
}

// owns says whether the youngest round of t has made the timer.
func (t *task) owns(m *timerShadow) bool { return m.by == t && m.born >= t.rounds.begun }

// dozed notes that a round is over that has slept and changed nothing. It is true if all go
// on like this for ever.
func (t *task) dozed(w *Waiting) bool {
	x, r := t.x, &t.rounds
	was := t.dozes()
	if !was {
		x.stirs(w.ticks)
	}
	t.doze = dozing{w, w.ticks, r.deeds, slices.Clone(r.fired), r.slept == w.slept+1}
	x.dozers = true
	return was && x.calm.calm && x.horizon == 0
}

// dozes says whether t goes the way of its last round.
func (t *task) dozes() bool {
	d, r := &t.doze, &t.rounds
	return d.w != nil && r.dirt == d.dirt && r.odd == d.odd && r.clock == d.clock && len(r.spent) == 0
}

// rests says whether a task that dozes waits for no time but such that its last round has
// waited for.
func (t *task) rests() bool {
	known := func(obj checker.Object) bool {
		m := t.x.list[obj].sh.(*timerShadow)
		return !m.armed || t.owns(m) || slices.Contains(t.doze.fired, obj)
	}
	switch t.op.Kind {
	case checker.TimerRecv:
		return known(t.op.Obj)
	case checker.Select:
		return !slices.ContainsFunc(t.op.Cases, func(c checker.Case) bool { return c.Kind == checker.TimerRecv && !known(c.Obj) })
	case checker.TimerFire, checker.Begin, checker.Spin:
		return false
	}
	return true
}

// settle finds out, at a Tick, what comes until the next one.
func (x *Execution) settle() {
	x.calm.calm, x.horizon = false, 0
	if !x.dozers || x.late() || x.FreeTime || x.Hurries || x.pollers > 0 || x.bubble != nil || x.moved != 0 {
		return // where somebody is held up he will move
	}
	began, stirred, horizon := math.MaxInt, x.stirred, int64(math.MaxInt64)
	for t := range x.living() {
		if t.dozes() && t.rests() {
			began = min(began, t.doze.began)
			continue
		}
		stirred = max(stirred, t.movedIn)
		if s, ok := t.sh.(*spinShadow); ok && slices.ContainsFunc(s.seen, func(o sighting) bool { return o.kind == checker.TimerRecv }) {
			return
		}
		for _, at := range t.awaits() {
			if at <= x.now {
				return
			}
			horizon = min(horizon, at)
		}
	}
	if began == math.MaxInt || began <= stirred {
		return
	}
	if horizon == math.MaxInt64 {
		x.calm.calm = true
	} else {
		x.calm.calm, x.horizon = true, horizon
	}
}

// overslept is the time at which a task that dozes goes on, which waits for a time again after
// each d: the first that is not before somebody else moves. With pauses it is the last before:
// who polls may be held up from then on.
func (t *task) overslept(at int64, d int64) int64 {
	x := t.x
	if !x.calm.calm || at >= x.horizon || !t.doze.once || !t.dozes() {
		return at
	}
	if x.left > 0 {
		return at + (x.horizon-at-1)/d*d
	}
	return at + (x.horizon-at+d-1)/d*d
}

// sleeps is overslept for a Sleep, the first of a round.
func (t *task) sleeps(until deadline, d time.Duration) deadline {
	if t.doze.w != nil && !until.soon && t.rounds.slept == t.doze.slept {
		until.when = t.overslept(until.when, int64(d))
	}
	return until
}
