package runtime

import (
	"math"
	"slices"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/polls"
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

// A round that compares what the clock shows, or has found a timer not to be due, comes to the
// same until a time that can be told: the clock goes on evenly. That is its limit, and no round
// after it is left out.

// dozing is what the last round of a task's loop has come to.
type dozing struct {
	w     *Waiting // nil: it has changed something, or there was none
	began int      // the interval in which the round began
	deeds          // at its end
	fired []checker.Object
	limit int64 // the time from which on it might come to something else
	span  int64 // nanoseconds that it has waited, if it has waited once; else 0
}

// foresees says whether it can be told until when the round that is over would come to the same
// by the clock.
func (w *Waiting) foresees(r *rounds) bool {
	return r.clock == w.clock || w.compares && r.clock-w.clock < polls.Slack/2
}

// lastsTo is the time until which what has been seen stays as it is, if nobody changes it.
func lastsTo(seen []sighting) int64 {
	limit := int64(math.MaxInt64)
	for _, s := range seen {
		limit = min(limit, s.limit)
	}
	return limit
}

// rings is the time from which on something can be received from a timer.
func (m *timerShadow) rings() int64 {
	switch {
	case !m.armed:
		return math.MaxInt64
	case m.at.soon:
		return 0
	}
	return m.at.when
}

// Compared notes that the clock has been compared with a time that is so far away: when that much
// has passed it may come to something else, if it is still to come. Grows says whether the
// difference does so with time.
func Compared(apart time.Duration, grows bool) {
	t := current()
	if t == nil {
		return
	}
	at, ok := polls.Turns(t.x.now, apart, grows)
	if !ok {
		return
	}
	if t.turns <= t.x.now || at < t.turns {
		t.turns = at + polls.Slack
	}
	r := &t.rounds
	if !r.on {
		return
	}
	for i := r.from; i < len(r.seen); i++ {
		if s := &r.seen[i]; s.kind == checker.Tick {
			s.limit = min(s.limit, at)
		}
	}
}

// calm is what the last Tick has shown.
type calm struct {
	calm    bool  // nobody moves until the next Tick but tasks that doze
	horizon int64 // until when; 0: for ever
	stirred int   // the last interval in which something happened besides
	dozers  bool  // somebody has dozed in this execution
}

func (c *calm) stirs(interval int) { c.stirred = max(c.stirred, interval) }

// rings notes that a round has received from a timer, or has set one. What it has made itself
// is nobody else's.
func (t *task) rings(kind checker.Kind) {
	r := &t.rounds
	if !r.on {
		return
	}
	obj := t.doneOn()
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
		r.span = m.span
		if m.period == 0 && !own {
			r.spent = append(r.spent, obj)
		}
	}
}

// owns says whether the youngest round of t has made the timer.
func (t *task) owns(m *timerShadow) bool { return m.by == t && m.born >= t.rounds.begun }

// dozed notes that a round is over that has slept and changed nothing, and that the next one comes
// to the same until limit. It is true if all go on like this for ever.
func (t *task) dozed(w *Waiting, limit int64) bool {
	x, r := t.x, &t.rounds
	was := t.dozes()
	if !was {
		x.stirs(w.ticks)
	}
	t.doze = dozing{w: w, began: w.ticks, deeds: r.deeds, fired: slices.Clone(r.fired), limit: limit, span: w.span(r)}
	x.dozers = true
	return was && x.calm.calm && x.horizon == 0
}

// dozes says whether t goes the way of its last round.
func (t *task) dozes() bool {
	d, r := &t.doze, &t.rounds
	return d.w != nil && !r.out() && r.dirt == d.dirt && r.odd == d.odd && (r.clock == d.clock || d.w.compares) && len(r.spent) == 0
}

// rests is the time until which a task that dozes waits for no time but such as its last round has
// waited for, and comes to the same.
func (t *task) rests() int64 {
	limit := t.doze.limit
	wait := func(obj checker.Object) {
		if m := t.x.list[obj].sh.(*timerShadow); !t.owns(m) && !slices.Contains(t.doze.fired, obj) {
			limit = min(limit, m.rings())
		}
	}
	switch t.op.Kind {
	case checker.TimerRecv:
		wait(t.op.Obj)
	case checker.Select:
		for _, c := range t.op.Cases {
			if c.Kind == checker.TimerRecv {
				wait(c.Obj)
			}
		}
	case checker.TimerFire, checker.Begin, checker.Spin:
		return 0
	}
	return limit
}

// settle finds out, at a Tick, what comes until the next one.
func (x *Execution) settle() {
	x.calm.calm, x.horizon = false, 0
	if !x.dozers || x.late() || x.FreeTime || x.Hurries || x.pollers > 0 || x.bubble != nil || x.moved != 0 {
		return // where somebody is held up he will move
	}
	began, stirred, horizon := math.MaxInt, x.stirred, int64(math.MaxInt64)
	for t := range x.living() {
		if t.dozes() {
			if until := t.rests(); until > x.now {
				began, horizon = min(began, t.doze.began), min(horizon, until)
				continue
			}
		}
		stirred = max(stirred, t.movedIn)
		if s, ok := t.sh.(*spinShadow); ok && slices.ContainsFunc(s.seen, sighting.ofTimer) {
			return
		}
		for _, at := range t.awaits() {
			if at <= x.now {
				return
			}
			horizon = min(horizon, at)
		}
	}
	if x.calm.calm = began < math.MaxInt && began > stirred; x.calm.calm && horizon < math.MaxInt64 {
		x.horizon = horizon
	}
}

// overslept is by how much longer than until at a task that dozes waits, which waits for a time
// again and again: until the first of its times that is not before somebody else moves. With pauses
// it is the last before: who polls may be held up from then on.
func (t *task) overslept(at int64) int64 {
	x, d := t.x, t.doze.span
	if !x.calm.calm || at >= x.horizon || d <= 0 || !t.dozes() {
		return 0
	}
	if x.left > 0 {
		return (x.horizon - at - 1) / d * d
	}
	return (x.horizon - at + d - 1) / d * d
}

// leavesOut notes that t, which dozes, waits for so much longer.
func (t *task) leavesOut(by int64) {
	if t.doze.w != nil && t.doze.span > 0 {
		t.doze.w.number.Left = by / t.doze.span
	}
}

// sleeps is the end of a wait of t, which has asked for one until then. The timers that a round
// makes for itself keep the order of their times: all of them ring as much later as the wait ends.
func (t *task) sleeps(until deadline) deadline {
	if t.doze.w != nil && !until.soon && t.rounds.slept == t.doze.slept {
		by := min(t.overslept(t.after(time.Duration(t.doze.span))), math.MaxInt64-until.when)
		until.when += by
		t.leavesOut(by)
	}
	return until
}
