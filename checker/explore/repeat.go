package explore

import "gocheck.dev/checker"

// This file is the checker's half of Repeater: an execution begins in the state in
// which the one before was after so many events, without having seen them.

// repeatedMost is how many steps an execution has that is kept in any case. Of a longer
// one the race detector has to keep much: events times tasks. Such a one is kept if it
// begins with at least half of the one before it, as so does the next one, then, as a
// rule.
var repeatedMost = 1 << 10

// repeating is a strategy that keeps the events with which the next execution
// begins.
type repeating interface {
	strategy
	// repeated says that the first n of them have happened again, and what is new of
	// them; ev is the event after these, if that has happened, too. The last of them is
	// of kind last.
	repeated(st checker.State, n int, values []checker.Value, ev *checker.Event) (last checker.Kind)
}

// Repeats implements Repeater.
func (d *driver) Repeats() (n int, keep bool) {
	return d.repeats, d.repeating != nil
}

// Repeated implements Repeater.
func (d *driver) Repeated(st checker.State, n int, values []checker.Value, ev *checker.Event) {
	d.decisions = d.decisions[:n]
	if d.races != nil && d.fold == nil {
		d.races.state = st
		d.races.back(n)
	}
	for _, t := range st.Tasks() {
		d.note(st, t, false)
	}
	d.fallback.Made(d.decisions, d.repeating.repeated(st, n, values, ev))
}

// Late implements Repeater.
func (d *driver) Late() bool {
	if w := d.watch; w != nil && w.late(w.clock.least) && w.overdue {
		d.cut, d.void = true, true
	}
	return d.void
}

// goesBack says whether the race detectors have kept what it takes.
func (d *driver) goesBack() bool {
	return !(d.races != nil && d.races.kept.full || d.fold != nil && d.fold.races.kept.full)
}
