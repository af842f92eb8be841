package engine

import (
	"math"

	"gocheck.dev/checker"
)

// A task that is alone needs no scheduling. As long as an execution has had but one task,
// the clock apart, and but one way to go on, its steps are the same in all executions, and
// nothing can come before them: they do not count towards Options.Steps. A whole
// execution may be like that. Then it is the only one, and may be longer than a trace can be
// (MaxEvents): from there on the algorithm does not see its steps. If others come then, most of the
// beginning is left out (fold_begin.go).
//
// Later on, when all others have ended, steps made alone do not count either. Those of others
// may come elsewhere, so the algorithm sees them all, and none is beyond MaxEvents.

// LeastShown is how many steps an algorithm sees at least, of one task alone. The tests take less.
var LeastShown = 1 << 14

// shownSteps is how many steps of the only task an algorithm sees, should others come: as many as
// others may make, and some more, as long as the trace is not too large. 0: it has to see
// all, as those of the papers.
func shownSteps(o *checker.Options, a *Algorithm) int {
	switch {
	case !a.Skims:
		return 0
	case o.Steps == 0:
		return checker.MaxEvents
	}
	return min(max(o.Steps, LeastShown), checker.MaxEvents)
}

// solo is what a driver knows of that.
type solo struct {
	frees   bool  // steps made alone do not count: nobody asks for so many steps exactly
	shown   int   // steps of it that the strategy has to see; 0: all
	hard    bool  // but no trace may be longer than MaxEvents
	left    int   // steps that are left out of the beginning
	alone   bool  // there has been but one task so far, and one way to go on
	free    int   // steps of that beginning
	later   []int // those made alone after it, by their places in the execution
	most    int   // steps that the execution may have
	hidden  bool  // the strategy does not see the present step, nor those after it
	roomy   int   // steps made alone for which there is room
	endless bool  // it has made more
}

// begins begins an execution; again says that it begins as the last one.
func (d *Driver) begins(again bool) {
	if d.hidden, d.endless = false, false; again {
		d.alone = false // else there would be no other execution
	} else {
		d.alone, d.free = d.frees, 0
	}
	d.allow()
}

// allow makes d.most what Options.Steps leave.
func (d *Driver) allow() {
	d.most = math.MaxInt
	if d.Limit > 0 {
		d.most = d.free + len(d.later) + d.Limit
	}
	if d.hard || d.Limit > 0 && len(d.later) > 0 {
		d.most = min(d.most, checker.MaxEvents+d.left)
	}
}

// forced says whether there is one way only to go on, for one task. It is in d.buf then.
// ok is false if there is more than one task, or way.
func (d *Driver) forced(st checker.State) (ok bool) {
	d.Buf = d.Buf[:0]
	others := 0
	for _, t := range st.Tasks() {
		if st.Op(t).Kind != checker.Tick {
			others++
		}
		if others > 1 {
			return false
		}
		d.Buf = st.Decisions(t, d.Buf)
	}
	return len(d.Buf) <= 1
}

// looksAlone takes down whether the step after the first n of the execution is like that.
func (d *Driver) looksAlone(st checker.State, n int) {
	again := len(d.later)
	for again > 0 && d.later[again-1] >= n { // those of an execution that began as this one
		again--
	}
	d.later = d.later[:again]
	switch {
	case !d.alone:
		if d.forced(st) {
			d.later = append(d.later, n)
		}
	case d.forced(st):
		d.free = n + 1
		d.hidden = d.hidden || d.shown > 0 && d.fold == nil && n >= d.shown
	default:
		d.alone = false
	}
	d.allow()
}

// goesOn makes a step that the strategy does not see.
func (d *Driver) goesOn() (checker.Decision, bool) {
	if d.endless = d.alone && len(d.Decisions) >= d.roomy; d.endless || !d.alone {
		d.Cut = true
		return checker.Decision{}, false
	}
	if len(d.Buf) == 0 {
		return checker.Decision{}, false
	}
	return d.Buf[0], true
}
