package engine

import "gocheck.dev/checker"

// This file is the checker's half of Repeater: an execution begins in the state in
// which the one before was after so many events, without having seen them.

// RepeatedMost is how many steps an execution has that is kept in any case. Of a longer
// one the race detector has to keep much: events times tasks. Such a one is kept if it
// begins with at least half of the one before it, as so does the next one, then, as a
// rule.
var RepeatedMost = 1 << 10

// Repeating is a strategy that keeps the events with which the next execution
// begins.
type Repeating interface {
	Strategy
	// Repeated says that the first n of them have happened again, and what is new of
	// them; ev is the event after these, if that has happened, too. The last of them is
	// of kind last.
	Repeated(st checker.State, n int, values []checker.Value, ev *checker.Event) (last checker.Kind)
}

// Repeats implements Repeater.
func (d *Driver) Repeats() (n int, keep bool) {
	return d.repeats, d.repeating != nil
}

// Repeated implements Repeater.
func (d *Driver) Repeated(st checker.State, n int, values []checker.Value, ev *checker.Event) {
	d.Decisions = d.Decisions[:n]
	if d.Races != nil && d.fold == nil {
		d.Races.State = st
		d.Races.Back(n)
	}
	for _, t := range st.Tasks() {
		d.note(st, t, false)
	}
	d.Fallback.Made(d.Decisions, d.repeating.Repeated(st, n, values, ev))
}

// Late implements Repeater.
func (d *Driver) Late() bool {
	if w := d.watch; w != nil && w.Late(w.clock.least) && w.overdue {
		d.Cut, d.void = true, true
	}
	return d.void
}

// goesBack says whether the race detectors have kept what it takes.
func (d *Driver) goesBack() bool {
	return !(d.Races != nil && d.Races.Kept.Full || d.fold != nil && d.fold.races.Kept.Full)
}
