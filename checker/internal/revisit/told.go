package revisit

import (
	"slices"

	"gocheck.dev/checker/internal/flat"
)

// revisitTold is what walks over P have told of the places that they came to. A walk on which
// all holds of P are in force is a function of what it has done: all events before a place, and
// those ahead of it. Most walks have none ahead, or one, and there are as many that lead over
// a place as there are targets before it: each is to be told once. Others are not kept.
type revisitTold struct {
	stops    []int32     // by event, once asked for: the next one, or itself, that D may not choose after all before it
	straight []answer    // by such an event: does D lead from all before it to P?
	single   []toldAhead // by event: the same of the last walk that had all before it, and one other
	asked    []toldAhead // what the present walk tells
}

// toldAhead is the answer for all events before a place and the one that is ahead of it, -1: none.
type toldAhead struct {
	place, ahead int32
	leads        answer
}

// answer is that to a question that is put once.
type answer uint8

const (
	unknown answer = iota
	yes
	no
)

// begin forgets what was told of another trace.
func (w *revisitTold) begin() { w.stops = w.stops[:0] }

// find finds the events that D may not choose after all before them: others it chooses, as
// it did so in P, where it had the same events and the same holds.
func (w *revisitTold) find(r *Search) {
	t := r.Trace
	stop := int32(len(t.Events))
	w.stops = slices.Grow(w.stops[:0], int(stop))[:stop]
	w.straight = slices.Grow(w.straight[:0], int(stop))[:stop]
	w.single = slices.Grow(w.single[:0], int(stop))[:stop]
	clear(w.straight)
	clear(w.single)
	for i := stop - 1; i >= 0; i-- {
		if r.maySwerve(i) {
			stop = i
		}
		w.stops[i] = stop
	}
}

// answers says what is known of a walk that has done all before pos and, if ahead is 1, one event
// more. Without an answer it is to come: the walk goes on from stop, up to which D makes what
// P has.
func (w *revisitTold) answers(r *Search, done flat.Set, pos int32, ahead int) (stop int32, leads answer) {
	if len(w.stops) == 0 {
		w.find(r)
	}
	if ahead > 0 {
		q := toldAhead{place: pos, ahead: done.Next(pos)}
		if k := &w.single[pos]; k.leads != unknown && k.ahead == q.ahead {
			return pos, k.leads
		}
		w.asked = append(w.asked, q)
		return pos, unknown
	}
	stop = w.stops[pos]
	switch {
	case stop >= r.base:
		return stop, yes
	case w.straight[stop] != unknown:
		return stop, w.straight[stop]
	}
	w.asked = append(w.asked, toldAhead{place: stop, ahead: -1})
	return stop, unknown
}

// tells takes down where the walk has led.
func (w *revisitTold) tells(leads bool) {
	told := no
	if leads {
		told = yes
	}
	for _, q := range w.asked {
		if q.leads = told; q.ahead < 0 {
			w.straight[q.place] = told
		} else {
			w.single[q.place] = q
		}
	}
	w.asked = w.asked[:0]
}
