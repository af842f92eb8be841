package runtime

import (
	"math"
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/deadlines"
)

// Polls under pauses. A loop that sleeps for a millisecond would make a hundred pauses of 100 ms,
// in any place each. But if its last round has changed nothing, and nothing that it has read has
// changed since, another round shows what that one has shown: it rests. So time does not move for
// it alone while somebody is held up. If it moves for somebody else, who rests comes late.
//
// A round that asks for the time may end the loop, whatever else it has read. For such a one time
// moves at once to the last of its times that is within what is left of the pauses.
//
// What rests is told, as a Spin is, from the operation that waits and from what has happened since:
// so it is a function of the trace (checker.Op.Seen).

// napping is what the last round of a task's loop has come to, if that has waited for a time and
// changed nothing.
type napping struct {
	w     *Waiting // nil: there was none
	deeds          // at its end
	seen  []sighting
	dated bool  // it has used the time
	span  int64 // nanoseconds that it has waited, if once

	// Of the operation that waits for a time now.
	at     uint32     // the task's index then, 0: none
	rested []sighting // what must not change
	late   bool       // it is as late as can be
	since  int64      // the time then
}

// napped notes that a round of w is over that has waited for a time.
func (t *task) napped(w *Waiting, same bool) {
	r := &t.rounds
	from := min(w.from, len(r.seen))
	if t.x.Pause == 0 || !same || w.dirt != r.dirt || len(r.taken) != w.base || len(r.spent) > 0 ||
		r.slept == w.slept || w.number.Until(t.x.now, w.span(r), math.MaxInt64) <= t.x.now || r.odd != w.odd || r.blind != w.blind ||
		slices.ContainsFunc(r.seen[from:], sighting.ofTimer) {
		t.nap = napping{}
		return
	}
	t.nap = napping{w: w, deeds: r.deeds, seen: slices.Clone(r.seen[from:]), dated: r.clock != w.clock || w.dated && r.fires != w.fires, span: w.span(r)}
}

// naps is what the operation that t is about to announce has to say of the loop that it waits in,
// if it waits for a time.
func (t *task) naps(timed bool) (seen []checker.Case) {
	n, r, x := &t.nap, &t.rounds, t.x
	if n.w == nil {
		return nil
	}
	n.at, n.rested = 0, nil
	if !timed || x.left <= 0 || r.out() || r.dirt != n.dirt || r.odd != n.odd || r.blind != n.blind || len(r.spent) > 0 {
		return nil
	}
	for _, s := range slices.Concat(n.seen, r.seen[min(n.w.from, len(r.seen)):]) {
		if s.kind != checker.Tick && !slices.ContainsFunc(n.rested, func(o sighting) bool { return o.kind == s.kind && o.obj == s.obj }) {
			n.rested = append(n.rested, s)
		}
	}
	n.at, n.late, n.since = t.index, n.dated || r.clock != n.clock || n.w.number.Within(x.now, n.span, x.now+x.left), x.now
	x.watches(n.rested)
	if n.late {
		return nil
	}
	for _, s := range n.rested {
		seen = append(seen, checker.Case{Kind: s.kind, Obj: s.obj, Pos: n.w.site.Pos(), At: s.at, By: s.by})
	}
	if len(seen) == 0 {
		seen = append(seen, checker.Case{}) // a loop that only waits
	}
	return seen
}

// lastOfAll lets all others go on as far as they can without time, and without pauses.
func (t *task) lastOfAll(s Site) {
	t.sleep(s, t.wait(s, 1), t.onlyWaits())
	t.nap = napping{}
}

// onlyWaits lets t rest in the operation that it is about to announce, as a loop does that only
// waits: it is what the operation has to say of that (Op.Seen).
func (t *task) onlyWaits() []checker.Case {
	t.nap = napping{w: &Waiting{}, at: t.index, since: t.x.now}
	return make([]checker.Case, min(t.x.left, 1))
}

// resting says whether t waits for a time at which it sees what it has seen.
func (t *task) resting() bool {
	n := &t.nap
	return n.w != nil && n.at != 0 && n.at == t.index &&
		!slices.ContainsFunc(n.rested, func(s sighting) bool { return t.x.list[s.obj].changes != s.changes })
}

// step is the time from one round's end, which is then, to the next one's.
func (n *napping) step(when int64) int64 {
	if n.w.number.Counts {
		return n.span
	}
	return when - n.since
}

// leaveOut lets loops that count leave out the rounds that a pause which is for them stands for.
func (x *Execution) leaveOut(at int64) {
	for t := range x.living() {
		if n := &t.nap; t.resting() && n.late && n.w.number.Counts {
			for _, when := range t.awaits() {
				if when > x.now && when <= at && n.w.number.Last(when, n.span, x.now+x.left) == at {
					n.w.number.Left += (at - when) / n.span
				}
			}
		}
	}
}

// pauseTime is the time that a pause lasts to, if there can be one.
func (x *Execution) pauseTime() (at int64, ok bool) {
	end, late := x.now+x.left, int64(0)
	at, ok = x.waiting.Next(x.now)
	if !ok || at > end {
		return 0, false
	}
	resting := map[deadlines.Waiter]int{}
	for t := range x.living() {
		if !t.resting() {
			continue
		}
		for _, when := range t.awaits() {
			if t.nap.late && when > x.now && when <= end {
				late = max(late, t.nap.w.number.Last(when, t.nap.step(when), end))
			}
		}
		switch sh := t.sh.(type) {
		case *sleepShadow:
			resting[sh] = 1
		case *spinShadow: // one by its own alarm
			for m := range sh.timers(x) {
				resting[m]++
			}
		case *timerShadow:
			resting[sh]++
		case *selectOp:
			for _, e := range sh.ends {
				if m, ok := e.src.(*timerShadow); ok {
					resting[m]++
				}
			}
		}
	}
	if len(resting) > 0 {
		at, ok = 0, false
		for w, when := range x.waiting.After(x.now) {
			if n, rests := resting[w]; rests {
				if m, timer := w.(*timerShadow); !timer || m.f == nil && m.waiting == n {
					continue
				}
			}
			if when <= end && (!ok || when < at) {
				at, ok = when, true
			}
		}
		if late > 0 && !ok {
			at, ok = late, true
		}
	}
	return at, ok
}
